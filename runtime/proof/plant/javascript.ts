// Bodies of cases in JavaScript and TypeScript. A runner is not told by its name: a case is a call with a
// title and a function, whose title, with those of the calls around it, is the name that was reported.

import {
  type Body,
  type Edit,
  type Fit,
  fitOf,
  halves,
  indentAt,
  indentUnit,
  type Part,
  type Planting,
  pastBlanks,
  shown,
} from './body.ts';
import { allOf, type Node, nodesBelow, type Source, statementsOf } from './grammar.ts';
import { type Call, callsIn, isFunction } from './javascript-cases.ts';

export function javascriptBodies(source: Source): readonly Body[] {
  const style = styleOf(source);
  return callsIn(source.root).map((call) => {
    const { title, body: run } = call;
    const end = typeof run === 'string' ? run : endOf(style, run, call);
    const names = title.includes(undefined) ? {} : { names: namesOf(title) };
    const span =
      typeof run === 'string' ? {} : { span: { start: run.startIndex, end: run.endIndex } };
    const fitting = (name: string) => fits(title, name);
    const body = { name: shown(title), fits: fitting, ...names, ...span, isOther: !call.isCase };
    return typeof end === 'string' ? { ...body, why: end } : { ...body, end };
  });
}

function namesOf(title: readonly Part[]): readonly string[] {
  const parts = title.map((part) => part?.replaceAll(/\s+/g, ' '));
  return [parts.join(''), parts.map((part) => (part === ' > ' ? ' ' : part)).join('')];
}

/** Groups are joined by ` > ` or, by runners whose reports know none, by a blank. */
function fits(title: readonly Part[], called: string): Fit | undefined {
  const name = called.replaceAll(/\s+/g, ' ').trim();
  const parts = title.map((part) => part?.replaceAll(/\s+/g, ' '));
  // Where nothing was put into a title, the blanks of both sides are one.
  const grouped = fitOf(parts, name, parts.includes(undefined) ? ' ?' : ' ');
  const beside = parts.map((part) => (part === ' > ' ? ' ' : part));
  const flat = grouped ?? fitOf(beside, name);
  // A function that makes cases may be called outside of any group.
  const isMade = title[0] === undefined && title[1] === ' > ';
  return flat ?? (isMade ? fits(title.slice(2), called) : undefined);
}

/** How the file is written. `semicolon`: empty where its statements end without one. */
export type Style = Readonly<{ text: string; quote: '"' | "'"; semicolon: '' | ';' }>;

export function styleOf({ root, text }: Source): Style {
  let doubles = 0;
  let closed = 0;
  for (const { type, startIndex, endIndex } of nodesBelow(root)) {
    if (type === 'string') doubles += text[startIndex] === '"' ? 1 : -1;
    if (type === 'expression_statement' || type === 'import_statement') {
      closed += text[endIndex - 1] === ';' ? 1 : -1;
    }
  }
  return { text, quote: doubles > 0 ? '"' : "'", semicolon: closed < 0 ? '' : ';' };
}

type End = (word: string) => readonly Planting[];

/** Not of those that stand in it. */
const isOwn = (node: Node): boolean => !isFunction(node) && !/^class|^method_/.test(node.type);

function endOf(style: Style, run: Node, call: Call): End | string {
  if (run.type.startsWith('generator_')) return 'it is a generator';
  const body = run.childForFieldName('body');
  if (!body) return 'its file could not be read';
  const isBlock = body.type === 'statement_block';
  const callback = callbackOf(run, body, call);
  if (callback !== undefined) {
    if (!isBlock) return 'it ends by a callback';
    return (word) => [{ line: inCallback(style, body, callback, word) }];
  }
  if (!isBlock) return (word) => [afterExpression(style, run, body, word)];
  const last = statementsOf(body).at(-1);
  const early = returnsIn(body).filter((one) => !last?.equals(one));
  // Something around may catch what is thrown there.
  const isCaught = early.length > 0 && allOf(body, 'try_statement', isOwn).length > 0;
  if (isCaught || early.some((one) => returned(one))) return 'it may return before its end';
  const atEnd = endOfBlock(style, run, body, call);
  if (typeof atEnd === 'string' || early.length === 0) return atEnd;
  return (word) => [...early.map((one) => inPlace(style, one, word)), ...atEnd(word)];
}

function returned(statement: Node): Node | undefined {
  return statementsOf(statement)[0];
}

