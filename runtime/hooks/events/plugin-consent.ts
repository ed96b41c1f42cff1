// The plugin is asked for something in a clone where nothing of it is yet, or after an update. What a person
// types is the consent; a `.wukong/` that may be by others is asked about first.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configOf } from '../../documents/config.ts';
import { ownProgram } from '../../files/own-programs.ts';
import type { GivenIds } from '../../hosts/claude-code/events/ids.ts';
import { foreignNames, setUpClone } from '../../hosts/claude-code/plugin/set-up.ts';
import {
  acceptedText,
  firstTimeText,
  foreignText,
  NO_REPOSITORY,
  NOTHING_BEGUN,
  PROJECT_HAS_IT,
} from '../../hosts/claude-code/plugin/texts.ts';
import { readPrompt } from '../../hosts/claude-code/session/prompt.ts';
import { languageOf } from '../../kernel/state/language.ts';
import { explain } from '../../words/explain-failure.ts';
import { inShell } from '../../words/in-shell.ts';
import { programOf } from '../../workspace/program-folder.ts';
import { findRepository } from '../../workspace/repository.ts';
import { shellCommand } from '../../workspace/shell-command.ts';
import { readTrust } from '../../workspace/trust.ts';
import { say } from '../frame/write-answer.ts';

/** `told`: the command goes its way, and its answer begins with this. */
type SetUp = Readonly<{ told: string } | { block: string } | { needs: 'nothing' }>;

/** `source`: the folder of the plugin. */
export function setUp(ids: GivenIds, source: string, goOn: (told: string) => void): void {
  setUpByPlugin(ids, source)
    .catch((error: unknown) => ({ block: `Wukong could not be set up here: ${String(error)}` }))
    .then((done) => {
      if ('told' in done) goOn(done.told);
      else if ('block' in done) {
        const folder = process.env.CLAUDE_PROJECT_DIR || ids.cwd;
        say('UserPromptSubmit', { block: inShell(done.block, () => shellIn(folder, source)) });
      } else say('UserPromptSubmit', {});
    });
}

/** Before anything is set up there is no starter, but the plugin brings the program itself. */
function shellIn(folder: string, source: string): string {
  const typed = shellCommand(folder);
  return typed === 'wukong' && ownProgram('wukong', folder) === undefined
    ? `node '${programOf(source)}'`
    : typed;
}

async function setUpByPlugin({ cwd, prompt }: GivenIds, source: string): Promise<SetUp> {
  const ws = findRepository(process.env.CLAUDE_PROJECT_DIR || cwd);
  if (!ws) return { block: NO_REPOSITORY };
  const isKnown = readTrust(ws) !== undefined;
  const { kind } = readPrompt(prompt);
  // It needs no log and no approval of ours.
  if (!isKnown && kind === 'prove') return { needs: 'nothing' };
  if (!isKnown && existsSync(join(ws.dir, 'runtime', 'hook.cjs'))) return { block: PROJECT_HAS_IT };
  const foreign = foreignNames(ws);
  if (foreign.length > 0 && kind !== 'trust') {
    return { block: foreignText(foreign, configOf(ws).gates) };
  }
  if (!isKnown && !['start', 'choose', 'trust'].includes(kind)) return { block: NOTHING_BEGUN };
  const done = await setUpClone(ws, source);
  if (!done.ok) {
    const { message, hint } = explain(done.error);
    return { block: `Wukong: ${message} ${hint}` };
  }
  const { gates } = configOf(ws);
  // Which checks there are was not shown to whoever typed it.
  if (!isKnown && kind === 'trust') return { block: acceptedText(foreign, gates) };
  return { told: isKnown ? '' : firstTimeText(gates, languageOf(prompt)) };
}
