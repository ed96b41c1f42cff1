// What an executor left as its result, read. Only its form is looked at here: whether it is believed is for
// judge-result.ts, and what it proves for nobody: the runtime looks for itself.

import { readPlacedJson } from '../../files/json-places.ts';
import type { Problem } from '../../model/failure.ts';
import { NO_TESTS, PROTOCOL_VERSION } from '../../model/protocol/vocabulary.ts';
import { type WorkResult, workResultSchema } from '../../model/protocol/work-result.ts';
import { oneLine } from '../../words/plain-text.ts';
import { issueRefFault } from './issue-ref.ts';
import { isInsideName } from './names.ts';
import { readHeader, writtenAs } from './result-text.ts';
import { issueProblem, problemAt, problemIn, type Source } from './source.ts';

/** `notes`: what is passed over, as a field that this version does not know. */
export type ReadResult =
  | Readonly<{ kind: 'result'; result: WorkResult; notes: readonly Problem[] }>
  /** `missing`: fields that are not there at all. */
  | Readonly<{ kind: 'faulty'; problems: readonly Problem[]; missing: readonly string[] }>
  | Readonly<{ kind: 'other-version'; theirs: string; ours: number; problem: Problem }>
  /** What a program printed, and nothing in it that says whose result it is. */
  | Readonly<{ kind: 'logs-only' }>;

/** JSON if it begins with a brace, else `Key: Value`. `file` is how it is called in messages. */
export function readResult(text: string, file: string): ReadResult {
  const plain = text.replace(/^\uFEFF/, '');
  return /^\s*\{/.test(plain) ? readJsonResult(plain, file) : readTextResult(plain, file);
}

export function readJsonResult(text: string, file: string): ReadResult {
  const read = readPlacedJson(text, snakeCase);
  if (!read.ok) {
    const problem = problemAt({ file, text }, { at: read.at, length: 1 }, read.message);
    return { kind: 'faulty', problems: [problem], missing: [] };
  }
  const { value, spanOf } = read;
  return check(withoutNulls(value), { file, text, spanOf, nameOf: (field) => field });
}

export function readTextResult(text: string, file: string): ReadResult {
  const header = readHeader(text);
  if (header === undefined) return { kind: 'logs-only' };
  const { value, spanOf, strange, faults } = header;
  const at = ({ span, message, hint }: (typeof faults)[number]): Problem =>
    problemAt({ file, text }, span, message, hint);
  const read = check(value, { file, text, spanOf, nameOf: writtenAs });
  if (read.kind === 'result' && faults.length === 0) return { ...read, notes: strange.map(at) };
  if (read.kind === 'other-version' || read.kind === 'logs-only') return read;
  const found = read.kind === 'faulty' ? read.problems : [];
  const missing = read.kind === 'faulty' ? read.missing : [];
  return { kind: 'faulty', problems: inOrder([...faults.map(at), ...found]), missing };
}

/** `issueRef` and `issue_ref` are one field. */
export function snakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** To proto-json null is a field that was not set. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutNulls(one)]));
}

function check(value: unknown, source: Source): ReadResult {
  const version = versionOf(value);
  if (version !== undefined && majorOf(version) !== String(PROTOCOL_VERSION)) {
    const theirs = oneLine(version, 20);
    const message = `This result is of version ${theirs} of the protocol, and this Wukong reads version ${PROTOCOL_VERSION}.`;
    const problem = problemIn(source, ['schema_version'], message, VERSION_HINT);
    return { kind: 'other-version', theirs, ours: PROTOCOL_VERSION, problem };
  }
  const known =
    version === undefined ? value : { ...Object(value), schema_version: PROTOCOL_VERSION };
  const { data, unknown } = withoutUnknown(known);
  const read = workResultSchema.safeParse(data);
  const notes = unknown.map((path) =>
    problemIn(
      source,
      path,
      `"${oneLine(String(path.at(-1)), 60)}" is no field of a result; it is passed over.`,
    ),
  );
  if (!read.success) {
    const problems = read.error.issues.map((issue) => issueProblem(source, issue, hintOf, data));
    return { kind: 'faulty', problems: inOrder(problems), missing: missingIn(data) };
  }
  const problems = meaningProblems(read.data, source);
  return problems.length > 0
    ? { kind: 'faulty', problems: inOrder(problems), missing: [] }
    : { kind: 'result', result: read.data, notes };
}

