// The single tests in the files that a gate names.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stampOutputs, toldInOutputs } from '../../runtime/evidence/gates/outputs.ts';
import type { CommandGate, GateFile, OutputFormat } from '../../runtime/model/gate.ts';
import { temporaryFolder } from './temporary.ts';

const sample = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', 'fixtures', 'outputs', name), 'utf8');

describe('the cases of files that a gate names', () => {
  test.each<[OutputFormat, string, number, number]>([
    ['junit', 'node-junit.xml', 3, 1],
    ['junit', 'pytest-junit.xml', 1, 1],
    ['junit', 'surefire-junit.xml', 1, 2],
    ['pytest', 'pytest.json', 1, 2],
    ['vitest', 'vitest.json', 1, 1],
    // One began and did not end: it was running when its package died.
    ['go-test', 'go-test.json', 1, 4],
    ['jest', 'jest.json', 2, 1],
  ])('are as many as it counts: %s %s', (format, file, passed, failed) => {
    const root = temporaryFolder('wukong-cases-');
    const gate = gateWith([{ file: 'out', format }]);
    const before = stampOutputs(gate, root);
    writeFileSync(join(root, 'out'), sample(file));
    const told = toldInOutputs(gate, { root, before, stdout: undefined }) ?? [];
    expect(told.filter(({ ended }) => ended === 'passed')).toHaveLength(passed);
    expect(told.filter(({ ended }) => ended === 'failed')).toHaveLength(failed);
  });

  test('are none of a file that is not what it promises, or was there before', () => {
    const root = temporaryFolder('wukong-cases-');
    writeFileSync(join(root, 'old'), sample('node-junit.xml'));
    const gate = gateWith([
      { file: 'out', format: 'junit' },
      { file: 'old', format: 'junit' },
    ]);
    const before = stampOutputs(gate, root);
    writeFileSync(join(root, 'out'), '<testsuite>');
    expect(toldInOutputs(gate, { root, before, stdout: undefined })).toBeUndefined();
  });
});

function gateWith(outputs: readonly GateFile[]): CommandGate {
  const about = { type: 'test', name: 'tests', command: ['true'], mustPass: true } as const;
  return { ...about, expect_exit: 0, timeout_sec: 10, outputs };
}
