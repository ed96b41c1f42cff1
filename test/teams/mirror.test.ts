// A log has one home, and mirrors elsewhere that read it; when its home is gone, one of them takes it. With real
// clones and a real PostgreSQL.

import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { crc32 } from '../../runtime/files/crc32.ts';
import { mainCheckout } from '../../runtime/workspace/paths.ts';
import { writeNote } from '../../runtime/workspace/team-note.ts';
import { git } from '../rig/repository.ts';
import { HOW_TO_HAVE_IT, requireEngine, requireServer } from '../rig/team-engine.ts';
import { REQUEST, waiting } from '../run/driven.ts';

import { type Clone, hookSays, mirrorTeam, type Team } from './mirrors.ts';

const engine = await requireEngine();
const server = engine && (await requireServer(engine));

const TITLE = `a log that is mirrored${engine ? '' : ` (${HOW_TO_HAVE_IT})`}`;

describe.skipIf(!engine)(TITLE, () => {
  test('is read elsewhere line for line, makes the same of it there, and nobody writes to it', async () => {
    const { ada, ben } = await pair();
    await killedAtWork(ada);
    await done(ada.says('team', 'mirror'));
    await done(ben.says('team', 'mirror', logOf(ada)));
    expect(ben.lines()).toBe(ada.lines());
    expect(ben.file('taskgraph.json')).toEqual(ada.file('taskgraph.json'));
    expect((await done(ben.says('log'))).out).toContain('G-0001');
    const refused = await ben.says('goal', 'add', REQUEST, '--template', 'direct');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.out).toContain('This clone mirrors the log of ada');
    const typed = hookSays(ben, 'UserPromptSubmit', { prompt: '/wukong_fix it' });
    expect(JSON.parse(typed)).toMatchObject({ decision: 'block' });
    expect(hookSays(ben, 'UserPromptSubmit', { prompt: 'hello' })).toBe('');
    expect(hookSays(ben, 'SessionStart', { source: 'startup' })).toContain(
      'mirrors the log of ada',
    );
    // What is of this machine alone can be done.
    await done(ben.says('init', '--yes'));
    await done(ben.says('trust'));
    await done(ben.says('rebuild'));
    expect((await ben.says('archive')).out).toContain('This clone mirrors the log of ada');
    const status = await ben.says('status');
    expect(status.out).toContain('This clone mirrors the log of ada');
    expect(status.out).toContain('Next: It is driven on ada. To move it here: wukong team take');
    expect(status.out).not.toContain('(gone)');
    expect(ben.lines()).toBe(ada.lines());
    await done(ben.says('fsck'));
    for (const clone of [ada, ben]) await done(clone.says('fsck', '--team'));
  });

  test('is taken when its home is gone, goes on there, and the old home sets its tail aside', async () => {
    const { ada, ben } = await pair();
    await killedAtWork(ada);
    await done(ada.says('archive'));
    await done(ada.says('team', 'mirror'));
    // What nobody mirrored.
    await done(ada.says('goal', 'add', 'never seen elsewhere', '--template', 'direct'));
    const before = ada.lines();
    await done(ben.says('team', 'mirror', logOf(ada)));
    const sealed = ada.file('archive/events-000001.jsonl').toString('utf8');
    expect(`${sealed}${before}`.startsWith(ben.lines())).toBe(true);
    const taken = await ben.person('team', 'take');
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.stdout).toContain('The log of ada is at home here now');
    expect((await ben.says('team', 'take')).out).toContain('That log is at home here already.');
    expect(ben.events('run.ended').at(-1)?.payload).toMatchObject({
      outcome: 'lost',
      counts: false,
    });
    writeFileSync(join(ben.root, 'held.go'), '');
    // What may run is for each machine's own person to say.
    const trusted = await ben.person('trust', '--approve');
    expect(trusted).toMatchObject({ code: 0 });
    const ran = await ben.says('run', 'G-0001');
    expect(ran).toMatchObject({ code: 0 });
    await done(ben.says('team', 'mirror'));
    // It was killed as it found out, before it had set anything aside.
    const note = { log: logOf(ben), role: 'mirror', epoch: 1, home: 'ben', left: true } as const;
    writeNote(mainCheckout(ada.path), note);
    const back = await done(ada.says('team', 'mirror'));
    expect(back.out).toContain('The log of this clone was moved to ben');
    const [, file = ''] = /kept whole in \.wukong\/(\S+);/.exec(back.out) ?? [];
    expect(back.out).toMatch(
      /SET ASIDE: \d+ records? behind E-\d+ that ben does not have, of G-0002/,
    );
    expect(ada.file(file).toString('utf8')).toBe(before);
    // Whoever was at it then may have seen it end, and nothing else.
    const status = await ada.says('status');
    expect(status.out).toContain('SET ASIDE');
    expect(status.out).toContain(file);
    expect(ada.lines()).toBe(ben.lines());
    expect(ada.file('taskgraph.json')).toEqual(ben.file('taskgraph.json'));
    await done(ada.says('fsck'));
    await done(ada.says('fsck', '--team'));
    expect(await ada.says('goal', 'add', 'again', '--template', 'direct')).toMatchObject({
      code: 1,
    });
  });

  test('is taken with what its runs changed and nobody committed, by the remote of the team', async () => {
    const { ada, ben } = await pair();
    const driver = ada.starts('run', REQUEST, '--template', 'fix');
    await untilSo(() => ada.events('node.done').some(({ node_id }) => node_id === 'N-020'));
    driver.kill('SIGINT');
    await once(driver, 'close');
    await done(ada.says('team', 'mirror'));
    await done(ben.says('team', 'mirror', logOf(ada)));
    const { stdout } = await ben.person('team', 'take');
    const [, tree = ''] = /git read-tree -m -u HEAD ([0-9a-f]{40})/.exec(stdout) ?? [];
    await git(ben.path, 'read-tree', '-m', '-u', 'HEAD', tree);
    expect(readFileSync(join(ben.path, 'src', 'decoder.js'), 'utf8')).toContain(
      'bytes.length === 0',
    );
  });

  test('is taken by one of two who do so at once', async () => {
    const { clones, untilWaiting } = await team('ada', 'ben', 'cem');
    const [ada, ben, cem] = clones as [Clone, Clone, Clone];
    await done(ada.says('goal', 'add', REQUEST, '--template', 'direct'));
    await done(ada.says('team', 'mirror'));
    for (const clone of [ben, cem]) await done(clone.says('team', 'mirror', logOf(ada)));
    // Both were asked, and said yes, before the first one has it.
    const [taken] = await Promise.all([
      Promise.all([ben, cem].map((clone) => clone.person('team', 'take'))),
      untilWaiting(2),
    ]);
    expect(taken.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    const [winner, other] = taken[0]?.code === 0 ? [ben, cem] : [cem, ben];
    expect(taken.find(({ code }) => code === 1)?.stdout).toContain(`${winner.name} took it`);
    await done(winner.says('goal', 'add', 'goes on', '--template', 'direct'));
    await done(winner.says('team', 'mirror'));
    await done(other.says('team', 'mirror'));
    expect(other.lines()).toBe(winner.lines());
    expect(await other.says('goal', 'add', 'no', '--template', 'direct')).toMatchObject({
      code: 1,
    });
  });

  test('is refused by number where the database has something else, and fsck names that', async () => {
    const { ada, ben, sql } = await pair();
    await done(ada.says('goal', 'add', REQUEST, '--template', 'direct'));
    await done(ada.says('team', 'mirror'));
    await done(ben.says('team', 'mirror', logOf(ada)));
    const read = ben.lines();
    const first = ada.events().length + 1;
    await done(ada.says('goal', 'add', 'another', '--template', 'direct'));
    await done(ada.says('team', 'mirror'));
    const event = ada.events()[first - 1]?.event_id ?? '';
    const records = 'wukong_team.records';
    const [kept] = await sql(`select line from ${records} where number = $1`, [first]);
    const forged = String(kept?.line).replace('another', 'a worse');
    expect(forged).not.toBe(kept?.line);
    await sql(`update ${records} set line = $2 where number = $1`, [first, forged]);
    const refused = await ben.says('team', 'mirror');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.out).toContain(`as ${event} of`);
    expect(ben.lines()).toBe(read);
    const found = await ada.says('fsck', '--team');
    expect(found).toMatchObject({ code: 1 });
    expect(found.out).toContain(`${event} is another record in the mirror`);
    await sql(`delete from ${records} where number = $1`, [first]);
    expect((await ben.says('team', 'mirror')).out).toContain(`as ${event} of`);
    expect((await ada.says('fsck', '--team')).out).toContain(`${event} is not in the mirror`);
    await sql(`insert into ${records} (log, number, epoch, line) values ($1, $2, 1, $3)`, [
      logOf(ada),
      first,
      kept?.line,
    ]);
    // Every checksum fits: only its home could have signed it.
    const [last] = await sql(`select number, line from ${records} order by number desc limit 1`);
    const consistent = withChecksum(String(last?.line).replace(/"timestamp":"2/, '"timestamp":"3'));
    await sql(`update ${records} set line = $1 where number = $2`, [consistent.line, last?.number]);
    await sql('update wukong_team.logs set crc = $1', [consistent.crc]);
    const unsigned = await ben.says('team', 'mirror');
    expect(unsigned).toMatchObject({ code: 1 });
    expect(unsigned.out).toContain('did not sign it so');
    expect(ben.lines()).toBe(read);
    const { crc } = JSON.parse(String(last?.line));
    await sql(`update ${records} set line = $1 where number = $2`, [last?.line, last?.number]);
    await sql('update wukong_team.logs set crc = $1', [crc]);
    expect(await ben.person('team', 'trust', ada.key, '--remove')).toMatchObject({ code: 0 });
    expect((await ben.says('team', 'mirror')).out).toContain('whom this clone does not trust');
    expect(ben.lines()).toBe(read);
    expect(await ben.person('team', 'trust', ada.key, '--name', 'ada')).toMatchObject({ code: 0 });
    await done(ben.says('team', 'mirror'));
    expect(ben.lines()).toBe(ada.lines());
    await done(ada.says('fsck', '--team'));
  });

  test('is mirrored by a daemon and followed elsewhere, and the daemon ends when it was taken', async () => {
    const { ada, ben, sql } = await pair();
    await done(ada.says('goal', 'add', REQUEST, '--template', 'direct'));
    onTestFinished(async () => {
      await ada.says('daemon', 'stop');
    });
    await done(ada.says('daemon', 'start'));
    await untilSo(async () => (await sql('select 1 from wukong_team.logs')).length === 1);
    const follower = ben.starts('team', 'mirror', logOf(ada), '--follow');
    await untilSo(() => ben.lines() === ada.lines());
    await done(ada.says('goal', 'add', 'another', '--template', 'direct'));
    await untilSo(() => ben.lines() === ada.lines());
    follower.kill('SIGINT');
    expect(await ben.person('team', 'take')).toMatchObject({ code: 0 });
    expect(ben.events('daemon.stopped').at(-1)?.payload).toMatchObject({ because: 'gone' });
    await done(ada.says('goal', 'add', 'never seen elsewhere', '--template', 'direct'));
    await untilSo(async () => (await ada.says('daemon', 'logs')).out.includes('SET ASIDE'));
    await untilSo(() => ada.lines() === ben.lines());
    await untilSo(async () => (await ada.says('daemon', 'logs')).out.includes('The daemon ends'));
  });

  async function team(...names: readonly string[]): Promise<Team> {
    if (!engine || !server) throw new Error('no engine');
    return mirrorTeam(engine, server.url, names);
  }

  async function pair() {
    const { clones, sql } = await team('ada', 'ben');
    const [ada, ben] = clones as [Clone, Clone];
    return { ada, ben, sql };
  }
});

function withChecksum(line: string): Readonly<{ line: string; crc: string }> {
  const { crc: _, ...record } = JSON.parse(line);
  const head = JSON.stringify(record).slice(0, -1);
  const crc = crc32(Buffer.from(head));
  return { line: `${head},"crc":"${crc}"}`, crc };
}

async function done(said: Promise<Readonly<{ code: number | null; out: string }>>) {
  const ended = await said;
  expect(ended, ended.out).toMatchObject({ code: 0 });
  return ended;
}

function logOf(clone: Clone): string {
  return String(clone.events()[0]?.payload.log_id);
}

/** A driver whose machine went away while its executor was at work. */
async function killedAtWork(clone: Clone): Promise<void> {
  const held = join(clone.root, 'held');
  writeFileSync(held, '');
  const driver = clone.starts('run', REQUEST, '--template', 'direct');
  const [executor] = await waiting(held);
  driver.kill('SIGKILL');
  if (executor) process.kill(executor.pid, 'SIGKILL');
  expect(existsSync(held)).toBe(true);
}

const LONG_MS = 30_000;

/** Throws where it never comes. */
async function untilSo(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + LONG_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it never came: ${isSo}`);
    await delay(50);
  }
}
