import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReadResult, readResult } from '../../runtime/executors/protocol/read-result.ts';
import { ERROR_CODES } from '../../runtime/model/protocol/vocabulary.ts';
import { EXAMPLE, RESULT } from './samples.ts';

const read = (text: string): ReadResult => readResult(text, 'work_result');
const json = (more: object = {}): string => JSON.stringify({ ...RESULT, ...more }, null, 1);

/** As a person sees them: place and message. */
function faults(text: string): string[] {
  const found = read(text);
  if (found.kind !== 'faulty') throw new Error(`it is ${found.kind}`);
  return found.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

function resultOf(text: string) {
  const found = read(text);
  if (found.kind !== 'result') throw new Error(JSON.stringify(found));
  return found.result;
}

describe('work_result.txt', () => {
  test('is read as the protocol has its example', () => {
    expect(read(EXAMPLE)).toMatchObject({
      kind: 'result',
      notes: [],
      result: {
        issue_ref: 'org/contracts#123',
        run_id: '2026-02-14-backend-0003',
        status: 'ok',
        changes: { pr: 'https://github.com/org/backend/pull/45' },
        tests: ['go test ./... => pass'],
        artifacts: [{ url: 'https://github.com/org/backend/actions/runs/123456' }],
      },
    });
    expect(resultOf(EXAMPLE).changes).not.toHaveProperty('commit');
    expect(resultOf(EXAMPLE).summary).toBe('I updated the handler to use the new contracts.');
  });

  test('may be written with other spacing, case, line ends and colons', () => {
    const loose = EXAMPLE.replace('IssueRef: ', '\uFEFF\n  issue-ref  :')
      .replace('RunId:', 'RUN ID：')
      .replace('Status: ok', 'status:OK  ')
      .replaceAll('\n', '\r\n');
    expect(resultOf(loose)).toEqual(resultOf(EXAMPLE));
  });

  test('may name several tests, and say plainly that there are none', () => {
    expect(resultOf(EXAMPLE.replace('Tests:', 'Tests: buf lint => pass\nTests:')).tests).toEqual([
      'buf lint => pass',
      'go test ./... => pass',
    ]);
    expect(resultOf(EXAMPLE.replace(/Tests:.*/, 'Tests: N/A')).tests).toEqual(['n/a']);
  });

  test.each([
    ['Status: ok', 'Status: done', '3:9 "done" is not a Status. There are: ok, fail, blocked.'],
    ['Status: ok', 'Status: ok\nStatus: fail', '4:1 "Status" is there twice.'],
    ['RunId: 2026-02-14-backend-0003\n', '', '1:1 "RunId" is missing.'],
    ['RunId: 2026', 'RunId: run 2026', '2:8 "run 2026-02-14-backend-0003" is not a run id.'],
    ['Tests: go test ./... => pass\n', '', '1:1 "Tests" is missing.'],
    ['Tests: go test ./... => pass', 'Tests:', '6:1 "Tests" is empty.'],
    ['Commit: none', 'Commit: the last one', '5:9 "the last one" is not a commit.'],
    [
      'PR: https://github.com/org/backend/pull/45',
      'PR: see it',
      '4:5 "see it" is not a pull request.',
    ],
    ['org/contracts#123', '#123', '1:11 "#123" does not say of which repository.'],
    [
      'org/contracts#123',
      '987654321',
      '1:11 "987654321" is an internal id of a tracker, not an issue.',
    ],
    [
      'org/contracts#123',
      'I_kwDOABCD1234',
      '1:11 "I_kwDOABCD1234" is an internal id of a tracker, not an issue.',
    ],
    ['Commit: none', 'and so on', '5:1 This line is not "Key: Value".'],
    ['Evidence: https', 'Artifacts: ../x, https', '7:12 "../x" is not a file of the folder.'],
  ])('with %j as %j is refused where that stands', (from, to, fault) => {
    expect(faults(EXAMPLE.replace(from, to))).toContain(fault);
  });

  test('without a word of PR and Commit says neither that there is one nor that there is none', () => {
    expect(faults(EXAMPLE.replace(/PR:.*\nCommit:.*\n/, ''))).toEqual([
      '1:1 "PR or Commit" is missing.',
    ]);
  });

  test('that is only what a program printed is told from a result', () => {
    for (const log of [
      '',
      'ok  \torg/backend\t0.3s\nPASS\n',
      'time: 3\nlevel: info\n\nStatus: ok',
    ]) {
      expect(read(log)).toEqual({ kind: 'logs-only' });
    }
  });

  test('with a key that is misspelt says which one was meant', () => {
    const found = read(EXAMPLE.replace('Status: ok', 'Stauts: ok'));
    if (found.kind !== 'faulty') throw new Error(found.kind);
    expect(found.problems.map(({ line, hint }) => [line, hint])).toEqual([
      [1, 'ok, fail or blocked.'],
      [3, 'Did you mean "Status"?'],
    ]);
  });

  test('is told what to write in words of a header, not of JSON', () => {
    const found = read(EXAMPLE.replace(/PR:.*\nCommit:.*\nTests:.*\n/, ''));
    if (found.kind !== 'faulty') throw new Error(found.kind);
    expect(found.problems.map(({ hint }) => hint).join(' ')).not.toMatch(/[[{]/);
  });

  test('names what it does not know, and goes on', () => {
    const found = read(EXAMPLE.replace('Evidence:', 'Summry: x\nEvidence:'));
    expect(found).toMatchObject({
      kind: 'result',
      notes: [{ line: 7, hint: 'Did you mean "Summary"?' }],
    });
  });
});

describe('work_result.json', () => {
  test('is read with the names of the contract, with those in camelCase, and with numbers as text', () => {
    const { run_id, issue_ref, ...rest } = RESULT;
    const camel = JSON.stringify({ ...rest, runId: run_id, issueRef: issue_ref });
    expect(resultOf(camel)).toEqual(resultOf(json()));
    expect(resultOf(json()).usage).toMatchObject([{ input_tokens: 10, output_tokens: 20 }]);
  });

  test('needs no more than the smallest result has', () => {
    const { issue_ref, run_id } = RESULT;
    const smallest = {
      issue_ref,
      run_id,
      status: 'blocked',
      changes: {},
      tests: ['n/a'],
      summary: 's',
    };
    expect(resultOf(JSON.stringify(smallest))).toMatchObject({ schema_version: 1, artifacts: [] });
  });

  test.each([
    [{ status: 'OK' }, '5:12 "OK" is not a status. There are: ok, fail, blocked.'],
    [{ status: 1 }, '5:12 "1" is not a status. There are: ok, fail, blocked.'],
    [{ tests: [] }, '9:11 "tests" is empty.'],
    [{ tests: ['n/a', 'x'] }, '9:11 "n/a" says that no tests were run, and others are named.'],
    [{ changes: undefined }, '1:1 "changes" is missing.'],
    [{ run_id: null }, '4:12 "run_id" is missing.'],
    [
      { error_code: 'tests failed' },
      `36:16 "tests failed" is not an error_code. There are: ${ERROR_CODES.join(', ')}.`,
    ],
    [{ changes: { commit: 'abc' } }, '7:13 "abc" is not a commit.'],
    [{ changes: { patch: '/etc/passwd' } }, '7:12 "/etc/passwd" is not a file of the folder.'],
  ])('with %j is refused where that stands', (more, fault) => {
    expect(faults(json(more))).toEqual([fault]);
  });

  test('that was not written to its end, or says a thing twice, is refused', () => {
    expect(faults(json().slice(0, 60))).toEqual(['4:2 The file ends in the middle of a value.']);
    expect(faults(json().replace('"status"', '"runId": "x", "status"'))[0]).toContain(
      'there twice',
    );
  });

  test('passes over what a later version of the same protocol adds, and names it', () => {
    const found = read(json({ schema_version: '1.4', mood: 'good' }));
    expect(found).toMatchObject({
      kind: 'result',
      notes: [{ message: expect.stringContaining('"mood" is not a field') }],
    });
  });

  test('of another protocol is refused with both versions', () => {
    const found = read(json({ schema_version: 2 }));
    expect(found).toMatchObject({ kind: 'other-version', theirs: '2', ours: 1 });
    const text = read(EXAMPLE.replace('Status', 'Schema-Version: 2\nStatus'));
    expect(text).toMatchObject({ kind: 'other-version', theirs: '2', problem: { line: 3 } });
  });

  test('can be anything, and is answered', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(['faulty', 'logs-only', 'other-version']).toContain(read(text).kind);
        expect(['faulty', 'other-version']).toContain(read(`{"a": ${text}`).kind);
      }),
    );
  });
});
