import { describe, expect, test } from 'vitest';
import {
  pullOfBranch,
  readComments,
  readLogin,
  readPull,
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

test('a pull request says whether it was merged, and has a text though that is gone', () => {
  expect(readPull(pull(4, 'closed', { merged_at: '2026-11-27T04:00:00Z', draft: true }))).toEqual({
    ...{ number: 4, url: 'https://x/4', nodeId: 'PR_4', isDraft: true, state: 'merged', body: '' },
  });
});

test.each([null, [], { id: 1 }, { login: 1 }])('%j is nobody’s login', (value) => {
  expect(readLogin(value)).toBeUndefined();
});

test('comments of which one cannot be read are not read as fewer', () => {
  const whole = { html_url: 'https://x', body: 'a', user: null };
  expect(readComments([whole])).toEqual([{ url: 'https://x', body: 'a', author: 'ghost' }]);
  expect(readComments([whole, { ...whole, html_url: 1 }])).toBeUndefined();
});
