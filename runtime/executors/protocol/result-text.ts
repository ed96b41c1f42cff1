// work_result.txt: `Key: Value` up to the first empty line, then prose that nobody reads but people.
// Spacing and case are as the writer likes; what a line means is not guessed.

import type { Span } from '../../files/json-places.ts';
import { NO_TESTS } from '../../model/protocol/vocabulary.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { oneLine } from '../../words/plain-text.ts';

type Fault = Readonly<{ span: Span; message: string; hint?: string }>;

type Header = Readonly<{
  /** As the same result would stand in JSON. */
  value: Readonly<Record<string, unknown>>;
  spanOf: (path: ReadonlyArray<string | number>) => Span | undefined;
  /** Keys that mean nothing, and are passed over. */
  strange: readonly Fault[];
  faults: readonly Fault[];
}>;

/** As people write them, by field; those of `changes` are one field in JSON. */
const KEYS: Readonly<Record<string, string>> = {
  schema_version: 'Schema-Version',
  issue_ref: 'IssueRef',
  run_id: 'RunId',
  status: 'Status',
  pr: 'PR',
  commit: 'Commit',
  patch: 'Patch',
  tests: 'Tests',
  summary: 'Summary',
  blocked_by: 'Blocked-By',
  questions: 'Questions',
  artifacts: 'Artifacts',
  evidence: 'Evidence',
  error_code: 'Error-Code',
};

/** These may be written several times. */
const LISTS: readonly string[] = ['tests', 'blocked_by', 'questions', 'artifacts', 'evidence'];

const FIELD_OF: ReadonlyMap<string, string> = new Map([
  ...Object.entries(KEYS).map(([field, key]) => [plain(key), field] as const),
  ['question', 'questions'],
  ['artifact', 'artifacts'],
  ['test', 'tests'],
]);

export function writtenAs(field: string): string {
  return field === 'changes' ? 'PR or Commit' : (KEYS[field] ?? field);
}

/** Where the same is written otherwise than in JSON. */
export function headerHint(field: string): string | undefined {
  return HINTS[field];
}

const HINTS: Readonly<Record<string, string>> = {
  changes: '"PR: URL" or "Commit: HASH"; "Commit: none" where nothing was changed.',
  tests: '"Tests: go test ./... => pass", or "Tests: n/a" where none were run.',
};

/** Undefined: no line of it says anything of a result, so it is what a program printed. */
export function readHeader(text: string): Header | undefined {
  const found = new Map<string, Array<Readonly<{ value: string; span: Span }>>>();
  const strange: Fault[] = [];
  const faults: Fault[] = [];
  const { lines, body } = headerLines(text);
  for (const { at, line } of lines) {
    const span = { at, length: line.length };
    const pair = /^(\s*([A-Za-z][A-Za-z _-]{0,40}?)\s*[:：]\s*)(.*?)\s*$/.exec(line);
    const [, before = '', key = '', value = ''] = pair ?? [];
    const field = FIELD_OF.get(plain(key));
    if (!pair) {
      const hint = 'An empty line ends the header; prose stands below it.';
      faults.push({ span, message: 'This line is not "Key: Value".', hint });
    } else if (field === undefined) {
      const message = `"${oneLine(key, 40)}" is not a key of a result and is ignored.`;
      const meant = didYouMean(key, Object.values(KEYS));
      strange.push({ span, message, ...(meant && { hint: meant }) });
    } else {
      const earlier = found.get(field) ?? [];
      if (earlier.length > 0 && !LISTS.includes(field)) {
        faults.push({
          span,
          message: `"${KEYS[field]}" is there twice.`,
          hint: 'Keep one of them.',
        });
      }
      const place = value === '' ? span : { at: at + before.length, length: value.length };
      found.set(field, [...earlier, { value, span: place }]);
    }
  }
  if (found.size === 0) return undefined;
  return {
    value: dataOf(found, body),
    spanOf: (path) => spanOf(found, path),
    strange,
    faults,
  };
}

