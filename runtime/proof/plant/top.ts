// A line that fails when the file is loaded, before any case of it runs; or at the end of a script.

import { plantFault } from '../../evidence/seal/planted-fault.ts';
import { lineEnd, type Planting } from './body.ts';
import { type Node, type Source, statementsOf } from './grammar.ts';
import { isData, styleOf, thrown } from './javascript.ts';
import { pythonTop, raised } from './python.ts';
import { rustTop } from './rust.ts';

/** None: nothing can be planted in its language. `source`: or why there is none. */
export function plantTop(
  path: string,
  text: string,
  word: string,
  source: Source | string,
): readonly Planting[] {
  const read = typeof source === 'string' ? undefined : source;
  if (path.endsWith('.rs')) return read ? rustTop(read, word) : [];
  const at = read && path.endsWith('.py') ? pythonTop(read) : undefined;
  if (at !== undefined) return [{ line: { at, put: `\n${raised(text, word)}` } }];
  return read && IS_JAVASCRIPT.test(path) ? javascriptTop(read, word) : byFault(path, text, word);
}

/** What ends by itself, or is started by its name alone, may not come there. */
const ENDS_ITSELF = /\bexit(?:Code)?\b|\bquit\s*\(|\brequire\.main\b|\bSystemExit\b/;

/** None: where it ends nobody can say. */
export function plantEnd(path: string, source: Source, word: string): readonly Planting[] {
  const { root, text } = source;
  if (ENDS_ITSELF.test(text)) return [];
  const at = text.trimEnd().length;
  if (path.endsWith('.py')) return [{ line: { at, put: `\n\n${raised(text, word)}` } }];
  if (!IS_JAVASCRIPT.test(path) || isData(root)) return [];
  return [{ line: { at, put: `\nif (Date.now() > 0) ${thrown(styleOf(source), word)}` } }];
}

const IS_JAVASCRIPT = /\.[cm]?[jt]sx?$/i;

/**
 * Behind what is loaded, where linters have it: those modules are loaded first in any case, and a program that sways
 * its runner, or ends it, has had its chance to.
 */
function javascriptTop(source: Source, word: string): readonly Planting[] {
  const { root, text } = source;
  // A line in it would be the only one that runs.
  if (isData(root)) return [];
  const isDirective = ({ type, namedChildren: [first] }: Node): boolean =>
    type === 'hash_bang_line' || (type === 'expression_statement' && first?.type === 'string');
  const isHead = (node: Node): boolean => isDirective(node) || isLoading(node);
  const all = statementsOf(root);
  const others = all.findIndex((one) => !isHead(one) && !/_declaration$/.test(one.type));
  const last = all.slice(0, others === -1 ? undefined : others).findLast(isHead);
  // Not a plain `throw`: behind it a compiler would find code that is never reached.
  const line = `if (Date.now() > 0) ${thrown(styleOf(source), word)}`;
  if (last) return [{ line: { at: lineEnd(text, last.endIndex), put: `\n${line}` } }];
  return [{ line: { at: 0, put: `${line}\n` } }];
}

function isLoading(node: Node): boolean {
  if (node.type === 'import_statement') return true;
  const [first] = node.type === 'expression_statement' ? statementsOf(node) : [];
  if (first) return requires(first);
  const isDeclared = /^(?:lexical|variable)_declaration$/.test(node.type);
  return isDeclared && statementsOf(node).some((one) => requires(one.childForFieldName('value')));
}

/** `require('a')`, `require('a').b`, `require('a')(b)`. */
function requires(node: Node | null): boolean {
  const inner = node?.childForFieldName('object') ?? node?.childForFieldName('function');
  if (!inner) return false;
  return node?.type === 'call_expression' && inner.text === 'require' ? true : requires(inner);
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
