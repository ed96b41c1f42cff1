// A team of clones with a database of its own on a real PostgreSQL, each with an executor that a script is.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EventRecord } from '../../runtime/model/event.ts';
import { keyOf } from '../../runtime/team/machine-key.ts';
import { migration } from '../../runtime/team/schema.ts';
import { files, mainCheckout } from '../../runtime/workspace/paths.ts';
import type { Ended } from '../../scripts/client/child.ts';
import type { Engine } from '../../scripts/teams/engine.ts';
import { addressOf, environmentOn } from '../../scripts/teams/machine.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { writeLocal } from '../rig/local-config.ts';
import { atTerminal } from '../rig/person.ts';
import { git, makeRepository } from '../rig/repository.ts';
import { ended } from '../run/driven.ts';
import { ask, databaseOn, onServer, type Query } from './databases.ts';
import { CLI, type Machine, wukongOn } from './machines.ts';

const FIXER = join(import.meta.dirname, '..', 'run', 'fixer.mjs');
const ROLES = ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'];

type Said = Readonly<{ code: number | null; out: string }>;

export type Clone = Machine &
  Readonly<{
    name: string;
    key: string;
    /** What it said, and how it ended. */
    says: (...args: readonly string[]) => Promise<Said>;
    starts: (...args: readonly string[]) => ReturnType<typeof wukongOn>;
    /** A person there, who answers yes. */
    person: (...args: readonly string[]) => Promise<Ended>;
    lines: () => string;
    events: (type?: string) => readonly EventRecord[];
    file: (name: string) => Buffer;
  }>;

export type Team = Readonly<{
  /** The first one has the repository, the others clones of it. */
  clones: readonly Clone[];
  sql: Query;
  /** Has all logs held until so many wait for one. */
  untilWaiting: (count: number) => Promise<void>;
}>;

export async function mirrorTeam(
  engine: Engine,
  server: string,
  names: readonly string[],
): Promise<Team> {
  const root = temporaryFolder('wukong-mirror-');
  const first = await makeRepository({ installed: true, testsBy: 'node' });
  onTestFinished(() => first.remove());
  const whole = await databaseOn(engine, server);
  const { url, password } = addressOf(whole);
  const sql: Query = (text, values) => ask(engine, whole, text, values);
  await sql(migration(0));
  // What people share travels by git, so that every clone begins with the same tree.
  await git(first.path, 'add', '--all');
  await git(first.path, 'commit', '--quiet', '--message', 'wukong');
  const remote = join(root, 'trees.git');
  await git(root, 'init', '--quiet', '--bare', remote);
  const clones: Clone[] = [];
  for (const [n, name] of names.entries()) {
    const at = { root: join(root, name), path: n === 0 ? first.path : join(root, name, 'decoder') };
    mkdirSync(at.root, { recursive: true });
    if (n > 0) await git(root, 'clone', '--quiet', first.path, at.path);
    clones.push(await cloneOf(engine, at, name, { url, password, remote }, n > 0));
  }
  for (const clone of clones) {
    const others = clones.filter((one) => one !== clone);
    for (const { key, name } of others) {
      await expectDone(clone.says('team', 'trust', key, '--name', name));
    }
  }
  const untilWaiting = (count: number): Promise<void> =>
    onServer(engine, whole, async (query) => {
      await query('begin');
      await query('select 1 from wukong_team.logs for update');
      for (let waiting = 0; waiting < count; ) {
        const [row] = await query('select count(*) as waiting from pg_locks where not granted');
        waiting = Number(row?.waiting);
      }
      await query('commit');
    });
  return { clones, sql, untilWaiting };
}

async function cloneOf(
  engine: Engine,
  machine: Machine,
  name: string,
  { url, password, remote }: ReturnType<typeof addressOf> & Readonly<{ remote: string }>,
  isNew: boolean,
): Promise<Clone> {
  const starts = (...args: readonly string[]) => wukongOn(engine, machine, password, ...args);
  const says = (...args: readonly string[]) => ended(starts(...args));
  const env = { ...environmentOn(engine, machine, password), TERM: 'xterm' };
  const file = (path: string) => readFileSync(join(machine.path, '.wukong', path));
  const lines = () => file('events.jsonl').toString('utf8');
  const clone: Clone = {
    ...machine,
    ...{ name, starts, says, file, lines },
    key: keyOf(files.machineKey(mainCheckout(machine.path))).id,
    person: (...args) => atTerminal(engine.node, [CLI, ...args], { cwd: machine.path, env }),
    events: (type) =>
      lines()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as EventRecord)
        .filter((event) => type === undefined || event.type === type),
  };
  if (isNew) await expectDone(says('init', '--yes'));
  const held = join(machine.root, 'held');
  const command = ['node', FIXER, '{order_dir}', 'waits', held];
  const executors = { fixer: { type: 'command', command, roles: ROLES } };
  const local = { try_gates: false, executors, team: { url, name, remote } };
  writeLocal(machine.path, JSON.stringify(local));
  await expectDone(says('trust', '--approve', '--gate', 'executor fixer'));
  return clone;
}

async function expectDone(said: Promise<Said>): Promise<void> {
  const { code, out } = await said;
  if (code !== 0) throw new Error(`exit code ${code}: ${out}`);
}

/** An event of the client, as its hook gets it there. */
export function hookSays({ path, root }: Machine, event: string, more: object): string {
  const payload = {
    hook_event_name: event,
    session_id: 's-1',
    transcript_path: join(root, 'transcript.jsonl'),
    cwd: path,
    ...more,
  };
  const hook = join(path, '.wukong', 'runtime', 'hook.cjs');
  const env = { PATH: process.env.PATH, HOME: root, CLAUDE_PROJECT_DIR: path };
  return execFileSync(process.execPath, [hook, event], {
    ...{ cwd: path, env, input: JSON.stringify(payload), encoding: 'utf8' },
  });
}
