// Looks at one thing after the other that a team needs. What cannot be looked at, as what it rests on is wrong, says so.

import { configIfConfirmed } from '../../documents/config.ts';
import { NO_TEAM } from '../../engine/team/team-here.ts';
import type { TeamExecutor } from '../../model/documents/executor.ts';
import type { Failure, Result } from '../../model/failure.ts';
import { remoteBranch } from '../../publish/branch/remote.ts';
import { hasPassword, withoutPassword } from '../../team/address.ts';
import { type Database, openDatabase } from '../../team/database.ts';
import { loadPg, nodeProblem } from '../../team/load-pg-boss.ts';
import { readKey } from '../../team/machine-key.ts';
import { tooNew, versionsHere, versionsThere } from '../../team/migrate.ts';
import { clockAheadMs, hears, mayWrite } from '../../team/probe.ts';
import { readMachines } from '../../team/roster.ts';
import { usable } from '../../team/unusable.ts';
import { explain } from '../../words/explain-failure.ts';
import { counted } from '../../words/plain-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { programFolder } from '../../workspace/program-folder.ts';
import { readTrust } from '../../workspace/trust.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, EXIT, failed, type Outcome } from '../frame/outcome.ts';
import { atWork } from '../frame/progress.ts';
import { span } from '../frame/when.ts';
import { type Check, checkLines, workersFor } from './checks.ts';
import type { TeamSetting } from './team-setting.ts';

export async function teamDoctor(): Promise<Outcome> {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  const config = configIfConfirmed(ws);
  if (config.problems.length > 0) return failed({ kind: 'bad-file', problems: config.problems });
  const { team } = config;
  if (!team) return failed(NO_TEAM);
  const isWaiting = config.local.unconfirmed.some(({ name }) => name === 'team');
  const forTeam = Object.entries(config.executors).filter(
    (entry): entry is [string, TeamExecutor] => entry[1].type === 'team',
  );
  const trusts = (readTrust(ws)?.machines ?? []).map(({ key }) => key);
  const checks = await atWork('one thing is looked at after the other', async () => [
    ...programs(),
    setting(team, isWaiting),
    // What nobody confirmed reaches out to nowhere.
    ...(isWaiting
      ? [open('database', UNCONFIRMED)]
      : await database(team, Object.fromEntries(forTeam), trusts)),
    isWaiting ? open('remote', UNCONFIRMED) : await remote(ws, team),
    key(ws),
    trusted(ws),
  ]);
  const wrong = checks.filter(({ result }) => result === 'wrong').length;
  const last = wrong === 0 ? 'Nothing is wrong.' : `${counted(wrong, 'thing')} to be put right.`;
  const text = [...checkLines(checks), last].join('\n');
  if (wrong === 0) return done(text, { checks });
  return { exit: EXIT.failed, text, json: { checks }, isAnswer: true };
}

const UNCONFIRMED = 'not looked at: the setting is not confirmed';

function programs(): Check[] {
  const old = nodeProblem();
  if (old) return [wrong('node', old), open('pg-boss', 'not looked at: this Node is too old')];
  const loaded = loadPg(programFolder());
  return [
    good('node', process.versions.node),
    loaded.ok ? good('pg-boss', 'installed beside Wukong') : wrong('pg-boss', loaded.error),
  ];
}

function setting({ url }: TeamSetting, isWaiting: boolean): Check {
  const check = 'setting';
  if (hasPassword(url)) {
    const says = '`team.url` in .wukong/config.local.yaml has a password in it';
    return {
      check,
      result: 'wrong',
      says,
      next: `Put it into ~/.pgpass, and type: wukong team init ${withoutPassword(url)}`,
    };
  }
  if (!isWaiting) return good(check, '`team` in .wukong/config.local.yaml counts');
  const says = '`team` in .wukong/config.local.yaml was confirmed by nobody in this clone';
  return { check, result: 'wrong', says, next: 'Type: wukong trust' };
}

async function database(
  team: TeamSetting,
  executors: Readonly<Record<string, TeamExecutor>>,
  trusts: readonly string[],
): Promise<Check[]> {
  const from = programFolder();
  const opened = await openDatabase({ url: team.url, from });
  if (!opened.ok) {
    const rest = ['schema', 'writing', 'listening', 'clock', 'workers'];
    const why = 'not looked at: the database cannot be used';
    return [wrong('database', opened.error), ...rest.map((check) => open(check, why))];
  }
  const db = opened.value;
  try {
    return [
      good('database', withoutPassword(team.url)),
      ...(await inside(db, from, team, executors, trusts)),
    ];
  } finally {
    await db.close();
  }
}

