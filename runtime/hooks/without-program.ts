// What the launcher says by itself: a person trusts this clone, but the program is not there. That is so
// where somebody else brought Wukong up to date and this clone only pulled.

import { appendFileSync, writeSync } from 'node:fs';
import { readText } from '../files/reading.ts';
import type { Workspace } from '../workspace/paths.ts';

/** Events whose message a person sees. */
const SHOWN: readonly string[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
];

const SAYS =
  "Wukong's program is missing in this clone, so nothing is recorded or checked. Type in a terminal: wukong init";

/** Once a session, by a note of whom it was told. The guard refuses each call: nothing else holds its agent. */
export function withoutProgram(event: string, { commonDir }: Workspace, session: string): void {
  if (event === 'guard') {
    writeSync(2, `${SAYS}\n`);
    process.exit(1);
  }
  const note = `${commonDir}/wukong/program-missing`;
  if (!SHOWN.includes(event) || wasTold(note, session)) return;
  appendFileSync(note, `${session}\n`);
  writeSync(1, JSON.stringify({ systemMessage: SAYS }));
}

function wasTold(note: string, session: string): boolean {
  try {
    return readText(note).split('\n').includes(session);
  } catch {
    return false;
  }
}
