// Lines and files of a log as they stand in the database of a team, by number and by path. What they say is nothing
// of this room; who reads them checks it.

import type { Query } from './database.ts';
import { isSignedBy, type MachineKey, type Signed, signed } from './machine-key.ts';
import { TEAM_SCHEMA } from './schema.ts';

/** Heard by who follows a mirror. */
export const CHANNEL = 'wukong_log';

/** Whose a log is, and up to which record it was mirrored. */
export type LogRow = Readonly<{
  log: string;
  /** The key of its home, and what that is called. */
  home: string;
  name: string;
  epoch: number;
  records: number;
  crc: string;
  /** Since it was mirrored last. */
  ageSec: number;
}>;

export type Line = Readonly<{ number: number; line: string }>;
export type KeptFile = Readonly<{ path: string; sha256: string }>;

const ROWS = `select l.log, l.home, m.name, l.epoch, l.records, l.crc,
  extract(epoch from now() - l.mirrored_at)::float8 as age_sec
  from ${TEAM_SCHEMA}.logs l join ${TEAM_SCHEMA}.machines m on m.key = l.home`;

export async function logRows(query: Query): Promise<LogRow[]> {
  return (await query(`${ROWS} order by l.mirrored_at desc, l.log`)).map(rowOf);
}

/** `lock`: nobody else writes to it until the transaction is over. */
export async function logRow(
  query: Query,
  log: string,
  lock?: 'lock',
): Promise<LogRow | undefined> {
  // By itself: a row that was moved while this waited for it would not be found with its home of before.
  if (lock) await query(`select 1 from ${TEAM_SCHEMA}.logs where log = $1 for update`, [log]);
  const [row] = await query(`${ROWS} where l.log = $1`, [log]);
  return row && rowOf(row);
}

function rowOf(row: Readonly<Record<string, unknown>>): LogRow {
  return {
    ...{ log: String(row.log), home: String(row.home), name: String(row.name) },
    ...{ epoch: Number(row.epoch), records: Number(row.records), crc: String(row.crc) },
    ageSec: Number(row.age_sec),
  };
}

export type Member = Readonly<{ key: string; name: string; person: string }>;

/** Where it is not known yet, which `wukong team` sees to. */
export async function addMember(query: Query, { key, name, person }: Member): Promise<void> {
  await query(
    `insert into ${TEAM_SCHEMA}.machines (key, name, person, wukong, environment)
     values ($1, $2, $3, '', '') on conflict (key) do nothing`,
    [key, name, person],
  );
}

/** Where another one was not faster. */
export async function addLog(query: Query, log: string, home: string): Promise<void> {
  const sql = `insert into ${TEAM_SCHEMA}.logs (log, home) values ($1, $2) on conflict (log) do nothing`;
  await query(sql, [log, home]);
}

export async function moveLog(
  query: Query,
  log: string,
  home: string,
  epoch: number,
): Promise<void> {
  const sql = `update ${TEAM_SCHEMA}.logs set home = $2, epoch = $3 where log = $1`;
  await query(sql, [log, home, epoch]);
}

/** Records that were mirrored at once, and files they name. */
export type Batch = Readonly<{
  /** The number of the record before. */
  from: number;
  lines: readonly Line[];
  files: readonly KeptFile[];
}>;

export type SignedBatch = Batch & Readonly<{ signed: Signed }>;

const ABOUT = 'wukong log';

export function signBatch(log: string, batch: Batch, key: MachineKey): SignedBatch {
  return { ...batch, signed: signed(textOf(log, batch), ABOUT, key) };
}

/** Whether all of it stands there as its signer said it. */
export function isWhole(log: string, { signed: said, ...batch }: SignedBatch): boolean {
  return said.text === textOf(log, batch) && isSignedBy(said, ABOUT);
}

