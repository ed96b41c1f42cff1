// Bodies of cases in Go: `func TestX(t *testing.T)`, what is given to `Run` in there, and methods of suites.

import { type Body, type Edit, type Fit, fitOf, type Part, type Planting, shown } from './body.ts';
import { allOf, childrenOf, type Node, nodesBelow, type Source } from './grammar.ts';

/** `t`: what it fails by; empty: it has no name for that. `body`: absent where it stands elsewhere. */
type Case = Readonly<{ title: readonly Part[]; t: string; body?: Node; why?: string }>;

export function goBodies({ root, text }: Source): readonly Body[] {
  return childrenOf(root).flatMap((node) => {
    const top = topCase(node);
    return top ? [top, ...subtests(top)].map((one) => bodyOf(text, one)) : [];
  });
}

function bodyOf(text: string, one: Case): Body {
  const { title, body } = one;
  const span = body && { span: { start: body.startIndex, end: body.endIndex } };
  const base = { name: shown(title), fits: (name: string) => fits(title, name), ...span };
  const why = one.why ?? (body && obstacle(body));
  return body && why === undefined
    ? { ...base, end: (word) => plantings(text, one, body, word) }
    : { ...base, why: why ?? 'its body stands elsewhere' };
}

function topCase(node: Node): Case | undefined {
  const isMethod = node.type === 'method_declaration';
  const name = node.childForFieldName('name')?.text ?? '';
  const body = node.childForFieldName('body');
  if (!body || !/^(?:Test|Fuzz|Example)/.test(name)) return undefined;
  if (!isMethod && node.type !== 'function_declaration') return undefined;
  if (/^Example/.test(name))
    return { title: [name], t: '', body, why: 'it is judged by what it prints' };
  const t = testingParameter(node);
  // A method is one of a suite, whose test has another name.
  if (!isMethod) return t === undefined ? undefined : { title: [name], t, body };
  const receiver = node.childForFieldName('receiver')?.namedChildren[0]?.childForFieldName('name');
  return { title: [undefined, '/', name], t: t ?? `${receiver?.text}.T()`, body };
}

/** The name of the only parameter, `t *testing.T`; undefined: it takes something else. */
function testingParameter(func: Node): string | undefined {
  const parameters = func.childForFieldName('parameters')?.namedChildren ?? [];
  const [one] = parameters;
  if (!one || parameters.length !== 1) return undefined;
  const type = one.childForFieldName('type')?.text ?? '';
  if (!/^\*\w+\.[TF]$/.test(type)) return undefined;
  const name = one.childForFieldName('name')?.text ?? '_';
  return name === '_' ? '' : name;
}

/** Outer ones first. */
function subtests(outer: Case): readonly Case[] {
  const isRun = (node: Node): boolean => runOf(node) !== undefined;
  const calls = outer.body ? [...nodesBelow(outer.body, (node) => !isRun(node))] : [];
  return calls.flatMap((call) => {
    const run = runOf(call);
    if (!run) return [];
    const { on, title, func } = run;
    const named = [...outer.title, '/', ...titleOf(title)];
    const body = func?.childForFieldName('body');
    if (!func || !body) return [{ title: named, t: '' }];
    const one = { title: named, t: testingParameter(func) ?? `${on}.T()`, body };
    return [one, ...subtests(one)];
  });
}

/** `t.Run("a", func(t *testing.T) { … })` */
function runOf(node: Node): { on: string; title: Node; func: Node | undefined } | undefined {
  const called = node.type === 'call_expression' ? node.childForFieldName('function') : null;
  if (called?.type !== 'selector_expression') return undefined;
  if (called.childForFieldName('field')?.text !== 'Run') return undefined;
  const [title, func] = node.childForFieldName('arguments')?.namedChildren ?? [];
  if (!title || !func) return undefined;
  const on = called.childForFieldName('operand')?.text ?? '';
  return { on, title, func: func.type === 'func_literal' ? func : undefined };
}

