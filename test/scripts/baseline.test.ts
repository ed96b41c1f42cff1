import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { namesOf, SECTIONS } from '../../scripts/bench/sections.ts';

function row(name: string, ratios: Row['ratios'], more: Partial<Row> = {}): Row {
  return { name, beside: 'node -e 0', ratios, figures: {}, ...more };
}

const machine = thisMachine();

function worseNames(rows: readonly Row[], before: Baseline['rows']): string[] {
  return compare(rows, { machine, rows: before }).worse.map(
    ({ name, measure }) => `${name} ${measure}`,
  );
}

describe('against a baseline', () => {
  test('a row that got worse is named, with what it was and what it is', () => {
    const rows = [row('nodes-6/Stop', { cpu: 1.05 }), row('nodes-6/guard', { cpu: 1.3 })];
    const before = { 'nodes-6/Stop': { cpu: 1.06 }, 'nodes-6/guard': { cpu: 1.04 } };
    expect(compare(rows, { machine, rows: before }).worse).toEqual([
      { name: 'nodes-6/guard', measure: 'cpu', was: 1.04, is: 1.3, allowed: expect.closeTo(1.144) },
    ]);
  });

  test('what is worse within the tolerance, or as far as its rounds were apart, is not', () => {
    const before = { a: { cpu: 1 }, b: { cpu: 1, spread: 0.05 }, c: { memory: 1 } };
    const rows = [
      row('a', { cpu: 1.09 }),
      row('b', { cpu: 1.2 }, { spread: 0.06 }),
      row('c', { memory: 1.05 }),
    ];
    expect(worseNames(rows, before)).toEqual([]);
  });

  test('memory counts, wall time is only shown, and one lost hook is one too many', () => {
    const before = { a: { cpu: 1, wall: 1, memory: 1 }, b: { wall: 1, unrecorded: 0 } };
    const rows = [
      row('a', { cpu: 1, wall: 5, memory: 1.5 }),
      row('b', { wall: 1, unrecorded: 1 / 64 }, { spread: 1 }),
    ];
    expect(worseNames(rows, before)).toEqual(['a memory', 'b unrecorded']);
  });

  test('a row it does not have is named as unknown; a refused one is left out', () => {
    const rows = [row('new', { cpu: 1 }), row('large', {}, { refused: 'too large' })];
    expect(compare(rows, { machine, rows: {} })).toEqual({ worse: [], gone: [], unknown: ['new'] });
  });

  test('a row it has that was wanted and could not be measured is named', () => {
    const before = { 'graph-10000/Stop': { cpu: 1.2 }, 'nodes-6/Stop': { cpu: 1.2 } };
    const rows = [row('graph-10000', {}, { refused: 'a plan of 10000 nodes is refused' })];
    const wanted = ['graph-10000/Stop', 'graph-10000/guard'];
    expect(compare(rows, { machine, rows: before }, wanted).gone).toEqual(['graph-10000/Stop']);
  });

  test('of another machine leaves more room, and still tells what became much dearer', () => {
    const another = { ...machine, node: 'v99.0.0' };
    const rows = { Stop: { cpu: 1.05 }, status: { cpu: 2.6 }, guard: { cpu: 1.05 } };
    const now = [row('Stop', { cpu: 1.25 }), row('status', { cpu: 3.3 }), row('guard', { cpu: 2 })];
    expect(compare(now, { machine: another, rows }).worse.map(({ name }) => name)).toEqual([
      'guard',
    ]);
    expect(compare(now, { machine, rows }).worse).toHaveLength(3);
  });
});

test('an update keeps the rows that were not measured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wukong-baseline-'));
  try {
    const path = join(folder, 'baseline.json');
    writeBaseline(path, [row('a', { cpu: 1 }), row('b', { cpu: 2 }, { spread: 0.1 })]);
    writeBaseline(path, [row('b', { cpu: 1.23456 }, { spread: 0.2 })]);
    expect(readBaseline(path).rows).toEqual({ a: { cpu: 1 }, b: { cpu: 1.235, spread: 0.2 } });
    writeFileSync(path, readFileSync(path, 'utf8').replace('"rows"', '"lines"'));
    expect(() => readBaseline(path)).toThrow('lines');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the committed baseline names only rows there are', () => {
  const names = new Set(SECTIONS.flatMap(namesOf));
  const stale = Object.keys(readBaseline(BASELINE).rows).filter((name) => !names.has(name));
  expect(stale).toEqual([]);
});
