// What a change of tests and gates looks like, named with file and line. Naming only: what holds is that
// the gate is run a second time with the sealed files.

import { isTestMaterial } from './sealed-files.ts';
import type { Region } from './test-regions.ts';

type TestChange = Readonly<{
  path: string;
  /** In the new file, or in the old one for what is gone. 1-based. */
  line: number;
  what: 'file deleted' | 'test removed' | 'test skipped' | 'expectation changed' | 'failure hidden';
  /** The line as written, at most 160 characters. */
  text: string;
}>;

const SKIPPED = [
  /\b(?:it|test|describe|suite|context|specify)\s*\.\s*(?:skip|todo|fixme|only|failing|fails|skipIf|runIf)\b/,
  /\b(?:xit|xtest|xdescribe|xcontext|xspecify|fit|fdescribe|pending)\s*\(/,
  /\{\s*(?:skip|todo)\s*:\s*(?!false)/,
  /@(?:pytest\.mark\.(?:skip|skipif|xfail)|unittest\.(?:skip\w*|expectedFailure))\b/,
  /\b(?:pytest\.(?:skip|xfail|importorskip)|self\.skipTest)\s*\(/,
  /\bt\.(?:Skip|SkipNow|Skipf|skip|todo)\s*\(/,
  /#\[\s*(?:ignore|should_panic)\b|#\[\s*cfg_attr\([^)]*ignore/,
  /@(?:Disabled|Ignore|DisabledIf\w*|EnabledIf\w*)\b|\[(?:Ignore|Explicit)\b|\bSkip\s*=\s*"/,
  /@tag\s+:?skip|\bskip\s+['"]|markTestSkipped|markTestIncomplete/,
  /\btestPathIgnorePatterns\b|\bcollect_ignore\b|--ignore[= ]|--deselect\b|\bexclude\s*[:=]/,
];
const HIDDEN = [
  /\|\|\s*(?:true|:|exit\s+0)\b|;\s*(?:true|exit\s+0)\s*(?:["'&;]|$)/,
  /--pass-?with-?no-?tests\b|\bpassWithNoTests\b/i,
  /\bcontinue-on-error\s*:\s*true|\ballow_failure\s*:\s*true|\bignore_errors\b/i,
  /^\s*-\s*\w.*\|\|/,
  /\bprocess\.exit\s*\(\s*0?\s*\)|\bos\._exit\s*\(\s*0|\bsys\.exit\s*\(\s*0?\s*\)|\bos\.Exit\s*\(\s*0/,
  /--no-?verify\b|--exit-zero\b|--allow-empty\b|-Dmaven\.test\.(?:skip|failure\.ignore)|-DskipTests/,
];
const TEST_HEAD =
  /\b(?:it|test|describe|specify|scenario)\s*(?:\.\w+)*\s*\(\s*['"`]|^\s*(?:async\s+)?def\s+test_?\w*|^\s*func\s+(?:Test|Benchmark|Fuzz)\w*\s*\(|#\[\s*(?:tokio::)?test\b|^\s*@(?:Test|ParameterizedTest)\b|\[(?:Fact|Theory|Test|TestMethod)\b|^\s*test\s+['"]/;
const EXPECTATION =
  /\b(?:assert\w*|expect\w*|should\w*|require\w*|verify|EXPECT_\w+|ASSERT_\w+|must_\w+|refute\w*)\b\s*[.!(]|\bassert\s|\bt\.(?:Error|Fatal)f?\s*\(|\.(?:to|should)\s*\(/;

const MAX_NAMED = 40;

/** In a file of the program: where its tests were, and where they are. */
type Inside = Readonly<{ before: readonly Region[]; now: readonly Region[] }>;

/**
 * Reads a unified diff of sealed files, as git writes it without renames. `inside`: of files of the
 * program, by path; what is outside of these lines is not looked at.
 */
export function testChanges(
  diff: string,
  inside: ReadonlyMap<string, Inside> = NONE,
): TestChange[] {
  const found: TestChange[] = [];
  for (const file of diff.split(/^diff --git /m).slice(1)) found.push(...changesOf(file, inside));
  return found.slice(0, MAX_NAMED);
}

const NONE: ReadonlyMap<string, Inside> = new Map();

function within(regions: readonly Region[] | undefined, lines: readonly Line[]): readonly Line[] {
  if (!regions) return lines;
  return lines.filter(({ line }) => regions.some(({ from, to }) => from < line && line <= to));
}

type Line = Readonly<{ line: number; text: string }>;

function changesOf(file: string, all: ReadonlyMap<string, Inside>): TestChange[] {
  const [head = '', ...hunks] = file.split(/^(?=@@ )/m);
  const path = pathOf(head);
  if (path === undefined) return [];
  if (/^deleted file mode/m.test(head)) {
    return [{ path, line: 1, what: 'file deleted', text: '' }];
  }
  const inside = all.get(path);
  return hunks.flatMap((hunk) => {
    const lines = linesOf(hunk);
    const added = within(inside?.now, lines.added);
    const removed = within(inside?.before, lines.removed);
    const name = (what: TestChange['what'], { line, text }: Line): TestChange => ({
      path,
      line,
      what,
      text: text.trim().slice(0, 160),
    });
    const is = (patterns: readonly RegExp[], { text }: Line): boolean =>
      patterns.some((pattern) => pattern.test(text));
    const skipped = added.filter((line) => is(SKIPPED, line) && !wasThere(removed, line));
    const hidden = added.filter((line) => is(HIDDEN, line) && !wasThere(removed, line));
    const isTest = inside !== undefined || isTestMaterial(path);
    const gone = removed.filter(
      (line) => isTest && TEST_HEAD.test(line.text) && !stillThere(added, line),
    );
    const expected = removed.filter(
      (line) =>
        isTest &&
        !TEST_HEAD.test(line.text) &&
        EXPECTATION.test(line.text) &&
        !wasThere(added, line),
    );
    return [
      ...skipped.map((line) => name('test skipped', line)),
      ...hidden.map((line) => name('failure hidden', line)),
      ...gone.map((line) => name('test removed', line)),
      ...expected.map((line) => name('expectation changed', line)),
    ];
  });
}

/** Only moved, or indented differently. */
function wasThere(others: readonly Line[], { text }: Line): boolean {
  return others.some((other) => other.text.trim() === text.trim());
}

/** The same test under a changed line: its title is what counts. */
function stillThere(added: readonly Line[], { text }: Line): boolean {
  const title = /['"`]([^'"`]+)['"`]/.exec(text)?.[1] ?? /\b(?:def|func)\s+(\w+)/.exec(text)?.[1];
  return added.some((line) =>
    title ? line.text.includes(title) : line.text.trim() === text.trim(),
  );
}

function linesOf(hunk: string): Readonly<{ added: readonly Line[]; removed: readonly Line[] }> {
  const [head = '', ...lines] = hunk.split('\n');
  const start = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(head);
  let [before, after] = [Number(start?.[1] ?? 0), Number(start?.[2] ?? 0)];
  const added: Line[] = [];
  const removed: Line[] = [];
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith('+')) added.push({ line: after, text });
    if (line.startsWith('-')) removed.push({ line: before, text });
    if (line.startsWith('+') || line.startsWith(' ')) after += 1;
    if (line.startsWith('-') || line.startsWith(' ')) before += 1;
  }
  return { added, removed };
}

/** `--- a/x` names the old file, `+++ b/x` the new one; an empty or binary one has neither. */
function pathOf(head: string): string | undefined {
  const line = /^(?:\+\+\+ "?b\/|--- "?a\/)(.*?)"?\t?$/m.exec(
    head.replace(/^(?:---|\+\+\+) \/dev\/null$/gm, ''),
  );
  const path = line?.[1] ?? /^a\/(\S+) b\/\1\n/.exec(head)?.[1];
  return path === undefined ? undefined : unquoted(path);
}

/** git writes the bytes of other letters than ASCII as `\345\211\257`. */
function unquoted(path: string): string {
  return path.replace(/(?:\\[0-7]{3})+/g, (octals) =>
    Buffer.from(
      octals
        .split('\\')
        .slice(1)
        .map((octal) => Number.parseInt(octal, 8)),
    ).toString('utf8'),
  );
}