function titleOf({ type, text }: Node): readonly Part[] {
  if (type === 'raw_string_literal') return [text.slice(1, -1)];
  if (type !== 'interpreted_string_literal') return [undefined];
  try {
    return [String(JSON.parse(text))];
  } catch {
    return [undefined];
  }
}

/** `example.com/a TestX/two_words#01`: blanks are underscores, and one that is there twice has a number. */
function fits(title: readonly Part[], name: string): Fit | undefined {
  const called = name
    .replace(/^(?!Test|Fuzz)\S+\s+(?:>\s+)?(?=Test|Fuzz)/, '')
    .replaceAll(' > ', '/')
    .replaceAll(/\s/g, '_');
  const parts = title.map((part) => part?.replaceAll(/\s/g, '_'));
  const fit = fitOf(parts, called);
  if (fit !== undefined || !/#\d+$/.test(called)) return fit;
  return fitOf(parts, called.replace(/#\d+$/, '')) && 'perhaps';
}

const isOwn = ({ type }: Node): boolean => type !== 'func_literal';

function obstacle(body: Node): string | undefined {
  const isParallel = (node: Node): boolean =>
    node.childForFieldName('function')?.childForFieldName('field')?.text === 'Parallel';
  const count = (enters?: (node: Node) => boolean): number =>
    allOf(body, 'call_expression', enters).filter(isParallel).length;
  return count() > count(isOwn) ? 'its parallel subtests run after its end' : undefined;
}

/** At its end, and before each `return`, which is one as well. */
function plantings(text: string, one: Case, body: Node, word: string): readonly Planting[] {
  const lines = failing(one, word);
  const caught = catcherIn(one, body);
  if (caught) {
    const deferred = ['defer func() {', ...lines.map((line) => `\t${line}`), '}()'];
    return [{ line: before(text, caught, deferred) }];
  }
  const returns = allOf(body, 'return_statement', isOwn).map((node) => ({
    line: before(text, node, lines),
  }));
  return [...returns, { line: atEnd(body, lines) }];
}

/** On lines of their own, or, where others stand before it on its line, on that. */
function before(text: string, { startIndex: at }: Node, lines: readonly string[]): Edit {
  const head = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (head.trim() !== '') return { at, put: `${onOne(lines)}; ` };
  return { at, put: lines.map((line) => `${line}\n${head}`).join('') };
}

function atEnd(body: Node, lines: readonly string[]): Edit {
  const close = body.endIndex - 1;
  if (body.startPosition.row === body.endPosition.row) {
    const { text } = body;
    const inside = text.slice(1, -1);
    const at = body.startIndex + 1 + inside.trimEnd().length;
    const put = `${inside.trim() === '' ? ' ' : '; '}${onOne(lines)}`;
    return { at, put: at === close ? `${put} ` : put };
  }
  const outer = /[ \t]*$/.exec(body.text.slice(0, -1))?.[0] ?? '';
  return { at: close - outer.length, put: lines.map((line) => `${outer}\t${line}\n`).join('') };
}

function onOne(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(' ');
}

/**
 * Where a case that may be meant to panic defers what catches it: itself, or a helper that is given `t`. Its last
 * statement may never be reached; what was deferred before that one runs after it.
 */
function catcherIn({ t }: Case, body: Node): Node | undefined {
  return allOf(body, 'defer_statement', isOwn).find((node) => {
    const call = node.namedChildren[0];
    const called = call?.childForFieldName('function');
    if (called?.type === 'func_literal') return /\brecover\(\)/.test(called.text);
    const given = call?.childForFieldName('arguments')?.namedChildren ?? [];
    return t !== '' && given.some((one) => one?.text === t);
  });
}

/** `Errorf` lets a case go on, so that its end is reached after a failure too. */
function failing({ t }: Case, word: string): readonly string[] {
  if (t === '') return [`panic("${word}")`];
  return [`if !${t}.Failed() {`, `\t${t}.Fatal("${word}")`, '}'];
}
