// npm run teams:install: what the tests of teams need beside the project, into the cache folder.

import { readArguments } from '../arguments.ts';
import { fetchEngine } from './engine.ts';

const USAGE = `npm run teams:install

Fetches PostgreSQL, pg-boss and a Node that it runs on (about 120 MB) into the cache folder, once. No user and
no service is added to this machine. Tests of teams are skipped where they are not there.`;

process.exitCode = await main();

async function main(): Promise<number> {
  const values = readArguments({}, USAGE);
  if (typeof values === 'number') return values;
  const onProgress = (line: string): void => console.error(line);
  const engine = await fetchEngine({ env: process.env, onProgress });
  if (!engine.ok) {
    process.stderr.write(`Tests of teams cannot be run here: ${engine.error}\n`);
    return 1;
  }
  process.stdout.write(`Tests of teams are run with what is in ${engine.value.packages}\n`);
  return 0;
}
