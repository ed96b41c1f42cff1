// Two runs of one check, case by case.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byChance, compareCases, oldFailures } from '../../runtime/proof/compare-cases.ts';
import type { Case } from '../../runtime/proof/row.ts';

/** `a > b: failed, said so` in `t.js`. */
function cases(...lines: readonly string[]): readonly Case[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const [, name = '', ended = '', said] = /^(.*): (\w+)(?:, (.*))?$/.exec(line) ?? [];
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    const about = { file: 't.js', name, nth, ended: ended as Case['ended'] };
    return said === undefined ? about : { ...about, said };
  });
}

/** What is told of each that is not as it was, by name; what is empty is left out. */
function told(before: readonly Case[], now: readonly Case[] | undefined) {
  const { same: _, ...others } = compareCases(before, now);
  const all = Object.entries(others);
  return Object.fromEntries(
    all.flatMap(([what, list]) => (list.length > 0 ? [[what, list.map(({ name }) => name)]] : [])),
  );
}

describe('of two runs it is told', () => {
  test('which cases failed and pass, passed and fail, fail still, and are new', () => {
    const before = cases('a: failed', 'b: passed', 'c: failed', 'd: passed');
    const now = cases('a: passed', 'b: failed', 'c: failed', 'd: passed', 'e: passed');
    expect(told(before, now)).toEqual({
      fixed: ['a'],
      broken: ['b'],
      failing: ['c'],
      added: ['e'],
    });
  });

  test('which are left out now, or gone: a red one as well as one that passed', () => {
    const before = cases('a: failed', 'b: passed', 'c: failed', 'd: passed', 'e: skipped');
    expect(told(before, cases('a: skipped', 'b: skipped'))).toEqual({
      skipped: ['a', 'b'],
      gone: ['c', 'd'],
    });
  });

  test('that all are gone, where the second has no report', () => {
    const before = cases('a: failed', 'b: passed');
    expect(told(before, undefined)).toEqual({ gone: ['a', 'b'] });
  });

  test('that a file or a group has loaded, which failed as a whole', () => {
    const before = cases('t.js: failed', 'g > h: failed');
    const now = cases('x: passed', 'g > h > one: passed');
    expect(told(before, now)).toEqual({ loaded: ['t.js', 'g > h'], added: ['x', 'g > h > one'] });
  });

  test('nothing of a file that told no test and has one now', () => {
    expect(told(cases('t.js: passed'), cases('x: passed'))).toEqual({ added: ['x'] });
  });

  test('that its cases are gone, where a file passes as a whole alone', () => {
    expect(told(cases('x: failed'), cases('t.js: passed'))).toEqual({
      gone: ['x'],
      added: ['t.js'],
    });
  });

  test('of equal names, as many as turned, in whatever order they stand', () => {
    const before = cases('n: passed', 'n: failed');
    expect(told(before, cases('n: failed', 'n: passed'))).toEqual({ failing: ['n'] });
    expect(told(before, cases('n: passed', 'n: passed'))).toEqual({ fixed: ['n'] });
    expect(told(before, cases('n: passed'))).toEqual({ gone: ['n'] });
    expect(told(before, cases('n: passed', 'n: skipped'))).toEqual({ skipped: ['n'] });
  });

  test('nothing of equal names in other files', () => {
    const [one] = cases('a: failed');
    expect(one && told([one], [{ ...one, file: 'other.js', ended: 'passed' }])).toEqual({
      gone: ['a'],
      added: ['a'],
    });
  });
});

const anyCases = fc
  .array(
    fc.tuple(fc.constantFrom('a', 'b', 'g > a'), fc.constantFrom('passed', 'failed', 'skipped')),
  )
  .map((all) => cases(...all.map(([name, ended]) => `${name}: ${ended}`)));

test('a case that passed makes no comparison better by missing', () => {
  fc.assert(
    fc.property(anyCases, anyCases, fc.nat(), (before, now, at) => {
      const passed = now.filter(({ ended }) => ended === 'passed');
      const taken = passed[at % Math.max(1, passed.length)];
      const less = now.filter((one) => one !== taken);
      const [whole, part] = [compareCases(before, now), compareCases(before, less)];
      expect(part.fixed.length).toBeLessThanOrEqual(whole.fixed.length);
      const off = ({ broken, skipped, gone }: typeof whole): number =>
        broken.length + skipped.length + gone.length;
      expect(off(part)).toBeGreaterThanOrEqual(off(whole));
    }),
  );
});

test('two runs that ended alike differ in nothing', () => {
  fc.assert(
    fc.property(anyCases, (run) => {
      const { fixed, broken, gone, skipped, loaded, added } = compareCases(run, [...run].reverse());
      expect([fixed, broken, gone, skipped, loaded, added].flat()).toEqual([]);
      expect(byChance([run, [...run].reverse()])).toEqual([]);
    }),
  );
});

describe('an old failure', () => {
  const first = cases('net: failed, no route', 'quiet: failed', 'ok: passed');

  test('is the same case that says the same', () => {
    const { old, others } = oldFailures(first, cases('net: failed, no route', 'ok: passed'));
    expect([old.length, others.length]).toEqual([1, 0]);
  });

  test.each([
    ['that says something else', 'net: failed, 1 is not 2'],
    ['that says nothing', 'quiet: failed'],
    ['that passed', 'ok: failed, no route'],
    ['that was not there', 'new: failed, no route'],
  ])('is none %s', (_, now) => {
    const { old, others } = oldFailures(first, cases(now));
    expect([old.length, others.length]).toEqual([0, 1]);
  });

  test('is as many as there were', () => {
    const now = cases('net: failed, no route', 'net: failed, no route');
    expect(oldFailures(first, now).others).toHaveLength(1);
  });
});

test('a case that turns between runs of one tree, or is not in all of them, goes by chance', () => {
  const run = cases('a: passed', 'b: passed', 'c: passed');
  const other = cases('a: failed', 'b: passed', 'd: passed');
  expect(byChance([run, run, other]).map(({ name }) => name)).toEqual(['a', 'c', 'd']);
  expect(byChance([run, run])).toEqual([]);
  expect(byChance([])).toEqual([]);
});
