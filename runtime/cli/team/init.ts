import { resolve } from 'node:path';
import { configOf } from '../../documents/config.ts';
import { isDirectory } from '../../files/folders.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { shellWord } from '../../model/gate.ts';
import { type Address, addressOf } from '../../team/address.ts';
import { type Database, withDatabase } from '../../team/database.ts';
import { keyOf, type MachineKey } from '../../team/machine-key.ts';
import {
  migrate,
  migrationSql,
  tooNew,
  type Versions,
  versionsHere,
  versionsThere,
} from '../../team/migrate.ts';
import { register } from '../../team/roster.ts';
import { usable } from '../../team/unusable.ts';
import { hostName } from '../../workspace/host-name.ts';
import { files } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { programFolder } from '../../workspace/program-folder.ts';
import { VERSION } from '../../workspace/version.ts';
import type { Args } from '../frame/command.ts';
import { openNow } from '../frame/open-workspace.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { atWork } from '../frame/progress.ts';
import { personOfTeam } from './person.ts';
import { planSetting, type TeamSetting } from './team-setting.ts';

const EXAMPLE = 'For example: wukong team init postgres://me@db.example.org/wukong';

export async function initTeam(args: Args, [typed]: readonly string[]): Promise<Outcome> {
  const opened = openNow();
  if (!opened.ok) return failed(opened.error);
  const { ws, state, trust } = opened.value;
  // Never what stands there and nobody said yes to.
  const before = configOf(ws).team;
  const address = addressOf(typed ?? before?.url ?? '');
  if (!address.ok) return misused(address.error, EXAMPLE);
  const { url } = address.value;
  const name = args.text('name');
  const wrong = wrongWith(name, args.text('remote'));
  if (wrong !== undefined) return misused(wrong, EXAMPLE);
  const remote = asWhole(args.text('remote'));
  if (args.flag('dry-run')) return dryRun(address.value);
  const person = personOfTeam(state, `wukong team init ${url}`);
  if (!person.ok) return person.error;
  const setting: TeamSetting = { ...before, url, ...(name && { name }), ...(remote && { remote }) };
  const planned = planSetting(ws, setting);
  if (!planned.ok) return failed(planned.error);
  const key = keyOf(files.machineKey(ws));
  const me = { name: setting.name ?? hostName(), person: personName(), wukong: VERSION };
  const there = await setUp(address.value, key, me);
  if (!there.ok) return failed(there.error);
  const written = planned.value.write();
  if (!written.ok) return failed(written.error);
  const trusts = trust.machines ?? [];
  const lines = [
    madeLine(there.value),
    `This clone is in the team as ${me.name}. Its key: ${key.id}`,
    'Written to .wukong/config.local.yaml, where it counts: team.',
    ...needed({
      ...me,
      setting,
      address: address.value,
      key: key.id,
      isAlone: trusts.length === 0,
    }),
  ];
  const { from, to } = there.value;
  const json = { url, remote: setting.remote ?? null, name: me.name, key: key.id, from, to };
  return done(lines.join('\n'), json);
}

function wrongWith(name: string | undefined, remote: string | undefined): string | undefined {
  if (name !== undefined && !/^\S.{0,59}$/.test(name)) return 'A name has 1 to 60 letters.';
  if (remote === undefined) return undefined;
  if (remote === '' || remote.startsWith('-')) return 'The remote is a git address, or a path.';
  const isSecret = URL.canParse(remote) && new URL(remote).password !== '';
  return isSecret
    ? 'The remote has a password in it, which would be written down: leave it to a credential helper of git.'
    : undefined;
}

/** A path of this machine is meant from where it was typed, and used from a lane, too. */
function asWhole(remote: string | undefined): string | undefined {
  return remote !== undefined && isDirectory(resolve(remote)) ? resolve(remote) : remote;
}

type Made = Readonly<{ from: Versions; to: Versions }>;

async function setUp(
  { connect }: Address,
  key: MachineKey,
  me: Parameters<typeof register>[2],
): Promise<Result<Made>> {
  return inDatabase(connect, async (db, from) => {
    const to = versionsHere(from);
    if (!to.ok) return to;
    const there = await migrate(db, { url: connect, from });
    if (!there.ok) return there;
    const registered = await usable(() => register(db.query, key, me));
    return registered.ok ? ok({ from: there.value, to: to.value }) : registered;
  });
}

async function inDatabase<T>(
  url: string,
  work: (db: Database, from: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  const from = programFolder();
  return atWork('the database is set up', () =>
    withDatabase({ url, from }, (db) => work(db, from)),
  );
}

async function dryRun({ connect }: Address): Promise<Outcome> {
  const sql = await inDatabase(connect, async (db, from) => {
    const here = versionsHere(from);
    if (!here.ok) return here;
    const there = await usable(() => versionsThere(db.query));
    if (!there.ok) return there;
    const refused: Failure | undefined = tooNew(there.value, here.value);
    return refused ? fail(refused) : migrationSql(from, there.value, here.value);
  });
  if (!sql.ok) return failed(sql.error);
  return done(sql.value === '' ? '-- Nothing is missing in the database.' : sql.value, {
    sql: sql.value,
  });
}

function madeLine({ from, to }: Made): string {
  const made = [
    ['wukong_team', from.team, to.team] as const,
    ['wukong_orders', from.orders, to.orders] as const,
  ].filter(([, was, now]) => was < now);
  if (made.length === 0) return 'The database has all that is needed already.';
  const words = made.map(([schema, was, now]) =>
    was === 0 ? `${schema} (version ${now})` : `${schema} (version ${now}, was ${was})`,
  );
  return `Made in the database: ${words.join(', ')}.`;
}

type Needs = Readonly<{
  setting: TeamSetting;
  address: Address;
  key: string;
  name: string;
  isAlone: boolean;
}>;

/** What no command can do by itself. */
function needed({ setting, address, key, name, isAlone }: Needs): string[] {
  const { passLine } = address;
  const lines = [
    ...(passLine === undefined
      ? []
      : [
          `The password was written nowhere. Put this line into ~/.pgpass (mode 600), with the password for ****: ${passLine}`,
        ]),
    `Where orders of this clone are to be carried out, a person types: wukong team trust ${key} --name ${shellWord(name)}`,
    ...(isAlone ? ['Whose orders are carried out here: wukong team trust KEY --name NAME'] : []),
    ...(setting.remote === undefined
      ? [
          `No remote was named, so trees cannot travel: wukong team init ${setting.url} --remote GIT-ADDRESS`,
        ]
      : []),
  ];
  return ['Still needed:', ...lines.map((line) => `  ${line}`)];
}
