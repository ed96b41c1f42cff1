// Drivers and executors killed and frozen at random, one fault in the life of each driver, until every goal of
// a repository is closed.

import { setTimeout as moment } from 'node:timers/promises';
import { CLI, type OrderRepository } from '../../scripts/orders/repository.ts';
import { atTerminal } from '../rig/person.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import { waitUntil } from '../rig/wait.ts';
import { type Driver, type Ended, startDriver } from './driver.ts';
import type { Random } from './random.ts';

const FAULTS = [
  'none',
  'kill the driver',
  'kill both',
  'kill everything',
  'kill the executor',
  'interrupt the driver',
  'freeze the driver for a moment',
  'freeze the executor for a moment',
  'freeze the driver, and another one takes over',
  'freeze both, and another driver takes over',
] as const;
type Fault = (typeof FAULTS)[number];

/** Enough to be through with any number of faults that is not endless. */
const LIVES_EACH = 12;
const LIMIT_MS = 120_000;

export type Course = Readonly<{
  faults: number;
  /** What was done, in order. */
  told: readonly string[];
}>;

export async function driveAll(
  repository: OrderRepository,
  random: Random,
  goals: number,
): Promise<Course> {
  const told: string[] = [];
  let faults = 0;
  let frozen: Frozen | undefined;
  for (let life = 1; ; life += 1) {
    const [goal] = repository.openGoals();
    if (goal === undefined) break;
    if (life > goals * LIVES_EACH) throw new Error(`${goal} is still open\n${told.join('\n')}`);
    const fault = random.pick(FAULTS);
    const before = repository.noted().length;
    const driver = startDriver(repository, goal, frozen !== undefined);
    // A driver that was frozen goes on in the middle of the life of the next one, or after it.
    const isAfterwards = random.below(2) === 1;
    await atSomePoint(repository, random, before, driver);
    if (!isAfterwards) await thaw(repository, frozen, told);
    const executor = fault === 'none' ? undefined : executorOf(repository);
    if (await inject(fault, { repository, driver, executor }, random)) faults += 1;
    const isFrozen = fault.endsWith('takes over');
    const ended = isFrozen ? undefined : await endOf(driver, told);
    told.push(`${goal}: ${fault}${ended ? `, exit ${ended.code}: ${lastLine(ended.out)}` : ''}`);
    if (isAfterwards) await thaw(repository, frozen, told);
    frozen = isFrozen ? { driver, executor } : undefined;
    if (ended?.code === 3) await answer(repository, goal, told);
  }
  await thaw(repository, frozen, told);
  return { faults, told };
}

/** After so many deeds of its executors and a moment more; or when it has ended before. */
async function atSomePoint(
  repository: OrderRepository,
  random: Random,
  before: number,
  driver: Driver,
): Promise<void> {
  const deeds = 1 + random.below(6);
  const waitMs = random.below(250);
  let isOver = false;
  void driver.end.then(() => {
    isOver = true;
  });
  const come = () => isOver || repository.noted().length - before >= deeds || undefined;
  if (!(await waitUntil(repository.root, come, LIMIT_MS))) throw new Error('a driver does nothing');
  if (!isOver) await moment(waitMs);
}

/** The last one that began, if it is there: by now its number may be that of somebody else. */
function executorOf(repository: OrderRepository): number | undefined {
  const pid = repository.noted().at(-1)?.pids[0];
  return pid !== undefined && processesOf(repository.root).includes(pid) ? pid : undefined;
}

type Target = Readonly<{
  repository: OrderRepository;
  driver: Driver;
  executor: number | undefined;
}>;

/** False: what was to be harmed had ended before. */
async function inject(
  fault: Fault,
  { repository, driver, executor }: Target,
  random: Random,
): Promise<boolean> {
  switch (fault) {
    case 'none':
      return false;
    case 'kill the driver':
      return driver.signal('SIGKILL');
    case 'kill both':
      signal('SIGKILL', executor);
      return driver.signal('SIGKILL');
    case 'kill everything': {
      // As when the machine goes down: also what waits beside the driver for its end.
      const hits = driver.signal('SIGKILL');
      killProcessesOf(repository.root);
      return hits;
    }
    case 'kill the executor':
      return signal('SIGKILL', executor);
    case 'interrupt the driver':
      return driver.signal('SIGINT');
    case 'freeze the driver for a moment':
      driver.signal('SIGSTOP');
      await moment(random.below(800));
      return driver.signal('SIGCONT');
    case 'freeze the executor for a moment':
      signal('SIGSTOP', executor);
      await moment(random.below(800));
      return thawExecutor(repository, executor);
    case 'freeze the driver, and another one takes over':
      return driver.signal('SIGSTOP');
    case 'freeze both, and another driver takes over':
      signal('SIGSTOP', executor);
      return driver.signal('SIGSTOP');
    default:
      return fault satisfies never;
  }
}

function thawExecutor(repository: OrderRepository, executor: number | undefined): boolean {
  const isThere = executor !== undefined && processesOf(repository.root).includes(executor);
  return isThere && signal('SIGCONT', executor);
}

type Frozen = Readonly<{ driver: Driver; executor: number | undefined }>;

async function thaw(
  repository: OrderRepository,
  frozen: Frozen | undefined,
  told: string[],
): Promise<void> {
  if (!frozen) return;
  const { driver, executor } = frozen;
  driver.signal('SIGCONT');
  // Nobody may have taken over: then it is still there, and goes on, too.
  thawExecutor(repository, executor);
  const { code, out } = await endOf(driver, told);
  told.push(`  the frozen one went on, exit ${code}: ${lastLine(out)}`);
}

async function endOf({ end }: Driver, told: readonly string[]): Promise<Ended> {
  const limit = new AbortController();
  const late = moment(LIMIT_MS, undefined, { signal: limit.signal }).catch(() => undefined);
  const ended = await Promise.race([end, late]);
  limit.abort();
  if (ended) return ended;
  throw new Error(`a driver does not end\n${told.join('\n')}`);
}

/** As a person would who looks at what a killed executor left, and says to go on. */
async function answer(repository: OrderRepository, goal: string, told: string[]): Promise<void> {
  const words = [CLI, 'resume', goal, '--answer', 'Go on.'];
  const { path: cwd, environment: env } = repository;
  const { code, stdout, stderr } = await atTerminal(process.execPath, words, { cwd, env });
  told.push(`  answered, exit ${code}: ${lastLine(stdout + stderr)}`);
}

function signal(name: NodeJS.Signals, pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    return false;
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
