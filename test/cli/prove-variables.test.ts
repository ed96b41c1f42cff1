// Variables before the command of a check that a person types.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { git, gitEnvironment } from '../../scripts/example.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { DIST } from '../install/temporary.ts';

type Files = Readonly<Record<string, string>>;

const PROGRAM = 'export const add = (a, b) => a - b;\n';
const FIXED = 'export const add = (a, b) => a + b;\n';
/** The program is where a variable says, and without it there is none. */
const TESTS = `import test from 'node:test';
import assert from 'node:assert/strict';
import { join } from 'node:path';
const { add } = await import(join(process.env.FROM, 'a.js'));
test('zero', () => assert.equal(add(0, 0), 0));
`;
const MORE = "test('two', () => assert.equal(add(1, 1), 2));\n";

async function repository(): Promise<string> {
  const folder = join(temporaryFolder('wukong-variables-'), 'repository');
  const manifest = JSON.stringify({ name: 'a', type: 'module', scripts: { test: 'node --test' } });
  put(folder, { 'package.json': manifest, 'src/a.js': PROGRAM, 'test/a.test.js': TESTS });
  await git(folder, 'init', '-q', '-b', 'main');
  await git(folder, 'add', '-A');
  await git(folder, 'commit', '-qm', 'a program');
  return folder;
}

function put(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function wukong(folder: string, ...args: readonly string[]) {
  const { PATH = '' } = process.env;
  const env = { ...gitEnvironment(), PATH, HOME: dirname(folder), NO_COLOR: '1' };
  const options = { cwd: folder, env, timeoutMs: 120_000 };
  return run(process.execPath, [join(DIST, 'cli.js'), ...args], options);
}

test.each([
  ['FROM=../src npm test'],
  ['FROM="../src" NODE_OPTIONS=--no-warnings node --test'],
  // A shell that reads `$PWD` before we do leaves the working tree.
  ['FROM=$PWD/src node --test'],
  ['env FROM=$PWD/src node --test'],
])('`%s` is run with them, in the copy, and counts its cases', async (line) => {
  const folder = await repository();
  const check = line.replace('$PWD', folder);
  put(folder, { 'src/a.js': FIXED, 'test/a.test.js': TESTS + MORE });
  const honest = await wukong(folder, 'prove', '--json', '--check', check);
  expect(JSON.parse(honest.stdout), honest.stderr).toMatchObject({ verdict: 'shown' });
  expect(honest.code).toBe(0);
  expect(honest.stdout).toMatch(/"cases":\s*\[[^\]]*two/);
  // A break, whose test is weakened.
  put(folder, {
    'src/a.js': `${PROGRAM}// more\n`,
    'test/a.test.js': `${TESTS}test('two', () => {});\n`,
  });
  const forged = await wukong(folder, 'prove', '--json', '--check', check);
  expect(JSON.parse(forged.stdout), forged.stderr).not.toMatchObject({ verdict: 'shown' });
});

test('variables without a command are none', async () => {
  const folder = await repository();
  put(folder, { 'src/a.js': FIXED });
  const ended = await wukong(folder, 'prove', '--check', 'FROM=src');
  expect([ended.code, ended.stdout]).toEqual([2, expect.stringMatching(/`FROM=src`/)]);
});
