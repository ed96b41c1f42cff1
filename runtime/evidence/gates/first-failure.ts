// Of what a failed command printed, what a person needs to see first: the place, the case and its own message; of a
// linter or a compiler its first complaints. The end of an output says less: most runners print what passed there.

import type { GateOutcome } from '../../model/gate.ts';
import type { FailedGates } from '../../model/shortfall.ts';
import { namesCredential, tellingLine } from '../../model/telling-line.ts';
import { plainText } from '../../model/terminal-text.ts';
import { failedIn } from './formats/tap.ts';

type Failure = Readonly<{
  /** `test/a.test.js:12`, as the runner names it. */
  place?: string | undefined;
  /** The case. */
  name?: string | undefined;
  says?: string | undefined;
}>;

/** Longer outputs are read to here: what failed first stands before it, or at the end. */
const MOST_READ = 200_000;
const MOST_OF_LINE = 2_000;
const MOST_CHARACTERS = 300;
const MOST_COMPLAINTS = 2;

/** One line; undefined where nothing was printed. `root`: what paths are told below. A secret that is missing goes first. */
export function firstFailure(output: string, root = ''): string | undefined {
  const lines = plainText(output)
    .slice(0, MOST_READ)
    .split(/\r?\n/)
    .map((line) => line.slice(0, MOST_OF_LINE));
  const lacking = lines.findLast((line) => namesCredential([line]));
  if (lacking !== undefined) return lacking.trim();
  for (const read of READERS) {
    const found = read(lines);
    if (found) return textOf(found, root);
  }
  const complaints = complaintsIn(lines);
  return complaints.length > 0
    ? clipped(complaints.map((line) => below(line, root)).join('; '))
    : tellingLine(output);
}

/** What a person is told of a gate that failed; where it printed nothing, how it ended. */
export function failedGate(
  { gate, output = '', error }: GateOutcome,
  root = '',
): FailedGates[number] {
  const says = firstFailure(output, root) ?? error;
  return { gate, ...(says !== undefined && { says: says.slice(0, MOST_CHARACTERS) }) };
}

function textOf({ place, name, says }: Failure, root: string): string {
  const where = [place && below(place, root), name].filter(Boolean).join(' ');
  return clipped([where, says].filter(Boolean).join(': '));
}

function clipped(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line;
}

/** A path of this tree without the way to it. */
function below(text: string, root: string): string {
  const plain = text.replaceAll('file://', '');
  return root === '' ? plain : plain.replaceAll(`${root.replace(/\/+$/, '')}/`, '');
}

type Reader = (lines: readonly string[]) => Failure | undefined;

/** Each knows one way of telling; what comes first is the most telling. */
const READERS: readonly Reader[] = [
  tap,
  nodeSpec,
  vitest,
  jest,
  pytest,
  go,
  cargo,
  unittest,
  surefire,
  numbered,
];

/** A group only fails since what is in it does. */
function tap(lines: readonly string[]): Failure | undefined {
  const found = failedIn(lines.join('\n'));
  if (!found) return undefined;
  const { name, diagnostics, said } = found;
  const [place = placeIn(diagnostics)] = diagnostics.flatMap(
    (line) => /^\s*location:\s*'?(.+?:\d+)(?::\d+)?'?\s*$/.exec(line)?.[1] ?? [],
  );
  return { place, name, says: firstWords(said.split('\n')) };
}

/** The first lines that say something, in one. */
function firstWords(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:❯|at )/.test(line))
    .slice(0, 2)
    .join(' ');
}

/** `test at a.test.js:12:1`, then the case, then its message. */
function nodeSpec(lines: readonly string[]): Failure | undefined {
  const at = lines.findIndex((line) => /^test at \S/.test(line));
  if (at < 0) return undefined;
  const place = (lines[at] ?? '').slice('test at '.length).replace(/:\d+$/, '');
  const name = (lines[at + 1] ?? '').replace(/^\s*[✖✗×]\s*/, '').replace(/\s*\([\d.]+ms\)\s*$/, '');
  return { place, name, says: firstWords(lines.slice(at + 2, at + 12)) };
}

/** ` FAIL  test/a.test.ts > group > case`, its message, and the place behind `❯`. */
function vitest(lines: readonly string[]): Failure | undefined {
  const at = lines.findIndex((line) => /^\s*FAIL\s+\S+ > \S/.test(line));
  if (at < 0) return undefined;
  const [, file = '', name = ''] = /^\s*FAIL\s+(\S+) > (.*)$/.exec(lines[at] ?? '') ?? [];
  const rest = lines.slice(at + 1, at + 60);
  const place = rest.flatMap(
    (line) => /^\s*❯ (?:.* )?(\S+?:\d+):\d+\)?\s*$/.exec(line)?.[1] ?? [],
  )[0];
  return { place: place ?? file, name, says: firstWords(rest.slice(0, 3)) };
}

/** `● group › case`, then its message, and `at … (test/a.test.js:12:3)`. */
function jest(lines: readonly string[]): Failure | undefined {
  const at = lines.findIndex((line) => /^\s*● .+ › /.test(line) || /^\s{2}● \S/.test(line));
  if (at < 0) return undefined;
  const rest = lines.slice(at + 1, at + 80);
  return {
    place: placeIn(rest),
    name: (lines[at] ?? '').replace(/^\s*● /, ''),
    says: firstWords(rest),
  };
}

/** The first place in a stack that is none of the runtime or of what is installed. */
function placeIn(lines: readonly string[]): string | undefined {
  return lines
    .filter((line) => /^\s*at /.test(line) && !/node:|node_modules/.test(line))
    .flatMap((line) => /\(?((?:file:\/\/)?[^\s()]+?:\d+):\d+\)?$/.exec(line.trim())?.[1] ?? [])[0];
}

