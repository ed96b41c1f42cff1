// Tests that stand inside files of the program: `#[cfg(test)]`, `#[test]` and doctests of Rust, doctests of
// Python, `import.meta.vitest`. Pure. Where nobody can say for sure where they end, there is no answer, and
// the file is of the program as a whole.

import { codeMask, IN_STRING, type Language } from './code-mask.ts';

/** Lines from 0, the last one not included. */
export type Region = Readonly<{ from: number; to: number }>;

type Text = Readonly<{ lines: readonly string[]; mask: string; masked: readonly string[] }>;
type Finder = (text: Text) => readonly Region[] | undefined;

const LANGUAGES: ReadonlyArray<readonly [RegExp, Language, RegExp]> = [
  [/\.rs$/, 'rust', /#!?\s*\[|\/\/[/!]/],
  [/\.pyi?$/, 'python', />>>/],
  [/\.[cm]?[jt]sx?$/, 'javascript', /import\.meta\.vitest/],
];
const FINDERS: Readonly<Record<Language, Finder>> = { rust, python, javascript };
const MOST_CHARS = 500_000;

/** Whether there can be tests in it at all. */
export function mayHoldTests(path: string): boolean {
  return LANGUAGES.some(([ending]) => ending.test(path));
}

/** None: there are none. Undefined: unsure. */
export function testRegions(path: string, text: string): readonly Region[] | undefined {
  const [, language, sign] = LANGUAGES.find(([ending]) => ending.test(path)) ?? [];
  if (language === undefined || !sign?.test(text)) return [];
  const mask = text.length > MOST_CHARS ? undefined : codeMask(language, text);
  if (mask === undefined) return undefined;
  return FINDERS[language]({ lines: text.split('\n'), mask, masked: mask.split('\n') });
}

/** Those of Rust that no build of the program has in it. What its comments say for an example is of the program. */
export function rustTestItems(path: string, text: string): readonly Region[] | undefined {
  if (!path.endsWith('.rs') || !/#!?\s*\[/.test(text)) return [];
  const mask = text.length > MOST_CHARS ? undefined : codeMask('rust', text);
  if (mask === undefined) return undefined;
  const items = testItems({ lines: text.split('\n'), mask, masked: mask.split('\n') });
  return items && joined(items);
}

/** Tests that are written into what documents a program, and stay with it: each is a case of its own. */
export function exampleRegions(path: string, text: string): readonly Region[] | undefined {
  if (!path.endsWith('.rs')) return testRegions(path, text);
  const mask = text.length > MOST_CHARS ? undefined : codeMask('rust', text);
  if (mask === undefined) return undefined;
  const lines = text.split('\n');
  const isRun = ({ from }: Region): boolean => !NOT_RUN.test(lines[from] ?? '');
  return docExamples({ lines, mask, masked: mask.split('\n') }).filter(isRun);
}

const NOT_RUN = /(?:```|~~~).*\b(?:text|ignore|no_run|console|sh|bash|toml|json|txt|plain)\b/;

/** What stands in the regions, and what around them. */
export function splitAt(
  text: string,
  regions: readonly Region[],
): Readonly<{ tests: string; program: string }> {
  const lines = text.split('\n');
  const isTest = (at: number): boolean => regions.some(({ from, to }) => from <= at && at < to);
  const of = (wanted: boolean) => lines.filter((_, at) => isTest(at) === wanted).join('\n');
  return { tests: of(true), program: of(false) };
}

const VITEST = /\bif\s*\(\s*import\.meta\.vitest\s*\)\s*\{/g;

function javascript({ mask, masked }: Text): readonly Region[] | undefined {
  const found: Region[] = [];
  for (const { index, 0: head } of mask.matchAll(VITEST)) {
    const end = closing(mask, index + head.length - 1);
    const region = end === undefined ? undefined : wholeLines(masked, mask, index, end);
    if (!region) return undefined;
    found.push(region);
  }
  // Said in another way, it may end anywhere.
  const isElsewhere = masked.some(
    (line, at) => /import\.meta\.vitest/.test(line) && !found.some((one) => isIn(one, at)),
  );
  return isElsewhere ? undefined : joined(found);
}

/** Inside of a docstring: from `>>>` to the next empty line, or to its end. */
function python({ lines, masked }: Text): readonly Region[] | undefined {
  const found: Region[] = [];
  const isInside = (at: number): boolean => {
    const line = masked[at] ?? '';
    return /^[\s"]*$/.test(line) && line.includes(IN_STRING);
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!line.includes('>>>') || !(masked[at] ?? '').includes(IN_STRING)) continue;
    if (!isInside(at) || !/^\s*>>>(?:\s|$)/.test(line)) {
      // Right behind the quotes, or in another string.
      if (/("""|''')\s*>>>\s/.test(line)) return undefined;
      continue;
    }
    const from = at;
    while (at < lines.length && !isEmpty(lines[at]) && !/"""|'''/.test(lines[at] ?? '')) at += 1;
    // Quotes behind the example: they are of the program, and stand on its line.
    if (at === from || /\S\s*(?:"""|''')/.test(lines[at] ?? '')) return undefined;
    found.push({ from, to: at });
  }
  return found;
}

function isEmpty(line = ''): boolean {
  return line.trim() === '';
}

function rust(text: Text): readonly Region[] | undefined {
  const items = testItems(text);
  return items && joined([...items, ...docExamples(text)]);
}

export const TEST_ATTRIBUTE =
  /^(?:\w+::)*(?:test|bench|rstest|test_case|test_log|quickcheck|wasm_bindgen_test)(?:\(.*\))?$/s;

function isOnlyInTests(attribute: string): boolean {
  if (TEST_ATTRIBUTE.test(attribute)) return true;
  const condition = /^cfg\((?:all\((.*)\)|(test)),?\)$/s.exec(attribute);
  // Not `any(test, …)`, which is of the program, too, and not what is in a `not(…)`.
  const parts = (condition?.[1] ?? condition?.[2] ?? '').replace(
    /\w+\((?:[^()]|\([^()]*\))*\)/g,
    '',
  );
  return parts.split(',').includes('test');
}

/** An item with such an attribute, from the first of its attributes to its end. */
function testItems({ lines, mask, masked }: Text): Region[] | undefined {
  const found: Region[] = [];
  let until = 0;
  for (const { index } of mask.matchAll(/#!?\s*\[/g)) {
    if (index < until) continue;
    const group = attributes(mask, index);
    if (!group) return undefined;
    until = group.end;
    if (!group.words.some(isOnlyInTests)) continue;
    if (mask[index + 1] === '!') {
      // Of the module around, which is the file where no block is open.
      return mask.slice(0, index).includes('{') ? undefined : [{ from: 0, to: lines.length }];
    }
    const end = itemEnd(mask, group.end);
    const region = end === undefined ? undefined : wholeLines(masked, mask, index, end);
    if (!region) return undefined;
    until = end ?? until;
    found.push(region);
  }
  return found;
}

/** All attributes of one item of Rust. Those of a whole file stand alone. */
function attributes(
  mask: string,
  start: number,
): Readonly<{ words: readonly string[]; end: number }> | undefined {
  const words: string[] = [];
  let end = start;
  for (let next: RegExpExecArray | null; ; ) {
    const pattern = mask[start + 1] === '!' && words.length > 0 ? /(?!)/y : /\s*#!?\s*\[/y;
    pattern.lastIndex = end;
    next = pattern.exec(mask);
    if (!next) return { words, end };
    const open = end + next[0].length - 1;
    const close = closing(mask, open);
    if (close === undefined) return undefined;
    words.push(mask.slice(open + 1, close).replace(/\s+/g, ''));
    end = close + 1;
  }
}

/** Its last sign: the brace of its block, or what stands in the place of one. */
function itemEnd(mask: string, start: number): number | undefined {
  for (let at = start; at < mask.length; at += 1) {
    const sign = mask[at] ?? '';
    if (sign === '{') return closing(mask, at);
    if (sign === '(' || sign === '[') {
      const close = closing(mask, at);
      if (close === undefined) return undefined;
      at = close;
    } else if (sign === ';' || sign === ',') return at;
    else if (/[)\]}]/.test(sign)) return undefined;
  }
  return undefined;
}

/** Blocks between fences in the comments of an item or a module. */
function docExamples({ lines, masked }: Text): Region[] {
  const found: Region[] = [];
  let from: number | undefined;
  for (let at = 0; at <= lines.length; at += 1) {
    const isDoc =
      /^\s*\/\/(?:!|\/(?!\/))/.test(lines[at] ?? '') && isEmpty(masked[at]) && at < lines.length;
    const isFence = isDoc && /^\s*\/\/[/!]\s*(?:```|~~~)/.test(lines[at] ?? '');
    if (from !== undefined && (isFence || !isDoc)) {
      found.push({ from, to: isFence ? at + 1 : at });
      from = undefined;
    } else if (isFence) from = at;
  }
  return found;
}

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Where the bracket at `open` is closed. */
function closing(mask: string, open: number): number | undefined {
  const waiting: string[] = [];
  for (let at = open; at < mask.length; at += 1) {
    const sign = mask[at] ?? '';
    const close = CLOSES[sign];
    if (close !== undefined) waiting.push(close);
    else if (/[)\]}]/.test(sign) && waiting.pop() !== sign) return undefined;
    if (waiting.length === 0) return at;
  }
  return undefined;
}

/** The lines from one sign to another, if nothing else of the program stands on them. */
function wholeLines(
  masked: readonly string[],
  mask: string,
  start: number,
  end: number,
): Region | undefined {
  const lineAt = (at: number): number => mask.slice(0, at).split('\n').length - 1;
  const [from, last] = [lineAt(start), lineAt(end)];
  const before = mask.slice(mask.lastIndexOf('\n', start - 1) + 1, start);
  const after = (masked[last] ?? '').slice(end - mask.lastIndexOf('\n', end - 1));
  const isAlone = start === 0 || before.trim() === '';
  return isAlone && /^\s*[,;]?\s*$/.test(after) ? { from, to: last + 1 } : undefined;
}

function isIn({ from, to }: Region, line: number): boolean {
  return from <= line && line < to;
}

/** Without those that lie in another one. */
function joined(regions: readonly Region[]): Region[] {
  return regions
    .filter((one) => !regions.some((other) => other !== one && isWithin(one, other)))
    .sort((a, b) => a.from - b.from);
}

function isWithin(one: Region, other: Region): boolean {
  return other.from <= one.from && one.to <= other.to;
}