async function inside(
  db: Database,
  from: string,
  team: TeamSetting,
  executors: Readonly<Record<string, TeamExecutor>>,
  trusts: readonly string[],
): Promise<Check[]> {
  const schema = await schemaCheck(db, from, team);
  const hasSchema = schema.result === 'good';
  const why = 'not looked at: the schema is not as it has to be';
  const writes = hasSchema ? await mayWrite(db) : undefined;
  const machines = hasSchema ? await usable(() => readMachines(db.query)) : undefined;
  const grant = 'Its owner grants: usage on both schemas, and all on their tables';
  return [
    schema,
    writes === undefined
      ? open('writing', why)
      : checked('writing', writes, 'allowed (tried, and taken back)', grant),
    (await hears(db))
      ? good('listening', 'what changes is heard at once')
      : told('listening', 'nothing is heard, as behind a pooler of transactions: it is polled'),
    await clock(db),
    ...(machines?.ok ? workersFor(executors, machines.value, trusts) : [open('workers', why)]),
  ];
}

async function schemaCheck(db: Database, from: string, team: TeamSetting): Promise<Check> {
  const check = 'schema';
  const here = versionsHere(from);
  if (!here.ok) return wrong(check, here.error);
  const there = await usable(() => versionsThere(db.query));
  if (!there.ok) return wrong(check, there.error);
  const [is, wanted] = [there.value, here.value];
  const refused = tooNew(is, wanted);
  if (refused) return wrong(check, refused);
  const says = `wukong_team ${is.team}, wukong_orders ${is.orders}`;
  if (is.team === wanted.team && is.orders === wanted.orders) return good(check, says);
  const older = `${says}; this machine works with ${wanted.team} and ${wanted.orders}`;
  return {
    check,
    result: 'wrong',
    says: older,
    next: `Type: wukong team init ${withoutPassword(team.url)}`,
  };
}

async function clock(db: Database): Promise<Check> {
  const ahead = await usable(() => clockAheadMs(db));
  if (!ahead.ok) return wrong('clock', ahead.error);
  const apart = Math.abs(ahead.value);
  const which = ahead.value > 0 ? 'ahead of' : 'behind';
  const says = apart < 1000 ? 'that of the server' : `${span(apart)} ${which} that of the server`;
  return told('clock', `${says}; only the server's counts`);
}

const REMOTE_MS = 15_000;

async function remote(ws: Workspace, { url, remote: address }: TeamSetting): Promise<Check> {
  const check = 'remote';
  if (address === undefined) {
    const next = `Type: wukong team init ${withoutPassword(url)} --remote GIT-ADDRESS`;
    return { check, result: 'told', says: 'none was named, so trees cannot travel', next };
  }
  const place = { worktree: ws.root, objectsDir: files.objects(ws) };
  const asked = await remoteBranch(place, address, 'main', REMOTE_MS);
  if (asked.ok) return good(check, address);
  const next = 'git ls-remote has to work with it here, and to ask nothing';
  return { check, result: 'wrong', says: `${address}: ${asked.error.said}`, next };
}

function key(ws: Workspace): Check {
  const check = 'key';
  try {
    const own = readKey(files.machineKey(ws));
    if (own) return good(check, own.id);
  } catch (error) {
    const says = `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const next = `Take it away, and type wukong team init again: ${files.machineKey(ws)}`;
    return { check, result: 'wrong', says, next };
  }
  return { check, result: 'wrong', says: 'none', next: 'Type wukong team init again' };
}

function trusted(ws: Workspace): Check {
  const names = (readTrust(ws)?.machines ?? []).map(({ name }) => name);
  if (names.length > 0) return good('trust', names.join(', '));
  const says = 'nobody: orders of others are not carried out here, nor their results taken';
  return { check: 'trust', result: 'told', says, next: 'Type: wukong team trust KEY --name NAME' };
}

function checked(check: string, is: Result<unknown>, says: string, next: string): Check {
  return is.ok ? good(check, says) : { ...wrong(check, is.error), next };
}

function wrong(check: string, failure: Failure): Check {
  const { message, hint } = explain(failure);
  return { check, result: 'wrong', says: message, next: hint };
}

function good(check: string, says: string): Check {
  return { check, result: 'good', says };
}

function told(check: string, says: string): Check {
  return { check, result: 'told', says };
}

function open(check: string, says: string): Check {
  return { check, result: 'open', says };
}
