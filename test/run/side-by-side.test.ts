// Readers of one goal side by side, each with a real executor.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../../runtime/workspace/processes.ts';
import type { Repository } from '../rig/repository.ts';
import { atWorkIn, ended, events, repositoryWith, until, waiting, wukong } from './driven.ts';

const node = (id: string, role: string) => ({ id, title: `Look (${id})`, role });

/** Two readers that wait for nobody, and a writer behind both. */
function addPlan({ path }: Repository): void {
  const [first, second, writer] = [
    node('N-010', 'eye'),
    node('N-020', 'eye'),
    node('N-030', 'body'),
  ];
  const plan = {
    ...{ name: 'pair', version: 1, description: 'Looks twice.', success_criteria: ['it is seen'] },
    nodes: [first, second, writer],
    edges: [first, second].map((one) => ({ from: one?.id, to: writer?.id })),
  };
  mkdirSync(join(path, '.wukong', 'templates'), { recursive: true });
  writeFileSync(join(path, '.wukong', 'templates', 'pair.yaml'), JSON.stringify(plan));
}

test('readers of a goal work at the same time, and the writer behind them begins when both have ended', async () => {
  // Each waits for the other: one after the other would never come to an end.
  const repository = await repositoryWith('meets', '~/here');
  addPlan(repository);
  const run = await ended(wukong(repository, 'run', 'look at it', '--track', 'pair'));
  expect(run, run.out).toMatchObject({ code: 0 });
  expect(readdirSync(join(repository.root, 'here'))).toHaveLength(3);
  const course = events(repository)
    .filter(({ type }) => type === 'run.dispatched' || type === 'run.ended')
    .map(({ type, node_id }) => `${node_id} ${type}`);
  expect(course.slice(0, 2).sort()).toEqual(['N-010 run.dispatched', 'N-020 run.dispatched']);
  expect(course.slice(2, 4).sort()).toEqual(['N-010 run.ended', 'N-020 run.ended']);
  expect(course.slice(4)).toEqual(['N-030 run.dispatched', 'N-030 run.ended']);
});

test('Ctrl-C ends all that work at that moment, nothing is left, and none has used up an attempt', async () => {
  const repository = await repositoryWith('waits', '~/held');
  addPlan(repository);
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  const child = wukong(repository, 'run', 'look at it', '--track', 'pair');
  const end = ended(child);
  const executors = await waiting(held, 2);
  child.kill('SIGINT');
  expect((await end).code).toBe(130);
  expect(executors.map(isAlive)).toEqual([false, false]);
  await until(() => atWorkIn(repository).length === 0);
  const stopped = { outcome: 'stopped', counts: false };
  const ends = events(repository, 'run.ended').map(({ payload }) => payload);
  expect(ends).toMatchObject([stopped, stopped]);
  expect(events(repository, 'goal.owned').at(-1)?.payload.owner).toEqual({ kind: 'nobody' });
});
