import { expect, test } from 'vitest';
import { tryToFail } from '../../runtime/proof/able-to-fail.ts';
import type { Judge, Recipe, Row } from '../../runtime/proof/row.ts';
import { cases, rowOf } from './trials.ts';

const named = cases('a failed', 'b failed', 'c failed');
const [, , last] = named.map(({ file, name, nth }) => ({ file, name, nth }));

/** What is asked for, and what comes of it where the trials end so, one after the other. */
function tried(...ends: ReadonlyArray<Partial<Row>>) {
  return triedAt({ named, tops: [] }, ends);
}

function triedAt(
  where: Readonly<{ named: typeof named; tops: readonly (readonly string[])[] }>,
  ends: ReadonlyArray<Partial<Row>>,
) {
  const asked: Recipe[] = [];
  const run = function* (recipe: Recipe): Judge<Row> {
    return yield { recipe, check: 0, nth: 1 };
  };
  const story = tryToFail(run, { back: 'nothing', ...where, without: {} });
  let next = story.next();
  while (!next.done) {
    const want = next.value;
    const more = ends[asked.length];
    if (!more) throw new Error('it asks for more');
    asked.push(want.recipe);
    next = story.next({ ...rowOf({ planted: 'fail' }, want), ...more });
  }
  return { is: next.value.is, asked };
}

const firstSeen = { planted: { lines: 3, seen: 1, last, without: [] } };

test('a check that ends with the first case that fails is asked once more, for the end of the last alone', () => {
  const { is, asked } = tried(firstSeen, {});
  expect(is).toBe('able');
  expect(asked.at(-1)).toEqual({ back: 'nothing', planted: { cases: [last] } });
});

test('a program that ends the run before the end of the last case is seen by that', () => {
  const notReached = { planted: { lines: 1, seen: 0, without: [] } };
  expect(tried(firstSeen, notReached).is).toBe('cannot');
  expect(tried(firstSeen, { ...notReached, ended: 'pass' }).is).toBe('cannot');
});

test('where all ends were seen, or none, nobody is asked again', () => {
  expect(tried({}).is).toBe('able');
  expect(
    tried(
      { planted: { lines: 3, seen: 0, without: [] }, recipe: { back: 'nothing', how: 'plain' } },
      { ended: 'not-started' },
    ).is,
  ).toBe('cannot');
});

test('where the changed files of tests hold data alone, those that read it are asked', () => {
  const none = { planted: { lines: 0, seen: 0, without: [] } };
  const tops = [['snapshots/a.js'], ['test/a.js']];
  const { is, asked } = triedAt({ named: [], tops }, [none, {}]);
  expect(is).toBe('able');
  expect(asked.map(({ planted }) => planted)).toEqual(tops.map((some) => ({ tops: some })));
  // Where the case that was red is known, another one says nothing of it.
  expect(triedAt({ named: named.slice(0, 1), tops }, [none, none]).is).toBe('unknown');
});
