// A worker whose queue is the log of a repository, as `wukong run` and the daemon ask it: log-worker.mjs <folder>. An
// order is a goal of one node, its lease a run; what it asks for beside the port is what a driver does between.

import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHeard } from '../../runtime/engine/drive/lease-file.ts';
import { logQueue } from '../../runtime/engine/drive/log-queue.ts';
import type { Claimed } from '../../runtime/engine/drive/queue.ts';
import { takeGoal } from '../../runtime/engine/drive/take-goal.ts';
import { planGoal } from '../../runtime/engine/goal/begin.ts';
import { finishIfDone } from '../../runtime/engine/goal/finish-goal.ts';
import { takeAgain } from '../../runtime/engine/results/take-result.ts';
import { collectResult } from '../../runtime/executors/folder/collect-result.ts';
import { removeCopy } from '../../runtime/executors/folder/copy-order.ts';
import { isDirectory } from '../../runtime/files/folders.ts';
import { readLog } from '../../runtime/inspect/read-log.ts';
import { handBack } from '../../runtime/kernel/drive/driven.ts';
import { nextNodes } from '../../runtime/kernel/next.ts';
import { abortGoal } from '../../runtime/kernel/requests/goals.ts';
import { activeRuns, goalsOf, nodeState } from '../../runtime/kernel/state/queries.ts';
import type { Result } from '../../runtime/model/failure.ts';
import type { State } from '../../runtime/model/state/state.ts';
import type { ExecutorEnd } from '../../runtime/model/vocabulary.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import type { Json, Lease, OrderState } from '../../runtime/team/order-queue.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { processRef } from '../../runtime/workspace/processes.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { serve } from './serve.ts';

/** By role, the template of one node. */
const TEMPLATES: Readonly<Record<string, string>> = { eye: 'look', body: 'write' };
const PATIENT = { waitMs: 30_000 } as const;

const ws = workspaceAt(process.argv[2] ?? '');
const me = processRef(process.pid);
const queue = logQueue(ws, me);
/** What this process holds, by its lease. */
const held = new Map<string, Claimed>();

await serve({
  async enqueue({ id, place, priority, body }) {
    const text = `${id} ${JSON.stringify(body)}`;
    const plan = value(
      await planGoal(ws, TEMPLATES[place] ?? '', { request: id, terms: { priority } }),
    );
    giveBack(value(queue.enqueue({ text, plan })));
    return true;
  },
  async claim(place) {
    await takeUpLost();
    for (const { goal, node, role } of nextNodes(stateNow(), new Date().toISOString())) {
      if (role !== place) continue;
      const lease = await claimOf(goal, node);
      if (lease) return lease;
    }
    return undefined;
  },
  async heartbeat(lease) {
    const claimed = held.get(nameOf(lease));
    // A goal that was closed ends its driver (engine/drive/drive.ts), which the queue need not say.
    return claimed !== undefined && queue.heartbeat(claimed) && claimed.goal in stateNow().goals;
  },
  complete: (lease, result) => complete(lease, result),
  fail: async (lease, why) => fail(lease, why, 'cannot-start'),
  // As a driver does that is stopped.
  release: async (lease) => fail(lease, 'given back', 'interrupted'),
  async cancel({ id }) {
    const cancelled = runStep(
      ws,
      (step) => {
        const goal = goalsOf(step.state).find(({ title }) => idOf(title) === id);
        // One that failed is open, and waits for a person.
        if (!goal || goal.specs.some((spec) => nodeState(goal, spec.id).status === 'blocked'))
          return false;
        abortGoal(step, goal, { kind: 'by-person', from: 'shell' });
        return true;
      },
      PATIENT,
    );
    return cancelled.ok && cancelled.value;
  },
  async look({ id }) {
    return states()[id] ?? { kind: 'unknown' };
  },
  async age({ id }) {
    for (const goal of goalsOf(stateNow()).filter(({ title }) => idOf(title) === id)) {
      for (const run of activeRuns(goal)) {
        const file = join(files.orderFolder(ws, goal.artifacts, run.node, run.id), 'lease.json');
        const before = new Date(Date.now() - 3_600_000);
        // Who was killed before it was there is known to be gone.
        if (existsSync(file)) utimesSync(file, before, before);
      }
    }
  },
  states: async () => states(),
  // Its repository is removed by whoever made it.
  clear: async () => undefined,
  close: async () => undefined,
});
process.exit();

/** Of drivers that are gone, or gave no sign for too long: their runs are over, and what they handed in is judged. */
async function takeUpLost(): Promise<void> {
  for (const goal of goalsOf(stateNow())) {
    const { owner } = goal;
    if (owner.kind !== 'driver' || isMe(owner.ref) || activeRuns(goal).length === 0) continue;
    if (isHeard(ws, goal, Date.now())(owner.ref)) continue;
    if (!(await isTaken(goal.id))) continue;
    const mine = stateNow().goals[goal.id];
    for (const run of mine ? activeRuns(mine) : []) {
      value(await takeAgain(ws, { goal: goal.id, run: run.id }));
      await finishIfDone(ws, goal.id);
    }
    giveBack(goal.id);
  }
}

