// `wukong team` as a person types it, over a real PostgreSQL.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { workersFor } from '../../runtime/cli/team/checks.ts';
import { changedList } from '../../runtime/cli/team/trust.ts';
import { addressOf } from '../../runtime/team/address.ts';
import type { Row } from '../../runtime/team/pg-boss-types.ts';
import type { Machine as Member } from '../../runtime/team/roster.ts';
import type { Trust } from '../../runtime/workspace/trust.ts';
import { environmentOn, addressOf as partsOf } from '../../scripts/teams/machine.ts';
import type { Server } from '../../scripts/teams/server.ts';
import { makeRepository, type Repository } from '../rig/repository.ts';
import { HOW_TO_HAVE_IT, requireEngine, requireServer } from '../rig/team-engine.ts';
import { ended, wukong } from '../run/driven.ts';
import { ask, databaseOn } from './databases.ts';
import { CLI, wukongOn } from './machines.ts';

const engine = await requireEngine();
const KEY = 'wk_sLtmQJkbXr2NAkVhY7YIqHsSQQ5pGQrGGrsHbnYUQp4';

describe('the address of a database', () => {
  test('is kept without its password, and the line that stands for it is told', () => {
    expect(addressOf('postgres://ann:s%3Acret@db.example.org/w?sslmode=require')).toEqual({
      ok: true,
      value: {
        url: 'postgres://ann@db.example.org/w?sslmode=require',
        connect: 'postgres://ann:s%3Acret@db.example.org/w?sslmode=require',
        passLine: 'db.example.org:5432:w:ann:****',
      },
    });
    expect(addressOf('postgres://ann@db:6000/w?password=secret')).toMatchObject({
      value: { url: 'postgres://ann@db:6000/w', passLine: 'db:6000:w:ann:****' },
    });
    expect(addressOf('postgresql:///w?host=/run/postgresql')).toMatchObject({ ok: true });
  });

  test.each(['mysql://ann:secret@db/w', 'postgres://ann:secret@db', 'ann:secret@db/w', ''])(
    'is refused where it is none, and nothing of it is said: %s',
    (typed) => {
      const refused = addressOf(typed);
      expect(refused.ok).toBe(false);
      expect(JSON.stringify(refused)).not.toContain('secret');
    },
  );
});

test('a key is trusted under one name, the last that was said', () => {
  const list = changedList(
    [
      { key: 'a', name: 'ann' },
      { key: KEY, name: 'bob' },
    ],
    KEY,
    'bea',
  );
  expect(list).toEqual([
    { key: 'a', name: 'ann' },
    { key: KEY, name: 'bea' },
  ]);
  expect(changedList(list, 'a', undefined)).toEqual([{ key: KEY, name: 'bea' }]);
});

test('an executor of the team has a worker where one was seen lately that has role and label', () => {
  const member = (name: string, more: Partial<Member>): Member => ({
    ...{ key: name, name, person: 'ann@x', wukong: '1', environment: 'linux', run: null },
    ...{ roles: ['body'], labels: ['linux'], seenSec: 5, ...more },
  });
  const machines = [
    member('here', {}),
    member('gone', { roles: ['tongue'], seenSec: 500 }),
    member('other', { roles: ['eye'], labels: [] }),
    member('stranger', { roles: ['nose'] }),
  ];
  const executors = {
    far: { type: 'team', roles: ['body', 'tongue', 'eye', 'nose'], label: 'linux' },
  } as const;
  const checks = workersFor(
    { far: { ...executors.far, roles: [...executors.far.roles] } },
    machines,
    ['here', 'gone', 'other'],
  );
  expect(checks.map(({ result, says }) => [result, says])).toEqual([
    ['good', 'body, label linux: here'],
    ['wrong', 'tongue, label linux: nobody was seen in the last two minutes'],
    ['wrong', 'eye, label linux: nobody was seen in the last two minutes'],
    ['wrong', expect.stringContaining('nose, label linux: stranger is not trusted here')],
  ]);
  expect(checks[1]?.next).toContain('wukong worker --roles tongue --label linux');
  expect(checks[3]?.next).toBe(
    'If you know that machine, type: wukong team trust stranger --name NAME',
  );
});

