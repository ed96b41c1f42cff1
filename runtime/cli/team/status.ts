import { type TeamHere, teamOrNone } from '../../engine/team/team-here.ts';
import type { Result } from '../../model/failure.ts';
import { fail, ok } from '../../model/failure.ts';
import { withoutPassword } from '../../team/address.ts';
import { type Database, withDatabase } from '../../team/database.ts';
import { tooNew, type Versions, versionsHere, versionsThere } from '../../team/migrate.ts';
import { type LogRow, logRows } from '../../team/mirrored.ts';
import { type Machine, type Orders, readMachines, readOrders } from '../../team/roster.ts';
import { usable } from '../../team/unusable.ts';
import { explain } from '../../words/explain-failure.ts';
import { asSentence, oneLine } from '../../words/plain-text.ts';
import { inColumns } from '../frame/in-columns.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, EXIT, failed, type Outcome } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { atWork } from '../frame/progress.ts';
import { span } from '../frame/when.ts';

/** What the database says. */
export type Seen = Readonly<{
  versions: Versions;
  machines: readonly Machine[];
  logs: readonly LogRow[];
  orders: readonly Orders[];
}>;

export async function teamStatus(): Promise<Outcome> {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const here = teamOrNone(opened.value.ws);
  // That it is in none is what was asked for.
  if (!here.ok) {
    const { message, hint } = explain(here.error);
    return done(`${message} ${hint}`, { name: null });
  }
  const look = (database: Database) => seenIn(database, here.value.from);
  const seen = await atWork('the database is asked', () => withDatabase(here.value, look));
  const text = statusLines(here.value, seen).join('\n');
  const json = statusJson(here.value, seen);
  // That it cannot be reached is what was asked for, too.
  return seen.ok ? done(text, json) : { exit: EXIT.failed, text, json, isAnswer: true };
}

async function seenIn({ query }: Database, from: string): Promise<Result<Seen>> {
  const known = versionsHere(from);
  if (!known.ok) return known;
  const there = await usable(() => versionsThere(query));
  if (!there.ok) return there;
  const refused = tooNew(there.value, known.value);
  if (refused) return fail(refused);
  const versions = there.value;
  if (versions.team === 0 || versions.orders === 0) {
    return ok({ versions, machines: [], logs: [], orders: [] });
  }
  return usable(async () => ({
    versions,
    machines: await readMachines(query),
    logs: await logRows(query),
    orders: await readOrders(query),
  }));
}

export function statusLines(here: TeamHere, seen: Result<Seen>): string[] {
  return [
    `${colors.bold(here.name)}  this clone, key ${here.key.id}`,
    `database  ${withoutPassword(here.url)}  ${databaseText(seen)}`,
    `remote    ${here.remote ?? colors.yellow('none: trees cannot travel')}`,
    `trusts    ${here.trusts.map(({ name }) => oneLine(name, 60)).join(', ') || 'nobody'}`,
    ...(seen.ok ? tables(here, seen.value) : []),
  ];
}

function databaseText(seen: Result<Seen>): string {
  if (!seen.ok) {
    const { message, hint } = explain(seen.error);
    return colors.red(`${asSentence(message)} ${hint}`);
  }
  const { team, orders } = seen.value.versions;
  if (team > 0 && orders > 0) return `schema ${team}, orders ${orders}`;
  return colors.red('It was not set up, or its tables are gone: wukong team init');
}

function tables(here: TeamHere, { machines, logs, orders }: Seen): string[] {
  const nameOf = (key: string): string => {
    const one = machines.find((machine) => machine.key === key);
    return oneLine(one?.name ?? key, 60);
  };
  return [
    ...section(
      'MACHINES',
      machines.map((one) => machineRow(here, one)),
      6,
    ),
    ...section(
      'LOGS',
      logs.map(({ log, home, epoch, records, ageSec }) => [
        oneLine(log, 60),
        `home ${nameOf(home)}`,
        `epoch ${epoch}`,
        `${records} records`,
        agoText(ageSec),
      ]),
      2,
    ),
    ...section(
      'ORDERS',
      orders.map(({ place, state, count }) => {
        const [home = '', ...asked] = place.split('.');
        return [`of ${nameOf(home)}`, oneLine(asked.join(' '), 60), state, String(count)];
      }),
      3,
    ),
  ];
}

function section(title: string, rows: ReadonlyArray<readonly string[]>, names: number): string[] {
  if (rows.length === 0) return [`${title}  none`];
  return [title, ...inColumns(rows, names).map((line) => `  ${line}`)];
}

const SILENT_SEC = 90;

function machineRow(here: TeamHere, one: Machine): string[] {
  const does = one.roles.length === 0 ? 'no worker' : `works as ${one.roles.join(', ')}`;
  // Of a worker that is there, one comes several times within that.
  if (one.roles.length > 0 && one.seenSec > SILENT_SEC) {
    const cells = [one.name, one.person, one.wukong, 'a worker, and nothing is heard of it'];
    const rest = [agoText(one.seenSec), trustText(here, one.key)];
    return [...cells.map((cell) => oneLine(cell, 80)), ...rest];
  }
  const labels = one.labels.length === 0 ? '' : ` (${one.labels.join(', ')})`;
  const run = one.run === null ? '' : `, on ${one.run}`;
  const cells = [one.name, one.person, one.wukong, `${does}${labels}${run}`, agoText(one.seenSec)];
  return [...cells.map((cell) => oneLine(cell, 80)), trustText(here, one.key)];
}

function trustText(here: TeamHere, key: string): string {
  if (key === here.key.id) return 'this clone';
  return isTrusted(here, key) ? 'trusted' : `not trusted: ${oneLine(key, 50)}`;
}

function isTrusted(here: TeamHere, key: string): boolean {
  return here.trusts.some((one) => one.key === key);
}

function agoText(seconds: number): string {
  return `${span(seconds * 1000)} ago`;
}

export function statusJson(here: TeamHere, seen: Result<Seen>) {
  const { machines, logs, orders, versions } = seen.ok ? seen.value : NOTHING;
  return {
    name: here.name,
    key: here.key.id,
    url: withoutPassword(here.url),
    remote: here.remote ?? null,
    trusts: here.trusts,
    database: {
      reachable: seen.ok,
      problem: seen.ok ? null : explain(seen.error).message,
      schema: versions?.team ?? null,
      orders_schema: versions?.orders ?? null,
    },
    machines: machines.map(({ seenSec, ...one }) => ({
      ...one,
      seen_sec: Math.round(seenSec),
      here: one.key === here.key.id,
      trusted: isTrusted(here, one.key),
    })),
    logs: logs.map(({ log, home, epoch, records, ageSec }) => ({
      ...{ log, home, epoch, records },
      mirrored_sec: Math.round(ageSec),
    })),
    orders,
  };
}

const NOTHING = { machines: [], logs: [], orders: [], versions: undefined };
