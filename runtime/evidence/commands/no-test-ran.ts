// Whether a command that ended did test something. By the words of common runners, as far as they say
// so: what could not start, be built or loaded, and what found no test, is neither red nor green.

const NOT_STARTED = [
  /missing script:/i,
  /ERR_PNPM_NO_SCRIPT/,
  /^error Command "[^"]*" not found/m,
  /^error: Script not found/m,
  /could not determine executable to run/,
  /No rule to make target/,
  /^error: Justfile does not contain recipe/m,
  /could not find `Cargo\.toml`/,
  /go: cannot find main module|go\.mod file not found|does not contain main module/,
  /^ERROR: (?:file or directory )?not found: /m,
  /no such file or directory, open '[^']*package\.json'/,
  /The goal you specified requires a project to execute/,
];

/** What a test needs was not there, or had no such name: it did not come so far as to test. */
const NOT_LOADED = [
  /\bERR_MODULE_NOT_FOUND\b/,
  /\bCannot find (?:module|package) ['"]/,
  /\bdoes not provide an export named\b/,
  /^(?:E\s+)?(?:ModuleNotFoundError|ImportError): /m,
  /\bcannot load such file -- /,
  /\bFailed to (?:load url|resolve import) /,
  /^FAIL\s.*\[build failed\]$/m,
  /^error: could not compile /m,
  /^\[ERROR\] COMPILATION ERROR/m,
];
/** A test that came so far, and said no. */
const SAID_NO =
  /\bAssertion(?:Failed)?Error\b|\bERR_ASSERTION\b|^E\s+assert\b|\bassertion `?\w|^[ \t]*Expected\b[^\n]*:|\bexpected\b.{0,500}?\b(?:to|but|got|actual|received)\b|\bpanicked at\b|^--- FAIL|^[ \t]*Failure\//m;

const NO_TESTS = [
  /^(?:#|ℹ) tests 0$/m,
  /no test files? found/i,
  /\bno tests? (?:found|were found|was found|to run|ran|collected|defined)\b/i,
  /\bcollected 0 items\b/,
  /\brunning 0 tests\b/,
  /\[no test files\]/,
  /"numTotalTests":\s*0\b/,
  /<testsuites?\b[^>]{0,500}?\btests="0"/,
  /^[ \t]*0 (?:passing|tests|specs|examples|assertions)\b/m,
  /\bTests run: 0\b/,
  /^1\.\.0\b/m,
  /\bNo test is available\b/,
  // At the end: what a part of it had to do says nothing of the whole.
  /^(?:g?make: (?:'[^'\n]*' is up to date|Nothing to be done for '[^'\n]*')|ninja: no work to do)\.\s*$(?![\s\S])/m,
];

const SOME_TESTS = [
  /^(?:#|ℹ) tests [1-9]/m,
  /\bcollected [1-9]/,
  /\brunning [1-9]\d* tests?\b/,
  /^(?:ok|FAIL)\s+\S+\s+(?:\(cached\)|\d[\d.]*s)(?!\s*\[no tests)/m,
  /"numTotalTests":\s*[1-9]/,
  /<testsuites?\b[^>]{0,500}?\btests="[1-9]/,
  /\b[1-9]\d* (?:passing|passed|pass|failing|failed|fail|tests?|specs|examples)\b/i,
  /\bTests run: [1-9]/,
  /^1\.\.[1-9]/m,
];

type Nothing = Readonly<{ cause: 'not-started' | 'no-tests'; why: string }>;

/** Why this output tests nothing; undefined if it may well have. `exitCode` as the command ended. */
export function testsNothing(
  command: readonly string[],
  exitCode: number | undefined,
  output: string,
): Nothing | undefined {
  const isPytest = command.some((word) => /(?:^|\/)py\.?test$/.test(word));
  const none = (why: string): Nothing => ({ cause: 'no-tests', why });
  const notStarted = (why: string): Nothing => ({ cause: 'not-started', why });
  if (isPytest && exitCode === 5) return none('it found no tests (exit code 5)');
  if (isPytest && (exitCode === 3 || exitCode === 4))
    return notStarted(`it could not run (exit code ${exitCode})`);
  if (exitCode !== 0 && NOT_STARTED.some((words) => words.test(output))) {
    return notStarted(`it could not start (exit code ${exitCode ?? 'none'})`);
  }
  const isEmpty = NO_TESTS.some((words) => words.test(output));
  return isEmpty && !ranTests(output) ? none('it found no tests') : undefined;
}

/**
 * Whether a check that failed did so before a test could say no. Of a check that brings its own tests that
 * shows nothing; where it brings none, what does not load may well be the fault.
 */
export function couldNotLoad(output: string): boolean {
  return NOT_LOADED.some((words) => words.test(output)) && !saidNo(output);
}

/**
 * It could not be read or built at all: with a part of a change put back that happens easily. At the beginning of a
 * line, or behind the mark of a comment of TAP.
 */
const NOT_BUILT = [
  /^(?:[#|]\s*|E\s+)?(?:\w*SyntaxError|IndentationError|TabError)\b/m,
  // Within a test it stands further in.
  /^(?:# )?ReferenceError: /m,
  /\berror TS\d+: /,
  /\bTransform failed with \d+ error/,
  /\bPHP Parse error: /,
  /^[^\s:]+:\d+:(?:\d+:)? (?:fatal )?(?:syntax )?error: /m,
  /^[^\s:]+\.go:\d+:\d+: /m,
];

export function couldNotBuild(output: string): boolean {
  return couldNotLoad(output) || (NOT_BUILT.some((words) => words.test(output)) && !saidNo(output));
}

/** Of such an output, the first line that says what could not be read. */
export function unbuiltLine(output: string): string | undefined {
  return lineWith(NOT_BUILT, output);
}

const LONGEST_LINE = 300;

/** Of such an output, the line that says what was not there: not the one of the source that threw it. */
export function unloadedLine(output: string): string | undefined {
  return lineWith(NOT_LOADED, output);
}

/** The first line that fits, of what it prints and not of a source that throws it. */
function lineWith(any: readonly RegExp[], output: string): string | undefined {
  const lines = output.split('\n').filter((one) => any.some((words) => words.test(one)));
  const line = (lines.find((one) => !/^\s*throw\b/.test(one)) ?? lines[0])?.trim();
  return line !== undefined && line.length > LONGEST_LINE
    ? `${line.slice(0, LONGEST_LINE)}…`
    : line;
}

/** Whether it counts tests, by the words of its runner. */
export function ranTests(output: string): boolean {
  return SOME_TESTS.some((words) => words.test(output));
}

/** Whether a test came so far. */
export function saidNo(output: string): boolean {
  return SAID_NO.test(output);
}