/** A `return` with nothing behind it is an end like the last one. */
function inPlace(style: Style, { startIndex: at, endIndex }: Node, word: string): Planting {
  const semicolon = style.text[endIndex - 1] === ';' ? ';' : '';
  return { line: { at, cut: endIndex - at, put: thrown({ ...style, semicolon }, word) } };
}

function endOfBlock(style: Style, run: Node, body: Node, call: Call): End | string {
  const last = statementsOf(body).at(-1);
  if (!last)
    return (word) => [{ line: { at: body.startIndex + 1, put: ` ${thrown(style, word)}` } }];
  if (last.type === 'throw_statement') return 'it ends by throwing';
  if (last.type !== 'return_statement') return (word) => [{ line: after(style, last, body, word) }];
  const value = returned(last);
  if (!value) return (word) => [{ line: before(style, last, word) }];
  // Called by others, too, it has to give back what it gave back.
  if (call.isShared) return 'its body is shared, and returns something';
  const { startIndex: at } = last;
  const around = asAwaited(run, value, { at, cut: value.startIndex - at });
  return (word) => [{ line: after(style, last, body, word), around }];
}

export function thrown(style: Style, word: string): string {
  return `throw ${made(style, word)}${style.semicolon}`;
}

/** `new Error(['Wuk', 'ong'].join(''))`, in the quotes of the file. */
function made({ quote }: Style, word: string): string {
  const [one, other] = halves(word).map((half) => `${quote}${half}${quote}`);
  return `new Error([${one}, ${other}].join(${quote}${quote}))`;
}

/** On a line of its own, or, where the whole body stands on one, on that. */
function after(style: Style, last: Node, body: Node, word: string): Edit {
  const { text } = style;
  if (!text.slice(last.endIndex, body.endIndex).includes('\n')) {
    const isClosed = text[last.endIndex - 1] === ';';
    return { at: last.endIndex, put: `${isClosed ? '' : ';'} ${thrown(style, word)}` };
  }
  let at = last.endIndex;
  // Comments that begin on its line belong to it.
  for (const one of body.namedChildren) {
    const isBehind = one?.type === 'comment' && one.startIndex >= at;
    if (isBehind && /^[ \t]*$/.test(text.slice(at, one.startIndex))) at = one.endIndex;
  }
  const end = pastBlanks(text, at);
  const isAlone = /^\r?\n/.test(text.slice(end));
  const put = `\n${indentAt(text, last.startIndex)}${thrown(style, word)}`;
  return { at: isAlone ? end : at, put };
}

/** Not a plain `throw`: behind it a compiler would find a `return` that is never reached. */
function before(style: Style, { startIndex: at }: Node, word: string): Edit {
  return { at, put: `if (Date.now() > 0) ${thrown(style, word)}\n${indentAt(style.text, at)}` };
}

/** `() => expression` gets a block, in which it is waited for. */
function afterExpression(style: Style, run: Node, body: Node, word: string): Planting {
  const outer = indentAt(style.text, run.startIndex);
  const inner = `${outer}${indentUnit(style.text, '  ')}`;
  const around = asAwaited(run, body, { at: body.startIndex, cut: 0 });
  const put = `${style.semicolon}\n${inner}${thrown(style, word)}\n${outer}}`;
  return {
    line: { at: body.endIndex, put },
    around: [{ at: body.startIndex, put: `{\n${inner}` }, ...around],
  };
}

/** What was given back is waited for instead, unless its function says that there is nothing to wait for. */
function asAwaited(run: Node, value: Node, edit: Omit<Edit, 'put'>): readonly Edit[] {
  const type = run.childForFieldName('return_type')?.text ?? 'Promise';
  const isAwaited = /\bPromise(?:Like)?\b|\bany\b/.test(type);
  const word = value.type === 'await_expression' || !isAwaited ? '' : 'await ';
  const isPlain = PLAIN.has(value.type);
  const edits: Edit[] = [{ ...edit, put: isPlain ? word : `${word}(` }];
  if (!isPlain) edits.push({ at: value.endIndex, put: ')' });
  if (!isAsync(run) && isAwaited) edits.push({ at: run.startIndex, put: 'async ' });
  return edits;
}

function isAsync(run: Node): boolean {
  return run.children[0]?.type === 'async';
}

const PLAIN = new Set([
  'call_expression',
  'member_expression',
  'identifier',
  'new_expression',
  'await_expression',
  'parenthesized_expression',
]);

