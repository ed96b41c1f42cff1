// What the launcher says by itself. A person trusts this clone, but the program is not there: so it is where
// somebody else brought Wukong up to date and this clone only pulled. Or nobody ran `init` here: then of what
// came with the clone nothing is read, and only a typed command is stopped, because a model would wait for us.

import { addLine, tell as say } from '../files/changing.ts';
import { readText } from '../files/reading.ts';
import type { Ids } from '../hosts/claude-code/events/ids.ts';
import type { Workspace } from '../workspace/paths.ts';
import { locateRepository } from '../workspace/repository.ts';
import { isCommand } from './frame/record-unrelated.ts';

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

/**
 * Once a session, by a note of whom it was told. The guard refuses each call: nothing else holds its agent.
 * A typed command is stopped each time.
 */
export function withoutProgram(
  event: string,
  { commonDir }: Workspace,
  ids: Ids | undefined,
): void {
  if (event === 'guard') {
    say(2, Buffer.from(`${SAYS}\n`));
    process.exit(1);
  }
  if (isCommand(ids?.prompt)) {
    tell({ decision: 'block', reason: SAYS });
    return;
  }
  const session = ids?.session_id ?? '';
  const note = `${commonDir}/wukong/program-missing`;
  if (!SHOWN.includes(event) || wasTold(note, session)) return;
  addLine(note, session);
  tell({ systemMessage: SAYS });
}

function wasTold(note: string, session: string): boolean {
  try {
    return readText(note).split('\n').includes(session);
  } catch {
    return false;
  }
}

export function whereNotSetUp(prompt: string | undefined, project: string): void {
  if (!isCommand(prompt)) return;
  const before = locateRepository(project) ? '' : 'git init && ';
  const reason = `Not started: Wukong is not set up here. Type in a terminal: ${before}wukong init`;
  tell({ decision: 'block', reason });
}

function tell(answer: object): void {
  say(1, Buffer.from(JSON.stringify(answer)));
}
