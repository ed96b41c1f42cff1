import { describe, expect, test } from 'vitest';
import { isApproved } from '../../runtime/evidence/gates/approval.ts';

const GATE = { command: ['npm', 'run', 'test unit'] } as const;

describe('a gate is approved', () => {
  test('by exactly the argv, folder and shell flag a person approved', () => {
    expect(isApproved(GATE, [{ command: ['npm', 'run', 'test unit'], cwd: './' }])).toBe(true);
  });

  test.each([
    [{ command: ['npm', 'run', 'test', 'unit'] }],
    [{ command: ['npm', 'run'] }],
    [{ command: ['npm', 'run', 'test unit', '--silent'] }],
    [{ command: ['npm', 'run', 'test unit'], cwd: 'packages/a' }],
    [{ command: ['npm', 'run', 'test unit'], shell: true }],
  ])('not by %j', (approval) => {
    expect(isApproved(GATE, [approval])).toBe(false);
  });
});
