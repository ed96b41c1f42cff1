import { expect, test } from 'vitest';
import { deniedCall } from '../../runtime/evidence/commands/denied-calls.ts';
import { bash, edit, report } from './samples.ts';

const SAID = 'This command requires approval';
const denied = { denied: SAID, isError: true };
const GATE = ['node --test'];
const NONE = { repro: [] };

test.each([
  ['the gate itself', 'node --test'],
  ['the gate with a folder before and its output cut', 'cd /repo && node --test 2>&1 | tail -20'],
  ['the gate for one file', 'node --test test/a.test.js'],
])('a run that was not let do %s cannot go on', (_, command) => {
  const found = deniedCall([bash(0, command, denied)], NONE, GATE, true);
  expect(found?.what).toMatch(/^node --test/);
  expect(found).toMatchObject({ rule: `Bash(${found?.what})`, said: SAID });
});

test('what its report cites counts as the gate does', () => {
  expect(deniedCall([bash(0, 'npm test', denied)], report(), [], true)?.what).toBe('npm test');
});

test.each([
  ['what nobody asks for', [bash(0, 'curl example.org', denied)]],
  ['what ran after all', [bash(0, 'node --test', denied), bash(1, 'cd /repo && node --test')]],
  ['what ran and failed', [bash(0, 'node --test', { isError: true, exitCode: 1 })]],
])('%s does not stop a run', (_, observations) => {
  expect(deniedCall(observations, NONE, GATE, true)).toBeUndefined();
});

test('an edit that was denied matters to a run that changed nothing', () => {
  const calls = [edit(0, '/repo/src/a.js', denied)];
  expect(deniedCall(calls, NONE, GATE, true)).toBeUndefined();
  expect(deniedCall(calls, NONE, GATE, false)).toEqual({
    what: 'Edit /repo/src/a.js',
    rule: 'Edit',
    said: SAID,
  });
});
