// Two runs of one command compared test by test, by what programs print for programs.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casesFrom, casesOf, compareCases } from '../../runtime/evidence/gates/formats/cases.ts';
import { stampOutputs, toldInOutputs } from '../../runtime/evidence/gates/outputs.ts';
import type { CommandGate, GateFile, OutputFormat } from '../../runtime/model/gate.ts';
import { temporaryFolder } from './temporary.ts';

const sample = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', 'fixtures', 'outputs', name), 'utf8');

const RED = `> demo@1.0.0 test
> node --test

TAP version 13
# Subtest: decode
    # Subtest: an empty body
    not ok 1 - an empty body
      ---
      error: 'ok 9 - quoted'
      ...
    # Subtest: one reading
    ok 2 - one reading
    1..2
not ok 1 - decode
# Subtest: later
ok 2 - later # SKIP
# Subtest: same
ok 3 - same
# Subtest: same
not ok 4 - same
1..4
`;
const GREEN = RED.replaceAll('not ok', 'ok');

describe('the cases of an output', () => {
  test('are told by name, with what they stand in; skipped ones are left out', () => {
    expect([...(casesOf(RED) ?? [])]).toEqual([
      ['decode > an empty body', false],
      ['decode > one reading', true],
      ['same', true],
      ['same 2', false],
    ]);
  });

  test('are what failed before and passes now, and what passed either way', () => {
    const [red, green] = [casesOf(RED), casesOf(GREEN)];
    expect(red && green && compareCases(red, green)).toEqual({ caught: 2, either: 2 });
  });

  test.each([
    ['node.tap', 3, 1],
    // One began and did not end: it was running when its package died.
    ['go-test.json', 1, 3],
    ['jest.json', 2, 0],
    ['vitest.json', 1, 1],
  ])('are read from what the tools write: %s', (file, passed, failed) => {
    const ended = [...(casesOf(sample(file)) ?? new Map()).values()];
    expect(ended.filter((one) => one)).toHaveLength(passed);
    expect(ended.filter((one) => !one)).toHaveLength(failed);
  });

  test.each([
    ['prose', '4 tests passed\nok\n'],
    ['what go prints for people', 'ok  \texample.org/a\t0.01s\nFAIL\texample.org/b\n'],
    ['JSON that is cut', '{"testResults":[{"assertionRes'],
    ['nothing', ''],
  ])('are not guessed from %s', (_, output) => {
    expect(casesOf(output)).toBeUndefined();
  });
});

describe('the cases of files that a gate names', () => {
  test.each<[OutputFormat, string, number, number]>([
    ['junit', 'node-junit.xml', 3, 1],
    ['junit', 'pytest-junit.xml', 1, 1],
    ['junit', 'surefire-junit.xml', 1, 2],
    ['pytest', 'pytest.json', 1, 2],
    ['vitest', 'vitest.json', 1, 1],
    ['tap', 'node.tap', 3, 1],
  ])('are as many as it counts: %s %s', (format, file, passed, failed) => {
    const root = temporaryFolder('wukong-cases-');
    const gate = gateWith([{ file: 'out', format }]);
    const before = stampOutputs(gate, root);
    writeFileSync(join(root, 'out'), sample(file));
    const ended = [
      ...casesFrom(toldInOutputs(gate, { root, before, stdout: undefined }) ?? []).values(),
    ];
    expect(ended.filter((one) => one)).toHaveLength(passed);
    expect(ended.filter((one) => !one)).toHaveLength(failed);
  });

  test('are none of a file that is not what it promises, or was there before', () => {
    const root = temporaryFolder('wukong-cases-');
    writeFileSync(join(root, 'old'), sample('node.tap'));
    const gate = gateWith([
      { file: 'out', format: 'junit' },
      { file: 'old', format: 'tap' },
      { file: 'cover', format: 'lcov' },
    ]);
    const before = stampOutputs(gate, root);
    writeFileSync(join(root, 'out'), '<testsuite>');
    writeFileSync(join(root, 'cover'), sample('lcov.info'));
    expect(toldInOutputs(gate, { root, before, stdout: undefined })).toBeUndefined();
  });
});

function gateWith(outputs: readonly GateFile[]): CommandGate {
  const about = { type: 'test', name: 'tests', command: ['true'], mustPass: true } as const;
  return { ...about, expect_exit: 0, timeout_sec: 10, outputs };
}
