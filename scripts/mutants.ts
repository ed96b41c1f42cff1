// npm run mutants: how many small faults the tests find. Faults are drawn by a seed and put one at a time into a copy of
// the sources, which is built and tested by the files that reach the changed one; the first red test ends it. What was
// tried is kept, so that a run which was stopped goes on.

import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { projectOf } from '../test/rig/projects.ts';
import { readArguments } from './arguments.ts';
import { draw, type Mutant, mutantsOf, mutated, numbersOf } from './mutants/draw.ts';

type Reach = Readonly<{ test: string; ms: number; reaches: readonly string[] }>;
type Tried = Readonly<{
  mutant: Mutant;
  line: number;
  was: string;
  /** `unfinished`: three minutes were over before each test had run. */
  end: 'killed' | 'survived' | 'unfinished' | 'not reached';
  by?: string;
  seconds: number;
}>;

const ROOT = join(import.meta.dirname, '..');
const DOORS = /^runtime\/(?:cli|hooks|hosts)\//;
/** Of the draw, in cli, hooks and hosts: three in ten. */
const DOORS_SHARE = 0.3;
const TRY = [
  ...['node_modules/vitest/vitest.mjs', 'run'],
  ...['--config', 'scripts/mutants/try.config.ts', '--bail=1'],
];
/** The tests of one mutant are ended then. */
const LIMIT_MS = 180_000;

/** What is about to go, so nobody needs to know how well it is held. */
const GOING = [
  /^runtime\/(?:engine|cli|team)\/.*(?:mirror|fork|take-log)/,
  /^runtime\/evidence\/(?:seal|surface|transcript)\//,
  /^runtime\/evidence\/(?:grade|level-)/,
  /^runtime\/proof\/(?:plant|javascript-|mentions|moved|sections)/,
  /^runtime\/words\//,
  /^runtime\/log\/(?:segments|archive)/,
  /^runtime\/cli\/(?:commands|escalations)/,
];

const USAGE = `npm run mutants -- [options]

Puts small faults into a copy of the sources, one at a time, and says which ones no test finds.

  --count N     how many are drawn (200)
  --seed N      which ones (1)
  --only TEXT   of files with TEXT in their path
  --fresh       forgets what was tried before
  --help        this text`;

process.exitCode = await main();

async function main(): Promise<number> {
  const values = readArguments(
    {
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      fresh: { type: 'boolean', default: false },
    },
    USAGE,
  );
  if (typeof values === 'number') return values;
  const commit = git('rev-parse', 'HEAD');
  const place = join(homedir(), '.cache', 'wukong', 'mutants', commit);
  if (values.fresh) rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const copy = makeCopy(join(place, 'copy'));
  const reach = readReach(place, copy);
  const mutants = drawn(Number(values.count), Number(values.seed)).filter(({ file }) =>
    file.includes(values.only),
  );
  process.stdout.write(`${mutants.length} mutants of ${commit.slice(0, 8)}, seed ${values.seed}\n`);
  const kept = join(place, 'tried.jsonl');
  const before = readLines<Tried>(kept);
  const all: Tried[] = [];
  for (const mutant of mutants) {
    const known = before.find((one) => isSame(one.mutant, mutant));
    const tried = known ?? (await tryOne(mutant, copy, reach));
    if (known === undefined) appendFileSync(kept, `${JSON.stringify(tried)}\n`);
    all.push(tried);
    process.stdout.write(`${all.length}/${mutants.length}  ${lineOf(tried)}\n`);
  }
  print(all);
  return 0;
}

function git(...args: readonly string[]): string {
  const { stdout, status, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** The files of the last commit: what is not committed is not measured. */
function makeCopy(copy: string): string {
  if (existsSync(join(copy, 'package.json'))) return copy;
  git('clone', '--quiet', '--shared', ROOT, copy);
  cpSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return copy;
}

/** Measured once for a commit. */
function readReach(place: string, copy: string): readonly Reach[] {
  const path = join(place, 'reach.jsonl');
  const done = join(place, 'reach.done');
  if (!existsSync(done)) {
    const maps = join(place, 'maps');
    mkdirSync(maps, { recursive: true });
    rmSync(path, { force: true });
    const env = { ...process.env, WUKONG_SOURCE_MAPS: maps, WUKONG_REACH: place };
    process.stdout.write(
      'What each test reaches is measured first; that takes twice as long as npm run test:all.\n',
    );
    const built = spawnSync('npm', ['run', 'build'], { cwd: copy, env, stdio: 'ignore' });
    if (built.status !== 0) throw new Error('the copy cannot be built');
    spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutants/reach.config.ts'],
      { cwd: copy, env, stdio: 'inherit' },
    );
    writeFileSync(done, '');
  }
  return readLines<Reach>(path);
}

function readLines<T>(path: string): T[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): T => JSON.parse(line));
}

