// What an executor left as its result, read. Only its form is looked at here: whether it is believed is for
// judge-result.ts, and what it proves for nobody: the runtime looks for itself.

import { inOrder } from '../../files/problem-at.ts';
import type { Problem } from '../../model/failure.ts';
import { NO_TESTS } from '../../model/protocol/vocabulary.ts';
import { type WorkResult, workResultSchema } from '../../model/protocol/work-result.ts';
import { oneLine } from '../../words/plain-text.ts';
import { checkForm, type Misformed, readProtoJson } from './check-form.ts';
import { issueRefProblems } from './issue-ref.ts';
import { isInsideName } from './names.ts';
import { headerHint, readHeader, writtenAs } from './result-text.ts';
import { problemAt, problemIn, type Source } from './source.ts';

/** `notes`: what is passed over, as a field that this version does not know. */
export type ReadResult =
  | Misformed
  | Readonly<{ kind: 'result'; result: WorkResult; notes: readonly Problem[] }>
  /** What a program printed, and nothing in it that says whose result it is. */
  | Readonly<{ kind: 'logs-only' }>;

/** JSON if it begins with a brace, else `Key: Value`. `file` is how it is called in messages. */
export function readResult(text: string, file: string): ReadResult {
  const plain = text.replace(/^\uFEFF/, '');
  return /^\s*\{/.test(plain) ? readJsonResult(plain, file) : readTextResult(plain, file);
}

/** What is wrong with the form of a result, each with its place; nothing if it is one. */
export function problemsOf(read: ReadResult, file: string): readonly Problem[] {
  switch (read.kind) {
    case 'result':
      return [];
    case 'faulty':
      return read.problems;
    case 'other-version':
      return [read.problem];
    case 'logs-only': {
      const message = 'There is no result: no line is "IssueRef: …" or "RunId: …".';
      return [{ file, line: 1, column: 1, message, hint: 'See docs/executors.md.' }];
    }
  }
}

export function readJsonResult(text: string, file: string): ReadResult {
  const json = readProtoJson(text, file);
  return 'kind' in json ? json : check(json.value, json.source);
}

export function readTextResult(text: string, file: string): ReadResult {
  const header = readHeader(text);
  if (header === undefined) return { kind: 'logs-only' };
  const { value, spanOf, strange, faults } = header;
  const at = ({ span, message, hint }: (typeof faults)[number]): Problem =>
    problemAt({ file, text }, span, message, hint);
  const read = check(value, { file, text, spanOf, nameOf: writtenAs, hintOf: headerHint });
  if (read.kind === 'result' && faults.length === 0) return { ...read, notes: strange.map(at) };
  if (read.kind === 'other-version' || read.kind === 'logs-only') return read;
  const found = read.kind === 'faulty' ? read.problems : [];
  const missing = read.kind === 'faulty' ? read.missing : [];
  // A key that is nearly one of ours is most likely the one that is missing.
  const misspelt = strange.filter(({ hint }) => hint !== undefined);
  const problems = inOrder([...[...faults, ...misspelt].map(at), ...found]);
  return { kind: 'faulty', problems, missing };
}

function check(value: unknown, source: Source): ReadResult {
  const read = checkForm(workResultSchema, value, source, (fields) =>
    meaningProblems(fields, source),
  );
  return read.kind === 'formed' ? { kind: 'result', result: read.data, notes: read.notes } : read;
}

/** What no schema says. */
function meaningProblems(fields: Partial<WorkResult>, source: Source): Problem[] {
  const problems: Problem[] = [];
  const add = (path: ReadonlyArray<string | number>, message: string, hint: string) => {
    problems.push(problemIn(source, path, message, hint));
  };
  const { issue_ref, run_id, changes = {}, tests = [], artifacts = [] } = fields;
  problems.push(...issueRefProblems(issue_ref, source));
  if (run_id !== undefined && !/^\d{4}-\d{2}-\d{2}-[a-z]+-\d{4,}$/.test(run_id)) {
    const hint = 'Repeat the run_id of the work order: 2026-02-14-body-0003.';
    add(['run_id'], `"${oneLine(run_id, 60)}" is not a run id.`, hint);
  }
  if (changes.commit !== undefined && commitIn(changes.commit) === undefined) {
    const hint = 'Write its hash or its URL.';
    add(['changes', 'commit'], `"${oneLine(changes.commit, 60)}" is not a commit.`, hint);
  }
  if (changes.pr !== undefined && !isPullRequest(changes.pr)) {
    const hint = 'Write its URL.';
    add(['changes', 'pr'], `"${oneLine(changes.pr, 60)}" is not a pull request.`, hint);
  }
  if (changes.patch !== undefined && !isInsideName(changes.patch)) {
    add(['changes', 'patch'], LEADS_OUT(changes.patch), INSIDE_HINT);
  }
  if (tests.length > 1 && tests.includes(NO_TESTS)) {
    add(
      ['tests'],
      `"${NO_TESTS}" says that no tests were run, and others are named.`,
      'Leave one of them out.',
    );
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

const LEADS_OUT = (path: string): string => `"${oneLine(path, 80)}" is not a file of the folder.`;
const INSIDE_HINT = 'Write it as it is called below the folder of the order, with forward slashes.';

/** A URL, or `org/repo#12` (of GitLab `org/repo!12`). */
export function isPullRequest(text: string): boolean {
  return /^(?:https?:\/\/\S+|[\w./-]+[#!]\d+)$/.test(text);
}

/** The hash in what is named as a commit. */
export function commitIn(text: string): string | undefined {
  const match = /^(?:https?:\/\/\S*\/)?([0-9a-f]{7,64})$/i.exec(text);
  return match?.[1]?.toLowerCase();
}
