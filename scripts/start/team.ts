// `npm start -- --example team`: a home and three workers on one PostgreSQL. One worker is killed at its work, one
// executor lies about its tests, and a fourth clone mirrors the log, byte for byte.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { isAlive } from '../client/child.ts';
import { commitExample, copyExample, PROJECT } from '../example.ts';
import { findEngine } from '../teams/engine.ts';
import { startServer } from '../teams/server.ts';
import { type Machine, type Machines, machinesOn, type Started } from './machines.ts';

type Say = (text: string) => void;

const GOALS = [
  'refuse lines that were mistyped',
  // About this one the program lies until it is told.
  'write a space behind each semicolon',
] as const;

const WORKER = join(import.meta.dirname, 'worker.mjs');
const ROLES = ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'];
const FAR = { far: { type: 'team', roles: ROLES } };
const INTERRUPTED = 130;

const programOf = (...more: readonly string[]) => ({
  program: { type: 'command', command: ['node', WORKER, '{order_dir}', ...more], roles: ROLES },
});

/** Returns the exit code: 0 where all of it was as it is told. */
export async function team(repo: string, folder: string, say: Say): Promise<number> {
  const engine = findEngine();
  if (!engine) {
    process.stderr.write('PostgreSQL for a team was not installed yet: npm run teams:install\n');
    return 1;
  }
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    say(`${pc.bold('Wukong')} in five clones of examples/settings, which are a team.`);
    say(pc.dim('Each has a home folder of its own, as if it were another machine.'));
    say(pc.dim('The executor is a program of a few lines, and it lies once about its tests.'));
    say(pc.dim('PostgreSQL, git, the workers, their proof at home and the log are real.'));
    await using server = await startServer(engine);
    const { signal } = stop;
    await using machines = await machinesOn({ engine, url: server.url, folder, say, stop: signal });
    return (await story(machines, repo, folder, say)) ? 0 : 1;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    say('\nInterrupted. What was started has ended.');
    return INTERRUPTED;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function story(machines: Machines, repo: string, folder: string, say: Say): Promise<boolean> {
  const began = performance.now();
  const { typed, follow } = machines;
  const held = join(folder, 'held');
  copyExample('settings', repo);
  await commitExample(repo);

  say(`\n${pc.bold('1. A home and three workers')}`);
  const home = await machines.add('home', repo, FAR, repo);
  const worker1 = await machines.add('worker1', repo, programOf(held));
  const worker2 = await machines.add('worker2', repo, programOf());
  const worker3 = await machines.add('worker3', repo, programOf());
  for (const worker of [worker1, worker2, worker3]) await trustEachOther(machines, home, worker);

  say(`\n${pc.bold('2. A worker is killed at its work')}`);
  const first = follow(worker1, 'worker');
  const goal = follow(home, 'run', GOALS[0], '--template', 'direct');
  const program = await heldBy(machines, held);
  say(pc.dim('\nIts program has changed the tree of the order. Before it gives that back:'));
  say(pc.red('worker1 is killed.'));
  first.child.kill('SIGKILL');
  const killedAt = performance.now();
  await first.done;

  say(`\n${pc.bold('3. Two others come')}`);
  say(pc.dim('After 60 s without a sign of its worker the order is given out again.'));
  const others = [follow(worker2, 'worker'), follow(worker3, 'worker')];
  await untilTaken(machines, others, killedAt, say);
  const one = await goal.done;

  say(`\n${pc.bold('4. An executor lies')}`);
  say(pc.dim('It says that its tests pass. At home they are run.'));
  const two = await follow(home, 'run', GOALS[1], '--template', 'direct').done;

  say(`\n${pc.bold('5. A fourth clone mirrors the log')}`);
  const reader = await machines.add('reader', repo, {});
  await trustEachOther(machines, home, reader);
  say(await typed(home, 'team', 'mirror'));
  const log = String(recordsOf(home)[0]?.payload.log_id);
  say(await typed(reader, 'team', 'mirror', log));
  const isSame = logOf(home).equals(logOf(reader));
  const bytes = logOf(reader).length.toLocaleString('en');
  say(isSame ? pc.green(`Byte for byte that of home: ${bytes} bytes.`) : pc.red('It differs.'));
  say(await typed(reader, 'fsck', '--team'));

  say(`\n${pc.bold('6. What there is to see of it')}`);
  say(await typed(home, 'team'));
  say(await typed(home, 'stats'));
  await machines.end();

  const so = [
    ['goal 1 was done by another worker than the one that was killed', wasGivenOn(home, one.code)],
    ['the lie was caught at home, told, and put right', wasCaught(home, two.code)],
    ['the mirror is the log of its home', isSame],
    ['the program of the killed worker has ended', !isAlive(program)],
  ] as const;
  say(`\n${pc.bold('So')}`);
  for (const [what, isSo] of so) say(`  ${isSo ? pc.green('yes') : pc.red('no ')}  ${what}`);
  say(`\n${pc.bold('kept')}  cd "${home.path}"`);
  say(`  node "${join(PROJECT, 'dist', 'cli.js')}" show   ${pc.dim('# all of it as one page')}`);
  say(pc.dim(`\n${Math.round((performance.now() - began) / 1000)} s`));
  return so.every(([, isSo]) => isSo);
}

async function trustEachOther({ typed }: Machines, home: Machine, other: Machine): Promise<void> {
  await typed(other, 'team', 'trust', home.key, '--name', home.name);
  await typed(home, 'team', 'trust', other.key, '--name', other.name);
}

const LOOK_EVERY_MS = 200;
const SAY_EVERY_SEC = 5;
const LONGEST_MS = 120_000;

/** The process that says so. */
async function heldBy({ pause }: Machines, held: string): Promise<number> {
  const endsAt = performance.now() + LONGEST_MS;
  while (performance.now() < endsAt) {
    const text = existsSync(held) ? readFileSync(held, 'utf8') : '';
    if (text !== '') return Number(text);
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('worker1 was given no order.');
}

async function untilTaken(
  { pause }: Machines,
  workers: readonly Started[],
  killedAt: number,
  say: Say,
): Promise<void> {
  let told = 0;
  while (!workers.some(({ said }) => said().includes('took '))) {
    const seconds = Math.floor((performance.now() - killedAt) / 1000);
    if (seconds * 1000 > LONGEST_MS) throw new Error('The order was not given out again.');
    if (seconds >= told + SAY_EVERY_SEC) {
      told = seconds;
      say(pc.dim(`${String(seconds).padStart(8)} s since worker1 was killed`));
    }
    await pause(LOOK_EVERY_MS);
  }
}

function wasGivenOn(home: Machine, code: number | null): boolean {
  const places = recordsOf(home)
    .filter(({ type, goal_id }) => type === 'run.leased' && goal_id === 'G-0001')
    .flatMap(({ payload }) => payload.elsewhere?.machine ?? []);
  return code === 0 && places[0] === 'worker1' && /^worker[23]$/.test(places.at(-1) ?? '');
}

function wasCaught(home: Machine, code: number | null): boolean {
  const gates = recordsOf(home)
    .filter(({ type, goal_id }) => type === 'gate.finished' && goal_id === 'G-0002')
    .map(({ payload }) => payload.outcome);
  return code === 0 && gates[0] === 'fail' && gates.at(-1) === 'pass';
}

type Recorded = Readonly<{
  type: string;
  goal_id?: string;
  payload: Readonly<{ log_id?: string; outcome?: string; elsewhere?: { machine: string } }>;
}>;

function recordsOf(at: Machine): Recorded[] {
  const lines = logOf(at).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function logOf({ path }: Machine): Buffer {
  return readFileSync(join(path, '.wukong', 'events.jsonl'));
}
