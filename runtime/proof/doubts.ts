// What of a change no run can tell, line by line: of lines it added, and of tests inside the program that it
// changed. Pure.

import { parseManifest } from '../evidence/seal/led-modules.ts';
import { exampleRegions, mayHoldTests } from '../evidence/seal/test-regions.ts';
import type { Doubt, DoubtKind, Meaning } from './change.ts';
import { type CodeLines, codeLines, languageOf } from './code-lines.ts';
import {
  endsProcess,
  isStarted,
  MOST_LINE,
  mocksChanged,
  namesOutside,
  namesRunner,
  readsProgram,
  silencesTypes,
  typesSaid,
} from './doubtful-lines.ts';
import { mayHaveParts, splitFile } from './parts.ts';
import { calledIn, definedNames, replacedMembers } from './replaced-members.ts';

export type Looked = Readonly<{
  path: string;
  meaning: Meaning;
  /** It may be what judges, too, and nothing tells which of it. */
  isUnsure?: true;
  /** It is too large to be looked at, or no text. */
  isUnread?: boolean;
  /** Its text then and now; empty: not there. */
  before: string;
  now: string;
  /** Lines of now that the change added, from 1; of what is both, those of the program. */
  added: readonly number[];
  /** Lines it took away. */
  removed: readonly string[];
}>;

/** `bins`: files that a manifest of the base starts as a command. */
export function doubtsOf(files: readonly Looked[], bins: ReadonlySet<string>): readonly Doubt[] {
  return [...lookedThrough(files, bins)].flat();
}

/** The same a line at a time: whoever reads much can be told in between to end. */
export function* lookedThrough(
  files: readonly Looked[],
  bins: ReadonlySet<string>,
): Generator<readonly Doubt[]> {
  const moved = new Map<string, number>();
  for (const text of files.flatMap(({ removed }) => removed)) {
    moved.set(text.trim(), (moved.get(text.trim()) ?? 0) + 1);
  }
  /** One that was only moved, or indented in another way, was there before. */
  const isNew = (text: string): boolean => {
    const left = moved.get(text.trim()) ?? 0;
    moved.set(text.trim(), left - 1);
    return left <= 0;
  };
  const sources = files
    .filter(({ path, meaning }) => meaning !== 'judge' && languageOf(path) !== undefined)
    .map(({ path, now, before }) => ({ path, text: now || before }));
  // A module that was moved takes its examples along.
  const elsewhere = files
    .filter(({ before, meaning }) => before === '' && meaning !== 'judge')
    .flatMap(({ path, now }) => examplesIn(path, now) ?? []);
  const defined = definedNames(sources.map(({ text }) => text));
  const called = files
    .filter(({ meaning, isUnread }) => meaning === 'judge' && !isUnread)
    .map((file) => ({ file, names: calledIn(file.now) }));
  const names = new Set(sources.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  for (const file of files) {
    const lines = file.now.split('\n');
    const added = file.added.filter((line) => isNew(lines[line - 1] ?? ''));
    const brought = file.added.filter((line) => !added.includes(line));
    if (file.meaning === 'prose') continue;
    if (file.isUnread) {
      yield [doubt(file, 1, 'not-read')];
      continue;
    }
    if (file.isUnsure) {
      yield [doubt(file, file.added[0] ?? 1, 'unkeyed')];
      continue;
    }
    if (isPackage(file.path)) {
      yield remapped(file);
      continue;
    }
    const language = languageOf(file.path);
    if (language === undefined) continue;
    const read = codeLines(language, file.now);
    const isCalledElsewhere = (name: string): boolean =>
      called.some((one) => one.file !== file && one.names.has(name));
    const replaced =
      file.meaning === 'judge'
        ? replacedMembers(read.text.join('\n'), defined, isCalledElsewhere)
        : NOTHING;
    const told = (line: number): DoubtKind | undefined => {
      const { text, code } = at(read, line);
      if (text.trim() === '') return undefined;
      if (text.length > MOST_LINE) return 'not-read';
      if (file.meaning === 'judge') {
        if (replaced.has(line) || mocksChanged(file.path, text, sources)) return 'mocks-changed';
        return readsProgram(text, names, file.now) ? 'reads-program' : undefined;
      }
      if (namesRunner(language, text)) return 'names-runner';
      const mayEnd = bins.has(file.path) || isStarted(file.path, language, file.before);
      if (!mayEnd && endsProcess(language, { text, code })) return 'ends-process';
      return namesOutside(file.path, text) ? 'outside-path' : undefined;
    };
    const saidBefore = typesSaid(file.removed);
    for (const line of added) {
      const kind = told(line);
      const shown = (lines[line - 1] ?? '').slice(0, MOST_LINE);
      const about = { line: shown, code: at(read, line).code.slice(0, MOST_LINE) };
      const isSilent = file.meaning !== 'judge' && silencesTypes(language, about, saidBefore);
      const all = [...(kind ? [kind] : []), ...(isSilent ? (['types-silenced'] as const) : [])];
      yield all.map((one) => doubt(file, line, one, lines));
    }
    if (file.meaning === 'judge') continue;
    yield brought
      .filter(
        (line) =>
          namesRunner(language, at(read, line).text) && isTaken(files, file, lines[line - 1]),
      )
      .map((line) => doubt(file, line, 'names-runner', lines));
    yield changedExamples(file, elsewhere);
  }
}

const NOTHING: ReadonlySet<number> = new Set();

/** From another file that is still there: it was not moved together with what it was written for. */
function isTaken(files: readonly Looked[], to: Looked, text = ''): boolean {
  return files.some(
    (one) =>
      one !== to &&
      one.now !== '' &&
      one.meaning !== 'judge' &&
      one.removed.some((line) => line.trim() === text.trim()),
  );
}

function at({ text, code }: CodeLines, line: number): Readonly<{ text: string; code: string }> {
  return { text: text[line - 1] ?? '', code: code[line - 1] ?? '' };
}

const MOST_CHARS = 200;

/** `lines`: of its text, where there may be many doubts in it. */
function doubt(
  { path, now, before }: Looked,
  line: number,
  kind: DoubtKind,
  lines: readonly string[] = (now || before).split('\n'),
): Doubt {
  const text = lines[line - 1] ?? '';
  return { path, line, text: text.trim().slice(0, MOST_CHARS), kind };
}

export function isPackage(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1) === 'package.json';
}

