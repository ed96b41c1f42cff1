// The call of the runner alone, of a check that does other things beside it: a formatter before the tests refuses a
// line that is planted in them, and then the tests have not been asked. Whoever approved the check has approved
// this part of it, in copies. Pure.

import { splitShell } from '../evidence/commands/shell-split.ts';
import type { CommandGate } from '../model/gate.ts';
import { type ReadFile, runnerCall } from './runner-call.ts';

export type PlainCall = Readonly<{
  gate: CommandGate;
  /** No runner is known for sure: it may be the last command of the line. */
  isGuess: boolean;
}>;

/** Undefined where nothing runs beside the one runner. */
export function plainCall(gate: CommandGate, readFile: ReadFile): PlainCall | undefined {
  const call = runnerCall(gate, readFile);
  // A program of Node may be a linter as well as a test.
  const isGuess = call === undefined || (call.runner === 'node' && !call.args.includes('--test'));
  const last = isGuess ? lastCommand(gate) : undefined;
  if (last || !call?.within) return last;
  const { line, of } = call.within;
  // What it promises to write may be the work of the others.
  const { outputs: _, cwd: __, shell: ___, ...rest } = gate;
  const cwd = call.folder === '' ? {} : { cwd: call.folder };
  // npx reads a line as npm reads a script: with a shell, and the programs of the packages in reach.
  const plain =
    of === 'script'
      ? { ...rest, ...cwd, command: ['npx', '-c', line] }
      : { ...rest, ...cwd, command: [line], shell: true };
  return { gate: plain, isGuess };
}

/** Of a line for a shell, in the folder that it went to. */
function lastCommand({ outputs: _, ...gate }: CommandGate): PlainCall | undefined {
  const parts = gate.shell ? splitShell(gate.command.join(' ')) : undefined;
  const last = parts?.at(-1);
  if (!parts || !last || parts.length < 2) return undefined;
  const moves = parts.filter(({ text }) => /^cd\s/.test(text)).map(({ text }) => text);
  return { gate: { ...gate, command: [[...moves, last.text].join(' && ')] }, isGuess: true };
}
