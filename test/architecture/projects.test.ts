import { describe, expect, test } from 'vitest';
import { FILE_TURNS, inTurn, projectOf, testsByProject, valuesImported } from '../rig/projects.ts';
import { isTurn } from '../rig/turn-of.ts';

const { unit, process: processes, world } = testsByProject();

test('each file that starts processes has its turn, whatever the seed, and no run takes most of them', () => {
  const all = [...processes, ...world].sort();
  for (const seed of [1, 4711, 977_123]) {
    const turn = (shift: number) =>
      inTurn(all, (folder, nth) => isTurn(seed, folder, nth + shift, FILE_TURNS));
    const turns = [...Array(FILE_TURNS).keys()].map(turn);
    expect([...new Set(turns.flat())].sort()).toEqual(all);
    for (const one of turns) expect(one.length).toBeLessThan(all.length / 2);
  }
});

describe('tests are run by what they need:', () => {
  test('what only thinks is tested with values, and no such test can start a process', () => {
    const slow = [...processes, ...world].filter((file) => /^test\/(?:kernel)\//.test(file));
    expect(slow).toEqual([]);
    expect(unit.filter((file) => file.startsWith('test/kernel/')).length).toBeGreaterThan(5);
  });

  test('whoever reaches a process through what it imports is no unit test', () => {
    expect(projectOf('test/evidence/trees.test.ts')).toBe('process');
    expect(projectOf('test/hooks/flow.test.ts')).toBe('process');
    expect(projectOf('test/crash/p01-kill.test.ts')).toBe('world');
    expect(projectOf('test/architecture/projects.test.ts')).toBe('unit');
  });

  test('imports of types lead nowhere, every other kind does', () => {
    const source = `import type { A } from './a.ts';
import { type B, type C } from './b.ts';
import { type D, e } from './e.ts';
import * as f from './f.ts';
import {
  g,
  type H,
} from './g.ts';
import './i.ts';
export { j } from './j.ts';
export type { K } from './k.ts';
const l = await import('./l.ts');
`;
    expect(valuesImported(source)).toEqual([
      './e.ts',
      './f.ts',
      './g.ts',
      './i.ts',
      './j.ts',
      './l.ts',
    ]);
  });
});