type Found = ReadonlyMap<string, ReadonlyArray<Readonly<{ value: string; span: Span }>>>;

function dataOf(found: Found, body: string): Record<string, unknown> {
  const one = (field: string): string | undefined => found.get(field)?.[0]?.value || undefined;
  const some = (field: string): string[] =>
    (found.get(field) ?? []).flatMap(({ value }) => (isNone(value) ? [] : [value]));
  const change = (field: string): string | undefined => {
    const value = one(field);
    return value === undefined || isNone(value) ? undefined : value;
  };
  const isChangeSaid = ['pr', 'commit', 'patch'].some((field) => one(field) !== undefined);
  const code = one('error_code');
  const tests = (found.get('tests') ?? []).map(({ value }) => (isNone(value) ? NO_TESTS : value));
  return withoutUndefined({
    schema_version: one('schema_version'),
    issue_ref: one('issue_ref'),
    run_id: one('run_id'),
    status: one('status')?.toLowerCase(),
    changes: isChangeSaid
      ? withoutUndefined({ pr: change('pr'), commit: change('commit'), patch: change('patch') })
      : undefined,
    tests: tests.length > 0 ? tests.filter((value) => value !== '') : undefined,
    summary: one('summary') ?? (firstSentence(body) || NO_SUMMARY),
    blocked_by: some('blocked_by'),
    questions: some('questions'),
    artifacts: [
      ...some('artifacts')
        .flatMap((value) => value.split(/\s*,\s+/))
        .map(placeOf),
      ...some('evidence').map((value) =>
        /\s/.test(value) ? { description: value } : placeOf(value),
      ),
    ],
    error_code: code === undefined || isNone(code) ? undefined : snake(code),
  });
}

function placeOf(value: string): Readonly<Record<string, string>> {
  return /^https?:\/\//.test(value) ? { url: value } : { path: value };
}

const NO_SUMMARY = '(it gives no summary)';

/** The value; of a part of `changes` its own, of a list the one at its place, else the first. */
function spanOf(found: Found, [field, part]: ReadonlyArray<string | number>): Span | undefined {
  const lines = {
    changes: typeof part === 'string' ? [part] : ['commit', 'pr', 'patch'],
    artifacts: ['artifacts', 'evidence'],
  };
  const names = field === 'changes' || field === 'artifacts' ? lines[field] : [String(field)];
  const at = field === 'tests' && typeof part === 'number' ? part : 0;
  return names
    .map((name) => (found.get(name)?.[at] ?? found.get(name)?.[0])?.span)
    .find((span) => span !== undefined);
}

type Line = Readonly<{ at: number; line: string }>;

function headerLines(text: string): Readonly<{ lines: readonly Line[]; body: string }> {
  const lines: Line[] = [];
  let at = 0;
  for (const whole of text.split('\n')) {
    const line = whole.replace(/\r$/, '');
    if (line.trim() !== '') lines.push({ at, line });
    else if (lines.length > 0) return { lines, body: text.slice(at) };
    at += whole.length + 1;
  }
  return { lines, body: '' };
}

/** Of the first paragraph of prose that is more than a label. */
function firstSentence(body: string): string {
  const lines = body.split('\n').map((line) => line.trim());
  const from = lines.findIndex((line) => line !== '' && !/^[^\s]{1,30}[:：]$|^#/.test(line));
  if (from === -1) return '';
  const rest = lines.slice(from);
  const end = rest.indexOf('');
  const paragraph = rest.slice(0, end === -1 ? undefined : end).join(' ');
  const [sentence = paragraph] = /^.+?(?:[.!?](?= |$)|[。！？])/.exec(paragraph) ?? [];
  return oneLine(sentence, 500);
}

function isNone(value: string): boolean {
  return /^(?:none|n\/?a|-+)\.?$/i.test(value);
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[ _-]/g, '');
}

function snake(word: string): string {
  return word.toLowerCase().replaceAll(/[\s-]+/g, '_');
}

function withoutUndefined(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}
