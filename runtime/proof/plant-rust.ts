// Bodies of cases in Rust: functions with an attribute that makes them tests, in files of tests and in those
// of the program.

import { codeMask } from '../evidence/seal/code-mask.ts';
import { attributes, closing, TEST_ATTRIBUTE } from '../evidence/seal/test-regions.ts';
import { type Body, type Fit, halves, indentAt, type Planting } from './plant-body.ts';

type Found = Readonly<{
  path: readonly string[];
  attributes: readonly string[];
  /** As it is written; empty: it gives back nothing. */
  result: string;
  open: number;
  close: number;
}>;

export function rustBodies(path: string, text: string): readonly Body[] | string {
  const mask = codeMask('rust', text);
  if (mask === undefined) return 'its file could not be read';
  return testsIn(mask).map((one) => {
    const end = endOf(text, mask, one);
    const base = {
      name: one.path.join('::'),
      fits: (name: string) => fits(path, one, name),
    };
    return typeof end === 'string' ? { ...base, why: end } : { ...base, end };
  });
}

/** In each test before its first statement. There is no other place that runs when the file is loaded. */
export function rustTop(text: string, word: string): readonly Planting[] {
  const mask = codeMask('rust', text);
  if (mask === undefined) return [];
  return testsIn(mask)
    .filter((one) => !isPanicExpected(one))
    .map(({ open, close }) => {
      const isOnOneLine = !mask.slice(open, close).includes('\n');
      const [before, behind] = isOnOneLine ? [' ', ''] : [`\n${indentAt(text, close)}    `, ''];
      return { line: { at: open + 1, put: `${before}${asserted(word)}${behind}` } };
    });
}