async function claimOf(goal: string, node: string): Promise<Lease | undefined> {
  if (!(await isTaken(goal))) return undefined;
  const answer = await queue.claim({ goal, node, executor: 'chores' });
  if (answer.kind === 'failed') throw new Error(answer.why);
  if (answer.kind !== 'claimed') {
    giveBack(goal);
    return undefined;
  }
  const { claimed } = answer;
  const started = { process: null, timeLimitSec: 3_600, noOutputLimitSec: null };
  if (!queue.heartbeat(claimed, started)) return undefined;
  const [id = '', body = 'null'] = claimed.order.goal.title.split(' ');
  const lease = { id, place: claimed.order.role, attempt: attemptOf(claimed.run) };
  held.set(nameOf(lease), claimed);
  return { ...lease, body: JSON.parse(body) };
}

/** As an executor leaves it in its folder, and by the one way that results are taken. */
async function complete(lease: Lease, result: Json): Promise<boolean> {
  const claimed = held.get(nameOf(lease));
  if (!claimed) return false;
  const { goal, run, order, copy } = claimed;
  // Whoever took over has removed it, and nothing could come back.
  if (!isDirectory(copy.dir)) return fail(lease, 'its folder is gone', 'folder-missing');
  const [line = ''] = ['# What is to be done'];
  let reference = `README.md:1 "${line}"`;
  if (order.role === 'body') {
    const file = `work/${run}.txt`;
    mkdirSync(join(order.repo_dir, 'work'), { recursive: true });
    writeFileSync(join(order.repo_dir, file), `done by ${run}\n`);
    reference = `${file}:1 "done by ${run}"`;
  }
  const parts = [
    ...['## Summary', JSON.stringify(result), '## Steps', 'Did it.', '## Evidence'],
    ...['- References:', `  - ${reference}`, '## Risks', '- None.', '## Next', '- Nothing.', ''],
  ];
  const said = { status: 'ok', changes: {}, tests: ['n/a'], summary: 'It is done.' };
  const its = { issue_ref: order.issue_ref, run_id: run, ...said };
  try {
    writeFileSync(join(copy.dir, 'report.md'), parts.join('\n'));
    writeFileSync(join(copy.dir, 'work_result.json'), JSON.stringify(its));
  } catch (error) {
    if (isDirectory(copy.dir)) throw error;
    return fail(lease, 'its folder is gone', 'folder-missing');
  }
  const answer = value(await queue.complete(claimed, { left: collectResult(copy), exit: 0 }));
  const isTakenIn = answer.kind === 'settled' && answer.verdict.kind === 'done';
  if (answer.kind === 'settled' && !isTakenIn) throw new Error(JSON.stringify(answer));
  if (isTakenIn) await finishIfDone(ws, goal);
  drop(lease, claimed);
  return isTakenIn;
}

/** False: it was over before. */
function fail(lease: Lease, why: string, how: ExecutorEnd): boolean {
  const claimed = held.get(nameOf(lease));
  if (!claimed) return false;
  const isIts = queue.fail(claimed, how, why);
  drop(lease, claimed);
  return isIts;
}

function states(): Record<string, OrderState> {
  const ids = new Map<string, string>();
  const found: Record<string, OrderState> = {};
  const { isWhole } = readLog(ws, ({ type, goal_id = '', run_id = '', payload }) => {
    if (type === 'goal.created') ids.set(goal_id, idOf(String(payload.title)));
    const id = ids.get(goal_id) ?? '';
    const attempt = attemptOf(run_id);
    if (type === 'goal.created') found[id] = { kind: 'waits' };
    if (type === 'run.dispatched') found[id] = { kind: 'held' };
    if (type === 'graph.aborted') found[id] = { kind: 'cancelled' };
    if (type !== 'run.ended') return;
    const { outcome } = payload;
    if (outcome === 'success') found[id] = { kind: 'completed', result: null, attempt };
    else if (outcome === 'failed') found[id] = { kind: 'failed', why: '', attempt };
    else found[id] = { kind: 'waits' };
  });
  if (!isWhole) throw new Error('the log cannot be read whole');
  return found;
}

function drop(lease: Lease, { goal, copy }: Claimed): void {
  held.delete(nameOf(lease));
  removeCopy(copy);
  giveBack(goal);
}

async function isTaken(goal: string): Promise<boolean> {
  return value(await takeGoal(ws, me, goal)).kind === 'resumed';
}

function giveBack(goal: string): void {
  const given = runStep(ws, (step) => handBack(step, goal, me), PATIENT);
  if (!given.ok) throw new Error(JSON.stringify(given.failure));
}

function stateNow(): State {
  const now = readState(ws);
  if (!now.ok) throw new Error(JSON.stringify(now.failure));
  return now.state;
}

function workspaceAt(folder: string): Workspace {
  const found = findRepository(folder);
  if (!found) throw new Error(`${folder} is no repository`);
  return found;
}

function isMe({ pid, started }: typeof me): boolean {
  return pid === me.pid && started === me.started;
}

function idOf(title: string): string {
  return title.split(' ')[0] ?? '';
}

/** Runs of a role are counted. */
function attemptOf(run: string): number {
  return Number(run.split('-').at(-1));
}

function nameOf({ id, attempt }: Pick<Lease, 'id' | 'attempt'>): string {
  return `${id} ${attempt}`;
}

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