/** `FAILED tests/test_a.py::test_b - AssertionError: …`; the line stands in `tests/test_a.py:12: AssertionError`. */
function pytest(lines: readonly string[]): Failure | undefined {
  const failed = lines.find((line) => /^(?:FAILED|ERROR) \S+\.py(?:::|\b)/.test(line));
  const [, file = '', name, says] =
    /^(?:FAILED|ERROR) ([^\s:]+\.py)(?:::(.+?))?(?: - (.*))?$/.exec(failed ?? '') ?? [];
  if (file === '') return undefined;
  const place = lines.flatMap((line) => /^(\S+\.py:\d+): \S/.exec(line)?.[1] ?? []);
  const said = lines.find((line) => /^E\s+\S/.test(line))?.replace(/^E\s+/, '');
  return { place: place.find((one) => one.startsWith(file)) ?? file, name, says: says ?? said };
}

/** `--- FAIL: TestA (0.00s)`, then `    a_test.go:12: message`. */
function go(lines: readonly string[]): Failure | undefined {
  const all = lines.flatMap((line, at) => (/^\s*--- FAIL: /.test(line) ? [at] : []));
  // What is within stands behind its group, and says why.
  for (const at of all) {
    const rest = lines.slice(at + 1, at + 8);
    const told = rest.findIndex((line) => /^\s+\S+\.go:\d+: /.test(line));
    if (told < 0 && at !== all.at(-1)) continue;
    const [, name = ''] = /--- FAIL: (\S+)/.exec(lines[at] ?? '') ?? [];
    const [, place, says] = /^\s+(\S+\.go:\d+): (.*)$/.exec(rest[told] ?? '') ?? [];
    return { place, name, says };
  }
  return undefined;
}

/** `thread 'tests::a' panicked at src/lib.rs:12:5:`, and the message behind it. */
function cargo(lines: readonly string[]): Failure | undefined {
  const at = lines.findIndex((line) => /^thread '.*' (?:\(\d+\) )?panicked at /.test(line));
  const [, name, place] =
    /^thread '(.*?)'.* panicked at (\S+?:\d+):\d+:?/.exec(lines[at] ?? '') ?? [];
  return place === undefined
    ? undefined
    : { place, name, says: firstWords(lines.slice(at + 1, at + 4)) };
}

/** `FAIL: test_a (tests.A)`, a traceback, and its last line. */
function unittest(lines: readonly string[]): Failure | undefined {
  const at = lines.findIndex((line) => /^(?:FAIL|ERROR): \S+ \(.*\)/.test(line));
  if (at < 0) return undefined;
  const [, name] = /^(?:FAIL|ERROR): (\S+)/.exec(lines[at] ?? '') ?? [];
  const rest = lines.slice(at + 1, at + 60);
  const [, file, line] =
    rest.map((one) => /^ {2}File "(.+)", line (\d+)/.exec(one)).findLast(Boolean) ?? [];
  const says = rest.find((one) => /^\w[\w.]*(?:Error|Exception|Failure)\b/.test(one));
  return { place: file && `${file}:${line}`, name, says };
}

/** `[ERROR]   FooTest.bar:12 expected: <1> but was: <2>` */
function surefire(lines: readonly string[]): Failure | undefined {
  for (const line of lines) {
    const [, name, says] = /^\[ERROR\]\s+(\w[\w.$]*\.\w+:\d+)\s+(.+)$/.exec(line) ?? [];
    if (name !== undefined) return { name, says };
  }
  return undefined;
}

/** `1) group case`, as mocha, RSpec and PHPUnit count what failed. */
function numbered(lines: readonly string[]): Failure | undefined {
  const at = lines.findIndex((line) => /^\s*1\) \S/.test(line));
  if (at < 0 || !lines.some((line) => /\bfail(?:ing|ed|ures?)\b/i.test(line))) return undefined;
  const last = lines.findLastIndex((line) => /^\s*1\) \S/.test(line));
  const rest = lines.slice(last + 1, last + 40);
  const more = /:\s*$/.test(rest[0] ?? '') ? (rest[0] ?? '').trim().replace(/:$/, '') : '';
  const name = `${(lines[last] ?? '').replace(/^\s*1\) /, '').replace(/:$/, '')} ${more}`.trim();
  const place =
    placeIn(rest) ??
    rest.flatMap((line) => /^\s*(?:# )?((?:\.?\/)?[\w./-]+\.\w+:\d+)/.exec(line)?.[1] ?? [])[0];
  const says = rest.slice(more === '' ? 0 : 1).find((line) => line.trim() !== '');
  return { place, name, says: says?.trim() };
}

/** `src/a.js:3:5 message`, `src/a.ts(3,5): error TS1: …`, and rows below a file as eslint prints them. */
function complaintsIn(lines: readonly string[]): readonly string[] {
  let file = '';
  const found: string[] = [];
  for (const line of lines) {
    if (found.length === MOST_COMPLAINTS) break;
    if (/^\S+\.\w+$/.test(line)) file = line;
    const [, at, says] = /^\s+(\d+):\d+\s+(?:error|warning)?\s*(\S.*)$/.exec(line) ?? [];
    if (file !== '' && at !== undefined) found.push(`${file}:${at} ${says}`);
    else if (PLACED.test(line) && !/^\s*at /.test(line)) found.push(line.trim());
  }
  return found;
}

const PLACED =
  /^\s*(?:error|warning)?:?\s*(?:[\w.@-]*\/)*[\w.@-]+\.\w{1,10}(?::\d+|\(\d+,\d+\))(?::|\s|$).*\S/i;
