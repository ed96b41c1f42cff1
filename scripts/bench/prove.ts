// What `wukong prove` takes beside its check: a fix in a repository of many files, whose check does nothing but
// read one of them.

import { join } from 'node:path';
import { run as runChild } from '../client/child.ts';
import { systemPaths } from '../client/environment.ts';
import { commitExample, gitEnvironment, PROJECT, within } from '../example.ts';
import { write } from './lanes.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';

export const PROVE_NAMES = ['prove/2000-files'];

const FILES = 2000;
const MOST_ROUNDS = 5;
/** Each run of the check is counted, and one second is ours. */
const MOST_RUNS = 6;
const OURS_S = 1;

const BEFORE = 'export const half = (n) => n / 3;\n';
const AFTER = 'export const half = (n) => n / 2;\n';
const TEST = `import assert from 'node:assert';
import test from 'node:test';
import { half } from '../src/half.js';

test('half of nothing is nothing', () => {
  assert.equal(half(0), 0);
});
`;
const CASE = `
test('half of four is two', () => {
  assert.equal(half(4), 2);
});
`;

export async function measureProve(run: Run): Promise<Row[]> {
  return within('bench', async (work) => {
    const repo = join(work, 'repo');
    await fill(repo);
    const rounds: Proven[] = [];
    // Round 0 warms the page cache.
    for (let round = 0; round <= Math.min(run.rounds, MOST_ROUNDS); round += 1) {
      run.progress(`prove, round ${round} of ${Math.min(run.rounds, MOST_ROUNDS)}`);
      const proven = await proveOnce(repo, work);
      if (round > 0) rounds.push(proven);
    }
    return [rowOf(rounds)];
  });
}

async function fill(repo: string): Promise<void> {
  write(repo, 'package.json', '{"type":"module","scripts":{"test":"node --test"}}\n');
  for (let n = 0; n < FILES; n += 1) {
    write(repo, `src/${n % 50}/part-${n}.js`, `export const part = ${n};\n`.repeat(20));
  }
  write(repo, 'src/half.js', BEFORE);
  write(repo, 'test/half.test.js', TEST);
  await commitExample(repo);
  write(repo, 'src/half.js', AFTER);
  write(repo, 'test/half.test.js', `${TEST}${CASE}`);
}

type Proven = Readonly<{ runs: number; checkS: number; wholeS: number }>;

async function proveOnce(repo: string, home: string): Promise<Proven> {
  const cli = [join(PROJECT, 'dist', 'cli.js'), 'prove', '--check', 'node --test', '--json'];
  const ended = await runChild(process.execPath, cli, {
    cwd: repo,
    env: { ...systemPaths(), ...gitEnvironment(), HOME: home },
    timeoutMs: 300_000,
  });
  const said = JSON.parse(ended.stdout);
  if (said.verdict !== 'shown') throw new Error(`it was not shown: ${ended.stdout}`);
  const seconds: number[] = said.rows.map((row: { seconds: number }) => row.seconds);
  return {
    runs: seconds.length,
    checkS: seconds.reduce((total, one) => total + one, 0),
    wholeS: ended.elapsedMs / 1000,
  };
}

/** Ours is what the runs of the check do not take; the limit is the issue of time: so many runs, and a second. */
function rowOf(rounds: readonly Proven[]): Row {
  const of = (figure: keyof Proven): number => median(rounds.map((round) => round[figure]));
  const t = median(rounds.map(({ checkS, runs }) => checkS / runs));
  const ratios = rounds.map(({ wholeS, checkS, runs }) => wholeS / (checkS / runs));
  return {
    name: PROVE_NAMES[0] ?? '',
    value: median(ratios),
    unit: '×',
    of: 'to one run of its check',
    spread: spread(ratios),
    limit: MOST_RUNS + OURS_S / t,
    figures: {
      runs: of('runs'),
      checkS: t,
      wholeS: of('wholeS'),
      oursS: median(rounds.map(({ wholeS, checkS }) => wholeS - checkS)),
    },
  };
}
