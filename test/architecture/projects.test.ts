import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPromises } from '../../scripts/promises.ts';
import { projectOf, testsByProject, valuesImported } from '../rig/projects.ts';
import { CORE, isSwept, SWEPT } from '../sets.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { unit, process: processes } = testsByProject();

describe('what npm test runs of the tests that start processes', () => {
  test('is there, under the titles that are named', () => {
    const gone = Object.entries(CORE).flatMap(([file, titles]) => {
      if (!processes.includes(file)) return [file];
      const text = readFileSync(join(ROOT, file), 'utf8');
      return titles === 'whole' ? [] : titles.filter((title) => !text.includes(title));
    });
    expect(gone).toEqual([]);
  });

  test('has a test of each fault that is promised to be survived', () => {
    const isRun = (file: string, title: string): boolean => {
      const titles = CORE[`test/${file}`];
      if (titles === undefined) return unit.includes(`test/${file}`);
      return titles === 'whole' || titles.some((one) => title.includes(one) || one.includes(title));
    };
    const without = (readPromises().faults ?? []).filter(
      ({ tests }) =>
        !Object.entries(tests).some(([file, all]) => all.some((title) => isRun(file, title))),
    );
    expect(without.map(({ promise }) => promise)).toEqual([]);
  });

  test('is a part of it, and the soak sweeps nothing that is not there', () => {
    expect(Object.keys(CORE).length).toBeLessThan(processes.length);
    expect(SWEPT.filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
    expect([isSwept('test/crash/p01-kill.test.ts'), isSwept('test/cli/prove.test.ts')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('tests are run by what they start:', () => {
  test('the kernel is tested with values alone', () => {
    expect(processes.filter((file) => file.startsWith('test/kernel/'))).toEqual([]);
    expect(unit.filter((file) => file.startsWith('test/kernel/')).length).toBeGreaterThan(5);
  });

  test('by a helper of the tests, or as it says of itself', () => {
    expect(projectOf('test/hooks/flow.test.ts')).toBe('process');
    expect(projectOf('test/crash/p01-kill.test.ts')).toBe('process');
    expect(projectOf('test/evidence/gates.test.ts')).toBe('process');
    expect(projectOf('test/cli/help.test.ts')).toBe('unit');
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
