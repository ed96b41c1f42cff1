// What a module of Python gives to its users: `__all__`, else its names without an underscore. Pure.

import { codeMask } from '../seal/code-mask.ts';
import type { Name } from './names.ts';

const DECLARED =
  /^(?:async\s+)?(?:def|class)\s+([A-Za-z]\w*)|^([A-Za-z]\w*)\s*(?::[^=\n]+)?=(?!=)/gm;
const IMPORTED = /^from\s+\S+\s+import\s+(?:\(([^)]*)\)|([^\n(]+))|^import\s+([^\n]+)/gm;
const ALL = /^__all__\s*(?::[^=\n]+)?\+?=\s*[[(]/m;

/** Undefined: the text cannot be told from its strings and comments. */
export function pythonNames(path: string, text: string): Name[] | undefined {
  const code = codeMask('python', text);
  if (code === undefined) return undefined;
  const of = path.replace(/(?:\/__init__)?\.py$/, '').replaceAll('/', '.');
  const listed = listedIn(text, code);
  const declared = listed ?? [...code.matchAll(DECLARED)].map(([, a, b]) => a ?? b ?? '');
  const imported = [...code.matchAll(IMPORTED)].flatMap(([, a, b, c]) =>
    (a ?? b ?? c ?? '').split(',').map((item) => item.trim().replace(/^.*\sas\s+/, '')),
  );
  const names = [...new Set(declared)].map((name) => ({ of, name }));
  const more = imported.filter((name) => /^[A-Za-z]\w*$/.test(name) && !declared.includes(name));
  return [...names, ...[...new Set(more)].map((name) => ({ of, name, imported: true }))];
}

/** Its strings, which are blotted out in `code`. */
function listedIn(text: string, code: string): string[] | undefined {
  const found = ALL.exec(code);
  if (!found) return undefined;
  const start = found.index + found[0].length;
  const end = code.slice(start).search(/[\])]/);
  const list = end < 0 ? '' : text.slice(start, start + end);
  return [...list.matchAll(/["'](\w+)["']/g)].map(([, name = '']) => name);
}
