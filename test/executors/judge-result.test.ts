import { describe, expect, test } from 'vitest';
import {
  citedChecks,
  judgeResult,
  type KnownRun,
} from '../../runtime/executors/protocol/judge-result.ts';
import { readResult } from '../../runtime/executors/protocol/read-result.ts';
import { EXAMPLE, RESULT } from './samples.ts';

const RUN: KnownRun = {
  issue_ref: RESULT.issue_ref,
  run_id: RESULT.run_id,
  active: RESULT.run_id,
  changed: ['lib/a.go'],
  patch: false,
  base: '1111111',
  commit: null,
  exit: 0,
};

function judge(text: string, more: Partial<KnownRun> = {}) {
  return judgeResult(readResult(text, 'work_result'), { ...RUN, ...more });
}

const NO_PR = EXAMPLE.replace(/PR:.*/, 'PR: none');
const COMMIT = NO_PR.replace('Commit: none', 'Commit: 2222222');

test('a result that can be found again is examined, and proves nothing by itself', () => {
  expect(judge(EXAMPLE)).toMatchObject({
    kind: 'examine',
    taken: { traced: ['pr'], checks: [{ command: 'go test ./...', said: 'pass' }] },
  });
});

describe('of a run that is over or was replaced', () => {
  test.each(['2026-02-14-backend-0004', null])('a late result changes nothing (%s)', (active) => {
    const late = { kind: 'refused', because: { kind: 'stale', active } };
    expect(judge(EXAMPLE, { active })).toMatchObject(late);
    expect(judge('some log', { active })).toMatchObject(late);
  });

  test('a result that another run left is not taken for this one', () => {
    expect(judge(EXAMPLE.replace('0003', '0002'))).toMatchObject({
      kind: 'refused',
      because: { kind: 'stale', run: '2026-02-14-backend-0002' },
    });
  });
});

test('a result for another issue is refused', () => {
  expect(judge(EXAMPLE.replace('#123', '#124'))).toMatchObject({
    kind: 'refused',
    because: { kind: 'other-issue', theirs: 'org/contracts#124', ours: 'org/contracts#123' },
  });
});

test('of another version it is refused with both', () => {
  expect(judge(EXAMPLE.replace('Status', 'Schema-Version: 3\nStatus'))).toEqual({
    kind: 'refused',
    because: { kind: 'other-version', theirs: '3', ours: 1 },
  });
});

describe('nothing is written back, and a person looks,', () => {
  test.each([
    ['without a run id', EXAMPLE.replace(/RunId:.*\n/, ''), 'no-run-id'],
    ['where there are only logs', 'PASS\nok\n', 'logs-only'],
    ['where its form is wrong', EXAMPLE.replace('Status: ok', 'Status: fine'), 'form'],
  ])('%s', (_when, text, kind) => {
    expect(judge(text)).toMatchObject({ kind: 'blocked', written_back: false, because: { kind } });
  });
});

describe('a change that cannot be found again is blocked', () => {
  const untraceable = { kind: 'blocked', written_back: true, because: { kind: 'untraceable' } };

  test('without PR, commit and patch', () => {
    expect(judge(NO_PR)).toMatchObject(untraceable);
    expect(judge(NO_PR, { patch: true })).toMatchObject({ taken: { traced: ['patch'] } });
    expect(judge(NO_PR, { changed: [] })).toMatchObject({ kind: 'examine' });
  });

  test('by a commit that git does not have, or that the work began on', () => {
    expect(judge(COMMIT, { commit: null })).toMatchObject({ because: { commit: 'unknown' } });
    expect(judge(COMMIT, { commit: '1111111' })).toMatchObject({ because: { commit: 'is-base' } });
    expect(judge(COMMIT, { commit: '2222222' })).toMatchObject({ taken: { traced: ['commit'] } });
  });
});

describe('the end of a program', () => {
  test('is no test that passed', () => {
    const silent = EXAMPLE.replace(/Tests:.*/, 'Tests: n/a');
    expect(judge(silent, { exit: 0 })).toMatchObject({ kind: 'examine', taken: { checks: [] } });
  });

  test.each([1, null])('with %s takes back an "ok"', (exit) => {
    expect(judge(EXAMPLE, { exit })).toEqual({
      kind: 'failed',
      because: { kind: 'exit', code: exit },
    });
  });
});

test('what says that it failed or is blocked is taken at its word', () => {
  const failed = EXAMPLE.replace('Status: ok', 'Status: fail\nError-Code: merge conflict');
  expect(judge(failed)).toMatchObject({ kind: 'failed', because: { code: 'merge_conflict' } });
  const waits = EXAMPLE.replace('Status: ok', 'Status: blocked\nBlocked-By: org/api#7');
  expect(judge(waits)).toMatchObject({ kind: 'blocked', because: { by: ['org/api#7'] } });
});

test('a command may hold an arrow of its own', () => {
  const tests = ['node -e "x => x" => pass', 'make check', 'n/a'];
  expect(citedChecks({ ...RESULT, tests } as never)).toEqual([
    { command: 'node -e "x => x"', said: 'pass' },
    { command: 'make check', said: '' },
  ]);
});
