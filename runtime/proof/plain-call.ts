// The call of the runner alone, of a check that does other things beside it: a formatter before the tests refuses a
// line that is planted in them, and then the tests have not been asked. Whoever approved the check has approved
// this part of it, in copies. Pure.

import { posix } from 'node:path';
import { type CommandGate, shellWord } from '../model/gate.ts';
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

/**
 * Its runner on one file alone, with the options it has. `there`: whether the tree has such a file or folder, by
 * its path below the top: such a word names tests, and any other one is the value of an option.
 */
export function aloneCall(
  gate: CommandGate,
  file: string,
  readFile: ReadFile,
  there: (path: string) => boolean,
): CommandGate | undefined {
  const call = runnerCall(gate, readFile);
  const isNode = call?.runner === 'node';
  // A line that sets variables for it is none to take apart, and `go test` runs packages.
  if (!call || call.runner === 'go' || call.env.size > 0) return undefined;
  if (isNode && !call.args.includes('--test')) return undefined;
  const isNamed = (word: string): boolean =>
    !word.startsWith('-') && (/[*?{]/.test(word) || there(posix.join(call.folder, word)));
  const own = posix.relative(call.folder, file);
  const words = [...call.head, ...call.args.filter((word) => !isNamed(word)), own];
  const { outputs: _, cwd: __, shell: ___, ...rest } = gate;
  const cwd = call.folder === '' ? {} : { cwd: call.folder };
  // Programs of the packages in reach, as a script has them.
  return { ...rest, ...cwd, command: ['npx', '-c', words.map(shellWord).join(' ')] };
}