function drawn(count: number, seed: number): Mutant[] {
  const random = numbersOf(seed);
  const files = git('ls-files', 'runtime').split('\n').filter(isMeasured);
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')));
  const ofDoors = Math.round(count * DOORS_SHARE);
  const doors = all.filter(({ file }) => DOORS.test(file));
  const others = all.filter(({ file }) => !DOORS.test(file));
  return [...draw(doors, ofDoors, random), ...draw(others, count - ofDoors, random)];
}

function isMeasured(file: string): boolean {
  return (
    file.endsWith('.ts') && !file.endsWith('.d.ts') && !GOING.some((going) => going.test(file))
  );
}

/** A test that reaches little is about what it reaches, and a quick one costs little: those are tried first. */
function far({ ms, reaches }: Reach): number {
  return ms * reaches.length;
}

function isSame(a: Mutant, b: Mutant): boolean {
  return a.file === b.file && a.from === b.from && a.to === b.to && a.text === b.text;
}

async function tryOne(mutant: Mutant, copy: string, reach: readonly Reach[]): Promise<Tried> {
  const started = performance.now();
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  const about = {
    mutant,
    line: source.slice(0, mutant.from).split('\n').length,
    was: source.slice(mutant.from, mutant.to),
  };
  const seconds = (): number => Math.round((performance.now() - started) / 100) / 10;
  const tests = reach
    .filter(({ reaches }) => reaches.includes(mutant.file))
    .sort((a, b) => far(a) - far(b))
    .map(({ test }) => test);
  if (tests.length === 0) return { ...about, end: 'not reached', seconds: 0 };
  try {
    writeFileSync(path, mutated(source, mutant));
    const build = await run(copy, ['node_modules/.bin/tsx', 'scripts/build.ts'], LIMIT_MS);
    if (build.code !== 0) return { ...about, end: 'killed', by: 'the build', seconds: seconds() };
    const units = tests.filter((test) => projectOf(test) === 'unit');
    const others = tests.filter((test) => projectOf(test) !== 'unit');
    for (const some of [units, others].filter(({ length }) => length > 0)) {
      const left = Math.max(1, LIMIT_MS - (performance.now() - started));
      const { code, output } = await run(copy, [...TRY, ...some], left);
      if (code === null) return { ...about, end: 'unfinished', seconds: seconds() };
      const by = /FAIL\s+(?:\S+ )?(?:unit|process)?\s*(test\/.*)/.exec(output)?.[1];
      if (code !== 0) return { ...about, end: 'killed', by: by ?? '?', seconds: seconds() };
    }
    return { ...about, end: 'survived', seconds: seconds() };
  } finally {
    writeFileSync(path, source);
  }
}

/** `code` is null where it was ended for its time. */
function run(
  cwd: string,
  args: readonly string[],
  limitMs: number,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      detached: true,
      env: { ...process.env, NO_COLOR: '1' },
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    const timer = setTimeout(
      () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'),
      limitMs,
    );
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

function lineOf({ mutant, line, was, end, by, seconds }: Tried): string {
  const change = `${was.replaceAll(/\s+/g, ' ').slice(0, 60)} → ${mutant.text}`;
  return `${end.padEnd(12)}${mutant.file}:${line}  ${change}${by === undefined ? '' : `  (${by})`}  ${seconds} s`;
}

function print(all: readonly Tried[]): void {
  const count = (end: Tried['end'], some: readonly Tried[]): number =>
    some.filter((one) => one.end === end).length;
  process.stdout.write('\n');
  for (const [name, some] of [
    ['cli, hooks, hosts', all.filter(({ mutant }) => DOORS.test(mutant.file))],
    ['all others', all.filter(({ mutant }) => !DOORS.test(mutant.file))],
    ['all', all],
  ] as const) {
    const { length } = some;
    process.stdout.write(
      `${name}: ${count('killed', some)} of ${length} killed, ${count('survived', some)} survived all tests that reach them, ${count('unfinished', some)} those that ran in three minutes, ${count('not reached', some)} reached by no test\n`,
    );
  }
}
