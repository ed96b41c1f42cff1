// What a gate wrote for programs to read. Counts come from here and from nowhere else: prose that
// says "all tests passed" counts nothing. Loaded only when a gate names files.

import { readBytes } from '../../files/reading.ts';
import type {
  CommandGate,
  Counts,
  GateOutcome,
  OutputFormat,
  OutputSeen,
  TestCounts,
} from '../../model/gate.ts';
import { readCounts, toldBy } from './formats/formats.ts';
import type { Told } from './formats/shape.ts';
import { type ReadFile, readFresh, type Stamps, stampsOf } from './output-files.ts';

const MAX_TOLD = 100;

/** Taken before the gate starts: a file that is the same afterwards was not written by it. */
export function stampOutputs(gate: CommandGate, root: string): Stamps {
  return stampsOf(
    root,
    (gate.outputs ?? []).map(({ file }) => file).filter((file) => file !== '-'),
  );
}

type Captured = Readonly<{ file: string; complete: boolean }>;

/** Where a gate wrote: its tree, what stood there before, and what it printed. */
type Written = Readonly<{ root: string; before: Stamps; stdout: Captured | undefined }>;

/** The outcome of a gate that ended, checked against the files it promised. */
export function withOutputs(gate: CommandGate, outcome: GateOutcome, from: Written): GateOutcome {
  const seen: OutputSeen[] = [];
  const all: Counts[] = [];
  for (const { file, format } of gate.outputs ?? []) {
    for (const one of filesOf(file, from)) {
      const { output, counts } = measure(one, format);
      seen.push(output);
      if (counts) all.push(counts);
    }
  }
  return judgeCounts(gate, { ...outcome, ...sumOf(all), outputs: seen.slice(0, MAX_TOLD) }, seen);
}

function filesOf(file: string, from: Written): readonly ReadFile[] {
  return file === '-' ? [captured(from.stdout)] : readFresh(from.root, file, from.before);
}

function captured(stdout: Captured | undefined): ReadFile {
  if (!stdout?.complete)
    return { ok: false, file: '-', problem: 'its stdout was not kept completely' };
  const bytes = readBytes(stdout.file);
  return { ok: true, file: '-', text: bytes.toString('utf8'), sha256: '', bytes: bytes.length };
}

function measure(
  one: ReadFile,
  format: OutputFormat,
): Readonly<{ output: OutputSeen; counts?: Counts }> {
  const { file } = one;
  if (!one.ok) return { output: { file, format, problem: one.problem } };
  const found = one.sha256 === '' ? {} : { sha256: one.sha256 };
  const output: OutputSeen = { file, format, ...found, bytes: one.bytes };
  const read = readCounts(format, one.text);
  return read.ok
    ? { output, counts: read.counts }
    : { output: { ...output, problem: read.problem } };
}

/**
 * The single tests in what a gate has just written, where it promises such files. Of one that is not what it
 * promised nothing is told here: that is said where it is counted.
 */
export function toldInOutputs(gate: CommandGate, from: Written): readonly Told[] | undefined {
  const told = (gate.outputs ?? [])
    .flatMap(({ file, format }) => filesOf(file, from).map((one) => ({ one, format })))
    .flatMap(({ one, format }) => (one.ok ? (toldBy(format, one.text) ?? []) : []));
  return told.length === 0 ? undefined : told;
}

function sumOf(all: readonly Counts[]): Readonly<{ counts?: Counts }> {
  const tests = all.flatMap((counts) => counts.tests ?? []);
  return tests.length > 0 ? { counts: { tests: sumTests(tests) } } : {};
}

function sumTests(all: readonly TestCounts[]): TestCounts {
  const of = (key: keyof TestCounts): number => all.reduce((sum, one) => sum + one[key], 0);
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped'), total: of('total') };
}

/**
 * A gate that names files has passed only if they say so too. A file that is not there or can't be
 * read is a broken promise, hence a failure: taking the report away must not hide what it would say.
 * A failure by exit code stays one, whatever the files say.
 */
function judgeCounts(
  gate: CommandGate,
  outcome: GateOutcome,
  seen: readonly OutputSeen[],
): GateOutcome {
  const broken = seen.filter((one) => one.problem !== undefined);
  const output = broken.slice(0, 5).map(({ file, format, problem }) => {
    const name = file === '-' ? 'stdout' : file;
    return `it promised ${name} as ${format}, and ${problem}`;
  });
  if (outcome.outcome !== 'pass') {
    return output.length === 0
      ? outcome
      : { ...outcome, notes: [...(outcome.notes ?? []), ...output] };
  }
  const why = output[0] ?? contradiction(gate, outcome.counts ?? {});
  if (why === undefined) return outcome;
  const notes = [...(outcome.notes ?? []), ...output.slice(1)];
  return { ...outcome, outcome: 'fail', error: why, ...(notes.length > 0 ? { notes } : {}) };
}

function contradiction({ expect_exit }: CommandGate, { tests }: Counts): string | undefined {
  if (tests && tests.passed + tests.failed === 0) {
    return tests.skipped === 0 ? 'no tests ran' : `no tests ran, ${tests.skipped} were skipped`;
  }
  // Expecting another exit code than 0 means expecting failures.
  return expect_exit === 0 && tests && tests.failed > 0
    ? `${tests.failed} of ${tests.total} tests failed by its own files, though it ended with exit code 0`
    : undefined;
}
