import { describe, expect, it } from 'vitest';
import type { CommandGate } from '../../runtime/model/gate.ts';
import { answers, type Earlier, passedBefore, trialKey } from '../../runtime/proof/counts.ts';
import type { Recipe, Row } from '../../runtime/proof/row.ts';

const RED: Recipe = { back: 'program' };
const BEGAN = { tree: 'base', at: '2026-05-04T10:00:00.000Z' };
const EARLIER: Earlier = {
  tree: 'base',
  at: '2026-05-04T09:59:00.000Z',
  passed: true,
  isOurs: true,
  touched: [],
};

describe('a check that ran before the work', () => {
  const counts = (more: Partial<Earlier>, recipe: Recipe = RED, tree = 'base', nth = 1) =>
    passedBefore({ ...EARLIER, ...more }, { tree, recipe, nth }, BEGAN);

  it('counts for the red run where it passed on exactly that tree', () => {
    expect(counts({})).toBe(true);
  });

  it.each([
    ['it failed', { passed: false }],
    ['it was another tree', { tree: 'other' }],
    ['it ran when the work had begun', { at: BEGAN.at }],
    ['somebody typed it', { isOurs: false }],
    ['a file it reaches by a link changed meanwhile', { touched: ['node_modules/a/index.js'] }],
  ] as const)('counts for nothing where %s', (_, more) => {
    expect(counts(more)).toBe(false);
  });

  it.each([
    ['is planted', { back: 'program', planted: { tops: [] } }],
    ['runs without a file of tests', { back: 'program', without: ['a.test.js'] }],
    ['runs as its words are', { back: 'program', how: 'bare' }],
    ['holds the program of now', { back: 'judge' }],
  ] as const)('counts for no copy that %s', (_, recipe) => {
    expect(counts({}, recipe)).toBe(false);
  });

  it('counts for no second run, and for no tree that brought tests', () => {
    expect(counts({}, RED, 'base', 2)).toBe(false);
    expect(counts({}, RED, 'base with tests')).toBe(false);
  });
});

describe('a known row', () => {
  const row: Row = {
    recipe: { back: 'nothing' },
    check: 0,
    nth: 1,
    ended: 'pass',
    exitCode: 0,
    why: 'exit code 0',
    totals: {},
    notes: [],
    seconds: 1,
    log: '',
  };

  it('answers the same trial alone: of this recipe, this check, this time', () => {
    expect(answers([row], { recipe: { back: 'nothing' }, check: 0, nth: 1 })).toBe(row);
    for (const want of [
      { recipe: { back: 'all' }, check: 0, nth: 1 },
      { recipe: { back: 'nothing', planted: { tops: ['a.test.js'] } }, check: 0, nth: 1 },
      { recipe: { back: 'nothing' }, check: 1, nth: 1 },
      { recipe: { back: 'nothing' }, check: 0, nth: 2 },
    ] as const) {
      expect(answers([row], want)).toBeUndefined();
    }
  });
});

describe('a trial of a goal', () => {
  const gate: CommandGate = {
    type: 'test',
    name: 'test',
    mustPass: true,
    command: ['npm', 'test'],
    expect_exit: 0,
    timeout_sec: 60,
  };

  it('is the same by what its copy holds, whichever recipe made that', () => {
    const key = trialKey('tree', { back: 'program' }, 1, gate);
    expect(trialKey('tree', { back: 'all' }, 1, gate)).toBe(key);
    expect(trialKey('tree', { back: 'all' }, 1, { ...gate, name: 'by another name' })).toBe(key);
  });

  it('is another one with another limit, folder, tree or time', () => {
    const key = trialKey('tree', RED, 1, gate);
    for (const other of [
      trialKey('tree', RED, 1, { ...gate, timeout_sec: 5 }),
      trialKey('tree', RED, 1, { ...gate, cwd: 'web' }),
      trialKey('other', RED, 1, gate),
      trialKey('tree', RED, 2, gate),
    ]) {
      expect(other).not.toBe(key);
    }
  });
});
