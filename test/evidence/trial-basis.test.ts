// What a trial of a gate stands on.

import { expect, test } from 'vitest';
import { basisHash, isManifest, type TrialBasis } from '../../runtime/engine/gates/known-trials.ts';
import { makeCommandGate } from './samples.ts';

const BASIS: TrialBasis = {
  gate: makeCommandGate({ command: ['npm', 'test'] }),
  wrapper: [],
  env: { PATH: '/usr/bin', DATABASE_URL: 'a' },
  entries: [
    { path: 'package.json', id: '1' },
    { path: 'package-lock.json', id: '2' },
    { path: 'src/a.js', id: '3' },
    { path: 'test/a.test.js', id: '4' },
  ],
  program: '/usr/bin/npm 10 20',
  logId: 'L-1',
};

const same = (more: Partial<TrialBasis>): boolean =>
  basisHash({ ...BASIS, ...more }) === basisHash(BASIS);

test('a gate is tried again when what it stands on changed', () => {
  const { gate, entries } = BASIS;
  expect(same({ gate: { ...gate, command: ['npm', 'run', 'test'] } })).toBe(false);
  expect(same({ gate: { ...gate, cwd: 'packages/a' } })).toBe(false);
  expect(same({ gate: { ...gate, shell: true } })).toBe(false);
  expect(same({ wrapper: ['bwrap'] })).toBe(false);
  expect(same({ env: { ...BASIS.env, DATABASE_URL: 'b' } })).toBe(false);
  expect(same({ env: { ...BASIS.env, DATABASE_URL: undefined } })).toBe(false);
  expect(same({ env: { ...BASIS.env, PATH: '/opt/bin:/usr/bin' } })).toBe(false);
  expect(same({ program: '/usr/bin/npm 10 21' })).toBe(false);
  const changed = (path: string) =>
    same({ entries: entries.map((one) => (one.path === path ? { path, id: '9' } : one)) });
  expect(changed('package.json')).toBe(false);
  expect(changed('package-lock.json')).toBe(false);
  expect(same({ entries: [...entries, { path: '.gitignore', id: '5' }] })).toBe(false);
});

test('and never because of sources, tests, its name, or how Wukong was started', () => {
  const { gate, entries } = BASIS;
  const other = entries.map((one) => (/src|test/.test(one.path) ? { ...one, id: '9' } : one));
  expect(same({ entries: other })).toBe(true);
  expect(same({ gate: { ...gate, name: 'unit' } })).toBe(true);
  expect(same({ env: { DATABASE_URL: 'a', PATH: '/repo/node_modules/.bin:/usr/bin' } })).toBe(true);
});

test.each([
  'package.json',
  'a/b/Cargo.lock',
  'go.sum',
  'requirements-dev.txt',
  'pom.xml',
  'app/App.csproj',
  '.nvmrc',
  'meson.build',
  '.gitignore',
])('%s is a manifest or a lock', (path) => {
  expect(isManifest(path)).toBe(true);
});

test.each(['src/a.js', 'test/a.test.js', 'README.md', 'data/table.csv', 'src/lock.js'])(
  '%s is none',
  (path) => {
    expect(isManifest(path)).toBe(false);
  },
);
