// What Wukong keeps in the database of a team, in a schema of its own. It goes forward only: a version that stands
// here is never changed, a later one is added behind it.

import type { Query } from './database.ts';

export const TEAM_SCHEMA = 'wukong_team';

/** Version 1 is the first. */
const VERSIONS: readonly string[] = [
  `create schema ${TEAM_SCHEMA};
create table ${TEAM_SCHEMA}.version (version integer not null);
insert into ${TEAM_SCHEMA}.version values (0);

-- A clone in the team, by its public key.
create table ${TEAM_SCHEMA}.machines (
  key text primary key,
  name text not null,
  person text not null,
  wukong text not null,
  environment text not null,
  roles text[] not null default '{}',
  labels text[] not null default '{}',
  -- The order it works on.
  run text,
  seen_at timestamptz not null default now()
);

-- One log, and which machine is its home. Whoever writes names the epoch it has.
create table ${TEAM_SCHEMA}.logs (
  log text primary key,
  home text not null references ${TEAM_SCHEMA}.machines (key),
  epoch integer not null default 1,
  -- The last record that was mirrored: its number and its checksum.
  records bigint not null default 0,
  crc text not null default '00000000',
  mirrored_at timestamptz not null default now()
);
create table ${TEAM_SCHEMA}.records (
  log text not null references ${TEAM_SCHEMA}.logs (log) on delete cascade,
  number bigint not null,
  epoch integer not null,
  line text not null,
  primary key (log, number)
);
-- Records that were mirrored at once, up to that number, and files they name; signed by the home as it was then.
create table ${TEAM_SCHEMA}.batches (
  log text not null references ${TEAM_SCHEMA}.logs (log) on delete cascade,
  last bigint not null,
  files jsonb not null,
  signer text not null,
  signature text not null,
  primary key (log, last)
);
-- Files below .wukong that records name, as they were when they were mirrored.
create table ${TEAM_SCHEMA}.files (
  log text not null references ${TEAM_SCHEMA}.logs (log) on delete cascade,
  path text not null,
  sha256 text not null,
  content bytea not null,
  primary key (log, path)
);`,
];

export const SCHEMA_VERSION = VERSIONS.length;

/** 0: nothing of it is there. */
export async function schemaVersion(query: Query): Promise<number> {
  const [there] = await query('select to_regclass($1) as name', [`${TEAM_SCHEMA}.version`]);
  if (there?.name == null) return 0;
  const [row] = await query(`select version from ${TEAM_SCHEMA}.version`);
  return Number(row?.version ?? 0);
}

/** What is to be done from that version on; empty where it is of this one, or of a later one. */
export function migration(from: number): string {
  const steps = VERSIONS.slice(from);
  if (steps.length === 0) return '';
  return [...steps, `update ${TEAM_SCHEMA}.version set version = ${SCHEMA_VERSION};`].join('\n\n');
}
