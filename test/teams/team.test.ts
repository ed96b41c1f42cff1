// A home and workers with real processes, real git and a real PostgreSQL: what an honest team gets, and what becomes
// of whatever fails between them.

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { git } from '../rig/repository.ts';
import { smallDisk } from '../rig/small-disk.ts';
import { HOW_TO_HAVE_IT, requireEngine, requireServer } from '../rig/team-engine.ts';
import { atWorkIn, ended, events, until, waiting } from '../run/driven.ts';
import { personAt } from '../run/person-at.ts';
import { ask, databaseOn } from './databases.ts';
import { relayTo } from './relay.ts';
import { type Member, type Team, teamOf } from './team-of.ts';

const engine = await requireEngine();
let server: Awaited<ReturnType<typeof requireServer>>;

beforeAll(async () => {
  if (engine) server = await requireServer(engine);
});
afterAll(() => server?.[Symbol.asyncDispose]());

const REQUEST = 'the decoder crashes on empty input';
const DIRECT = ['run', REQUEST, '--template', 'direct'] as const;

/** Two at most, of which nobody looks for the other. */
async function made(...workers: ReadonlyArray<readonly string[]>): Promise<Team> {
  if (!engine) throw new Error('no engine');
  return teamOf(engine, await databaseOn(engine, server.url), workers);
}

/** As after the time of a lease: the server is told that its holder was not heard for an hour. */
async function age(url: string): Promise<void> {
  const late = "update wukong_orders.job set heartbeat_on = heartbeat_on - interval '1 hour'";
  if (engine) await ask(engine, url, `${late} where state = 'active'`);
}

/** A worker that goes on until the test ends it, and what it has said so far. */
type Heard = Readonly<{ said: () => string; child: ReturnType<Member['wukong']> }>;

function atWork(member: Member): Heard {
  return heard(member.wukong('worker'));
}

function heard(child: Heard['child']): Heard {
  let all = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      all += chunk.toString('utf8');
    });
  }
  return { said: () => all, child };
}

/** Its program waits until the file beside this one, `.go`, is there. */
function heldBack({ root }: Member): string {
  const held = join(root, 'held');
  writeFileSync(held, '');
  return held;
}

const first = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('there is none');
  return one;
};

function elsewhere(home: Member): unknown[] {
  return events(asRepository(home), 'run.leased').flatMap(({ payload }) => payload.elsewhere ?? []);
}

function asRepository({ path, root }: Member) {
  return { path, root, remove: () => undefined };
}

function source({ path }: Member): string {
  return readFileSync(join(path, 'src', 'decoder.js'), 'utf8');
}

/** An executor that does nothing but say where it stands. */
const SAYS_HEAD = `const { execFileSync } = require('node:child_process');
const folder = process.argv[1];
const order = JSON.parse(require('node:fs').readFileSync(folder + '/work_order.json', 'utf8'));
const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: order.repo_dir });
require('node:fs').writeFileSync(folder + '/head.txt', head);`;

/** Their paths do not meet. */
const BOTH = `name: both
version: 1
description: Mine
success_criteria: [it works]
nodes:
  - { id: N-001, title: Find it, role: eye }
  - { id: N-010, title: Fix it, role: body, constraints: { allowed_paths: ['src/**'] } }
  - { id: N-020, title: Test it, role: tongue, constraints: { allowed_paths: ['test/**'] } }
edges:
  - { from: N-001, to: N-010, condition: on_success }
  - { from: N-001, to: N-020, condition: on_success }
`;

const TITLE = `a team${engine ? '' : ` (${HOW_TO_HAVE_IT})`}`;
const LIMIT = { timeout: 180_000 };

