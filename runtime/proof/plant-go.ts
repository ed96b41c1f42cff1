// Bodies of cases in Go: `func TestX(t *testing.T)`, what is given to `Run` in there, and methods of suites.

import { codeMask } from '../evidence/seal/code-mask.ts';
import { closing } from '../evidence/seal/test-regions.ts';
import {
  type Body,
  type Fit,
  fitOf,
  indentAt,
  type Part,
  type Planting,
  shown,
} from './plant-body.ts';

/** From the brace that opens it to the one that closes it. */
type Func = Readonly<{ open: number; close: number }>;
/** `t`: what it fails by; empty: it has no name for that. */
type Found = Func & Readonly<{ title: readonly Part[]; t: string; why?: string }>;

export function goBodies(_path: string, text: string): readonly Body[] | string {
  const mask = codeMask('go', text);
  if (mask === undefined) return 'its file could not be read';
  const tests = topLevel(mask);
  const found = [...tests, ...runs(text, mask, tests)];
  return found.map((one) => {
    const span = { start: one.open, end: one.close };
    const base = { name: shown(one.title), fits: (name: string) => fits(one.title, name), span };
    const why = one.why ?? obstacle(mask, one, found);
    return why === undefined
      ? { ...base, end: (word) => plantings(text, mask, one, word) }
      : { ...base, why };
  });
}

