// What tests of teams run with, if it was installed; a plain `npm test` fetches nothing of it.

import { type Engine, fetchEngine, findEngine } from '../../scripts/teams/engine.ts';
import { type Server, startServer } from '../../scripts/teams/server.ts';
import { SOAK } from '../crash/tally.ts';

/** What is said where it is not there, also in the titles of what is skipped. */
export const HOW_TO_HAVE_IT = 'skipped: type npm run teams:install';

/** Loud where there is none, for there is none for some machines. The soak fetches it. */
export async function requireEngine(): Promise<Engine | undefined> {
  const there = findEngine();
  if (there) return there;
  const onProgress = (line: string): void => console.error(line);
  const fetched = SOAK ? await fetchEngine({ env: process.env, onProgress }) : undefined;
  if (fetched?.ok) return fetched.value;
  const why = fetched ? fetched.error : 'it was not installed';
  const text = `No PostgreSQL to test with: ${why}.`;
  console.error(`\n${text}\nTests of teams are SKIPPED: npm run teams:install fetches it.\n`);
  return undefined;
}

/** The one that the environment names, or one of its own. */
export async function requireServer(engine: Engine): Promise<Server> {
  const url = process.env.WUKONG_TEST_POSTGRES;
  if (!url) return startServer(engine);
  return { url, [Symbol.asyncDispose]: async () => undefined };
}
