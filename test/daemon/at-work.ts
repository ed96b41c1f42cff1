// A repository with a daemon: goals are queued, it is started, and what it did is read in the log.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { writeLocal } from '../rig/local-config.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import type { Repository } from '../rig/repository.ts';
import { ended, events, REQUEST, repositoryWith, until, waiting, wukong } from '../run/driven.ts';

/** What nobody queued at a terminal is taken up, too: a person said so. */
export async function repositoryThatAdmits(...args: readonly string[]): Promise<Repository> {
  const repository = await repositoryWith(...args);
  admitScripts(repository);
  return repository;
}

export function admitScripts(repository: Repository): void {
  const { path } = repository;
  const file = join(path, '.wukong', 'config.local.yaml');
  const admits = { work_order_system: { autonomy_daemon: { admit_scripts: true } } };
  const local = JSON.parse(readFileSync(file, 'utf8'));
  writeLocal(path, JSON.stringify({ ...local, ...admits }));
  endAllAfterTest(repository);
}

/** Daemons, what they have at work, and what waits beside them: they write where the repository is to be removed. */
function endAllAfterTest(repository: Repository): void {
  onTestFinished(async () => {
    killProcessesOf(repository.root);
    await nothingIsLeft(repository);
  });
}

export async function queue(repository: Repository, template = 'direct'): Promise<void> {
  const args = ['goal', 'add', REQUEST, '--template', template];
  expect(await ended(wukong(repository, ...args))).toMatchObject({ code: 0 });
}

/** What a command says with --json. */
export async function said(repository: Repository, ...args: readonly string[]) {
  const { code, out } = await ended(wukong(repository, ...args, '--json'));
  return { code, ...JSON.parse(out) };
}

export async function started(repository: Repository): Promise<number> {
  const begun = await said(repository, 'daemon', 'start');
  expect(begun).toMatchObject({ code: 0, ok: true });
  endAllAfterTest(repository);
  return begun.pid;
}

/** A daemon with one goal, whose executor works until `held.go` is there. */
export async function atWork() {
  const repository = await repositoryThatAdmits('waits', '~/held');
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  await queue(repository);
  const pid = await started(repository);
  const [executor] = await waiting(held);
  const goOn = () => writeFileSync(`${held}.go`, '');
  return { repository, pid, executor: executor ?? expect.fail(), goOn };
}

export const completed = (repository: Repository) =>
  events(repository, 'graph.completed').map(({ goal_id }) => goal_id);

export const takenUp = (repository: Repository) =>
  events(repository, 'goal.owned').flatMap(({ goal_id, payload }) =>
    payload.chosen === undefined ? [] : [goal_id],
  );

/** Why, each time. */
export const handedBack = (repository: Repository) =>
  events(repository, 'goal.owned').flatMap(({ payload }) => {
    const left = payload.left as { because: string } | undefined;
    return left ? [left.because] : [];
  });

/** Why each run ended, and whether it used up an attempt. */
export const runEnds = (repository: Repository) =>
  events(repository, 'run.ended').map(({ payload: { outcome, counts } }) => [outcome, counts]);

export const daemonEnds = (repository: Repository) =>
  events(repository, 'daemon.stopped').map(({ payload }) => payload.because);

export const isGone = (one: ProcessRef | number) =>
  !isAlive(typeof one === 'number' ? { pid: one, started: null } : one);

export async function nothingIsLeft({ root }: Repository): Promise<void> {
  await until(() => processesOf(root).length === 0);
}