/** Numbers, so that nothing is left out, put in or moved; none of them has a line break. */
function textOf(log: string, { from, lines, files }: Batch): string {
  const numbered = lines.map(({ number, line }) => `${number} ${line}`);
  const named = files.map(({ path, sha256 }) => `${sha256} ${path}`);
  return [log, from, ...numbered, '', ...named].join('\n');
}

/** Behind those that are there, which the caller holds; all that follow are told. */
export async function addBatch(
  query: Query,
  { log, epoch }: Pick<LogRow, 'log' | 'epoch'>,
  { lines, files, signed: { by, signature } }: SignedBatch,
  crc: string,
): Promise<void> {
  const numbers = lines.map(({ number }) => number);
  const texts = lines.map(({ line }) => line);
  await query(
    `insert into ${TEAM_SCHEMA}.records (log, number, epoch, line)
     select $1, t.number, $2, t.line from unnest($3::bigint[], $4::text[]) as t (number, line)`,
    [log, epoch, numbers, texts],
  );
  await query(
    `update ${TEAM_SCHEMA}.logs set records = $2, crc = $3, mirrored_at = now() where log = $1`,
    [log, numbers.at(-1) ?? 0, crc],
  );
  await query(
    `insert into ${TEAM_SCHEMA}.batches (log, last, files, signer, signature)
     values ($1, $2, $3, $4, $5)`,
    [log, numbers.at(-1) ?? 0, JSON.stringify(files), by, signature],
  );
  await query(`update ${TEAM_SCHEMA}.machines set seen_at = now() where key = $1`, [by]);
  await query(`notify ${CHANNEL}`);
}

/** The first one behind that record, as it stands there. */
export async function batchBehind(
  query: Query,
  log: string,
  from: number,
): Promise<SignedBatch | undefined> {
  const [row] = await query(
    `select last, files, signer, signature from ${TEAM_SCHEMA}.batches
     where log = $1 and last > $2 order by last limit 1`,
    [log, from],
  );
  if (!row) return undefined;
  const lines = await linesBehind(query, log, from, Math.min(Number(row.last) - from, MOST_LINES));
  const files = Array.isArray(row.files) ? row.files.map(fileOf) : [];
  const batch = { from, lines, files };
  const said = { by: String(row.signer), signature: String(row.signature) };
  return { ...batch, signed: { text: textOf(log, batch), ...said } };
}

/** No home signs as many at once. */
const MOST_LINES = 100_000;

function fileOf(one: Readonly<Record<string, unknown>> | null): KeptFile {
  return { path: String(one?.path), sha256: String(one?.sha256) };
}

export async function linesBehind(
  query: Query,
  log: string,
  number: number,
  most: number,
): Promise<Line[]> {
  const rows = await query(
    `select number, line from ${TEAM_SCHEMA}.records
     where log = $1 and number > $2 order by number limit $3`,
    [log, number, most],
  );
  return rows.map((row) => ({ number: Number(row.number), line: String(row.line) }));
}

/** Those of these paths that are there. */
export async function keptFiles(
  query: Query,
  log: string,
  paths: readonly string[],
): Promise<KeptFile[]> {
  const rows = await query(
    `select path, sha256 from ${TEAM_SCHEMA}.files
     where log = $1 and path = any($2)`,
    [log, paths],
  );
  return rows.map((row) => ({ path: String(row.path), sha256: String(row.sha256) }));
}

export async function putFile(
  query: Query,
  log: string,
  { path, sha256 }: KeptFile,
  content: Uint8Array,
): Promise<void> {
  await query(
    `insert into ${TEAM_SCHEMA}.files (log, path, sha256, content) values ($1, $2, $3, $4)
     on conflict (log, path) do update set sha256 = excluded.sha256, content = excluded.content`,
    [log, path, sha256, content],
  );
}

export async function contentOf(
  query: Query,
  log: string,
  path: string,
): Promise<Uint8Array | undefined> {
  const [row] = await query(
    `select content from ${TEAM_SCHEMA}.files where log = $1 and path = $2`,
    [log, path],
  );
  return row?.content instanceof Uint8Array ? row.content : undefined;
}