const MODULE = /\bmod\s+(\w+)\s*\{/g;

function testsIn(mask: string): readonly Found[] {
  const modules = [...mask.matchAll(MODULE)].map(({ index, 0: head, 1: name = '' }) => {
    const open = index + head.length - 1;
    return { name, open, close: closing(mask, open) ?? mask.length };
  });
  const found: Found[] = [];
  let until = 0;
  for (const { index } of mask.matchAll(/#\s*\[/g)) {
    const group = index < until ? undefined : attributes(mask, index);
    if (!group) continue;
    until = group.end;
    if (!group.words.some((word) => TEST_ATTRIBUTE.test(word))) continue;
    const one = functionAt(mask, group.end);
    if (!one) continue;
    const around = modules.filter(({ open, close }) => open < index && index < close);
    const path = [...around.map(({ name }) => name), one.name];
    found.push({ ...one, path, attributes: group.words });
  }
  return found;
}

function functionAt(
  mask: string,
  start: number,
): (Pick<Found, 'open' | 'close' | 'result'> & { name: string }) | undefined {
  const head =
    /\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|unsafe|const)\s+)*fn\s+(\w+)\s*(?:<[^(]*>)?\s*\(/y;
  head.lastIndex = start;
  const [, name] = head.exec(mask) ?? [];
  const params = name === undefined ? undefined : closing(mask, head.lastIndex - 1);
  if (name === undefined || params === undefined) return undefined;
  const result = /\s*(?:->\s*([^{;]+?)\s*)?(?:where\b[^{;]*)?\{/y;
  result.lastIndex = params + 1;
  const [whole, type = ''] = result.exec(mask) ?? [];
  if (whole === undefined) return undefined;
  const open = result.lastIndex - 1;
  const close = closing(mask, open);
  return close === undefined ? undefined : { name, open, close, result: type === '()' ? '' : type };
}

function isPanicExpected({ attributes: words }: Found): boolean {
  return words.some((word) => word.startsWith('should_panic'));
}

function endOf(
  text: string,
  mask: string,
  one: Found,
): ((word: string) => readonly Planting[]) | string {
  const { open, close, result } = one;
  if (isPanicExpected(one)) return 'its panic is expected';
  const body = mask.slice(open + 1, close);
  if (/\breturn\b/.test(body)) return 'it may return before its end';
  const end = open + 1 + body.trimEnd().length;
  const indent = indentAt(text, lastLineOf(mask, open, end));
  const between = body.includes('\n') ? `\n${indent}` : ' ';
  if (result === '') {
    const isOpen = body.trim() !== '' && !/[;}]$/.test(body.trimEnd());
    const inside =
      body.includes('\n') && body.trim() === '' ? `\n${indentAt(text, close)}    ` : between;
    return (word) => [
      {
        line: { at: pastComment(text, mask, end), put: `${inside}panic!(${letters(word)});` },
        ...(isOpen ? { around: [{ at: end, put: ';' }] } : {}),
      },
    ];
  }
  const start = tailOf(mask, open + 1, end);
  if (start === undefined || !/^(?:\w+::)*Result\b/.test(result)) return `it gives back ${result}`;
  const before = body.includes('\n') ? `\n${indentAt(text, start)}` : ' ';
  if (/^Ok\s*\(\s*\(\s*\)\s*\)$/.test(mask.slice(start, end))) {
    return (word) => [{ line: { at: start, put: `${asserted(word)}${before}` } }];
  }
  return (word) => [
    {
      line: { at: end, put: `;${before}assert!(ended.is_err(), ${letters(word)});${before}ended` },
      around: [{ at: start, put: `let ended: ${result} = ` }],
    },
  ];
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
function pastComment(text: string, mask: string, end: number): number {
  const rest = /^[^\r\n]*/.exec(mask.slice(end))?.[0] ?? '';
  return rest.trim() === '' && text.slice(end, end + rest.length).trim() !== ''
    ? end + rest.length
    : end;
}

function lastLineOf(mask: string, open: number, end: number): number {
  // The line on which the last statement begins: the last one of the body that stands no deeper than any.
  const lines = [...mask.slice(open + 1, end).matchAll(/^[ \t]*(?=\S)/gm)].slice(1);
  const width = Math.min(...lines.map(({ 0: blanks }) => blanks.length));
  const last = lines.findLast(({ 0: blanks }) => blanks.length === width);
  return last ? open + 1 + last.index + last[0].length : end;
}

/** Where the expression begins that a block gives back; undefined: it ends with a statement. */
function tailOf(mask: string, from: number, end: number): number | undefined {
  let start = from;
  for (let at = from; at < end; at += 1) {
    const sign = mask[at] ?? '';
    if (sign === ';') start = at + 1;
    if (!/[([{]/.test(sign)) continue;
    const close = closing(mask, at);
    if (close === undefined) return undefined;
    at = close;
    // A block that nothing follows on: a statement of its own.
    const next = mask.slice(close + 1, end);
    if (sign === '{' && /^\s*\n\s*[^\s.?]/.test(next) && !/^\s*else\b/.test(next))
      start = close + 1;
  }
  const blanks = /^\s*/.exec(mask.slice(start, end))?.[0].length ?? 0;
  return start + blanks < end ? start + blanks : undefined;
}

/** `tests::adds`, `crate tests::adds`, and of a table `tests::adds::case_1`. */
function fits(
  path: string,
  { path: own, attributes: words }: Found,
  name: string,
): Fit | undefined {
  const called = name.split(/::|\s+>\s+|\s+/).filter((word) => word !== '');
  if (endsWith(called, own)) {
    const before = called.slice(0, -own.length);
    const modules = path.replace(/\.rs$/, '').replaceAll('-', '_').split('/');
    return before.length === 0 || modules.includes(before.at(-1) ?? '') ? 'exactly' : 'perhaps';
  }
  const isTable = words.some((word) => /^(?:\w+::)*(?:rstest|test_case|case)\b/.test(word));
  return isTable && endsWith(called.slice(0, -1), own) ? 'perhaps' : undefined;
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  return words.slice(-end.length).join('::') === end.join('::');
}
