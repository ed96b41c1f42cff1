// An error of types at the end of a file. Where the file is run it does nothing; who reads its types has to tell
// the word, which in JavaScript and TypeScript stands nowhere as it is.

import { halves, type Planting } from './body.ts';

const DECLARED = /\.d\.(?:[cm]?ts|[^.]+\.ts)$/i;
const TYPED = /\.[cm]?tsx?$/i;
const SCRIPT = /\.[cm]?jsx?$/i;
const PYTHON = /\.pyi?$/i;

/** Whether a check of types may read this file. */
export function mayHaveTypes(path: string): boolean {
  return [TYPED, SCRIPT, PYTHON].some((ending) => ending.test(path));
}

/** Files of declarations alone are read for their own errors only where that is asked for. */
export function isDeclared(path: string): boolean {
  return DECLARED.test(path) || /\.pyi$/i.test(path);
}

/** None: its language has no types that are known here. */
export function plantTypes(path: string, text: string, word: string): readonly Planting[] {
  const put = lineFor(path, word);
  return put === undefined ? [] : [{ line: { at: text.trimEnd().length, put: `\n${put}` } }];
}

/** Behind a `;`, since what stands before may wait for a block. */
function lineFor(path: string, word: string): string | undefined {
  const [one, other] = halves(word).map((half) => `\${'${half}'}`);
  const type = `\`${one}${other}\``;
  // A name of its own, which is a part of the word alone.
  const name = `_${word.slice(-8)}`;
  if (DECLARED.test(path)) return `declare const ${name}: Pick<{ it: 0 }, ${type}>;`;
  if (TYPED.test(path)) return `;{ const it: ${type} = 'other'; }`;
  if (SCRIPT.test(path)) return `/** @typedef {Pick<{ it: 0 }, ${type}>} ${name} */`;
  if (PYTHON.test(path)) return `\n\ndef ${name}(it: "${word}") -> None: ...`;
  return undefined;
}
