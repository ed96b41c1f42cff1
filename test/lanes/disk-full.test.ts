// A disk that is full while lanes are made and while work is laid: it is said, and goes on with space, as if nothing
// had been.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { smallDisk } from '../rig/small-disk.ts';
import { ended, events, wukong } from '../run/driven.ts';
import { lanesLeft, leftInGit, type Part, repositoryOf, textOf } from './parts.ts';

const ONE = 'export const one = 1;';

const part = (id: string, name: string): Part => ({
  id,
  paths: [`src/${name}/**`],
  does: [`write src/${name}/${name}1.js | ${ONE}`, `write src/${name}/${name}2.js | ${ONE}`],
});
const parts = [part('N-010', 'a'), part('N-020', 'b')];

async function withDisk(context: TestContext, at: (path: string, root: string) => string) {
  const repository = await repositoryOf({ parts });
  onTestFinished(() => repository.remove());
  const disk = smallDisk(at(repository.path, repository.root), 8 * 1024);
  if (typeof disk === 'string') return context.skip(`no small disk can be mounted here: ${disk}`);
  onTestFinished(() => disk[Symbol.dispose]());
  return { repository, disk };
}

test('where there is no space for lanes it says so, and goes on when there is', async (context) => {
  const { repository, disk } = await withDisk(context, (_, root) => join(root, 'state'));
  disk.fill();
  const full = await ended(wukong(repository, 'run', 'write both', '--track', 'parts'));
  expect(full).toMatchObject({ code: 1 });
  expect(full.out).toContain(
    `its lane cannot be made: no space is left on the disk of ${disk.path}`,
  );
  disk.empty();
  const ran = await ended(wukong(repository, 'run', 'G-0001'));
  expect(ran, ran.out).toMatchObject({ code: 0 });
  for (const name of ['a', 'b']) {
    expect(textOf(repository, `src/${name}/${name}1.js`)).toBe(`${ONE}\n`);
  }
  expect([lanesLeft(repository), await leftInGit(repository)]).toEqual([[], []]);
});

test('where there is no space for what lands nobody is blamed, no run is done again, and it lands when there is', async (context) => {
  const { repository, disk } = await withDisk(context, (path) => join(path, 'src', 'a'));
  mkdirSync(join(repository.path, 'src', 'b'));
  disk.fill();
  const full = await ended(wukong(repository, 'run', 'write both', '--track', 'parts'));
  expect(full, full.out).toMatchObject({ code: 1 });
  expect(full.out).toContain('The disk is full. Nothing was lost; make room and try again.');
  expect(events(repository, 'lane.landed').every(({ node_id }) => node_id === 'N-020')).toBe(true);
  disk.empty();
  const ran = await ended(wukong(repository, 'run', 'G-0001'));
  expect(ran, ran.out).toMatchObject({ code: 0 });
  for (const file of ['a1', 'a2']) expect(textOf(repository, `src/a/${file}.js`)).toBe(`${ONE}\n`);
  const runs = events(repository, 'run.dispatched').filter(({ node_id }) => node_id === 'N-010');
  expect(runs).toHaveLength(1);
  expect(events(repository, 'run.sent_back')).toEqual([]);
});