describe.skipIf(!engine)(`wukong team${engine ? '' : ` (${HOW_TO_HAVE_IT})`}`, () => {
  let server: Server;
  beforeAll(async () => {
    if (engine) server = await requireServer(engine);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  test('init sets up database and clone, and again changes nothing', async () => {
    const { repository, typed, kept, password, sql } = await place();
    const local = localOf(repository);
    writeFileSync(local, '# mine\ntry_gates:   false # no\n');
    const first = await typed('init', kept, '--name', 'ann');
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/Made in the database: wukong_team \(version \d+\), wukong_orders/);
    expect(readFileSync(local, 'utf8')).toBe(
      `# mine\ntry_gates:   false # no\nteam:\n  url: ${kept}\n  name: ann\n`,
    );
    const before = readFileSync(local);
    const second = await typed('init', kept);
    expect(second.out).toContain('The database has all that is needed already.');
    expect(await typed('init')).toMatchObject({ code: 0, out: second.out });
    expect(second.out).toMatch(/a person types: wukong team trust wk_\S+ --name ann$/m);
    expect(readFileSync(local)).toEqual(before);
    expect(await sql('select name from wukong_team.machines')).toEqual([{ name: 'ann' }]);
    const status = await json(typed('status', '--json'));
    expect(status).toMatchObject({
      ...{ name: 'ann', url: kept, remote: null, trusts: [], logs: [], orders: [] },
      database: { reachable: true, problem: null },
      machines: [{ name: 'ann', roles: [], run: null, here: true, trusted: false }],
    });
    expect((await typed('status')).out).toMatch(/ann .* no worker .* ago +this clone/);
    const doctor = await typed('doctor');
    expect(doctor).toMatchObject({ code: 0 });
    for (const check of ['writing: allowed', 'listening: what changes', 'remote: none was named']) {
      expect(doctor.out).toContain(check);
    }
    expect(doctor.out).not.toContain(password);
  });

  test('two inits at once set it up once', async () => {
    const here = await place();
    const there = await place(here.url);
    const both = await Promise.all([
      here.typed('init', here.kept, '--name', 'ann'),
      there.typed('init', here.kept, '--name', 'bob'),
    ]);
    expect(both).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await here.sql('select count(*)::int as count from wukong_team.version')).toEqual([
      { count: 1 },
    ]);
    const status = await json(here.typed('status', '--json'));
    expect(status).toMatchObject({ machines: [{ name: 'ann' }, { name: 'bob' }] });
  });

  test('a dry run prints SQL that does it, and changes nothing', async () => {
    const { repository, typed, kept, sql } = await place();
    const local = readFileSync(localOf(repository));
    const dry = await typed('init', kept, '--dry-run');
    expect(dry).toMatchObject({ code: 0 });
    const schemas = "select nspname from pg_namespace where nspname like 'wukong%' order by 1";
    expect(await sql(schemas)).toEqual([]);
    expect(readFileSync(localOf(repository))).toEqual(local);
    await sql(dry.out);
    expect(await sql(schemas)).toEqual([{ nspname: 'wukong_orders' }, { nspname: 'wukong_team' }]);
    expect((await typed('init', kept, '--dry-run')).out).toContain('Nothing is missing');
    expect((await typed('init', kept)).out).toContain('has all that is needed already');
  });

  test('a password in the address is used for that call and written nowhere', async () => {
    const { repository, url, kept, withPassword } = await place();
    const [right, wrong] = [new URL(url), new URL(url)];
    // A server that asks for none takes any.
    right.password ||= 'never-asked-for';
    wrong.password = 'wrong-secret';
    const { password } = right;
    const init = await withPassword('', 'init', right.href);
    expect(init).toMatchObject({ code: 0 });
    expect(init.out).toMatch(
      /Put this line into ~\/\.pgpass \(mode 600\), with the password for \*{4}: .*:\*\*\*\*$/m,
    );
    expect(init.out).not.toContain(password);
    expect(readFileSync(localOf(repository), 'utf8')).toContain(kept);
    for (const entry of readdirSync(repository.root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) expect(readFileSync(path).includes(password), path).toBe(false);
    }
    // By hand it can be put there; then that is said, without it.
    const local = localOf(repository);
    writeFileSync(local, readFileSync(local, 'utf8').replace(kept, right.href));
    await ended(wukong(repository, 'trust', '--approve'));
    const looked = [await withPassword('', 'doctor'), await withPassword('', 'status', '--json')];
    expect(looked[0]?.out).toContain('has a password in it');
    for (const { out } of looked) expect(out).not.toContain(password);
    const refused = await withPassword('', 'init', wrong.href);
    expect(refused.out).not.toContain('wrong-secret');
  });

  test.each([
    ['wukong_team', 'is of version 99, and this machine knows it up to '],
    ['wukong_orders', 'is of version 99, and this machine knows it up to '],
  ])('a schema %s of a newer version is refused with both versions', async (schema, said) => {
    const { repository, typed, kept, sql } = await place();
    expect(await typed('init', kept)).toMatchObject({ code: 0 });
    await sql(`update ${schema}.version set version = 99`);
    const before = readFileSync(localOf(repository));
    for (const words of [['init', kept], ['init', kept, '--dry-run'], ['status'], ['doctor']]) {
      const refused = await typed(...words);
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.out).toContain(`${schema} in the database ${said}`);
    }
    expect(readFileSync(localOf(repository))).toEqual(before);
  });

  test('without its database status and doctor say so, and a clone can leave', async () => {
    const { repository, typed, kept } = await place();
    expect(await typed('init', kept)).toMatchObject({ code: 0 });
    const local = localOf(repository);
    const gone = new URL(kept);
    gone.port = '1';
    writeFileSync(local, readFileSync(local, 'utf8').replace(kept, gone.href));
    expect(await ended(wukong(repository, 'trust', '--approve'))).toMatchObject({ code: 0 });
    const status = await typed('status', '--json');
    expect(status.code).toBe(1);
    expect(JSON.parse(status.out)).toMatchObject({ database: { reachable: false }, machines: [] });
    const doctor = await typed('doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/wrong {2}database: The database of the team cannot be used/);
    expect(doctor.out).toContain('open   writing: not looked at');
    const left = await typed('leave');
    expect(left).toMatchObject({ code: 0 });
    expect(left.out).toContain('Its row in the database stays.');
    expect(readFileSync(local, 'utf8')).not.toContain('team');
    expect((await typed('status')).out).toContain('This clone is in no team.');
  });

  test('a clone trusts by key, and forgets that only where it is told to', async () => {
    const { repository, typed, kept, sql } = await place();
    expect(await typed('init', kept)).toMatchObject({ code: 0 });
    const trusted = await typed('trust', KEY, '--name', 'ann');
    expect(trusted.out).toContain('Orders that ann signs are carried out here');
    // Setting the clone up again, as an update does, takes back nothing that its person said.
    const said = trustOf(repository);
    const trust = { ...said, publish: [{ to: 'github.com/org/repo', remote: null }] };
    const path = join(repository.path, '.git', 'wukong', 'trust.json');
    writeFileSync(path, JSON.stringify({ ...trust, files: {} }));
    await ended(wukong(repository, 'init', '--yes'));
    expect(trustOf(repository)).toEqual(trust);
    expect((await typed('trust', 'short', '--name', 'ann')).code).toBe(2);
    expect((await typed('trust', KEY)).code).toBe(2);
    const own = String((await json(typed('status', '--json'))).key);
    expect((await typed('trust', own, '--name', 'me')).out).toContain('the key of this clone');
    expect((await typed('leave')).out).toContain('It goes on trusting 1 machine');
    expect(await sql('select * from wukong_team.machines')).toEqual([]);
    expect(trustOf(repository).machines).toEqual([{ key: KEY, name: 'ann' }]);
    expect((await typed('leave', '--forget')).out).toContain('Not trusted any more: 1 machine.');
    expect(trustOf(repository).machines).toBeUndefined();
  });

  test('the row of a clone that is home of a log stays when it leaves, and that is said', async () => {
    const { typed, kept, sql } = await place();
    expect(await typed('init', kept)).toMatchObject({ code: 0 });
    await sql(
      "insert into wukong_team.logs (log, home) select 'log-1', key from wukong_team.machines",
    );
    expect((await typed('leave')).out).toContain('its row and the mirror of 1 log (log-1)');
    expect(await sql('select count(*)::int as count from wukong_team.machines')).toEqual([
      { count: 1 },
    ]);
  });

  test('only the setting that was typed is confirmed by it', async () => {
    const { repository, typed, kept } = await place();
    writeFileSync(localOf(repository), 'gate_env: [SOME]\n');
    expect(await typed('init', kept)).toMatchObject({ code: 0 });
    expect(await typed('status')).toMatchObject({ code: 0 });
    expect((await ended(wukong(repository, 'trust'))).out).toContain('gate_env: ["SOME"], was');
  });

  test('what an agent wrote there before is not confirmed with it', async () => {
    const { repository, typed, kept } = await place();
    const local = localOf(repository);
    writeFileSync(local, 'team: { url: postgres://evil/w, remote: /evil }\n');
    expect(await typed('init', kept)).toMatchObject({ code: 0 });
    expect(readFileSync(local, 'utf8')).toBe(`team:\n  url: ${kept}\n`);
  });

  test('doctor asks the remote, and names one that does not answer', async () => {
    const { repository, typed, kept } = await place();
    expect(await typed('init', kept, '--remote', repository.path)).toMatchObject({ code: 0 });
    expect((await typed('doctor')).out).toContain(`good   remote: ${repository.path}`);
    const nowhere = join(repository.root, 'nowhere');
    expect((await typed('init', kept, '--remote', nowhere)).out).not.toContain('No remote');
    const doctor = await typed('doctor');
    expect(doctor).toMatchObject({ code: 1 });
    expect(doctor.out).toContain(`wrong  remote: ${nowhere}: `);
    const secret = await typed('init', kept, '--remote', 'https://me:secret@git.example.org/x');
    expect(secret).toMatchObject({ code: 2 });
    expect(secret.out).not.toContain('secret@');
  });

  test('while a goal is open it is typed at a terminal, and what says so has no password', async () => {
    const { repository, url, withPassword } = await place();
    const add = ['goal', 'add', 'npm test fails', '--template', 'fix'];
    expect(await ended(wukong(repository, ...add))).toMatchObject({ code: 0 });
    const secret = new URL(url);
    secret.password = 'never-shown';
    for (const words of [['init', secret.href], ['trust', KEY, '--name', 'ann'], ['leave']]) {
      const refused = await withPassword('', ...words);
      expect(refused).toMatchObject({ code: 3 });
      expect(refused.out).toContain(`wukong team ${words[0]}`);
      expect(refused.out).not.toContain('never-shown');
    }
  });

  test('status counts orders by place and state', async () => {
    const { typed, kept, sql } = await place();
    expect(await typed('init', kept, '--name', 'ann')).toMatchObject({ code: 0 });
    await sql(`select wukong_orders.create_queue('body', '{"policy": "singleton"}');
insert into wukong_orders.job (name, policy, state, output) values
  ('body', 'singleton', 'created', null), ('body', 'singleton', 'retry', null),
  ('body', 'singleton', 'completed', '{"kind": "failed"}'),
  ('body', 'singleton', 'completed', '{"kind": "completed"}')`);
    const { orders } = await json(typed('status', '--json'));
    expect(orders).toEqual([
      { place: 'body', state: 'completed', count: 1 },
      { place: 'body', state: 'failed', count: 1 },
      { place: 'body', state: 'waits', count: 2 },
    ]);
    const { key } = await json(typed('status', '--json'));
    const own = `${key}.body.linux`;
    await sql(`select wukong_orders.create_queue('${own}', '{"policy": "singleton"}');
insert into wukong_orders.job (name, policy, state) values ('${own}', 'singleton', 'created')`);
    expect((await typed('status')).out).toMatch(/^ +of ann +body linux +waits +1$/m);
  });

  test('a clone without pg-boss trusts and leaves, and is told what to type for the rest', async () => {
    const { repository, typed, kept } = await place();
    expect(await typed('init', kept)).toMatchObject({ code: 0 });
    const bare = (...words: string[]) => ended(wukong(repository, 'team', ...words));
    expect((await bare('status')).out).toMatch(/Teams need .*\. Type: npm install /);
    expect((await bare('doctor')).out).toMatch(/^wrong {2}(?:node|pg-boss): Teams need /m);
    expect(await bare('init', kept)).toMatchObject({ code: 1 });
    expect(await bare('trust', KEY, '--name', 'ann')).toMatchObject({ code: 0 });
    expect((await bare('leave')).out).toContain('Its row in the database stays. Teams need');
    expect(readFileSync(localOf(repository), 'utf8')).not.toContain('team');
  });

  test.each([
    ['an executor', { WUKONG_DEPTH: '1' }],
    ['an agent', { CLAUDECODE: '1' }],
  ])('%s changes nothing about teams', async (_, env) => {
    const { repository, kept } = await place();
    const before = readFileSync(localOf(repository));
    for (const words of [['init', kept], ['trust', KEY, '--name', 'ann'], ['leave']]) {
      const all = { ...(engine && environmentOn(engine, repository, '')), ...env };
      const cwd = repository.path;
      const refused = await ended(
        spawn(process.execPath, [CLI, 'team', ...words], { cwd, env: all }),
      );
      expect(refused).toMatchObject({ code: 3 });
      expect(refused.out).toContain('they change nothing about teams');
    }
    expect(readFileSync(localOf(repository))).toEqual(before);
    expect(existsSync(join(repository.path, '.git', 'wukong', 'machine-key.pem'))).toBe(false);
  });

  type Place = Readonly<{
    repository: Repository;
    url: string;
    kept: string;
    password: string;
    typed: (...words: readonly string[]) => ReturnType<typeof ended>;
    withPassword: (password: string, ...words: readonly string[]) => ReturnType<typeof ended>;
    sql: (text: string) => Promise<readonly Row[]>;
  }>;

  /** A clone, and a database of its own or that of another one. */
  async function place(of?: string): Promise<Place> {
    const repository = await makeRepository({ installed: true, testsBy: 'node' });
    onTestFinished(() => repository.remove());
    if (!engine) throw new Error('no engine');
    const url = of ?? (await databaseOn(engine, server.url));
    const { url: kept, password } = partsOf(url);
    const withPassword = (secret: string, ...words: readonly string[]) =>
      ended(wukongOn(engine, repository, secret, 'team', ...words));
    return {
      ...{ repository, url, kept, password, withPassword },
      typed: (...words) => withPassword(password, ...words),
      sql: (text) => ask(engine, url, text),
    };
  }
});

function localOf({ path }: Repository): string {
  return join(path, '.wukong', 'config.local.yaml');
}

function trustOf({ path }: Repository): Trust {
  return JSON.parse(readFileSync(join(path, '.git', 'wukong', 'trust.json'), 'utf8'));
}

async function json(of: ReturnType<typeof ended>): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse((await of).out);
}
