// A node planned in parts by the report of another, with real executors, lanes and git.

import { expect, onTestFinished, test } from 'vitest';
import type { Repository } from '../rig/repository.ts';
import { ended, events, wukong } from '../run/driven.ts';
import { lanesLeft, leftInGit, repositoryOf, textOf } from './parts.ts';

const part = (id: string) => ({
  id,
  title: `The part ${id}`,
  allowed_paths: [`src/${id}/**`],
  instructions: `meet 2\nwrite src/${id}/${id}.js | export const ${id} = 1;`,
});

/** A mind that plans the body in parts, the first time with those it is told first. */
async function made(first: object, second?: object): Promise<Repository> {
  const says = [
    'look README.md',
    `plan ${JSON.stringify(first)}`,
    ...(second ? ['again look README.md', `again plan ${JSON.stringify(second)}`] : []),
  ];
  const whole = {
    ...{ id: 'N-020', title: 'Write it', role: 'body', constraints: { allowed_paths: ['src/**'] } },
    instructions: 'write src/whole/whole.js | export const whole = 1;',
  };
  const nodes = [
    {
      id: 'N-010',
      title: 'Plan it',
      role: 'mind',
      instructions: says.join('\n'),
      may_grow: 'N-020',
    },
    whole,
    { id: 'N-030', title: 'Look at it', role: 'nose', instructions: 'look README.md' },
  ];
  const edges = [
    { from: 'N-010', to: 'N-020' },
    { from: 'N-020', to: 'N-030' },
  ];
  const repository = await repositoryOf({ grown: { nodes, edges } });
  onTestFinished(() => repository.remove());
  return repository;
}

test('two parts write at the same time, a third behind both is audited, and what came after the whole comes last', async () => {
  const together = {
    ...{ id: 'together', title: 'Both', allowed_paths: ['src/index.js'] },
    instructions: 'write src/index.js | export const both = 2;',
  };
  const audit = {
    ...{ id: 'audit', title: 'What others import', role: 'nose', join: 'any' },
    instructions: 'look README.md',
  };
  const condition = 'predicate:"src/index.js" in run.patch_files';
  const edges = [
    { from: 'a', to: 'together' },
    { from: 'b', to: 'together' },
    ...['a', 'b', 'together'].map((from) => ({ from, to: 'audit', condition })),
  ];
  const repository = await made({ nodes: [part('a'), part('b'), together, audit], edges });
  const ran = await ended(wukong(repository, 'run', 'write it', '--track', 'grown'));
  expect(ran, ran.out).toMatchObject({ code: 0 });
  const done = events(repository, 'node.done').map(({ node_id }) => node_id ?? '');
  expect([done[0], done.slice(1, 3).sort(), done.slice(3)]).toEqual([
    ...['N-010', ['N-040', 'N-060'], ['N-070', 'N-050', 'N-030']],
  ]);
  expect(textOf(repository, 'src/a/a.js') + textOf(repository, 'src/b/b.js')).toContain('b = 1');
  expect(events(repository, 'lane.landed')).toHaveLength(2);
  expect(lanesLeft(repository)).toEqual([]);
  expect(await leftInGit(repository)).toEqual([]);
  const why = await ended(wukong(repository, 'why', 'G-0001/N-020'));
  expect(why.out).toContain('N-010 planned it in parts: N-040, N-060, N-070, N-050');
  const first = await ended(wukong(repository, 'why', 'G-0001/N-040'));
  expect(first.out).toContain('planned in parts');
  const asked = await ended(wukong(repository, 'why', 'G-0001/N-050'));
  for (const id of ['N-040', 'N-060']) {
    expect(asked.out).toContain(`its condition on ${id} does not hold: "src/index.js" in`);
  }
  expect(asked.out).toContain('its condition on N-070 holds: "src/index.js" in');
  const fsck = await ended(wukong(repository, 'fsck'));
  expect(fsck, fsck.out).toMatchObject({ code: 0 });
});

test('parts that cannot be are sent back with their place, and done when they can', async () => {
  const wrong = { nodes: [{ ...part('a'), allowed_paths: ['lib/**'] }], edges: [] };
  const right = { nodes: [{ ...part('a'), instructions: part('a').instructions.slice(7) }] };
  const repository = await made(wrong, right);
  const ran = await ended(wukong(repository, 'run', 'write it', '--track', 'grown'));
  expect(ran, ran.out).toMatchObject({ code: 0 });
  const [first] = events(repository, 'run.ended');
  expect(JSON.stringify(first?.payload)).toContain('lib/** is not within what N-020 may change');
  expect(events(repository, 'node.done').map(({ node_id }) => node_id)).toEqual([
    ...['N-010', 'N-040', 'N-030'],
  ]);
});
