// Writers of one goal side by side, each in a lane of its own, with real executors and real git.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildAndInstall, ignoredFiles, THEIRS } from '../rig/ignored-files.ts';
import { git, type Repository } from '../rig/repository.ts';
import { ended, events, until, wukong } from '../run/driven.ts';
import { personAt } from '../run/person-at.ts';
import { areThere, lanesLeft, leftInGit, type Part, repositoryOf, textOf } from './parts.ts';

async function made(parts: readonly Part[], other: readonly Part[] = parts): Promise<Repository> {
  const repository = await repositoryOf({ parts, other });
  onTestFinished(() => repository.remove());
  return repository;
}

/** Repaired where it lands second. */
const part = (id: string, name: string): Part => ({
  id,
  paths: [`src/${name}/**`],
  does: [
    'meet 2',
    `write src/${name}/on.js | export const ${name} = 1;`,
    `again write src/${name}/on.js | export const ${name} = 1; // agrees`,
  ],
});
const A = part('N-010', 'a');
const B = part('N-020', 'b');

test('two writers whose paths do not meet work at the same time, and both land', async () => {
  const alone = { ...B, does: ['meet 2', 'write src/b/other.js | export const b = 2;'] };
  const repository = await made([A, alone]);
  const ran = await ended(wukong(repository, 'run', 'write both', '--track', 'parts'));
  expect(ran, ran.out).toMatchObject({ code: 0 });
  expect(textOf(repository, 'src/a/on.js')).toContain('a = 1');
  expect(textOf(repository, 'src/b/other.js')).toContain('b = 2');
  expect(
    events(repository, 'lane.landed')
      .map(({ node_id }) => node_id)
      .sort(),
  ).toEqual(['N-010', 'N-020']);
  expect(lanesLeft(repository)).toEqual([]);
  expect(await leftInGit(repository)).toEqual([]);
});

test('work of two lanes is judged and lands without a byte or a time of what git ignores being another', async () => {
  const alone = { ...B, does: ['meet 2', 'write src/b/other.js | export const b = 2;'] };
  const repository = await made([A, alone]);
  const { path } = repository;
  const test = 'test/together.test.js';
  const builds = buildAndInstall(path, 'src/decoder.js');
  writeFileSync(join(path, test), `${builds}${textOf(repository, test)}`);
  await git(path, 'add', 'Makefile', '.gitignore', test);
  await git(path, 'commit', '-qm', 'Build before the tests');
  const before = ignoredFiles(path);
  expect([...before.keys()]).toEqual(expect.arrayContaining([...THEIRS]));
  const ran = await ended(wukong(repository, 'run', 'write both', '--track', 'parts'));
  expect(ignoredFiles(path)).toEqual(before);
  expect(ran, ran.out).toMatchObject({ code: 0 });
  expect(events(repository, 'lane.landed')).toHaveLength(2);
});

test('what is green alone and red together does not land before it is repaired', async () => {
  const repository = await made([A, B]);
  const ran = await ended(wukong(repository, 'run', 'write both', '--track', 'parts'));
  expect(ran, ran.out).toMatchObject({ code: 0 });
  const both = ['src/a/on.js', 'src/b/on.js'].map((file) => textOf(repository, file));
  expect(both.filter((text) => text.includes('agrees'))).toHaveLength(1);
  const failed = events(repository, 'run.ended').filter(
    ({ payload }) => payload.outcome === 'failed',
  );
  const [first, second] = events(repository, 'lane.landed').map(({ node_id }) => node_id);
  expect(failed.map(({ node_id }) => node_id)).toEqual([second]);
  expect(new Set([first, second])).toEqual(new Set([A.id, B.id]));
});

test.each([
  ['', []],
  ['and was committed there ', ['commit']],
])('what never passed %sis kept as a patch when its goal ends, and said', async (_, more) => {
  const once = [A, B].map((one) => ({
    ...one,
    does: [...one.does.slice(0, 2), ...more],
    tries: 1,
  }));
  const repository = await made(once);
  const ran = await ended(wukong(repository, 'run', 'write both', '--track', 'parts'));
  expect(ran, ran.out).toMatchObject({ code: 3 });
  const [blocked] = events(repository, 'node.blocked').map(({ node_id }) => node_id);
  const cancelled = await personAt(repository, 'y', 'goal', 'cancel', 'G-0001');
  expect(cancelled, cancelled.stderr).toMatchObject({ code: 0 });
  expect(lanesLeft(repository)).toEqual([]);
  const patch = `.wukong/artifacts/lanes/G-0001-${blocked}.patch`;
  const said = `Done in a lane, and nowhere else: kept in ${patch}`;
  expect(cancelled.stdout).toContain(`${said}.`);
  expect((await ended(wukong(repository, 'status'))).out).toContain(said);
  const name = blocked === A.id ? 'a' : 'b';
  expect(textOf(repository, patch)).toContain(`+export const ${name} = 1;`);
});

