// npm run soak: the promises of the log at full length (what `npm test` does in a minute, for as long as it takes),
// orders while their drivers and executors are killed and frozen, those of a team while it is cut off as well, posts
// while who sends them is killed, all forged and honest reports, and a report: rounds, faults that were injected,
// losses. There must be none. What happens at random begins with a seed, which is printed.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SWEPT } from '../test/sets.ts';
import { readArguments } from './arguments.ts';

type Line = Readonly<{ promise: string; rounds: number; faults: number; losses: number }>;

const ROOT = join(import.meta.dirname, '..');
/** The longest takes half an hour on two cores that have other work as well. */
const LONGEST_MS = 2 * 3_600_000;

const USAGE = `npm run soak -- [options]

Goes through the promises of the log at full length. Its last line names a seed; WUKONG_SEED=4711 before the
command takes the same one again.

  --only NAME   the parts with NAME in their path: orders, crash, …
  --help        this text`;

process.exitCode = main();

function main(): number {
  const values = readArguments({ only: { type: 'string' } }, USAGE);
  if (typeof values === 'number') return values;
  const { only = '' } = values;
  const places = SWEPT.filter((place) => place.includes(only));
  if (places.length > 0) return soak(places);
  process.stderr.write(`No part has ${only} in its path: ${SWEPT.join(', ')}\n`);
  return 2;
}

function soak(places: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'wukong-soak-'));
  const report = join(folder, 'report.jsonl');
  const startedAt = performance.now();
  const seed = process.env.WUKONG_SEED ?? String(randomInt(1_000_000));
  const vitest = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      `--testTimeout=${LONGEST_MS}`,
      ...places,
    ],
    {
      cwd: ROOT,
      env: { ...process.env, WUKONG_SEED: seed, WUKONG_SOAK: '1', WUKONG_SOAK_REPORT: report },
      stdio: 'inherit',
    },
  );
  const lines: Line[] = existsSync(report)
    ? readFileSync(report, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Line => JSON.parse(line))
    : [];
  rmSync(folder, { recursive: true });
  print(lines, performance.now() - startedAt, seed);
  // A test can also fail before it counts anything, and some parts count nothing.
  return vitest.status === 0 && lines.every(({ losses }) => losses === 0) ? 0 : 1;
}

function print(all: readonly Line[], ms: number, seed: string): void {
  const sums = new Map<string, Line>();
  for (const line of all) {
    const sum = sums.get(line.promise) ?? { ...line, rounds: 0, faults: 0, losses: 0 };
    sums.set(line.promise, {
      promise: line.promise,
      rounds: sum.rounds + line.rounds,
      faults: sum.faults + line.faults,
      losses: sum.losses + line.losses,
    });
  }
  const rows = [...sums.values()].sort((a, b) => (a.promise < b.promise ? -1 : 1));
  const total = rows.reduce(
    (sum, row) => ({
      promise: 'all',
      rounds: sum.rounds + row.rounds,
      faults: sum.faults + row.faults,
      losses: sum.losses + row.losses,
    }),
    { promise: 'all', rounds: 0, faults: 0, losses: 0 },
  );
  const width = Math.max(...[...rows, total].map(({ promise }) => promise.length)) + 2;
  const cells = (name: string, ...rest: readonly (string | number)[]): string =>
    `${name.padEnd(width)}${rest.map((cell) => String(cell).padStart(10)).join('')}\n`;
  process.stdout.write(`\n${cells('promise', 'rounds', 'faults', 'losses')}`);
  for (const row of [...rows, total]) {
    process.stdout.write(cells(row.promise, row.rounds, row.faults, row.losses));
  }
  const minutes = Math.round(ms / 6_000) / 10;
  process.stdout.write(`\n${minutes} minutes, Node ${process.version}, WUKONG_SEED=${seed}\n`);
}
