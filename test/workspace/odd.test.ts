// What `init`, the begin of a goal and `doctor` find below `.wukong`, wherever it lies.

import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { oddBelow } from '../../runtime/workspace/links.ts';
import { temporaryWorkspace } from './workspace.ts';

function put(path: string, make: (path: string) => unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  make(path);
}

const link = (path: string) => symlinkSync('/etc/passwd', path);
const pipe = (path: string) => expect(spawnSync('mkfifo', [path]).status).toBe(0);
const file = (path: string) => writeFileSync(path, '');

test.each([
  ['a', link, 'link'],
  ['state.json', pipe, 'pipe'],
  ['artifacts/S-1/N-010/run/outcome.json', link, 'link'],
  ['artifacts/S-1/N-010/run/deep/er/pipe', pipe, 'pipe'],
  ['objects/ab', link, 'link'],
  ['objects/ab/cdef', pipe, 'pipe'],
  ['objects/info/alternates', link, 'link'],
  ['templates/fix.yaml', link, 'link'],
  ['artifacts/S-1/G-0001', link, 'link'],
  ['artifacts/G-0001', link, 'link'],
  ['artifacts/rollback/a', link, 'link'],
] as const)('%s is found', (name, make, is) => {
  using made = temporaryWorkspace();
  put(join(made.ws.dir, name), make);
  expect(oddBelow(made.ws)).toEqual({
    found: [{ file: `.wukong/${name}`, is }],
    complete: true,
  });
});

test('what Wukong puts there itself is not: the other name of a session’s folder, a rollback on its way', () => {
  using made = temporaryWorkspace();
  const at = (name: string) => join(made.ws.dir, name);
  put(at('artifacts/S-20261121-001/summary.md'), file);
  put(at('artifacts/G-0001'), (path) => symlinkSync('S-20261121-001', path));
  put(at('artifacts/S-20261121-001/rollback/tree/a'), link);
  expect(oddBelow(made.ws)).toEqual({ found: [], complete: true });
});

test('no link is followed: what is found is the link alone, be it to a folder around it', () => {
  using made = temporaryWorkspace();
  put(join(made.ws.dir, 'artifacts/loop'), (path) => symlinkSync('..', path));
  expect(oddBelow(made.ws).found).toEqual([{ file: '.wukong/artifacts/loop', is: 'link' }]);
});

test('who has little time says that it did not look at all of it', () => {
  using made = temporaryWorkspace();
  for (const name of ['a', 'b', 'c']) put(join(made.ws.dir, 'artifacts/S-1', name), file);
  put(join(made.ws.dir, 'artifacts/S-1/N-010/run/z'), link);
  expect(oddBelow(made.ws, 4).complete).toBe(false);
  expect(oddBelow(made.ws, 100).found).toHaveLength(1);
  for (const name of ['x', 'y']) put(join(made.ws.dir, name), link);
  expect(oddBelow(made.ws, 100, 2)).toMatchObject({ complete: false, found: [{}, {}] });
});

test('nothing is found where there is no .wukong, or a link in its place', () => {
  using made = temporaryWorkspace();
  const elsewhere = { ...made.ws, dir: join(made.ws.root, 'none', '.wukong') };
  expect(oddBelow(elsewhere)).toEqual({ found: [], complete: true });
  put(elsewhere.dir, (path) => symlinkSync(made.ws.dir, path));
  expect(oddBelow(elsewhere)).toEqual({ found: [], complete: true });
});
