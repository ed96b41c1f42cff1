// The call of the runner alone, of a check that does other things beside it: a formatter before the tests refuses a
// line that is planted in them, and then the tests have not been asked. Whoever approved the check has approved
// this part of it, in copies. Pure.

import type { CommandGate } from '../model/gate.ts';
import { type ReadFile, runnerCall } from './runner-call.ts';

/** Undefined where nothing runs beside the one runner, or none is known. */
export function plainCall(gate: CommandGate, readFile: ReadFile): CommandGate | undefined {
  const call = runnerCall(gate, readFile);
  if (!call?.within) return undefined;
  const { line, of } = call.within;
  // What it promises to write may be the work of the others.
  const { outputs: _, cwd: __, shell: ___, ...rest } = gate;
  const cwd = call.folder === '' ? {} : { cwd: call.folder };
  // npx reads a line as npm reads a script: with a shell, and the programs of the packages in reach.
  return of === 'script'
    ? { ...rest, ...cwd, command: ['npx', '-c', line] }
    : { ...rest, ...cwd, command: [line], shell: true };
}
