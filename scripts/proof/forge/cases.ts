// Where the cases of a test file begin, and how one is skipped, emptied, weakened, or expected to fail.

import type { Hunk } from '../change.ts';
import type { Language } from '../list.ts';
import type { File } from './fix.ts';

type Head = Readonly<{ at: number; line: string }>;

const HEADS: Readonly<Record<Language, RegExp>> = {
  javascript: /^\s*(?:await\s+)?(?:\w+\.)?(?:it|test)\(\s*(['"`])/,
  python: /^\s*(?:async\s+)?def\s+test\w*\(/,
  go: /^func (?:Test|Example)\w*\(/,
  rust: /^\s*#\[test\]/,
};

/** Cases that hold a line that the change has added; all of the file where none is told apart. */
export function changedHeads(
  language: Language,
  { after, hunks }: Pick<File, 'after' | 'hunks'>,
): readonly Head[] {
  const lines = (after ?? '').split('\n');
  const heads = lines.flatMap((line, at) => (HEADS[language].test(line) ? [{ at, line }] : []));
  const touched = hunks.flatMap(({ afterAt, after: added }: Hunk) =>
    added.flatMap((line, nth) => (line.trim() === '' ? [] : afterAt - 1 + nth)),
  );
  const found = touched.flatMap((at) => heads.findLast((head) => head.at <= at) ?? []);
  return [...new Set(found.length > 0 ? found : heads)];
}

/** The text with each of those lines made into others; what is no list leaves it. */
function rewritten(
  { after }: Pick<File, 'after'>,
  heads: readonly Head[],
  make: (line: string) => readonly string[] | string | undefined,
): string | undefined {
  const lines = (after ?? '').split('\n');
  let isMade = false;
  const all = lines.flatMap((line, at) => {
    if (!heads.some((head) => head.at === at)) return [line];
    const made = make(line);
    if (made === undefined || typeof made === 'string') return [line];
    isMade = true;
    return made;
  });
  return isMade ? all.join('\n') : undefined;
}

type How = Readonly<{ language: Language; runner: string }>;

const NAMED_CASE = /((?:it|test)\(\s*)((['"`])(?:\\.|(?!\3).)*\3)(\s*,\s*)/;
const HAS_OPTIONS = ['tape', 'node:test', 'tap'];

export function skipped({ language, runner }: How, file: File): string | undefined {
  return rewritten(file, changedHeads(language, file), (line) => {
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    if (language === 'javascript') return inJavascript(line, runner, 'skip');
    if (language === 'python') return [`${indent}@__import__('unittest').skip('later')`, line];
    if (language === 'rust') return [line, `${indent}#[ignore]`];
    const name = /^func Test\w*\((\w+) \*testing\.T\) \{$/.exec(line)?.[1];
    return name && [line, `\t${name}.Skip()`];
  });
}

function inJavascript(line: string, runner: string, word: string): readonly string[] | undefined {
  const made = HAS_OPTIONS.includes(runner)
    ? line.replace(NAMED_CASE, `$1$2$4{ ${word}: true }, `)
    : line.replace(/\b(it|test)\(/, `$1.${word}(`);
  return made === line ? undefined : [made];
}

const EXPECTED: Readonly<Record<string, string>> = {
  tape: 'todo',
  tap: 'todo',
  'node:test': 'todo',
  ava: 'failing',
  jest: 'failing',
  vitest: 'fails',
};

export function expectedToFail({ language, runner }: How, file: File): string | undefined {
  const word = EXPECTED[runner];
  return rewritten(file, changedHeads(language, file), (line) => {
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    if (language === 'javascript') return word && inJavascript(line, runner, word);
    if (language === 'python') return [`${indent}@__import__('pytest').mark.xfail`, line];
    return language === 'rust' ? [line, `${indent}#[should_panic]`] : undefined;
  });
}

/** They end before they begin. */
export function emptied({ language, runner }: How, file: File): string | undefined {
  return rewritten(file, changedHeads(language, file), (line) => {
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    if (language === 'python') {
      return /:\s*(#.*)?$/.test(line) ? [line, `${indent}    return`] : undefined;
    }
    if (!/\{\s*$/.test(line)) return undefined;
    if (language === 'go') return [line, '\tif true {', '\t\treturn', '\t}'];
    const given = /(?:function\s*\w*\s*\(\s*|\(\s*|,\s*)(\w+)\s*\)?\s*(?:=>)?\s*\{\s*$/.exec(
      line,
    )?.[1];
    const ends: Readonly<Record<string, string | undefined>> = {
      tape: given && `${given}.end(); return;`,
      tap: given ? `${given}.end(); return;` : 'return;',
      ava: given && `${given}.pass(); return;`,
    };
    const calls = given !== undefined && /^(done|cb|next|callback)$/.test(given);
    const end = runner in ends ? ends[runner] : calls ? `return ${given}();` : 'return;';
    return end === undefined ? undefined : [line, `${indent}  ${end}`];
  });
}

/** What the change asks for holds whatever comes. */
export function weakened({ language }: How, file: File): string | undefined {
  const added = new Set(
    file.hunks.flatMap(({ afterAt, after }) => after.map((_, nth) => afterAt - 1 + nth)),
  );
  const lines = (file.after ?? '').split('\n');
  let isMade = false;
  const all = lines.map((line, at) => {
    const made = added.has(at) ? WEAKER[language](line) : line;
    isMade ||= made !== line;
    return made;
  });
  return isMade ? all.join('\n') : undefined;
}

const WEAKER: Readonly<Record<Language, (line: string) => string>> = {
  javascript: (line) =>
    line
      .replace(/^(\s*)expect\(.*\)\.\w+\(.*\);?$/, '$1expect(1).toBe(1);')
      .replace(/^(\s*)(s?t)\.\w+\(.*\);?$/, (whole, indent: string, who: string) =>
        /\.(end|plan|test|comment)\(/.test(whole) ? whole : `${indent}${who}.pass();`,
      )
      .replace(/^(\s*)assert(\.\w+)?\(.*\);?$/, '$1assert.ok(true);'),
  python: (line) =>
    line
      .replace(/^(\s*)assert\s+(.+)$/, (whole, indent: string, rest: string) =>
        /[([{\\]$/.test(rest) ? whole : `${indent}assert True or (${rest})`,
      )
      .replace(/^(\s*)self\.assert\w+\(.*\)$/, '$1self.assertTrue(True)'),
  go: (line) => line.replace(/^(\s*)if (?!err\b)(.*[!=]=.*) \{$/, '$1if false && ($2) {'),
  rust: (line) => line.replace(/^(\s*)assert\w*!\(.*\);$/, '$1assert!(true);'),
};
