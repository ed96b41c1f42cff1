// A gate as it runs in a copy: what its words name in the working tree is what they name in the copy.

import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { CommandGate } from '../../model/gate.ts';

/** Stands before the program in a line for a shell. */
const BEFORE_PROGRAM = /(?:^|[;&|(])\s*(?:\w+=\S*\s+)*["']?$/;

/** In the line of a shell, or in an option (`--root=/…`), a path stands between these. */
const [BEFORE, END] = [`(?<=^|[\\s"'=:,;|&()<>])`, `\\s"':,;|&()<>`];

export function gateInCopy(gate: CommandGate, worktree: string, copy: string): CommandGate {
  const roots = [...new Set([worktree, realpathSync(worktree)])];
  const command = gate.command.map((word, nth) =>
    !gate.shell && nth === 0
      ? programIn(word, roots, copy)
      : roots.reduce((text, root) => withPlaces(text, root, copy, gate.shell), word),
  );
  return { ...gate, command };
}

/** A program of the person's own may lie below, where the working tree is their home. */
function programIn(word: string, roots: readonly string[], copy: string): string {
  const root = roots.find((one) => word.startsWith(one + sep));
  const there = root === undefined ? word : join(copy, word.slice(root.length));
  return existsSync(there) ? there : word;
}

function withPlaces(text: string, root: string, copy: string, shell = false): string {
  if (!text.includes(root)) return text;
  const escaped = root.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const places = new RegExp(`${BEFORE}${escaped}(?=$|[/\\\\${END}])([^${END}]*)`, 'g');
  return text.replace(places, (place, below: string, at: number) => {
    const isProgram = shell && BEFORE_PROGRAM.test(text.slice(0, at));
    return isProgram && !existsSync(join(copy, below)) ? place : `${copy}${below}`;
  });
}