/** Users load the program by other names: what the tests load may be none of what they get. */
function remapped(file: Looked): readonly Doubt[] {
  const [old, own] = [file.before, file.now].map((text) => parseManifest(text)?.imports);
  if (!isRecord(old) || !isRecord(own)) return [];
  const lines = file.now.split('\n');
  return Object.keys(old)
    .filter((name) => name in own && JSON.stringify(old[name]) !== JSON.stringify(own[name]))
    .map((name) => {
      const line = lines.findIndex((text) => text.includes(JSON.stringify(name)));
      return doubt(file, Math.max(line, 0) + 1, 'remapped');
    });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

type Example = Readonly<{ text: string; line: number }>;

/** Undefined: nobody can say where they are. */
function examplesIn(path: string, text: string): readonly Example[] | undefined {
  if (!mayHoldTests(path)) return [];
  const lines = text.split('\n').map((line) => line.trim());
  return exampleRegions(path, text)?.map(({ from, to }) => ({
    text: lines.slice(from, to).join('\n'),
    line: from + 1,
  }));
}

/** Tests written into the program of other languages than Rust, and examples in its comments: changed, or gone. */
function changedExamples(file: Looked, elsewhere: readonly Example[]): readonly Doubt[] {
  const { path, before, now } = file;
  if (before === '') return [];
  const unclear = unclearTests(file);
  if (unclear !== undefined) return [doubt(file, unclear, 'inline-test')];
  if (!mayHoldTests(path)) return otherTests(file);
  const [old, own] = [examplesIn(path, before), examplesIn(path, now)];
  // What nobody could ever find is said of nothing.
  if (!old || old.length === 0) return [];
  if (!own) return [doubt(file, 1, 'inline-test')];
  const kept = [...own, ...elsewhere].map(({ text }) => text);
  const lines = (now || before).split('\n');
  return old.flatMap(({ text }, i) => {
    const whole = kept.indexOf(text);
    const same = whole === -1 ? kept.findIndex((one) => isContinued(text, one)) : whole;
    if (same !== -1) {
      kept.splice(same, 1);
      return [];
    }
    return [doubt(file, own[Math.min(i, own.length - 1)]?.line ?? 1, 'inline-test', lines)];
  });
}

/** All of it is there, and more stands at its end: that comes too late to keep what was there from saying no. */
function isContinued(before: string, now: string): boolean {
  const [old, own] = [before.split('\n'), now.split('\n')];
  const differs = old.findIndex((line, at) => line !== own[at]);
  const rest = differs === -1 ? [] : old.slice(differs);
  const closes = rest.every((line) => /^[\s)\]};,]*$/.test(line));
  return closes && own.slice(own.length - rest.length).join('\n') === rest.join('\n');
}

const RUST_TEST = /^\s*#\[\s*(?:cfg\(\s*test\s*\)|(?:\w+::)*test\s*\])/;

/** Of Rust: where its tests begin, if they cannot be told from its program. */
function unclearTests({ path, before, now }: Looked): number | undefined {
  if (!path.endsWith('.rs') || !mayHaveParts(path) || now === '') return undefined;
  if (splitFile(path, before, now) !== undefined) return undefined;
  const line = now.split('\n').findIndex((text) => RUST_TEST.test(text));
  return line === -1 ? undefined : line + 1;
}

/** A line that begins a test inside the program, in languages whose tests nobody here finds the end of. */
const BEGINS_TEST =
  /^\s*(?:#+\s*)?(?:iex(?:\(\d+\))?>|unittest\s*\{|test\s+"[^"]*"\s*\{|TEST_CASE\s*\()/;

function otherTests(file: Looked): readonly Doubt[] {
  const gone = file.removed.some((text) => BEGINS_TEST.test(text));
  return gone ? [doubt(file, file.added[0] ?? 1, 'inline-test')] : [];
}
