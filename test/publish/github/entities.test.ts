import { describe, expect, test } from 'vitest';
import {
  pullOfBranch,
  readComments,
  readLogin,
  readPull,
  readRepository,
} from '../../../runtime/publish/github/entities.ts';

function pull(number: number, state: string, more: object = {}): Record<string, unknown> {
  return {
    ...{ number, state, node_id: `PR_${number}`, html_url: `https://x/${number}`, draft: false },
    ...{ merged_at: null, body: null, user: { login: 'ann' } },
    head: { ref: 'wukong/G-0001', user: { login: 'Acme' } },
    ...more,
  };
}

describe('the pull request of a branch', () => {
  const numberOf = (list: unknown): number | null | undefined => {
    const found = pullOfBranch(list, 'acme', 'wukong/G-0001');
    return found ? found.number : found;
  };

  test('is the one that is open, though another one is newer', () => {
    expect(numberOf([pull(9, 'closed'), pull(3, 'open'), pull(1, 'closed')])).toBe(3);
  });

  test('is the newest where none is open', () => {
    expect(numberOf([pull(1, 'closed'), pull(9, 'closed'), pull(3, 'closed')])).toBe(9);
  });

  test('is none of another branch, nor of a copy of the repository elsewhere', () => {
    const other = pull(5, 'open', { head: { ref: 'main', user: { login: 'acme' } } });
    const fork = pull(6, 'open', { head: { ref: 'wukong/G-0001', user: { login: 'eve' } } });
    const gone = pull(7, 'open', { head: { ref: 'wukong/G-0001', user: null } });
    expect(numberOf([other, fork, gone])).toBeNull();
  });

  test.each([undefined, {}, [pull(1, 'half')], [pull(1, 'open', { node_id: 7 })]])(
    'is not known from %j',
    (list) => {
      expect(numberOf(list)).toBeUndefined();
    },
  );
});

test('a pull request says whether it was merged, and has a text and an author though they are gone', () => {
  const merged = { merged_at: '2026-11-27T04:00:00Z', user: null, draft: true };
  expect(readPull(pull(4, 'closed', merged))).toEqual({
    ...{ number: 4, url: 'https://x/4', nodeId: 'PR_4', isDraft: true, state: 'merged' },
    ...{ author: 'ghost', body: '' },
  });
});

test('a repository that names no permissions may not be pushed to', () => {
  expect(readRepository({ default_branch: 'trunk' })).toEqual({
    ...{ defaultBranch: 'trunk', canPush: false, isArchived: false },
  });
});

test.each([null, [], { login: 'ann' }, { id: 1 }, { login: 1, id: 1 }])(
  '%j is nobody’s login',
  (value) => {
    expect(readLogin(value)).toBeUndefined();
  },
);

test('comments of which one cannot be read are not read as fewer', () => {
  const at = '2026-11-27T04:00:00Z';
  const whole = { id: 1, html_url: 'https://x', created_at: at, updated_at: at, body: 'a' };
  expect(readComments([whole])).toHaveLength(1);
  expect(readComments([whole, { ...whole, id: 'x' }])).toBeUndefined();
});
