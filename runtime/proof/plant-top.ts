// A line that fails when the file is loaded, before any case of it runs; or at the end of a script.

import { plantFault } from '../evidence/seal/planted-fault.ts';
import { isA, parseJavascript } from './javascript-tree.ts';
import { lineEnd, type Planting } from './plant-body.ts';
import { thrown } from './plant-javascript.ts';
import { raised } from './plant-python.ts';
import { rustTop } from './plant-rust.ts';

/** None: nothing can be planted in its language. */
export function plantTop(path: string, text: string, word: string): readonly Planting[] {
  if (path.endsWith('.rs')) return rustTop(text, word);
  return javascriptTop(path, text, word) ?? byFault(path, text, word);
}

/** What ends by itself, or is started by its name alone, may not come there. */
const ENDS_ITSELF = /\bexit(?:Code)?\b|\bquit\s*\(|\brequire\.main\b|\bSystemExit\b/;

/** None: where it ends nobody can say. */
export function plantEnd(path: string, text: string, word: string): readonly Planting[] {
  if (ENDS_ITSELF.test(text)) return [];
  const at = text.trimEnd().length;
  if (path.endsWith('.py')) return [{ line: { at, put: `\n\n${raised(text, word)}` } }];
  const source = /\.[cm]?[jt]sx?$/i.test(path) ? parseJavascript(path, text) : undefined;
  const put = source && `\nif (Date.now() > 0) ${thrown(source, word)}`;
  return put === undefined ? [] : [{ line: { at, put } }];
}

/**
 * Behind what is imported, where linters have it: those modules are loaded first in any case, and a program
 * that sways its runner has had its chance to.
 */
function javascriptTop(path: string, text: string, word: string): readonly Planting[] | undefined {
  const source = /\.[cm]?[jt]sx?$/i.test(path) ? parseJavascript(path, text) : undefined;
  if (!source) return undefined;
  const { body, directives } = source.program;
  const others = body.findIndex((one) => !isA(one, 'ImportDeclaration'));
  const last = [...directives, ...body.slice(0, others === -1 ? undefined : others)].at(-1);
  // Not a plain `throw`: behind it a compiler would find code that is never reached.
  const line = `if (Date.now() > 0) ${thrown(source, word)}`;
  if (last) return [{ line: { at: lineEnd(text, last.end), put: `\n${line}` } }];
  const at = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
  return [{ line: { at, put: `${line}\n` } }];
}

/** What is known of other languages: the lines that it puts in are those that there are more than before. */
function byFault(path: string, text: string, word: string): readonly Planting[] {
  const planted = plantFault(path, text, word);
  if (planted === undefined) return [];
  if (planted.startsWith(text)) {
    return [{ line: { at: text.length, put: planted.slice(text.length) } }];
  }
  const [before, after] = [text.split('\n'), planted.split('\n')];
  const nth = after.findIndex((line, at) => line !== before[at]);
  const put = after.slice(nth, nth + after.length - before.length);
  return [
    { line: { at: [...before.slice(0, nth), ''].join('\n').length, put: `${put.join('\n')}\n` } },
  ];
}
