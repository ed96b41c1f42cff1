// Bodies of cases in JavaScript and TypeScript. A runner is not told by its name: a case is a call with a
// title and a function, whose title, with those of the calls around it, is the name that was reported.

import { type Call, callsIn } from './javascript-cases.ts';
import {
  type AnyFunction,
  isA,
  type Node,
  nodesIn,
  type Of,
  parseJavascript,
  type Source,
} from './javascript-tree.ts';
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
} from './plant-body.ts';

export function javascriptBodies(path: string, text: string): readonly Body[] | string {
  const source = parseJavascript(path, text);
  if (!source) return 'its file could not be read';
  return callsIn(source.program).map((call) => {
    const end = typeof call.body === 'string' ? call.body : endOf(source, call.body, call);
    const { title } = call;
    const names = title.includes(undefined) ? {} : { names: namesOf(title) };
    const name = { name: shown(title), fits: (name: string) => fits(title, name), ...names };
    const span = typeof call.body === 'string' ? {} : { span: call.body };
    const body = { ...name, ...span, isOther: !call.isCase };
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
  const flat =
    grouped ??
    fitOf(
      parts.map((part) => (part === ' > ' ? ' ' : part)),
      name,
    );
  // A function that makes cases may be called outside of any group.
  const isMade = title[0] === undefined && title[1] === ' > ';
  return flat ?? (isMade ? fits(title.slice(2), called) : undefined);
}

type End = (word: string) => readonly Planting[];

function endOf(source: Source, run: AnyFunction, call: Call): End | string {
  if (run.generator === true) return 'it is a generator';
  const { body } = run;
  const callback = callbackOf(run, call);
  if (callback !== undefined) {
    if (!isA(body, 'BlockStatement')) return 'it ends by a callback';
    return (word) => [{ line: inCallback(source, body, callback, word) }];
  }
  if (!isA(body, 'BlockStatement')) return (word) => [afterExpression(source, run, word)];
  const last = body.body.at(-1);
  const early = body.body.flatMap((one) => returnsIn(one)).filter((one) => one !== last);
  // Something around may catch what is thrown there.
  const isCaught = early.length > 0 && body.body.some((one) => nodesIn(one, isOwn).some(isTry));
  if (isCaught || early.some(({ argument }) => argument)) return 'it may return before its end';
  const atEnd = endOfBlock(source, run, body, call);
  if (typeof atEnd === 'string' || early.length === 0) return atEnd;
  return (word) => [...early.map((one) => inPlace(source, one, word)), ...atEnd(word)];
}

/** A `return` with nothing behind it is an end like the last one. */
function inPlace(source: Source, { start, end }: Node, word: string): Planting {
  const semicolon = source.text[end - 1] === ';' ? ';' : '';
  return { line: { at: start, cut: end - start, put: thrown({ ...source, semicolon }, word) } };
}

function endOfBlock(
  source: Source,
  run: AnyFunction,
  body: Of<'BlockStatement'>,
  call: Call,
): End | string {
  const last = body.body.at(-1);
  if (!last) return (word) => [{ line: { at: body.start + 1, put: ` ${thrown(source, word)}` } }];
  if (isA(last, 'ThrowStatement')) return 'it ends by throwing';
  if (!isA(last, 'ReturnStatement')) return (word) => [{ line: after(source, last, body, word) }];
  if (!last.argument) return (word) => [{ line: before(source, last, word) }];
  // Called by others, too, it has to give back what it gave back.
  if (call.isShared) return 'its body is shared, and returns something';
  const { argument } = last;
  return (word) => [
    {
      line: after(source, last, body, word),
      around: [...asAwaited(source, run, argument, last.start, argument.start - last.start)],
    },
  ];
}

export function thrown(source: Style, word: string): string {
  return `throw ${made(source, word)}${source.semicolon}`;
}

/** `new Error(['Wuk', 'ong'].join(''))`, in the quotes of the file. */
function made({ quote }: Style, word: string): string {
  const [one, other] = halves(word).map((half) => `${quote}${half}${quote}`);
  return `new Error([${one}, ${other}].join(${quote}${quote}))`;
}

type Style = Pick<Source, 'quote' | 'semicolon'>;

/** On a line of its own, or, where the whole body stands on one, on that. */
function after(source: Source, last: Node, body: Readonly<{ end: number }>, word: string): Edit {
  const { text } = source;
  let at = last.end;
  // Comments that begin on its line belong to it.
  for (const comment of source.comments) {
    if (comment.start >= at && /^[ \t]*$/.test(text.slice(at, comment.start))) at = comment.end;
  }
  if (text.slice(last.end, body.end).includes('\n')) {
    const end = pastBlanks(text, at);
    const isAlone = /^\r?\n/.test(text.slice(end));
    const indent = indentAt(text, last.start);
    const put = `\n${indent}${thrown(source, word)}`;
    return { at: isAlone ? end : at, put };
  }
  const isClosed = text[last.end - 1] === ';';
  return { at: last.end, put: `${isClosed ? '' : ';'} ${thrown(source, word)}` };
}

/** Not a plain `throw`: behind it a compiler would find a `return` that is never reached. */
function before(source: Source, last: Node, word: string): Edit {
  const put = `if (Date.now() > 0) ${thrown(source, word)}\n${indentAt(source.text, last.start)}`;
  return { at: last.start, put };
}

/** `() => expression` gets a block, in which it is waited for. */
function afterExpression(source: Source, run: AnyFunction, word: string): Planting {
  const { text } = source;
  const { body } = run;
  const inBrackets = body.extra?.parenthesized === true;
  const open = body.extra?.parenStart ?? body.start;
  const close = inBrackets ? run.end : body.end;
  const outer = indentAt(text, run.start);
  const inner = `${outer}${indentUnit(text, '  ')}`;
  const [opened, ...others] = asAwaited(source, run, body, open, 0);
  const block = { at: open, put: `{\n${inner}` };
  return {
    line: { at: close, put: `${source.semicolon}\n${inner}${thrown(source, word)}\n${outer}}` },
    around: opened ? [block, opened, ...others] : [block],
  };
}

/** What was given back is waited for instead, unless its function says that there is nothing to wait for. */
function asAwaited(
  { text }: Source,
  run: AnyFunction,
  value: Node,
  at: number,
  cut: number,
): readonly Edit[] {
  const type = run.returnType ? text.slice(run.returnType.start, run.returnType.end) : 'Promise';
  const isAwaited = /\bPromise(?:Like)?\b|\bany\b/.test(type);
  const word = isA(value, 'AwaitExpression') || !isAwaited ? '' : 'await ';
  const isPlain = PLAIN.has(value.type) || value.extra?.parenthesized === true;
  const edits: Edit[] = [
    {
      at,
      cut: value.extra?.parenthesized === true ? wordEnd(text, at, cut) : cut,
      put: isPlain ? word : `${word}(`,
    },
  ];
  if (!isPlain) edits.push({ at: value.end, put: ')' });
  if (run.async !== true && isAwaited) edits.push({ at: run.start, put: 'async ' });
  return edits;
}

/** Of `return (`, the word and the blanks behind it alone. */
function wordEnd(text: string, at: number, cut: number): number {
  return cut === 0 ? 0 : (/^return\s*/.exec(text.slice(at, at + cut))?.[0].length ?? cut);
}

const PLAIN = new Set([
  'CallExpression',
  'OptionalCallExpression',
  'MemberExpression',
  'Identifier',
  'NewExpression',
  'AwaitExpression',
]);

/** Of this function, and not of those that stand in it, nor where a case is left out. */
function returnsIn(statement: Node): ReadonlyArray<Of<'ReturnStatement'>> {
  return nodesIn(statement, isOwn)
    .filter((one) => isA(one, 'ReturnStatement'))
    .filter(({ argument }) => !(isA(argument, 'CallExpression') && isSkip(argument.callee)));
}

function isSkip(callee: Node): boolean {
  if (!isA(callee, 'MemberExpression') || !isA(callee.property, 'Identifier')) return false;
  return callee.property.name === 'skip';
}

function isOwn({ type }: Node): boolean {
  return !/Function|Method|^Class|Accessor/.test(type);
}

function isTry({ type }: Node): boolean {
  return type === 'TryStatement';
}

const CALLBACK = /^(?:done|cb|callback|next|end|finish(?:ed)?|resolve)$/;

/** A parameter that is called as a function, or handed on as one: with that it ends, and not with its body. */
function callbackOf(run: AnyFunction, { isTable }: Call): string | undefined {
  if (run.async === true) return undefined;
  const names = run.params.map((param) => (isA(param, 'Identifier') ? param.name : undefined));
  const last = names.at(-1);
  if (last === undefined) return undefined;
  // All others are values of the table, or what its runner hands to each case.
  if (isTable) return CALLBACK.test(last) ? last : undefined;
  const isHandedOn = names.length > 1 || CALLBACK.test(last);
  const isEnd = (node: Node): boolean => isA(node, 'Identifier') && node.name === last;
  const ends = nodesIn(run.body).some(
    (node) =>
      isA(node, 'CallExpression', 'NewExpression') &&
      (isEnd(node.callee) || (isHandedOn && node.arguments.some(isEnd))),
  );
  return ends ? last : undefined;
}

/** Another one takes its place, which fails where it was told of no failure. */
function inCallback(source: Source, body: Of<'BlockStatement'>, name: string, word: string): Edit {
  const { text } = source;
  const at = body.directives.at(-1)?.end ?? body.start + 1;
  const isOnOneLine = !text.slice(body.start, body.end).includes('\n');
  const unit = indentUnit(text, '  ');
  const indent = `${indentAt(text, body.end - 1)}${unit}`;
  const semicolon = isOnOneLine ? ';' : source.semicolon;
  let free = 'planted';
  while (text.includes(free)) free += 'X';
  // By its `arguments`: how they are called in its type is known nowhere.
  const lines = [
    `const ${free} = ${name}${semicolon}`,
    `${name} = Object.assign(function () {`,
    `${unit}${free}(arguments[0] || ${made(source, word)})${semicolon}`,
    `}, ${name})${semicolon}`,
  ];
  const put = lines.map((line) => (isOnOneLine ? ` ${line.trim()}` : `\n${indent}${line}`));
  return { at, put: put.join('') };
}
