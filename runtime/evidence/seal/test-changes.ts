// What a change of tests and gates looks like, named with file and line. Naming only: what holds is that
// the gate is run a second time with the sealed files.

import { isTestMaterial } from './sealed-files.ts';

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

/** Reads a unified diff of sealed files, as git writes it without renames, and with names as they are. */
export function testChanges(diff: string): TestChange[] {
  const files = diff.split(/^diff --git /m).slice(1);
  return files.flatMap(changesOf).slice(0, MAX_NAMED);
}

type Line = Readonly<{ line: number; text: string }>;

function changesOf(file: string): TestChange[] {
  const [head = '', ...hunks] = file.split(/^(?=@@ )/m);
  const path = pathOf(head);
  if (path === undefined) return [];
  if (/^deleted file mode/m.test(head)) {
    return [{ path, line: 1, what: 'file deleted', text: '' }];
  }
  const isTest = isTestMaterial(path);
  return hunks.flatMap((hunk) => {
    const { added, removed } = linesOf(hunk);
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
  return line?.[1] ?? /^a\/(\S+) b\/\1\n/.exec(head)?.[1];
}
