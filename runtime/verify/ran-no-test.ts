// Runners end well when a filter matched nothing or every test was skipped, and say so. Counts of tests
// are never taken from such words (that is for gates with a machine format); here they only lower what a
// run proves, so whoever prints them gains nothing.

/** Totals stand at the end. */
const TOTALS_CHARS = 1_500;
const NONE =
  /\b0 (?:passing|passed\b|tests?\b(?! (?:failed|skipped))|examples\b|specs\b|scenarios\b)|# (?:tests|pass) 0\b|\bno tests? (?:found|ran|run|executed|matches|were found|to run|files found|is available)|\bRan 0 tests|\bTests run: 0\b|All examples were filtered out|\b[1-9]\d* skipped\b/i;
const SOME =
  /\b[1-9]\d* (?:passed|passing|tests? passed|examples?\b|specs?\b|scenarios?\b|assertions\b|passes\b|ok\b)|[#ℹ] pass [1-9]|^ok\s+\S+\s+(?:\(cached\)|[\d.]+m?s)(?!.*\[no tests to run\])|\bRan [1-9]\d* tests?\b|\bTests run: [1-9]|\bPassed:\s+[1-9]|\bOK \([1-9]|\[ {2}PASSED {2}\] [1-9]|tests passed, .* out of [1-9]/m;

/** Whether an output says that no test ran, or that all of them were skipped. */
export function ranNoTest(output: string): boolean {
  return NONE.test(output.slice(-TOTALS_CHARS)) && !SOME.test(output);
}
