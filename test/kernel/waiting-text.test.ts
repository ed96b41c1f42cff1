import { expect, test } from 'vitest';
import type { Waiting } from '../../runtime/kernel/requests/waiting-at.ts';
import { waysOn } from '../../runtime/model/wait-of.ts';
import { nextText, waitsText } from '../../runtime/words/waiting.ts';
import { NODE_WAITS } from './every-reason.ts';

const WAITING: Waiting = {
  goal: 'G-0001',
  node: 'N-020',
  because: { kind: 'tests-changed', why: 'a test was removed' },
  asked: ['git push'],
  more: 0,
};

test('changed tests and an action that was asked for: the person is told how to allow both', () => {
  expect(waitsText(WAITING)).toBe('A test was removed.');
  expect(nextText(WAITING, 'session')).toBe(
    'If that is right, type: /wukong_resume G-0001 N-020 --tests-changed <why>. To allow exactly `git push`, once: /wukong_resume G-0001 N-020 --approve. Otherwise: type /wukong_resume G-0001 N-020 <what to do differently>, or `wukong goal cancel G-0001`.',
  );
});

test('a gate that stays red is named where it can be taken away', () => {
  const because = {
    kind: 'gate-stuck',
    gate: 'npm test',
    how: 'same-tree',
    error: 'exit code 1',
    dir: 'a',
  } as const;
  const next = nextText({ ...WAITING, because, asked: [] }, 'session');
  expect(next).toContain('`wukong trust --revoke --gate "npm test"`');
  expect(next).toContain('Where a test asks for what has to change, say there');
});

test('nobody is offered to revoke a built-in gate, which nobody approved', () => {
  const about = { how: 'same-tree', error: 'there is no command', dir: 'a' } as const;
  const because = { kind: 'gate-stuck', gate: 'repro_steps', ...about } as const;
  const next = nextText({ ...WAITING, because, asked: [] }, 'session');
  expect(next).toContain('what to do differently');
  expect(next).not.toContain('revoke');
  const at = { ofGoal: false, found: false, isLeave: false, isSecret: false, hasWork: true };
  expect(waysOn(because, at)).toEqual(['one-more-run', 'roll-back', 'cancel']);
});

test('in a shell nobody is told to type a slash command', () => {
  for (const because of NODE_WAITS) {
    const waiting = { ...WAITING, because, outside: ['a.js'] };
    expect(nextText(waiting, 'shell')).not.toContain('/wukong');
  }
});

test('what a log of version 1 says in its own words is not said twice', () => {
  const because = {
    kind: 'text',
    text: 'removed. If that is right, type: wukong accept …',
  } as const;
  expect(nextText({ ...WAITING, because, asked: [] }, 'shell')).not.toContain('wukong accept');
});
