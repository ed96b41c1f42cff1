// A daemon and its executors killed, frozen, stopped and started at random, and its clock set, until every goal of a
// repository is closed.

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as moment } from 'node:timers/promises';
import { spawnGroup } from '../../scripts/client/child.ts';
import { CLI, type OrderRepository } from '../../scripts/orders/repository.ts';
import { SOAK } from '../crash/tally.ts';
import type { Random } from '../orders/random.ts';
import { atTerminal } from '../rig/person.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import { waitUntil } from '../rig/wait.ts';
import { clockBy } from './clock-by.ts';

const FAULTS = [
  'kill the daemon',
  'kill the executor',
  'kill both',
  'kill everything',
  'freeze the daemon for a moment',
  'freeze the daemon, and stop it',
  'freeze the executor for a moment',
  'set the clock',
  'stop',
] as const;
type Fault = (typeof FAULTS)[number];

const LIMIT_MS = SOAK ? 1_200_000 : 200_000;
const MOST_IDLE_MS = 4_000;
/** A daemon that did nothing for so long waits for somebody. */
const QUIET_MS = 8_000;

export type Course = Readonly<{ faults: number; told: readonly string[] }>;

export async function harmDaemon(
  repository: OrderRepository,
  random: Random,
  most: number,
  told: string[] = [],
): Promise<Course> {
  const harm = new Harm(repository, told);
  const endsAt = performance.now() + LIMIT_MS;
  let faults = 0;
  while (repository.openGoals().length > 0) {
    if (performance.now() > endsAt) throw new Error(`still open\n${harm.told.join('\n')}`);
    await harm.ensureDaemon();
    await harm.atSomePoint(random);
    if (faults < most) {
      await harm.inject(random.pick(FAULTS), random);
      faults += 1;
    } else await harm.answerIfQuiet();
  }
  await harm.ensureDaemon();
  await harm.stop();
  return { faults, told: harm.told };
}

type Daemon = Readonly<{
  pid: number;
  signal: (name: NodeJS.Signals) => boolean;
  end: Promise<unknown>;
}>;

class Harm {
  readonly told: string[];
  readonly #repository: OrderRepository;
  readonly #clock: string;
  readonly #preload: string;
  #daemon: Daemon | undefined;
  #seen = { records: 0, at: performance.now() };

  constructor(repository: OrderRepository, told: string[]) {
    this.told = told;
    this.#repository = repository;
    this.#clock = join(repository.root, 'clock');
    this.#preload = join(repository.root, 'clock.cjs');
    writeFileSync(this.#clock, '0');
    writeFileSync(this.#preload, clockBy(this.#clock));
  }

  /** As a service manager starts it again. */
  async ensureDaemon(): Promise<void> {
    if (this.#daemon) return;
    const { path: cwd, environment: env } = this.#repository;
    const args = ['--require', this.#preload, CLI, 'daemon', 'start', '--foreground'];
    const child = spawnGroup(process.execPath, args, { cwd, env });
    child.stdout?.resume();
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => this.told.push(`  ${text.trim()}`));
    const daemon: Daemon = {
      pid: child.pid ?? 0,
      signal: (name) => child.kill(name),
      end: once(child, 'exit').then(([code, signal]) => {
        this.told.push(`  daemon ${daemon.pid} ended: ${code ?? signal}`);
        if (this.#daemon === daemon) this.#daemon = undefined;
      }),
    };
    this.#daemon = daemon;
  }

  /** After so many deeds of its executors and a moment more; or when it does nothing, or has ended before. */
  async atSomePoint(random: Random): Promise<void> {
    const deeds = this.#repository.noted().length + 1 + random.below(4);
    const waitMs = random.below(250);
    const come = () => !this.#daemon || this.#repository.noted().length >= deeds || undefined;
    await waitUntil(this.#repository.root, come, MOST_IDLE_MS);
    await moment(waitMs);
  }

  async inject(fault: Fault, random: Random): Promise<void> {
    const daemon = this.#daemon;
    const executor = this.#executor();
    this.told.push(`${fault}: daemon ${daemon?.pid}, executor ${executor}`);
    switch (fault) {
      case 'kill the daemon':
        return void daemon?.signal('SIGKILL');
      case 'kill the executor':
        return this.#signal('SIGKILL', executor);
      case 'kill both':
        this.#signal('SIGKILL', executor);
        return void daemon?.signal('SIGKILL');
      case 'kill everything':
        return killProcessesOf(this.#repository.root);
      case 'freeze the daemon for a moment':
        daemon?.signal('SIGSTOP');
        await moment(random.below(2_000));
        return void daemon?.signal('SIGCONT');
      case 'freeze the daemon, and stop it':
        daemon?.signal('SIGSTOP');
        return this.stop();
      case 'freeze the executor for a moment':
        this.#signal('SIGSTOP', executor);
        await moment(random.below(1_000));
        return this.#signal('SIGCONT', executor);
      case 'set the clock':
        return writeFileSync(this.#clock, String(random.below(49) - 24));
      case 'stop':
        return this.stop();
      default:
        return fault satisfies never;
    }
  }

  async stop(): Promise<void> {
    const { code, stdout, stderr } = await this.#repository.wukong('daemon', 'stop');
    this.told.push(`  stop, exit ${code}: ${(stdout + stderr).trim()}`);
    // It may have been frozen as it was about to begin: nobody knows it as the daemon.
    this.#daemon?.signal('SIGTERM');
    this.#daemon?.signal('SIGCONT');
    await this.#daemon?.end;
  }

  /** As a person would who looks at what killed executors left, and says to go on. */
  async answerIfQuiet(): Promise<void> {
    const records = this.#repository.records().length;
    if (records !== this.#seen.records) this.#seen = { records, at: performance.now() };
    if (performance.now() - this.#seen.at < QUIET_MS) return;
    this.#seen.at = performance.now();
    const { path: cwd, environment: env } = this.#repository;
    for (const goal of this.#repository.openGoals()) {
      const words = [CLI, 'resume', goal, '--answer', 'Go on.'];
      const { code, stdout } = await atTerminal(process.execPath, words, { cwd, env });
      this.told.push(`  answered ${goal}, exit ${code}: ${stdout.trim().split('\n').at(-1)}`);
    }
  }

  /** The last one that began, if it is there: by now its number may be that of somebody else. */
  #executor(): number | undefined {
    const pid = this.#repository.noted().at(-1)?.pids[0];
    return pid !== undefined && processesOf(this.#repository.root).includes(pid) ? pid : undefined;
  }

  #signal(name: NodeJS.Signals, pid: number | undefined): void {
    if (pid === undefined || !processesOf(this.#repository.root).includes(pid)) return;
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/** What each daemon of a log came to: one at a time, and each has an end. */
export function daemonFaults(records: readonly { type: string; payload: object }[]): string[] {
  const faults: string[] = [];
  let at: string | undefined;
  for (const { type, payload } of records) {
    if (!type.startsWith('daemon.')) continue;
    const { process } = payload as { process: object };
    const name = JSON.stringify(process);
    if (type === 'daemon.started' && at !== undefined) faults.push(`${name} beside ${at}`);
    if (type === 'daemon.stopped' && at !== name) faults.push(`${name} ended, not ${at}`);
    at = type === 'daemon.started' ? name : undefined;
  }
  return at === undefined ? faults : [...faults, `${at} has no end`];
}
