// What an order of a team costs beside the work itself and git: 1,000 of 50 ms over four workers, signed, on one
// PostgreSQL of this machine. That none is lost and none accepted twice is looked at here, too.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { keyOf } from '../../runtime/team/machine-key.ts';
import { placeOf } from '../../runtime/team/travelling.ts';
import { PROJECT, within } from '../example.ts';
import { type Engine, findEngine } from '../teams/engine.ts';
import { startServer } from '../teams/server.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';

const ORDER = 'team/order';
const SHARE = 'team/idle-share';
export const TEAM_NAMES = [ORDER, SHARE];

const ORDERS = 1_000;
const WORKERS = 4;
const WORK_MS = 50;

/** Nothing where the engine was not installed: `npm run teams:install`. */
export async function measureTeam(run: Run): Promise<Row[]> {
  const engine = findEngine();
  if (!engine) {
    run.progress('teams: left out, since npm run teams:install was not typed');
    return [];
  }
  return within('bench', async (folder) => {
    await using server = await startServer(engine);
    return await measured(engine, server.url, folder, run);
  });
}

async function measured(engine: Engine, url: string, folder: string, run: Run): Promise<Row[]> {
  const names = Array.from({ length: WORKERS }, (_, i) => join(folder, `worker${i}.pem`));
  const keys = names.map((name) => keyOf(name).id);
  const home = keyOf(join(folder, 'home.pem')).id;
  const place = placeOf(home, 'body');
  const common = { url, from: engine.packages, place };
  run.progress(`${ORDERS} orders are put there`);
  const given = { ...common, key: join(folder, 'home.pem'), workers: keys, orders: ORDERS };
  const asker = start(engine, 'team-home.ts', given);
  await once(asker.lines, 'line');
  run.progress(`${WORKERS} workers carry them out`);
  const began = performance.now();
  const ended = names.map((key) =>
    figures(start(engine, 'team-worker.ts', { ...common, key, home, workMs: WORK_MS })),
  );
  const worked = (await Promise.all(ended)).flat();
  const tookMs = performance.now() - began;
  if (worked.length !== ORDERS) throw new Error(`${worked.length} of ${ORDERS} were carried out`);
  run.progress('what came of them is read');
  const read = figures(asker);
  asker.child.stdin.end();
  const asked = await read;
  const value = median(worked) + median(asked);
  const idle = 1 - (ORDERS * WORK_MS) / (tookMs * WORKERS);
  const at95 = (all: readonly number[]): number =>
    all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0;
  const rows: Row[] = [
    {
      ...{ name: ORDER, value, unit: 'ms', of: 'of an order, beside work and git', limit: 60 },
      spread: spread(worked),
      figures: { at95Ms: at95(worked) + at95(asked), orders: ORDERS },
    },
    {
      ...{ name: SHARE, value: idle * 100, unit: '%', of: 'of the time of the workers' },
      figures: { seconds: tookMs / 1_000 },
    },
  ];
  return rows.filter(({ name }) => run.wants(name));
}

function start({ node }: Engine, script: string, task: object) {
  const file = join(import.meta.dirname, script);
  const args = ['--import', 'tsx', file, JSON.stringify(task)];
  const child = spawn(node, args, { cwd: PROJECT, stdio: ['pipe', 'pipe', 'inherit'] });
  return { child, lines: createInterface(child.stdout) };
}

/** Its last line. */
async function figures({ child, lines }: ReturnType<typeof start>): Promise<number[]> {
  let last = '[]';
  lines.on('line', (line) => {
    last = line;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`it ended with ${code}`);
  return JSON.parse(last);
}
