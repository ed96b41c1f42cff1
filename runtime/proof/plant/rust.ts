// Bodies of cases in Rust: functions with an attribute that makes them tests, in files of tests and in those
// of the program.

import { TEST_ATTRIBUTE } from '../../evidence/seal/test-regions.ts';
import { type Body, type Fit, halves, indentAt, type Planting } from './body.ts';
import { childrenOf, type Node, nodesBelow, type Source, statementsOf } from './grammar.ts';

type Test = Readonly<{
  path: readonly string[];
  attributes: readonly string[];
  body: Node;
  result: string;
}>;

export function rustBodies({ root, text }: Source, path: string): readonly Body[] {
  return testsIn(root).map((one) => {
    const end = endOf(text, one);
    const base = { name: one.path.join('::'), fits: (name: string) => fits(path, one, name) };
    return typeof end === 'string' ? { ...base, why: end } : { ...base, end };
  });
}

/** In each test before its first statement. There is no other place that runs when the file is loaded. */
export function rustTop({ root, text }: Source, word: string): readonly Planting[] {
  return testsIn(root)
    .filter((one) => !isPanicExpected(one))
    .map(({ body }) => {
      const between = isOnOneLine(body) ? ' ' : `\n${indentAt(text, body.endIndex - 1)}    `;
      return { line: { at: body.startIndex + 1, put: `${between}${asserted(word)}` } };
    });
}

function testsIn(node: Node, around: readonly string[] = []): readonly Test[] {
  const found: Test[] = [];
  let attributes: string[] = [];
  for (const child of statementsOf(node)) {
    if (child.type === 'attribute_item') {
      attributes.push(childrenOf(child)[0]?.text ?? '');
      continue;
    }
    const name = child.childForFieldName('name')?.text ?? '';
    const body = child.childForFieldName('body');
    const isTest = attributes.some((one) => TEST_ATTRIBUTE.test(one));
    if (body && child.type === 'mod_item') found.push(...testsIn(body, [...around, name]));
    else if (body && child.type === 'function_item' && isTest) {
      const type = child.childForFieldName('return_type')?.text ?? '()';
      found.push({ path: [...around, name], attributes, body, result: type === '()' ? '' : type });
    }
    attributes = [];
  }
  return found;
}

function isPanicExpected({ attributes }: Test): boolean {
  return attributes.some((one) => one.startsWith('should_panic'));
}

function isOnOneLine({ startPosition, endPosition }: Node): boolean {
  return startPosition.row === endPosition.row;
}

const isOwn = ({ type }: Node): boolean =>
  type !== 'closure_expression' && type !== 'function_item';

function mayReturn(body: Node): boolean {
  // What a macro is given are tokens.
  const hasToken = ({ children }: Node): boolean => children.some((one) => one?.type === 'return');
  const isOne = (node: Node): boolean =>
    node.type === 'return_expression' || (node.type === 'token_tree' && hasToken(node));
  return [...nodesBelow(body, isOwn)].some(isOne);
}

function endOf(text: string, one: Test): ((word: string) => readonly Planting[]) | string {
  const { body, result } = one;
  if (isPanicExpected(one)) return 'its panic is expected';
  if (mayReturn(body)) return 'it may return before its end';
  const last = statementsOf(body).at(-1);
  const indent = last
    ? indentAt(text, last.startIndex)
    : `${indentAt(text, body.endIndex - 1)}    `;
  const between = isOnOneLine(body) ? ' ' : `\n${indent}`;
  if (result === '') {
    const at = last ? pastComment(body, last) : body.startIndex + 1;
    const isOpen = last && !last.text.endsWith(';') && !isClosed(last);
    const around = isOpen ? [{ at: last.endIndex, put: ';' }] : [];
    return (word) => [{ line: { at, put: `${between}panic!(${letters(word)});` }, around }];
  }
  const isGiven = last && !/;$/.test(last.text) && last.type !== 'let_declaration';
  if (!isGiven || !/^(?:\w+::)*Result\b/.test(result)) return `it gives back ${result}`;
  const { startIndex: start, endIndex: end } = last;
  if (/^Ok\s*\(\s*\(\s*\)\s*\)$/.test(last.text)) {
    return (word) => [{ line: { at: start, put: `${asserted(word)}${between}` } }];
  }
  const around = [{ at: start, put: `let ended: ${result} = ` }];
  const put = (word: string): string => `assert!(ended.is_err(), ${letters(word)});`;
  return (word) => [{ line: { at: end, put: `;${between}${put(word)}${between}ended` }, around }];
}

/** What ends with a brace and wants no semicolon behind it; `a = B {}` does. */
function isClosed({ type, text }: Node): boolean {
  return text.endsWith('}') && /^(?:expression_statement|macro_invocation|\w+_item)$/.test(type);
}

/** Not `panic!`: behind it the compiler would find code that is never reached. */
function asserted(word: string): string {
  return `assert!(std::env::args().count() == 0, ${letters(word)});`;
}

function letters(word: string): string {
  const [one, other] = halves(word);
  return `concat!("${one}", "${other}")`;
}

/** A comment on the last line belongs to it. */
function pastComment(body: Node, last: Node): number {
  const next = last.nextNamedSibling;
  const isBeside = next?.type === 'line_comment' && next.startPosition.row === last.endPosition.row;
  return isBeside && !isOnOneLine(body)
    ? next.startIndex + next.text.trimEnd().length
    : last.endIndex;
}

/** `tests::adds`, `crate tests::adds`, and of a table `tests::adds::case_1`. */
function fits(path: string, { path: own, attributes }: Test, name: string): Fit | undefined {
  const called = name.split(/::|\s+>\s+|\s+/).filter((word) => word !== '');
  if (endsWith(called, own)) {
    const before = called.slice(0, -own.length);
    const modules = path.replace(/\.rs$/, '').replaceAll('-', '_').split('/');
    return before.length === 0 || modules.includes(before.at(-1) ?? '') ? 'exactly' : 'perhaps';
  }
  const isTable = attributes.some((one) => /^(?:\w+::)*(?:rstest|test_case|case)\b/.test(one));
  return isTable && endsWith(called.slice(0, -1), own) ? 'perhaps' : undefined;
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  return words.slice(-end.length).join('::') === end.join('::');
}
