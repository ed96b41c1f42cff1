// For how long a git remote that is away is asked again, as values.

import { expect, test } from 'vitest';
import { patience } from '../../runtime/engine/team/remote-away.ts';

const GONE = "fatal: '/srv/trees.git' does not appear to be a git repository";
const HUNG_UP =
  'send-pack: unexpected disconnect while reading sideband packet\nfatal: the remote end hung up unexpectedly';
const REFUSED = 'me@h: Permission denied (publickey).';

/** What is decided at each second. */
function decided(...said: ReadonlyArray<readonly [sec: number, words: string]>): boolean[] {
  let nowMs = 0;
  const isAskedAgain = patience(() => nowMs);
  return said.map(([sec, words]) => {
    nowMs = sec * 1000;
    return isAskedAgain(words);
  });
}

test('a remote that cannot be reached is asked again, be it for an hour', () => {
  expect(decided([0, GONE], [59, GONE], [3_600, GONE])).toEqual([true, true, true]);
});

test('a remote that hangs up in the middle is asked again for a minute, and then its words are the end', () => {
  expect(decided([5, HUNG_UP], [30, HUNG_UP], [64, HUNG_UP], [65, HUNG_UP])).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('a remote that hangs up once it is back has a minute of its own', () => {
  expect(decided([0, HUNG_UP], [30, GONE], [90, HUNG_UP], [151, HUNG_UP])).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('a remote that lets nobody in is not asked again', () => {
  expect(decided([0, REFUSED])).toEqual([false]);
});
