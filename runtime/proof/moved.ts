// Modules of the program that a change moved. Tests of before name them where they were: put back as they were they
// could not load, which says nothing of what they expect. So they are led to where these are now. Pure.

import { posix } from 'node:path';

export type Side = Readonly<{ path: string; id: string }>;
type Move = Readonly<{ from: string; to: string }>;

/** Of equal content, else of equal name, where there is one alone on each side. */
export function movesOf(gone: readonly Side[], added: readonly Side[]): readonly Move[] {
  const alike = [
    (one: Side, other: Side): boolean => one.id === other.id,
    (one: Side, other: Side): boolean => posix.basename(one.path) === posix.basename(other.path),
  ];
  return gone.flatMap(({ path: from, id }) => {
    const own = { path: from, id };
    for (const isAlike of alike) {
      const [to, ...more] = added.filter((one) => isAlike(own, one));
      const isAlone = gone.filter((one) => to && isAlike(one, to)).length === 1;
      if (to && more.length === 0 && isAlone) return [{ from, to: to.path }];
    }
    return [];
  });
}

/** The text of a test with the names of these modules as they are now. */
export function followed(path: string, text: string, moves: readonly Move[]): string {
  return moves.reduce((led, move) => dotted(move, quoted(path, move, led)), text);
}

const ENDING = /\.\w+$/;

/** `'../src/a.js'`, `"../src/a"`, `'src/a.js'`: all that stands between quotes, with its ending or without. */
function quoted(path: string, { from, to }: Move, text: string): string {
  const folder = posix.dirname(path);
  const relative = (one: string): string => {
    const way = posix.relative(folder, one);
    return way.startsWith('.') ? way : `./${way}`;
  };
  const named = [[relative(from), relative(to)] as const, [from, to] as const];
  // A name without a folder may be any word.
  return named
    .filter(([was]) => was.includes('/'))
    .reduce((led, names) => {
      const [was = '', is = ''] = names.map((one) => one.replace(ENDING, ''));
      const pattern = new RegExp(`(?<=["'\`])${escaped(was)}(?=(?:\\.\\w+)?["'\`])`, 'g');
      return led.replace(pattern, () => is);
    }, text);
}

/** `import pkg.mod`, `from pkg.mod import name`. */
function dotted({ from, to }: Move, text: string): string {
  if (!from.endsWith('.py') || !to.endsWith('.py')) return text;
  const name = (one: string): string =>
    one
      .replace(ENDING, '')
      .replace(/^(?:src|lib)\//, '')
      .replace(/\/__init__$/, '')
      .replaceAll('/', '.');
  const pattern = new RegExp(`(?<=^[ \\t]*(?:from|import)[ \\t]+)${escaped(name(from))}\\b`, 'gm');
  return text.replace(pattern, () => name(to));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
