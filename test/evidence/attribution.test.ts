import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { attribute } from '../../runtime/evidence/transcript/attribution.ts';
import { editedFiles } from '../../runtime/evidence/transcript/edited-files.ts';
import { outsidePaths } from '../../runtime/evidence/transcript/outside-paths.ts';
import {
  excludeOthersChanges,
  freeTimes,
} from '../../runtime/evidence/transcript/unobserved-writes.ts';
import { Repo } from './repo.ts';
import { bash, edit, seen } from './samples.ts';

const changed = (...paths: string[]) => paths.map((path) => ({ path, status: 'M' }) as const);
const by = (
  ownEdits: string[],
  foreignEdits: string[] = [],
  roots = ['/repo', '/private/repo'],
) => ({
  ownEdits,
  foreignEdits,
  roots,
});

describe('a change', () => {
  test('is own, foreign or unattributed by what the transcripts show; own wins', () => {
    const edits = by(['/repo/src/a.js', '/repo/both.js'], ['/repo/b.js', '/repo/both.js']);
    expect(attribute(changed('src/a.js', 'b.js', 'both.js', 'c.js'), edits)).toEqual([
      { path: 'src/a.js', status: 'M', attribution: 'own' },
      { path: 'b.js', status: 'M', attribution: 'foreign' },
      { path: 'both.js', status: 'M', attribution: 'own' },
      { path: 'c.js', status: 'M', attribution: 'unattributed' },
    ]);
  });

  test.each([
    ['src/解码.js', '/repo/./src/../src/解码.js', undefined],
    ['src/a.js', '/private/repo/src/a.js', undefined],
    ['src/a.js', './src/a.js', undefined],
    ['src/a.js', 'c:\\repo\\SRC\\a.js', ['C:\\Repo']],
    ['caf\u0065\u0301.js', '/repo/caf\u00e9.js', undefined],
  ])('of %s is found under the name %s', (path, written, roots) => {
    expect(attribute(changed(path), by([written], [], roots))).toMatchObject([
      { attribution: 'own' },
    ]);
  });

  test('of a file with the same name elsewhere is not the run’s own', () => {
    expect(attribute(changed('a.js'), by(['/repository/a.js']))).toMatchObject([
      { attribution: 'unattributed' },
    ]);
  });

  test('counts as edited only if the edit did not fail', () => {
    const observations = [
      edit(0, '/repo/a.js'),
      edit(1, '/repo/b.js', { isError: true }),
      edit(2, '/repo/c.js', { finished: false }),
      seen(3, 'Read', { filePath: '/repo/d.js' }),
      bash(4, 'touch e.js'),
      edit(5, '/repo/a.js'),
    ];
    expect(editedFiles(observations)).toEqual(['/repo/a.js', '/repo/c.js']);
  });
});

test('what came with a folder that was moved later is no foreign change, though its files kept their times', async () => {
  const repo = new Repo().write('docs/deep/a.md').write('notes.md').commit();
  await delay(50);
  const free = Date.now();
  await delay(50);
  repo.git('mv', 'docs', 'guide');
  const change = (path: string, status: 'A' | 'D') =>
    ({ path, status, attribution: 'unattributed' }) as const;
  const changes = [
    change('docs/deep/a.md', 'D'),
    change('guide/deep/a.md', 'A'),
    change('notes.md', 'A'),
  ];
  expect(
    excludeOthersChanges(changes, repo.top, [{ from: free, to: Infinity }]).map(
      ({ attribution }) => attribution,
    ),
  ).toEqual(['unattributed', 'unattributed', 'foreign']);
});

describe('a change that no command of the run can span', () => {
  const AT = '2026-11-21T10:00:00.000Z';
  const END = '2026-11-21T10:00:01.000Z';
  const [at, end] = [Date.parse(AT), Date.parse(END)];
  const ran = (command: string, more = {}) => bash(0, command, { at: AT, endedAt: END, ...more });

  test.each([
    ['a command that ended', ran('make'), at - 20, end + 20],
    ['one behind &', ran('./serve & make'), at - 20, Infinity],
    ['one that detaches', ran('nohup ./serve'), at - 20, Infinity],
    ['one whose end nobody saw', ran('make', { finished: false }), at - 20, Infinity],
    ['one without a time', ran('make', { at: '' }), 0, end + 20],
  ])('is measured by %s', (_, seen, from, to) => {
    expect(freeTimes([seen])).toEqual([{ from, to }]);
  });

  test('is foreign: before, between and after its commands', async () => {
    const repo = new Repo().write('a.js').commit();
    const change = [{ path: 'a.js', status: 'M', attribution: 'unattributed' }] as const;
    repo.write('a.js', 'saved');
    const now = lstatSync(join(repo.top, 'a.js')).ctimeMs;
    const by = (...times: Array<[number, number]>) =>
      excludeOthersChanges(
        change,
        repo.top,
        times.map(([from, to]) => ({ from: now + from, to: now + to })),
      )[0]?.attribution;
    expect(by([-10, 10])).toBe('unattributed');
    expect(by([5, 10])).toBe('foreign');
    expect(by([-10, -5], [5, 10])).toBe('foreign');
    expect(by([-10, -5])).toBe('foreign');
    expect(by([-10, Infinity])).toBe('unattributed');
    expect(by()).toBe('foreign');
  });
});

describe('outside the allowed paths', () => {
  const changes = attribute(changed('src/a.js', 'b.js', 'c.js', 'd.js'), by(['b.js'], ['c.js']));

  test('are own and unattributed changes that no expression matches', () => {
    expect(outsidePaths(changes, ['^src/'])).toEqual(['b.js', 'd.js']);
    expect(outsidePaths(changes, ['^src/', '^[bd]\\.js$'])).toEqual([]);
  });

  test('is nothing when no path was set, and everything when the expression is broken', () => {
    expect(outsidePaths(changes, [])).toEqual([]);
    expect(outsidePaths(changes, ['('])).toEqual(['src/a.js', 'b.js', 'd.js']);
  });
});
