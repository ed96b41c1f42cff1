// Makes the functions that a fix changed those of before, or those of now, under a condition. Functions are found by
// how they are laid out: a head that ends with a brace, and the brace that closes it at the same depth.

import type { Language } from '../list.ts';
import { type File, type Files, type Fix, filesOf } from './fix.ts';

/** Lines, from 0: the head, and the one that closes it. */
type Span = Readonly<{ head: string; nth: number; start: number; end: number }>;

const HEADS: Partial<Record<Language, RegExp>> = {
  javascript:
    /^\s*(?!if\b|for\b|while\b|switch\b|catch\b|else\b|\}|with\b)(.*\bfunction\b.*\).*|.*=>|(static |async |get |set )*[\w$#]+\s*(<[^>]*>)?\(.*\)(:.*)?)\s*\{$/,
  go: /^func .*\{$/,
  rust: /^\s*(pub(\([^)]*\))? )?(const )?(unsafe )?fn \w+.*\{$/,
};

function spansIn(language: Language, lines: readonly string[]): readonly Span[] {
  const isHead = HEADS[language];
  if (isHead === undefined) return [];
  const seen = new Map<string, number>();
  return lines.flatMap((head, start) => {
    if (!isHead.test(head)) return [];
    const indent = /^\s*/.exec(head)?.[0] ?? '';
    const inner = lines.findIndex((line, at) => at > start && line.startsWith(`${indent}}`));
    const nth = seen.get(head) ?? 0;
    seen.set(head, nth + 1);
    return inner < 0 ? [] : [{ head, nth, start, end: inner }];
  });
}

/** The body that stands in the place of the one of now; by the lines of both. */
type Body = (then: readonly string[], now: readonly string[], head: string) => readonly string[];

/** Undefined where no place of the fix lies in a function that was there, with the same head. */
export function withFunctions(fix: Fix, body: Body): Files | undefined {
  const { language } = fix.repository;
  const made = filesOf(fix, 'program').flatMap((file) => {
    const text = rewritten(language, file, body);
    return text === undefined ? [] : [[file.path, text] as const];
  });
  return made.length === 0 ? undefined : new Map(made);
}

function rewritten(language: Language, file: File, body: Body): string | undefined {
  if (file.before === null || file.after === null) return undefined;
  const [then, now] = [file.before.split('\n'), file.after.split('\n')];
  const [was, is] = [spansIn(language, then), spansIn(language, now)];
  const touched = new Set<Span>();
  for (const { afterAt, after } of file.hunks) {
    const first = after.length === 0 ? afterAt : afterAt - 1;
    const around = is.filter(({ start, end }) => start < first && first + after.length <= end);
    const there = around.findLast((span) => was.some((one) => isSame(one, span)));
    if (there) touched.add(there);
  }
  const outermost = [...touched].filter(
    (one) => ![...touched].some((other) => other.start < one.start && one.end < other.end),
  );
  if (outermost.length === 0) return undefined;
  const lines = [...now];
  for (const span of outermost.sort((a, b) => b.start - a.start)) {
    const before = was.find((one) => isSame(one, span));
    if (before === undefined) continue;
    const [old, own] = [
      then.slice(before.start + 1, before.end),
      now.slice(span.start + 1, span.end),
    ];
    lines.splice(span.start + 1, own.length, ...body(old, own, span.head));
  }
  return lines.join('\n');
}

function isSame(one: Span, other: Span): boolean {
  return one.head === other.head && one.nth === other.nth;
}

/** The body of before, where it is not so. */
export function unless(language: Language, condition: string): Body {
  return (then, now, head) => {
    if (language === 'javascript')
      return [`if (!(${condition})) {`, ...then, 'return;', '}', ...now];
    if (language === 'go') {
      const gives = /\)\s*[^\s{].*\{$/.test(head.replace(/^func \([^)]*\)/, 'func'));
      return [`if !(${condition}) {`, ...then, ...(gives ? [] : ['return']), '}', ...now];
    }
    return [`if !(${condition}) { return {`, ...then, '}; }', ...now];
  };
}

export function first(line: string): Body {
  return (then) => [line, ...then];
}