const TOP =
  /^func[ \t]+(?:\([ \t]*(\w+)?[^)\n]*\)[ \t]*)?((?:Test|Fuzz|Example)\w*)[ \t]*\(([^)]*)\)[ \t]*\{/gm;

function topLevel(mask: string): readonly Found[] {
  return [...mask.matchAll(TOP)].flatMap(
    ({ index, 0: head, 1: receiver, 2: name = '', 3: params = '' }) => {
      const open = index + head.length - 1;
      const close = closing(mask, open);
      if (close === undefined) return [];
      const [, t] = /^\s*(\w+)\s+\*\w+\.[TF]\s*$/.exec(params) ?? [];
      // A method is one of a suite, whose test has another name.
      const title = receiver === undefined ? [name] : [undefined, '/', name];
      const one = { open, close, title };
      if (/^Example/.test(name)) return [{ ...one, t: '', why: 'it is judged by what it prints' }];
      if (t !== undefined) return [{ ...one, t: t === '_' ? '' : t }];
      return receiver === undefined ? [] : [{ ...one, t: `${receiver}.T()` }];
    },
  );
}

/** Subtests, outer ones first, since they stand first. */
function runs(text: string, mask: string, tests: readonly Found[]): readonly Found[] {
  const found: Found[] = [];
  for (const { index, 0: head, 1: on } of mask.matchAll(/\b(\w+)\.Run[ \t]*\(/g)) {
    const outer = [...tests, ...found].findLast(({ open, close }) => open < index && index < close);
    const start = index + head.length;
    const comma = commaAfter(mask, start);
    if (!outer || comma === undefined) continue;
    const pattern = /\s*func[ \t]*\([ \t]*(?:(\w+)[ \t]+\*\w+\.T)?[ \t]*\)[ \t]*\{/y;
    pattern.lastIndex = comma + 1;
    const func = pattern.exec(mask);
    const title = [...outer.title, '/', ...titleOf(text.slice(start, comma).trim())];
    if (!func) {
      found.push({ open: comma, close: comma, title, t: '', why: 'its body stands elsewhere' });
      continue;
    }
    const open = pattern.lastIndex - 1;
    const close = closing(mask, open);
    if (close === undefined) continue;
    const t = func[1] === undefined ? `${on}.T()` : func[1] === '_' ? '' : func[1];
    found.push({ open, close, title, t });
  }
  return found;
}

/** The comma behind what stands first in brackets. */
function commaAfter(mask: string, start: number): number | undefined {
  for (let at = start; at < mask.length; at += 1) {
    const sign = mask[at] ?? '';
    if (sign === ',') return at;
    if (/[)\]}]/.test(sign)) return undefined;
    if (/[([{]/.test(sign)) {
      const close = closing(mask, at);
      if (close === undefined) return undefined;
      at = close;
    }
  }
  return undefined;
}

function titleOf(source: string): readonly Part[] {
  if (/^`[^`]*`$/.test(source)) return [source.slice(1, -1)];
  if (!/^"(?:[^"\\]|\\.)*"$/.test(source)) return [undefined];
  try {
    return [String(JSON.parse(source))];
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

function obstacle(mask: string, one: Found, all: readonly Found[]): string | undefined {
  const isBeside = returnsIn(mask, one).some((at) => !isAlone(mask, at));
  if (isBeside) return 'it may return before its end';
  const isParallel = all.some(
    ({ open, close }) =>
      one.open < open && close < one.close && /\.Parallel\(\)/.test(mask.slice(open, close)),
  );
  return isParallel ? 'its parallel subtests run after its end' : undefined;
}

/** Where it returns before its end. */
function returnsIn(mask: string, one: Func): readonly number[] {
  return [...withoutFuncs(mask, one).matchAll(/\breturn\b/g)].map(({ index }) => one.open + index);
}

function isAlone(mask: string, at: number): boolean {
  const start = mask.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*return[ \t]*\r?\n/.test(mask.slice(start));
}

const FUNC = /\bfunc[ \t]*\(/g;

/** Its own statements: a `return` in a function in there is not one of it. */
function withoutFuncs(mask: string, { open, close }: Func): string {
  let own = mask.slice(open, close);
  for (const { index, 0: head } of own.matchAll(FUNC)) {
    const end = closing(own, index + head.length - 1);
    if (end === undefined) continue;
    const result = /\s*(?:[\w.*[\]]+|\([^()]*\))?\s*\{/y;
    result.lastIndex = end + 1;
    if (!result.test(own)) continue;
    const last = closing(own, result.lastIndex - 1);
    if (last === undefined) continue;
    own = own.slice(0, index) + ' '.repeat(last + 1 - index) + own.slice(last + 1);
  }
  return own;
}

/** At its end, and before each `return`, which is one as well. */
function plantings(text: string, mask: string, one: Found, word: string): readonly Planting[] {
  const { open, close } = one;
  const body = mask.slice(open + 1, close);
  if (!body.includes('\n')) {
    const at = open + 1 + body.trimEnd().length;
    const between = body.trim() === '' ? ' ' : '; ';
    const put = failing(one, word).map((line) => line.trim());
    return [{ line: { at, put: `${between}${put.join(' ')}${at === close ? ' ' : ''}` } }];
  }
  const before = (at: number, indent: string, lines = failing(one, word)): Planting => {
    const put = lines.map((line) => `${indent}${line}\n`);
    return { line: { at: text.lastIndexOf('\n', at - 1) + 1, put: put.join('') } };
  };
  const catches = catcherIn(mask, one);
  if (catches !== undefined) {
    const lines = ['defer func() {', ...failing(one, word).map((line) => `\t${line}`), '}()'];
    return [before(catches, indentAt(text, catches), lines)];
  }
  const returns = returnsIn(mask, one).map((at) => before(at, indentAt(text, at)));
  return [...returns, before(close, `${indentAt(text, close)}\t`)];
}

/**
 * Where a case that may be meant to panic defers what catches it: itself, or a helper that is given `t`. Its last
 * statement may never be reached; what was deferred before that one runs after it.
 */
function catcherIn(mask: string, one: Found): number | undefined {
  for (const { index } of withoutFuncs(mask, one).matchAll(/\bdefer\b/g)) {
    const start = one.open + index;
    const line = mask.slice(start, mask.indexOf('\n', start));
    if (/^defer[ \t]+func\b/.test(line)) {
      const open = mask.indexOf('{', start);
      if (/\brecover\(\)/.test(mask.slice(open, closing(mask, open)))) return start;
    } else if (one.t !== '' && new RegExp(`\\b${one.t}\\b`).test(line)) return start;
  }
  return undefined;
}

/** `Errorf` lets a case go on, so that its end is reached after a failure too. */
function failing({ t }: Found, word: string): readonly string[] {
  if (t === '') return [`panic("${word}")`];
  return [`if !${t}.Failed() {`, `\t${t}.Fatal("${word}")`, '}'];
}
