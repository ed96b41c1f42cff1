// What a package of Go gives to its users: its capitalised names, by folder. Pure.

import { posix } from 'node:path';
import type { Name } from './names.ts';

const BLOTTED = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'/g;
const FUNCTION = /^func\s+([A-Z]\w*)/gm;
const METHOD = /^func\s*\(\s*(?:\w+\s+)?\*?([A-Z]\w*)(?:\[[^\]]*\])?\s*\)\s*([A-Z]\w*)/gm;
const ONE = /^(?:type|var|const)\s+([A-Z]\w*)/gm;
const GROUP = /^(?:type|var|const)\s*\(([\s\S]*?)^\)/gm;

/** Nothing of `main`, and of what lies below `internal/`: nobody else can import it. */
export function goNames(path: string, text: string): Name[] {
  const code = text.replace(BLOTTED, (part) => part.replace(/[^\n]/g, ' '));
  const of = posix.dirname(path);
  if (/^package\s+main\b/m.test(code) || of.split('/').includes('internal')) return [];
  const plain = [FUNCTION, ONE].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, name = '']) => name),
  );
  const methods = [...code.matchAll(METHOD)].map(([, type = '', name = '']) => `${type}.${name}`);
  const grouped = [...code.matchAll(GROUP)].flatMap(([, body = '']) =>
    [...body.matchAll(/^(?:\t| {1,4})([A-Z]\w*)/gm)].map(([, name = '']) => name),
  );
  return [...new Set([...plain, ...methods, ...grouped])].map((name) => ({ of, name }));
}
