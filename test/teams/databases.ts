// Databases of a real PostgreSQL, each gone with its test, and what is asked of them past Wukong.

import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PgModule, Row } from '../../runtime/team/pg-boss-types.ts';
import type { Engine } from '../../scripts/teams/engine.ts';

export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** On one connection. */
export async function onServer<T>(
  { packages }: Engine,
  url: string,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const pg: PgModule = createRequire(join(packages, 'index.js'))('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows);
  } finally {
    await client.end();
  }
}

export function ask(
  engine: Engine,
  url: string,
  text: string,
  values?: readonly unknown[],
): Promise<readonly Row[]> {
  return onServer(engine, url, (query) => query(text, values));
}

/** Its address, with the password of the server. */
export async function databaseOn(engine: Engine, server: string): Promise<string> {
  const name = `team_${randomBytes(4).toString('hex')}`;
  await ask(engine, server, `create database ${name}`);
  onTestFinished(async () => {
    await ask(engine, server, `drop database ${name} with (force)`);
  });
  const own = new URL(server);
  own.pathname = `/${name}`;
  return own.href;
}
