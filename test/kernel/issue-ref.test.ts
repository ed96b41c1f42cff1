import { expect, test } from 'vitest';
import { issueRefOf } from '../../runtime/kernel/state/ids.ts';
import { begin, FIX } from './plan.ts';

test('a request that begins with an issue of a repository is about that issue', () => {
  for (const text of [
    'org/repo#12',
    'org/repo#12 the decoder crashes',
    ' org/repo#12: the decoder crashes',
    'org/repo#12.',
  ]) {
    expect(issueRefOf(text, 3), text).toBe('org/repo#12');
  }
  expect(begin(FIX, 'my-org/a.repo_b#7 crashes').goal.issue_ref).toBe('my-org/a.repo_b#7');
});

test('a bare number, and an issue named further on, are text', () => {
  for (const text of [
    '#7 crashes',
    'the decoder crashes #7',
    'see org/repo#12',
    'org/repo #12',
    'org/repo#12a',
    'a/b/c#12',
    'org/repo#',
  ]) {
    expect(issueRefOf(text, 3), text).toBe('local#3');
  }
});
