// Variables before the command of a check that a person types.

import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { ADD, addRepository, CLI, environmentOf, put, wukong } from '../rig/small-repository.ts';

/** The program is where a variable says, and without it there is none. */
const TESTS = ADD.tests
  .replace("import { add } from '../src/a.js';", "import { join } from 'node:path';")
  .replace(
    "\ntest('zero'",
    "\nconst { add } = await import(join(process.env.FROM, 'a.js'));\ntest('zero'",
  );

const repository = () => addRepository({ 'test/a.test.js': TESTS });

test.each([
  ['FROM=../src npm test'],
  ['FROM="../src" NODE_OPTIONS=--no-warnings node --test'],
  // A shell that reads `$PWD` before we do leaves the working tree.
  ['FROM=$PWD/src node --test'],
  ['env FROM=$PWD/src node --test'],
])('`%s` is run with them, in the copy, and counts its cases', async (line) => {
  const place = await repository();
  const check = line.replace('$PWD', place.top);
  put(place.top, { 'src/a.js': ADD.fixed, 'test/a.test.js': TESTS + ADD.more });
  const honest = await wukong(place, 'prove', '--json', '--check', check);
  expect(JSON.parse(honest.stdout), honest.stderr).toMatchObject({ verdict: 'shown' });
  expect(honest.code).toBe(0);
  expect(honest.stdout).toMatch(/"cases":\s*\[[^\]]*two/);
  // A break, whose test is weakened.
  put(place.top, {
    'src/a.js': `${ADD.program}// more\n`,
    'test/a.test.js': `${TESTS}test('two', () => {});\n`,
  });
  const forged = await wukong(place, 'prove', '--json', '--check', check);
  expect(JSON.parse(forged.stdout), forged.stderr).not.toMatchObject({ verdict: 'shown' });
});

test('a check has where tools lie, and no other variable of the person', async () => {
  const place = await addRepository();
  const env = { ...environmentOf(place), RUSTUP_HOME: place.home, GH_TOKEN: 'secret' };
  const asserts = `assert.equal(process.env.RUSTUP_HOME + process.env.GH_TOKEN, '${place.home}undefined')`;
  const more = `${ADD.more}test('tools', () => ${asserts});\n`;
  put(place.top, { 'src/a.js': ADD.fixed, 'test/a.test.js': ADD.tests + more });
  const words = [CLI, 'prove', '--json', '--check', 'npm test'];
  const ended = await run(process.execPath, words, { cwd: place.top, env, timeoutMs: 200_000 });
  expect(JSON.parse(ended.stdout), ended.stderr).toMatchObject({ verdict: 'shown' });
});

test('variables without a command are none', async () => {
  const place = await repository();
  put(place.top, { 'src/a.js': ADD.fixed });
  const ended = await wukong(place, 'prove', '--check', 'FROM=src');
  expect([ended.code, ended.stdout]).toEqual([2, expect.stringMatching(/`FROM=src`/)]);
});