const VERSION_HINT = 'Update Wukong, or write the result as that version has it.';

function versionOf(value: unknown): string | undefined {
  const { schema_version: version } = Object(value);
  return version === undefined ? undefined : String(version);
}

function majorOf(version: string): string {
  return version.replace(/^v/i, '').split('.')[0] ?? '';
}

/** A later minor version may say more; what it says more of is named, and passed over. */
function withoutUnknown(
  value: unknown,
): Readonly<{ data: unknown; unknown: ReadonlyArray<ReadonlyArray<string | number>> }> {
  const read = workResultSchema.safeParse(value);
  const unknown = (read.error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...(issue.path as ReadonlyArray<string | number>), key])
      : [],
  );
  const data = structuredClone(value);
  for (const path of unknown) {
    const parent = path.slice(0, -1).reduce((at, name) => Object(at)[name], data);
    delete Object(parent)[path.at(-1) ?? ''];
  }
  return { data, unknown };
}

function missingIn(value: unknown): string[] {
  return Object.keys(workResultSchema.shape).filter((field) => Object(value)[field] === undefined);
}

function hintOf(field: string): string | undefined {
  const shape: Readonly<Record<string, Readonly<{ description?: string | undefined }>>> =
    workResultSchema.shape;
  return shape[field]?.description;
}

const ISSUE_HINT = 'Write it as in the work order: org/repo#12 or local#12.';

const ISSUE_WORDS = {
  'internal-id': 'is an id that a tracker uses inside, and no issue',
  url: 'is an address, and no issue',
  'no-repository': 'does not say of which repository',
  'other-form': 'is no issue',
} as const;

/** What no schema says. */
function meaningProblems(result: WorkResult, source: Source): Problem[] {
  const problems: Problem[] = [];
  const add = (path: ReadonlyArray<string | number>, message: string, hint: string) => {
    problems.push(problemIn(source, path, message, hint));
  };
  const { issue_ref, run_id, changes, tests, artifacts } = result;
  const fault = issueRefFault(issue_ref);
  if (fault) add(['issue_ref'], `"${oneLine(issue_ref, 60)}" ${ISSUE_WORDS[fault]}.`, ISSUE_HINT);
  if (!/^\d{4}-\d{2}-\d{2}-[a-z]+-\d{4,}$/.test(run_id)) {
    const hint = 'Repeat the run_id of the work order: 2026-02-14-body-0003.';
    add(['run_id'], `"${oneLine(run_id, 60)}" is no run.`, hint);
  }
  if (changes.commit !== undefined && commitIn(changes.commit) === undefined) {
    const hint = 'Write its hash, its URL, or none.';
    add(['changes', 'commit'], `"${oneLine(changes.commit, 60)}" is no commit.`, hint);
  }
  if (changes.pr !== undefined && !/^(?:https?:\/\/\S+|[\w./-]+[#!]\d+)$/.test(changes.pr)) {
    const hint = 'Write its URL, or none.';
    add(['changes', 'pr'], `"${oneLine(changes.pr, 60)}" is no pull request.`, hint);
  }
  if (changes.patch !== undefined && !isInsideName(changes.patch)) {
    add(['changes', 'patch'], LEADS_OUT(changes.patch), INSIDE_HINT);
  }
  if (tests.length > 1 && tests.includes(NO_TESTS)) {
    add(['tests'], `"${NO_TESTS}" stands beside tests.`, 'Leave one of them out.');
  }
  for (const [i, { path, url }] of artifacts.entries()) {
    if (path !== undefined && url !== undefined) {
      add(['artifacts', i], 'An artifact has a path or a url, not both.', 'Leave one of them out.');
    } else if (path !== undefined && !isInsideName(path)) {
      add(['artifacts', i, 'path'], LEADS_OUT(path), INSIDE_HINT);
    }
  }
  return problems;
}

const LEADS_OUT = (path: string): string => `"${oneLine(path, 80)}" is no file of the folder.`;
const INSIDE_HINT = 'Write it as it is called below the folder of the order, with forward slashes.';

/** The hash in what is named as a commit. */
export function commitIn(text: string): string | undefined {
  const match = /^(?:https?:\/\/\S*\/)?([0-9a-f]{7,64})$/i.exec(text);
  return match?.[1]?.toLowerCase();
}

function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
}
