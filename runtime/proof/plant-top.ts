// A line that fails when the file is loaded, before any case of it runs; or at the end of a script.

import { plantFault } from '../evidence/seal/planted-fault.ts';
import { isData } from './javascript-data.ts';
import { isA, type Node, parseJavascript } from './javascript-tree.ts';
import { lineEnd, type Planting } from './plant-body.ts';
import { thrown } from './plant-javascript.ts';
import { pythonTop, raised } from './plant-python.ts';
import { rustTop } from './plant-rust.ts';

/** None: nothing can be planted in its language. */
export function plantTop(path: string, text: string, word: string): readonly Planting[] {
  if (path.endsWith('.rs')) return rustTop(text, word);
  const at = path.endsWith('.py') ? pythonTop(text) : undefined;
  if (at !== undefined) return [{ line: { at, put: `\n${raised(text, word)}` } }];
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
  if (!source || isData(source.program)) return [];
  return [{ line: { at, put: `\nif (Date.now() > 0) ${thrown(source, word)}` } }];
}

/**
 * Behind what is loaded, where linters have it: those modules are loaded first in any case, and a program that sways
 * its runner, or ends it, has had its chance to.
 */
function javascriptTop(path: string, text: string, word: string): readonly Planting[] | undefined {
  const source = /\.[cm]?[jt]sx?$/i.test(path) ? parseJavascript(path, text) : undefined;
  if (!source) return undefined;
  // A line in it would be the only one that runs.
  if (isData(source.program)) return [];
  const { body, directives } = source.program;
  const others = body.findIndex((one) => !isLoading(one) && !isDeclaration(one));
  const before = body.slice(0, others === -1 ? undefined : others);
  const last = [...directives, ...before.filter(isLoading)].at(-1);
  // Not a plain `throw`: behind it a compiler would find code that is never reached.
  const line = `if (Date.now() > 0) ${thrown(source, word)}`;
  if (last) return [{ line: { at: lineEnd(text, last.end), put: `\n${line}` } }];
  const at = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
  return [{ line: { at, put: `${line}\n` } }];
}

function isDeclaration(node: Node): boolean {
  return isA(node, 'VariableDeclaration') || isA(node, 'FunctionDeclaration');
}

function isLoading(node: Node): boolean {
  if (isA(node, 'ImportDeclaration')) return true;
  if (isA(node, 'ExpressionStatement')) return requires(node.expression);
  return isA(node, 'VariableDeclaration') && node.declarations.some(({ init }) => requires(init));
}

/** `require('a')`, `require('a').b`, `require('a')(b)`. */
function requires(node: Node | null): boolean {
  if (isA(node, 'MemberExpression')) return requires(node.object);
  if (!isA(node, 'CallExpression')) return false;
  const { callee } = node;
  return isA(callee, 'Identifier') ? callee.name === 'require' : requires(callee);
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