test('what a person changed in the same file meanwhile is kept, and the work is done again on it', async () => {
  const slow: Part = {
    id: 'N-010',
    paths: ['src/a/**'],
    does: [
      'meet 3',
      'write src/a/on.js | export const a = 1;',
      'again write src/a/second.js | export const a = 2;',
    ],
  };
  const alone = { ...B, does: ['meet 2', 'write src/b/other.js | export const b = 2;'] };
  const repository = await made([slow, alone]);
  const child = wukong(repository, 'run', 'write both', '--track', 'parts');
  const end = ended(child);
  const here = join(repository.root, 'here');
  const bothThere = until(() => areThere(repository, 2));
  expect(await Promise.race([bothThere, end])).toBeUndefined();
  mkdirSync(join(repository.path, 'src', 'a'), { recursive: true });
  writeFileSync(join(repository.path, 'src', 'a', 'on.js'), 'export const mine = true;\n');
  writeFileSync(join(here, 'person'), '');
  const ran = await end;
  expect(ran, ran.out).toMatchObject({ code: 0 });
  expect(textOf(repository, 'src/a/on.js')).toBe('export const mine = true;\n');
  expect(textOf(repository, 'src/a/second.js')).toContain('a = 2');
  const [ending] = events(repository, 'run.ended').filter(({ node_id }) => node_id === 'N-010');
  expect(ending?.payload).toMatchObject({
    because: { kind: 'lane-conflict', paths: ['src/a/on.js'], nodes: [] },
    counts: false,
  });
});

test('work lands on the branch to which a person switched meanwhile, and it is said', async () => {
  const slow = { ...A, does: ['meet 3', 'write src/a/on.js | export const a = 1;'] };
  const alone = { ...B, does: ['meet 2', 'write src/b/other.js | export const b = 2;'] };
  const repository = await made([slow, alone]);
  const { path, root } = repository;
  const end = ended(wukong(repository, 'run', 'write both', '--track', 'parts'));
  expect(await Promise.race([until(() => areThere(repository, 2)), end])).toBeUndefined();
  await git(path, 'switch', '--quiet', '--create', 'other');
  writeFileSync(join(path, 'other.txt'), 'other');
  await git(path, 'add', 'other.txt');
  await git(path, 'commit', '--quiet', '--message', 'Other');
  writeFileSync(join(root, 'here', 'person'), '');
  const ran = await end;
  expect(ran, ran.out).toMatchObject({ code: 0 });
  expect(textOf(repository, 'src/a/on.js')).toContain('a = 1');
  const [graded] = events(repository, 'evidence.graded').filter(({ node_id }) => node_id === A.id);
  const said = 'it landed on other, to which the working tree was switched from main meanwhile';
  expect(graded?.payload.outputs).toMatchObject({ warnings: [said] });
});

test('a goal begun while another one writes does not wait for it, and lands when that has reported', async () => {
  const anywhere = { paths: [], id: 'N-010' };
  const first = { ...anywhere, does: ['meet 3', 'write src/a/first.js | export const a = 1;'] };
  const second = { ...anywhere, does: ['meet 2', 'write src/b/second.js | export const b = 1;'] };
  const repository = await made([first], [second]);
  const here = join(repository.root, 'here');
  const one = ended(wukong(repository, 'run', 'write it', '--track', 'parts'));
  expect(await Promise.race([until(() => areThere(repository, 1)), one])).toBeUndefined();
  const two = ended(wukong(repository, 'run', 'write another', '--track', 'other'));
  expect(await Promise.race([until(() => areThere(repository, 2)), two])).toBeUndefined();
  // Its executor has ended, and it is judged in its lane while the other one still writes.
  await until(() => events(repository, 'run.reported').some(({ goal_id }) => goal_id === 'G-0002'));
  expect(existsSync(join(repository.path, 'src', 'b'))).toBe(false);
  writeFileSync(join(here, 'person'), '');
  for (const ran of [await one, await two]) expect(ran, ran.out).toMatchObject({ code: 0 });
  expect(textOf(repository, 'src/a/first.js')).toContain('a = 1');
  expect(textOf(repository, 'src/b/second.js')).toContain('b = 1');
  const lanes = events(repository, 'run.dispatched').map(({ payload }) => payload.lane);
  expect(lanes.filter((lane) => JSON.stringify(lane).includes('lands_in'))).toHaveLength(1);
  expect(lanesLeft(repository)).toEqual([]);
});

test('what was being laid when its driver was killed lands, though its lane was deleted before anybody went on', async () => {
  const alone = { ...B, does: ['meet 2', 'write src/b/other.js | export const b = 2;'] };
  const repository = await made([A, alone]);
  const whole = await ended(wukong(repository, 'run', 'write both', '--track', 'parts'));
  expect(whole, whole.out).toMatchObject({ code: 0 });
  // As the log stands when the second one has laid its files, and no more; its lane went with the goal.
  const log = join(repository.path, '.wukong', 'events.jsonl');
  const lines = readFileSync(log, 'utf8').split('\n');
  const last = lines.findLastIndex((line) => line.includes('"lane.landing"'));
  writeFileSync(log, `${lines.slice(0, last + 1).join('\n')}\n`);
  const { node_id: second } = JSON.parse(lines[last] ?? '');
  const ran = await ended(wukong(repository, 'run', 'G-0001'));
  expect(ran, ran.out).toMatchObject({ code: 0 });
  expect(
    events(repository, 'run.dispatched').filter(({ node_id }) => node_id === second),
  ).toHaveLength(1);
  expect(events(repository, 'node.done').map(({ node_id }) => node_id)).toContain(second);
  expect(textOf(repository, 'src/a/on.js')).toContain('a = 1');
  expect(textOf(repository, 'src/b/other.js')).toContain('b = 2');
  expect(lanesLeft(repository)).toEqual([]);
});