describe.skipIf(!engine)(TITLE, LIMIT, () => {
  test('has a goal carried out on other machines, and proven at home', async () => {
    const { home, workers, remote } = await made([], []);
    const before = workers.map(source);
    const all = workers.map(atWork);
    const out = await home.type('run', REQUEST, '--template', 'fix');
    expect(out).toContain('Proven: `node --test test/decoder.test.js` failed before, passes now.');
    expect(
      new Set(elsewhere(home).map((one) => (one as { machine: string }).machine)).size,
    ).toBeGreaterThan(0);
    expect(source(home)).toContain('bytes.length === 0');
    const landing = join(home.path, '.wukong', 'landing');
    expect(existsSync(landing) ? readdirSync(landing) : []).toEqual([]);
    // Nobody's working tree is touched, and nothing is left there.
    expect(workers.map(source)).toEqual(before);
    await until(() =>
      all.every(({ said }) => said().split('took').length === said().split('handed in').length),
    );
    for (const { path, root } of workers) {
      expect(
        execFileSync('git', ['worktree', 'list'], { cwd: path, encoding: 'utf8' })
          .trim()
          .split('\n'),
      ).toHaveLength(1);
      expect(
        existsSync(join(root, 'state', 'wukong', 'lanes'))
          ? readdirSync(join(root, 'state', 'wukong', 'lanes')).flatMap((name) =>
              readdirSync(join(root, 'state', 'wukong', 'lanes', name)),
            )
          : [],
      ).toEqual([]);
    }
    // What lies in the remote goes once the end of its goal is mirrored.
    const refs = () => execFileSync('git', ['for-each-ref'], { cwd: remote, encoding: 'utf8' });
    expect(refs()).not.toBe('');
    await home.type('team', 'mirror');
    expect(refs()).toBe('');
  });

  test('has the same commit checked out at a worker as at home, also one that is nowhere else', async () => {
    const { home, workers } = await made(['node', '-e', SAYS_HEAD, '{order_dir}']);
    await git(home.path, 'commit', '--quiet', '--allow-empty', '--message', 'not pushed');
    const head = await git(home.path, 'rev-parse', 'HEAD');
    atWork(first(workers));
    await ended(home.wukong(...DIRECT));
    const folder = join(home.path, '.wukong', 'artifacts');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const said = names.find((name) => name.endsWith('head.txt')) ?? '';
    expect(readFileSync(join(folder, said), 'utf8')).toBe(`${head.trim()}\n`);
  });

  test('does not end a goal by a worker that lies about its tests', async () => {
    const { home, workers } = await made(['lies']);
    atWork(first(workers));
    const { code } = await ended(home.wukong(...DIRECT));
    expect(code).toBe(3);
    expect(events(asRepository(home), 'graph.completed')).toEqual([]);
    expect(
      events(asRepository(home), 'gate.finished').some(({ payload }) => payload.outcome === 'fail'),
    ).toBe(true);
  });

  test('lays nothing over what somebody saved at home meanwhile, and says where the work is', async () => {
    const { home, workers } = await made(['waits', '~/held']);
    const worker = first(workers);
    const held = heldBack(worker);
    atWork(worker);
    const run = ended(home.wukong(...DIRECT));
    await waiting(held);
    const mine = `${source(home)}// of my own\n`;
    writeFileSync(join(home.path, 'src', 'decoder.js'), mine);
    rmSync(held);
    writeFileSync(`${held}.go`, '');
    await until(() => events(asRepository(home), 'run.ended').length > 0);
    const [end] = events(asRepository(home), 'run.ended');
    expect(JSON.stringify(end?.payload)).toMatch(/src\/decoder\.js.*refs\/wukong\//);
    expect(source(home).startsWith(mine.slice(0, 40))).toBe(true);
    expect(source(home)).toContain('// of my own');
    await run;
  });

  test('gives to another worker what one had that was killed, and the next in its clone clears up', async () => {
    const { home, workers, url } = await made(['waits', '~/held'], []);
    const [one, other] = workers;
    if (!one || !other) throw new Error('no workers');
    const held = heldBack(one);
    const { child } = atWork(one);
    const run = ended(home.wukong(...DIRECT));
    await waiting(held);
    child.kill('SIGKILL');
    const { said } = atWork(other);
    await age(url);
    expect(await run).toMatchObject({ code: 0 });
    expect(said()).toContain('handed in');
    expect(elsewhere(home)).toMatchObject([{ machine: 'worker1' }, { machine: 'worker2' }]);
    // Its program is there still, and its lane: the next worker of that clone ends and removes both.
    expect(atWorkIn(asRepository(one))).not.toEqual([]);
    await one.type('worker', '--once');
    expect(atWorkIn(asRepository(one))).toEqual([]);
  });

  test('gives to another worker what one had that its person ended, and sees no worker there', async () => {
    const { home, workers } = await made(['waits', '~/held'], []);
    const [one, other] = workers;
    if (!one || !other) throw new Error('no workers');
    const held = heldBack(one);
    const { child, said } = atWork(one);
    const run = ended(home.wukong(...DIRECT));
    await waiting(held);
    child.kill('SIGINT');
    await until(() => child.exitCode !== null);
    expect(said()).toMatch(/^left \S+ in the middle, for another worker/m);
    expect(await home.type('team')).toMatch(/^ +worker1 .* no worker /m);
    expect(await home.type('status')).toMatch(/Nothing to do: process \d+ works on it/);
    // Nor does one wait there that would refuse each order.
    await one.type('trust', '--revoke', '--gate', 'executor fixer');
    const refused = await ended(one.wukong('worker', '--once'));
    expect(refused).toMatchObject({ code: 3 });
    expect(refused.out).toContain('nobody approved fixer in this clone');
    atWork(other);
    expect(await run).toMatchObject({ code: 0 });
  });

  test('gives nothing out while its home trusts no worker', async () => {
    const { home, workers } = await made([]);
    await home.type('team', 'trust', first(workers).key, '--remove');
    const { code, out } = await ended(home.wukong(...DIRECT));
    expect(code).toBe(3);
    expect(out).toContain('type its key: wukong team trust KEY --name NAME');
    expect(JSON.parse(await home.type('team', '--json')).orders).toEqual([]);
  });

  test('takes nothing from a worker that was frozen past its lease', async () => {
    const { home, workers, url } = await made(['waits', '~/held'], []);
    const [one, other] = workers;
    if (!one || !other) throw new Error('no workers');
    const held = heldBack(one);
    const frozen = atWork(one);
    const run = ended(home.wukong(...DIRECT));
    await waiting(held);
    frozen.child.kill('SIGSTOP');
    await age(url);
    atWork(other);
    expect(await run).toMatchObject({ code: 0 });
    writeFileSync(`${held}.go`, '');
    frozen.child.kill('SIGCONT');
    await until(() => frozen.said().includes('not this worker'));
  });

  test('goes on where PostgreSQL was killed in the middle, and where it may not be written for a while', async () => {
    const { home, workers, url } = await made(['waits', '~/held']);
    const worker = first(workers);
    const held = heldBack(worker);
    const name = new URL(url).pathname.slice(1);
    const set = (value: string) =>
      engine
        ? ask(
            engine,
            server.url,
            `alter database ${name} set default_transaction_read_only = ${value}`,
          )
        : [];
    await set('on');
    const run = ended(home.wukong(...DIRECT));
    await until(() => events(asRepository(home), 'run.leased').length === 1);
    expect(await home.type('status')).toContain('waits for a worker of the team');
    await set('off');
    const { said } = atWork(worker);
    await waiting(held);
    await until(() => elsewhere(home).length > 0);
    expect(await home.type('status')).toContain('on worker1');
    await server.restart?.();
    writeFileSync(`${held}.go`, '');
    expect(await run).toMatchObject({ code: 0 });
    expect(said()).toContain('handed in');
    expect(events(asRepository(home), 'run.dispatched')).toHaveLength(1);
  });

  test('has two writers of a goal at work on two machines, each in a lane at home', async () => {
    const { home, workers } = await made([], []);
    workers.map(atWork);
    mkdirSync(join(home.path, '.wukong', 'templates'), { recursive: true });
    writeFileSync(join(home.path, '.wukong', 'templates', 'both.yaml'), BOTH);
    const out = await home.type('run', REQUEST, '--template', 'both');
    expect(out).toContain('3 of 3 nodes done');
    expect(source(home)).toContain('bytes.length === 0');
    expect(readFileSync(join(home.path, 'test', 'decoder.test.js'), 'utf8')).toContain(
      'an empty Uint8Array',
    );
    expect(events(asRepository(home), 'lane.landed').length).toBe(2);
  });

  test('has one worker in a clone, also where two begin at once', async () => {
    const { workers } = await made([]);
    const two = [1, 2].map(() => atWork(first(workers)));
    await until(() => two.some(({ child }) => child.exitCode !== null));
    const [refused, stays] = two[0]?.child.exitCode === null ? two.toReversed() : two;
    expect(refused?.child.exitCode).toBe(3);
    expect(refused?.said()).toContain(`at work in this clone already, process ${stays?.child.pid}`);
    await until(() => stays?.said().includes('waits for orders') === true);
    stays?.child.kill('SIGINT');
    await until(() => stays?.child.exitCode === 0);
    await first(workers).type('worker', '--once');
  });

  test('hands in what was done while the database could not be reached, if nobody else was given it', async () => {
    if (!engine) return;
    const url = await databaseOn(engine, server.url);
    const relay = await relayTo(url);
    onTestFinished(() => relay[Symbol.asyncDispose]());
    const { home, workers } = await teamOf(engine, relay.url, [['waits', '~/held']]);
    const worker = first(workers);
    const held = heldBack(worker);
    const { said } = atWork(worker);
    const driver = heard(home.wukong(...DIRECT));
    const run = ended(driver.child);
    await waiting(held);
    relay.set('closed');
    writeFileSync(`${held}.go`, '');
    await until(() => said().includes('cannot be reached'));
    await until(() => driver.said().includes('waits, and asks again: The database of the team'));
    relay.set('open');
    expect(await run).toMatchObject({ code: 0 });
    expect(events(asRepository(home), 'run.dispatched')).toHaveLength(1);
  });

  test('is only slower where each answer takes 300 ms', async () => {
    if (!engine) return;
    const relay = await relayTo(await databaseOn(engine, server.url), 300);
    onTestFinished(() => relay[Symbol.asyncDispose]());
    const { home, workers } = await teamOf(engine, relay.url, [[]]);
    atWork(first(workers));
    expect(await ended(home.wukong(...DIRECT))).toMatchObject({ code: 0 });
    expect(events(asRepository(home), 'run.dispatched')).toHaveLength(1);
  });

  test('waits for a remote that is gone, at home and with work that is done, and is given back what could not be fetched', async () => {
    const { home, workers, remote } = await made(['waits', '~/held']);
    const worker = first(workers);
    const held = heldBack(worker);
    renameSync(remote, `${remote}.gone`);
    const driver = heard(home.wukong(...DIRECT));
    const run = ended(driver.child);
    await until(() => driver.said().includes('waits, and asks again: the git remote'));
    renameSync(`${remote}.gone`, remote);
    const sent = () => execFileSync('git', ['for-each-ref'], { cwd: remote, encoding: 'utf8' });
    await until(() => sent() !== '');
    renameSync(remote, `${remote}.gone`);
    const unable = atWork(worker);
    await until(() => unable.said().includes('back, for another worker: its tree cannot be had'));
    expect(await home.type('team')).toMatch(/^ +worker1 .* no worker /m);
    unable.child.kill('SIGINT');
    await until(() => unable.child.exitCode !== null);
    renameSync(`${remote}.gone`, remote);
    const { said } = atWork(worker);
    await waiting(held);
    renameSync(remote, `${remote}.gone`);
    writeFileSync(`${held}.go`, '');
    await until(() => said().includes('what was done waits for it'));
    renameSync(`${remote}.gone`, remote);
    expect(await run).toMatchObject({ code: 0 });
    expect(events(asRepository(home), 'run.dispatched')).toHaveLength(1);
  });

  test('is given back what a worker whose disk is full could not do, and nothing half done', async (context) => {
    const { home, workers } = await made([]);
    const worker = first(workers);
    const disk = smallDisk(join(worker.root, 'state'), 16_384);
    if (typeof disk === 'string') return context.skip();
    onTestFinished(() => disk[Symbol.dispose]());
    disk.fill();
    const full = atWork(worker);
    const run = ended(home.wukong(...DIRECT));
    await until(() => full.said().includes('back, for another worker'));
    expect(full.said()).toMatch(/full|space|ENOSPC/);
    full.child.kill('SIGINT');
    await until(() => full.child.exitCode !== null);
    disk.empty();
    atWork(worker);
    expect(await run).toMatchObject({ code: 0 });
    expect(events(asRepository(home), 'run.dispatched')).toHaveLength(1);
  });

  test('takes back what nobody waits for, once the log is mirrored', async () => {
    if (!engine) return;
    const { home, url } = await made([]);
    const driver = home.wukong(...DIRECT);
    const gone = ended(driver);
    const states = (): Promise<readonly unknown[]> =>
      ask(engine, url, "select state from wukong_orders.job where name like '%.body'");
    while ((await states()).length === 0);
    await home.type('team', 'mirror');
    expect(await states()).toEqual([{ state: 'created' }]);
    driver.kill('SIGKILL');
    await gone;
    await personAt(home, 'y', 'goal', 'cancel', 'G-0001');
    await home.type('team', 'mirror');
    expect(await states()).toEqual([{ state: 'cancelled' }]);
  });

  test('runs nothing that was changed by somebody who has the password of the database', async () => {
    if (!engine) return;
    const { home, workers, url } = await made(['waits', '~/held']);
    const run = ended(home.wukong(...DIRECT));
    await until(() => events(asRepository(home), 'run.leased').length === 1);
    const rows = (): Promise<readonly unknown[]> =>
      ask(engine, url, 'select id from wukong_orders.job');
    while ((await rows()).length === 0);
    const forged = `jsonb_set(data, '{body,text}', to_jsonb(replace(data->'body'->>'text', 'decoder', 'rm -rf')))`;
    await ask(engine, url, `update wukong_orders.job set data = ${forged}`);
    const { said } = atWork(first(workers));
    await until(() => said().includes('refused'));
    expect(said()).toMatch(/not as .* signed it/);
    expect(said()).not.toContain('took');
    await until(() => events(asRepository(home), 'run.ended').length > 0);
    expect(JSON.stringify(events(asRepository(home), 'run.ended')[0]?.payload)).toContain(
      'signed it',
    );
    await run;
  });
});
