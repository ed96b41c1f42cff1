// A repository of a few files in a temporary folder, with a home beside it, and the built CLI as a person types it there.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { git, gitEnvironment, PROJECT } from '../../scripts/example.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

/** Text by path. */
export type Files = Readonly<Record<string, string>>;

/** `top`: the working tree. */
export type Place = Readonly<{ top: string; home: string }>;

export function newPlace(): Place {
  const base = temporaryFolder('wukong-small-');
  const place = { top: join(base, 'repo'), home: join(base, 'home') };
  for (const folder of Object.values(place)) mkdirSync(folder);
  return place;
}

/** With these files in its one commit. */
export async function smallRepository(files: Files): Promise<Place> {
  const place = newPlace();
  put(place.top, files);
  await git(place.top, 'init', '-q', '-b', 'main');
  await git(place.top, 'add', '-A');
  await git(place.top, 'commit', '-qm', 'first');
  return place;
}

export function put(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export function environmentOf({ home }: Place): Record<string, string> {
  return {
    ...systemPaths(),
    ...gitEnvironment(),
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
  };
}

export const CLI = join(PROJECT, 'dist', 'cli.js');
const LIMIT_MS = 400_000;

export function wukong(place: Place, ...args: readonly string[]): Promise<Ended> {
  const options = { cwd: place.top, env: environmentOf(place), timeoutMs: LIMIT_MS };
  return run(process.execPath, [CLI, ...args], options);
}

/** What `add` gets wrong, its test, and the fix with a test of it: of a package with the script `node --test`. */
export const ADD = {
  program: 'export const add = (a, b) => a - b;\n',
  fixed: 'export const add = (a, b) => a + b;\n',
  broken: 'export const add = () => 7;\n',
  tests: `import test from 'node:test';
import assert from 'node:assert/strict';
import { add } from '../src/a.js';
test('zero', () => assert.equal(add(0, 0), 0));
`,
  more: "test('two', () => assert.equal(add(1, 1), 2));\n",
} as const;

/** The package of `ADD`, and `files` in addition or instead. */
export function addRepository(files: Files = {}): Promise<Place> {
  const manifest = { name: 'a', type: 'module', scripts: { test: 'node --test' } };
  return smallRepository({
    'package.json': JSON.stringify(manifest),
    'src/a.js': ADD.program,
    'test/a.test.js': ADD.tests,
    ...files,
  });
}
