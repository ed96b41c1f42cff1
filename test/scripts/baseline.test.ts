import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  BASELINE,
  type Baseline,
  compare,
  readBaseline,
  thisMachine,
  writeBaseline,
} from '../../scripts/bench/baseline.ts';
import type { Row } from '../../scripts/bench/row.ts';
import { SECTIONS } from '../../scripts/bench/sections.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

function row(name: string, value: number, more: Partial<Row> = {}): Row {
  return { name, value, unit: '×', of: 'node -e 0', figures: {}, ...more };
}

const machine = thisMachine();
const alike = (value: number) => ({ value, spread: 0 });

function worseNames(rows: readonly Row[], before: Baseline['rows'], node = machine.node): string[] {
  const baseline = { machine: { ...machine, node }, rows: before };
  return compare(rows, baseline).worse.map((worse) => worse.row.name);
}

describe('against a baseline', () => {
  test('a row that got worse is named, with what it was and what it may be', () => {
    const rows = [row('Stop', 1.05), row('guard', 1.3)];
    const before = { Stop: alike(1.06), guard: alike(1.04) };
    expect(compare(rows, { machine, rows: before }).worse).toEqual([
      { row: rows[1], was: 1.04, allowed: expect.closeTo(1.144) },
    ]);
  });

  test('what is worse within the tolerance, or as far as its rounds were apart, is not', () => {
    const before = { a: alike(1), b: { value: 1, spread: 0.05 } };
    expect(worseNames([row('a', 1.09), row('b', 1.2, { spread: 0.06 })], before)).toEqual([]);
  });

  test('one turn more is worse, and so are words that everybody pays for', () => {
    const before = { turns: alike(7), orders: alike(20_000), titles: alike(1000) };
    const rows = [
      row('turns', 8, { unit: 'turns' }),
      row('orders', 20_500, { unit: 'characters' }),
      row('titles', 1010, { unit: 'characters' }),
    ];
    expect(worseNames(rows, before)).toEqual(['turns', 'orders']);
  });

  test('a row it does not have is named as unknown', () => {
    expect(compare([row('new', 1)], { machine, rows: {} })).toEqual({
      worse: [],
      gone: [],
      unknown: ['new'],
    });
  });

  test('a row it has that was wanted and could not be measured is named', () => {
    const before = { 'goal/turns': alike(7), 'example/Stop': alike(1.2) };
    const wanted = ['goal/turns', 'goal/handover'];
    expect(compare([], { machine, rows: before }, wanted).gone).toEqual(['goal/turns']);
  });

  test('of another machine leaves ratios more room, and says nothing of times', () => {
    const before = { Stop: alike(1.05), guard: alike(1.05), report: alike(300) };
    const rows = [row('Stop', 1.25), row('guard', 2), row('report', 900, { unit: 'ms' })];
    expect(worseNames(rows, before, 'v99.0.0')).toEqual(['guard']);
    expect(worseNames(rows, before)).toEqual(['Stop', 'guard', 'report']);
  });
});

test('an update keeps the rows that were not measured', () => {
  const folder = temporaryFolder('wukong-baseline-');
  const path = join(folder, 'baseline.json');
  writeBaseline(path, [row('a', 1), row('b', 2, { spread: 0.1 })]);
  writeBaseline(path, [row('b', 1.23456, { spread: 0.2 })]);
  expect(readBaseline(path).rows).toEqual({
    a: { value: 1, spread: 0 },
    b: { value: 1.235, spread: 0.2 },
  });
  writeFileSync(path, readFileSync(path, 'utf8').replace('"rows"', '"lines"'));
  expect(() => readBaseline(path)).toThrow('lines');
});

test('the committed baseline names only rows there are', () => {
  const names = new Set(SECTIONS.flatMap(({ names }) => names));
  const stale = Object.keys(readBaseline(BASELINE).rows).filter((name) => !names.has(name));
  expect(stale).toEqual([]);
});