/** Not where a case is left out. */
function returnsIn(body: Node): readonly Node[] {
  return allOf(body, 'return_statement', isOwn).filter((one) => {
    const called = returned(one)?.childForFieldName('function');
    return called?.childForFieldName('property')?.text !== 'skip';
  });
}

const CALLBACK = /^(?:done|cb|callback|next|end|finish(?:ed)?|resolve)$/;

/** A parameter that is called as a function, or handed on as one: with that it ends, and not with its body. */
function callbackOf(run: Node, body: Node, { isTable }: Call): string | undefined {
  if (isAsync(run)) return undefined;
  const single = run.childForFieldName('parameter');
  const given = single ? [single] : statementsOf(run.childForFieldName('parameters') ?? run);
  const names = run.childForFieldName('parameters') || single ? given.map(nameOf) : [];
  const last = names.at(-1);
  if (last === undefined) return undefined;
  // All others are values of the table, or what its runner hands to each case.
  if (isTable) return CALLBACK.test(last) ? last : undefined;
  const isHandedOn = names.length > 1 || CALLBACK.test(last);
  const isEnd = (node: Node | null): boolean => node?.type === 'identifier' && node.text === last;
  const ends = [body, ...nodesBelow(body)].some((node) => {
    if (!/^(?:call|new)_expression$/.test(node.type)) return false;
    const called = node.childForFieldName('function') ?? node.childForFieldName('constructor');
    const handed = node.childForFieldName('arguments')?.namedChildren ?? [];
    return isEnd(called) || (isHandedOn && handed.some(isEnd));
  });
  return ends ? last : undefined;
}

function nameOf(parameter: Node): string | undefined {
  const name = parameter.childForFieldName('pattern') ?? parameter;
  const isNamed = name.type === 'identifier' && !parameter.childForFieldName('value');
  return isNamed ? name.text : undefined;
}

/** Another one takes its place, which fails where it was told of no failure. */
function inCallback(style: Style, body: Node, name: string, word: string): Edit {
  const { text } = style;
  const [first] = statementsOf(body);
  const isDirective = first && first.namedChildren[0]?.type === 'string';
  const at = isDirective ? first.endIndex : body.startIndex + 1;
  const isOnOneLine = body.startPosition.row === body.endPosition.row;
  const unit = indentUnit(text, '  ');
  const indent = `${indentAt(text, body.endIndex - 1)}${unit}`;
  const semicolon = isOnOneLine ? ';' : style.semicolon;
  let free = 'planted';
  while (text.includes(free)) free += 'X';
  // By its `arguments`: how they are called in its type is known nowhere.
  const lines = [
    `const ${free} = ${name}${semicolon}`,
    `${name} = Object.assign(function () {`,
    `${unit}${free}(arguments[0] || ${made(style, word)})${semicolon}`,
    `}, ${name})${semicolon}`,
  ];
  const put = lines.map((line) => (isOnOneLine ? ` ${line.trim()}` : `\n${indent}${line}`));
  return { at, put: put.join('') };
}

/** A module that holds data and runs nothing, as runners write their snapshots: `exports['a 1'] = `…``. */
export function isData(root: Node): boolean {
  const statements = statementsOf(root).filter(
    ({ namedChildren: [first] }) => first?.type !== 'string',
  );
  return statements.length > 0 && statements.every(holdsData);
}

function holdsData(node: Node): boolean {
  if (node.type === 'export_statement') {
    const value = node.childForFieldName('value') ?? node.childForFieldName('declaration');
    return value !== null && holdsData(value);
  }
  if (/^(?:lexical|variable)_declaration$/.test(node.type)) {
    return statementsOf(node).every((one) => isPlain(one.childForFieldName('value')));
  }
  const [set] = node.type === 'expression_statement' ? statementsOf(node) : [];
  if (node.type !== 'expression_statement') return isPlain(node);
  if (set?.type !== 'assignment_expression') return false;
  return /^(?:module\.)?exports\b/.test(set.text) && isPlain(set.childForFieldName('right'));
}

function isPlain(node: Node | null): boolean {
  return node !== null && [node, ...nodesBelow(node)].every(({ type }) => OF_DATA.test(type));
}

const OF_DATA =
  /^(?:array|true|false|null|undefined|identifier|number|object|pair|property_identifier|computed_property_name|regex|regex_pattern|regex_flags|string|string_fragment|escape_sequence|template_string|template_substitution|unary_expression|comment)$/;
