import { describe, expect, test } from 'vitest';
import { isApproved, ranCommands } from '../../runtime/evidence/gates/approval.ts';
import { bash, ROOT } from './samples.ts';

const GATE = { command: ['npm', 'run', 'test unit'] } as const;

describe('a gate is approved', () => {
  test('by exactly the argv, folder and shell flag a person approved', () => {
    expect(isApproved(GATE, [{ command: ['npm', 'run', 'test unit'], cwd: './' }], [])).toBe(true);
  });

  test.each([
    [{ command: ['npm', 'run', 'test', 'unit'] }],
    [{ command: ['npm', 'run'] }],
    [{ command: ['npm', 'run', 'test unit', '--silent'] }],
    [{ command: ['npm', 'run', 'test unit'], cwd: 'packages/a' }],
    [{ command: ['npm', 'run', 'test unit'], shell: true }],
  ])('not by %j', (approval) => {
    expect(isApproved(GATE, [approval], [])).toBe(false);
  });

  test('by the same words an agent ran in this goal', () => {
    expect(isApproved(GATE, [], [{ command: `npm  run 'test unit'` }])).toBe(true);
    expect(isApproved(GATE, [], [{ command: 'npm run "test unit"', cwd: '.' }])).toBe(true);
  });

  test.each([
    'npm run test unit',
    'npm run "test unit" --silent',
    'npm run "test $X"',
    'npm run test\\ unit; rm -rf x',
    'npm run "test unit" || true',
    'npm run "test unit',
    'npm run te*',
  ])('not because an agent ran %j', (command) => {
    expect(isApproved(GATE, [], [{ command }])).toBe(false);
  });

  test('not by a command that only looks the same after the shell expanded it', () => {
    const gate = { command: ['echo', "it's $HOME"] };
    expect(isApproved(gate, [], [{ command: `echo "it's $HOME"` }])).toBe(false);
    expect(isApproved(gate, [], [{ command: `echo "it's "'$HOME'` }])).toBe(true);
  });

  test('not by a command that ran elsewhere', () => {
    expect(isApproved(GATE, [], [{ command: `npm run 'test unit'`, cwd: 'packages/a' }])).toBe(
      false,
    );
  });
});

test('of a transcript only commands count that really ran, with the folder they ran in', () => {
  const observations = [
    bash(0, 'npm test 2>&1'),
    bash(1, 'npm test', { cwd: '/repo/packages/a' }),
    bash(2, 'cd /repo && npm run lint', { cwd: '/elsewhere' }),
    bash(3, 'make', { isError: true, exitCode: 2 }),
    bash(4, 'rm -rf /', { isError: true }),
    bash(5, 'missing', { isError: true, exitCode: 127 }),
    bash(6, 'make later', { finished: false }),
    bash(7, 'make out', { cwd: '/elsewhere' }),
    bash(8, 'make dots', { cwd: '/repo/..dots' }),
  ];
  expect(ranCommands(observations, ROOT)).toEqual([
    { command: 'npm test', cwd: '' },
    { command: 'npm test', cwd: 'packages/a' },
    { command: 'npm run lint', cwd: '' },
    { command: 'make', cwd: '' },
    { command: 'make dots', cwd: '..dots' },
  ]);
});
