// Which places of a change a test holds, by runs that ended one way or another.

import { expect, test } from 'vitest';
import type { CommandGate } from '../../runtime/model/gate.ts';
import type { Change } from '../../runtime/proof/change.ts';
import { heldPlaces } from '../../runtime/proof/held-places.ts';
import type { Row, Want } from '../../runtime/proof/row.ts';
import { CHINESE_TRIALS } from '../../runtime/words/languages/chinese-trials.ts';
import { heldText } from '../../runtime/words/trial-words.ts';

const WHOLE: Row = {
  ...{ recipe: { back: 'nothing' }, check: 0, nth: 1, ended: 'pass', exitCode: 0, why: '' },
  ...{ totals: {}, notes: [], seconds: 1, log: '' },
};

/** The gate has ten seconds. */
function changeOf(sizes: Readonly<Record<string, number>>): Change {
  const places = Object.entries(sizes).map(([path, size]) => ({ path, line: size, size }));
  const how = { type: 'test', mustPass: true, expect_exit: 0, timeout_sec: 10 } as const;
  const gate: CommandGate = { name: 'tests', command: ['npm', 'test'], ...how };
  return { base: 'b', tree: 't', files: [], places, checks: [{ gate }], doubts: [] };
}

type Ends = Readonly<Record<string, Row['ended']>>;

async function told(change: Change, ends: Ends, more: { seconds?: number; whole?: Row } = {}) {
  const asked: string[] = [];
  const run = async ({ recipe }: Want): Promise<Row> => {
    const [at = -1] = recipe.back;
    const { path = '' } = change.places[Number(at)] ?? {};
    asked.push(path);
    return { ...WHOLE, recipe, ended: ends[path] ?? 'pass' };
  };
  const held = await heldPlaces(change, { whole: WHOLE, seconds: 60, run, ...more });
  return { held, asked };
}

test('a place is held where the check fails without it, the biggest first; prose is none', async () => {
  const change = changeOf({ 'a.js': 1, 'b.js': 3, 'README.md': 9, 'c.js': 2 });
  const { held, asked } = await told(change, { 'b.js': 'fail', 'c.js': 'cannot-load' });
  expect(asked).toEqual(['b.js', 'c.js', 'a.js']);
  expect(held).toMatchObject({ held: ['b.js:3'], free: ['a.js:1'], silent: 1, untried: 0 });
  expect(heldText(held)).toBe(
    '1 of 3 changed places is held by a test; not held: a.js:1; 1 without which it could not run.',
  );
  expect(heldText(held, CHINESE_TRIALS)).toBe(
    '3 处改动中有 1 处被测试守住；没有守住：a.js:1；1 处拿掉就无法运行。',
  );
});

test('none is begun for which there is no time, and one that was cut short says nothing', async () => {
  const change = changeOf({ 'a.js': 1, 'b.js': 2 });
  const slow = await told(change, {}, { seconds: 20, whole: { ...WHOLE, seconds: 21 } });
  expect(slow).toMatchObject({ asked: [], held: { untried: 2 } });
  const cut = await told(change, { 'a.js': 'timeout', 'b.js': 'timeout' }, { seconds: 5 });
  expect(cut.held).toMatchObject({ silent: 0, untried: 2 });
  // It had all the time of its check: without it nothing ends.
  const hangs = await told(change, { 'a.js': 'timeout', 'b.js': 'timeout' });
  expect(hangs.held).toMatchObject({ silent: 2, untried: 0 });
});

test('where nothing can be put back alone that is said', async () => {
  const { held } = await told(changeOf({ 'README.md': 1 }), {});
  expect(heldText(held)).toBe('No changed place of the program can be put back alone.');
});
