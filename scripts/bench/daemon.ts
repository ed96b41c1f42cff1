// What a daemon costs that has nothing to do, and how soon it begins with what is queued.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { OrderRepository } from '../orders/repository.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';

const IDLE = 'daemon/idle';
const MEMORY = 'daemon/memory';
const WAKE = 'daemon/wake';
export const DAEMON_NAMES = [IDLE, MEMORY, WAKE];

/** Until what it needed to begin is given back. */
const SETTLES_MS = 40_000;
const IDLE_MS = 20_000;
const WAKES_MS = 60_000;
const MOST_ROUNDS = 5;

export async function measureDaemon(run: Run): Promise<Row[]> {
  // One goal waits: nobody admitted it.
  const repository = await OrderRepository.make(1);
  let pid = 0;
  try {
    const started = await repository.wukong('daemon', 'start', '--json');
    if (started.code !== 0) throw new Error(started.stdout + started.stderr);
    ({ pid } = JSON.parse(started.stdout));
    const rows = process.platform === 'linux' ? await idle(pid, run) : [];
    if (run.wants(WAKE)) rows.push(await wakes(repository, run));
    return rows.filter(({ name }) => run.wants(name));
  } finally {
    await repository.wukong('daemon', 'stop');
    repository.remove();
  }
}

async function idle(pid: number, run: Run): Promise<Row[]> {
  if (![IDLE, MEMORY].some((name) => run.wants(name))) return [];
  run.progress('a daemon that has nothing to do');
  await delay(SETTLES_MS);
  const [before, from] = [cpuMs(pid), performance.now()];
  await delay(IDLE_MS);
  const share = ((cpuMs(pid) - before) / (performance.now() - from)) * 100;
  return [
    { name: IDLE, value: share, unit: '%', of: 'of a core', limit: 0.2, figures: {} },
    { name: MEMORY, value: residentMb(pid), unit: 'MB', of: 'resident', limit: 90, figures: {} },
  ];
}

/** To the nanosecond, of all its threads. */
function cpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    )
    .reduce((sum, ns) => sum + ns / 1e6, 0);
}

function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

/** From a goal in the log to the dispatch of its first node, one goal after the other. */
async function wakes(repository: OrderRepository, run: Run): Promise<Row> {
  repository.admitScripts();
  await until(() => repository.openGoals().length === 0);
  const seconds: number[] = [];
  const rounds = Math.min(run.rounds, MOST_ROUNDS);
  for (let round = 1; round <= rounds; round += 1) {
    run.progress(`a daemon that is woken, round ${round} of ${rounds}`);
    await repository.add(1);
    await until(() => repository.openGoals().length === 0);
    const records = repository.records();
    const last = records.findLast(({ type }) => type === 'goal.created');
    const given = records.find(
      ({ type, goal_id }) => type === 'run.dispatched' && goal_id === last?.goal_id,
    );
    if (!last || !given) throw new Error('nothing was dispatched');
    seconds.push((Date.parse(given.timestamp) - Date.parse(last.timestamp)) / 1000);
  }
  return {
    name: WAKE,
    value: median(seconds),
    unit: 's',
    of: 'from a goal queued to its first dispatch',
    spread: spread(seconds),
    limit: 1,
    figures: { leastS: Math.min(...seconds) },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + WAKES_MS;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('the daemon does not take up what is queued');
    await delay(100);
  }
}
