// What several writers cost: a lane made, work landed, and what a goal of three parts that take their time wins by it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layInto } from '../../runtime/evidence/lanes/lay-into.ts';
import { makeLane } from '../../runtime/evidence/lanes/make-lane.ts';
import { removeLane } from '../../runtime/evidence/lanes/remove-lane.ts';
import { snapshot } from '../../runtime/evidence/trees/snapshot.ts';
import { run as runChild } from '../client/child.ts';
import { systemPaths } from '../client/environment.ts';
import { commitExample, gitEnvironment, PROJECT, within } from '../example.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';

const SIZES = [2_000, 20_000] as const;
const PARTS = 'lanes/three-parts';
export const LANE_NAMES = [
  ...SIZES.flatMap((files) => [`lanes/make-${files}`, `lanes/land-${files}`]),
  PARTS,
];

const MOST_ROUNDS = 5;
const PART_S = 20;
/** Seconds, by how many files there are. */
const LIMITS: Readonly<Record<string, number>> = {
  'lanes/make-2000': 0.5,
  'lanes/make-20000': 2,
  'lanes/land-2000': 0.3,
};
const CHANGED = 20;

export async function measureLanes(run: Run): Promise<Row[]> {
  const rows: Row[] = [];
  for (const files of SIZES) {
    const names = [`lanes/make-${files}`, `lanes/land-${files}`] as const;
    if (names.some((name) => run.wants(name))) rows.push(...(await ofSize(files, names, run)));
  }
  if (run.wants(PARTS)) rows.push(await ofParts(run));
  return rows;
}

async function ofSize(
  files: number,
  [made, landed]: readonly [string, string],
  run: Run,
): Promise<Row[]> {
  return within('bench', async (work) => {
    const worktree = join(work, 'repo');
    for (let n = 0; n < files; n += 1) {
      write(worktree, `src/${n % 50}/part-${n}.js`, `export const part = ${n};\n`.repeat(20));
    }
    await commitExample(worktree);
    const objectsDir = join(work, 'objects');
    const path = join(work, 'lane');
    const treeOf = async (of: string): Promise<string> => {
      const taken = await snapshot({ worktree: of, objectsDir });
      if (!taken.ok) throw new Error(JSON.stringify(taken.error));
      return taken.value.tree;
    };
    const seconds: Record<'make' | 'land', number[]> = { make: [], land: [] };
    const rounds = Math.min(run.rounds, MOST_ROUNDS);
    // Round 0 warms the page cache.
    for (let round = 0; round <= rounds; round += 1) {
      run.progress(`lanes of ${files} files, round ${round} of ${rounds}`);
      const from = await treeOf(worktree);
      const make = await timed(() => makeLane({ worktree, objectsDir, tree: from, path }));
      for (let n = 0; n < CHANGED; n += 1) write(path, `src/${n}/part-${n}.js`, `${round}\n`);
      const to = await treeOf(path);
      const land = await timed(async () => {
        if ((await treeOf(worktree)) !== from) throw new Error('it is another tree');
        return layInto({ worktree, objectsDir, from, to, kept: join(work, 'kept') });
      });
      await removeLane({ worktree, path, objectsDir });
      if (round === 0) continue;
      seconds.make.push(make);
      seconds.land.push(land);
    }
    return [
      rowOf(made, seconds.make, 'a lane made and ready'),
      rowOf(landed, seconds.land, `${CHANGED} files landed, the tree looked at before`),
    ];
  });
}

function rowOf(name: string, all: readonly number[], of: string): Row {
  const limit = LIMITS[name];
  const about = {
    name,
    value: median(all),
    unit: 's',
    of,
    spread: spread(all),
    figures: {},
  } as const;
  return limit === undefined ? about : { ...about, limit };
}

/** The same goal with three writers and with one. */
async function ofParts(run: Run): Promise<Row> {
  const took = async (writers: number): Promise<number> => {
    run.progress(`a goal of three parts of ${PART_S} s, ${writers} at once`);
    return within('bench', async (work) => {
      const repo = join(work, 'repo');
      write(repo, 'README.md', 'Parts\n');
      await commitExample(repo);
      const wukong = (...args: readonly string[]) =>
        runChild(process.execPath, [join(PROJECT, 'dist', 'cli.js'), ...args], {
          cwd: repo,
          env: { ...systemPaths(), ...gitEnvironment(), HOME: work },
          timeoutMs: 300_000,
        });
      await wukong('init', repo, '--yes');
      const parts = join(PROJECT, 'scripts', 'lanes', 'parts.mjs');
      const command = ['node', parts, '{order_dir}', work];
      const executors = { parts: { type: 'command', command, roles: ['eye', 'body'] } };
      const local = { try_gates: false, limits: { writers }, executors };
      write(repo, '.wukong/config.local.yaml', JSON.stringify(local));
      write(repo, '.wukong/templates/parts.yaml', JSON.stringify(TEMPLATE));
      await wukong('trust', '--approve');
      const ended = await wukong('run', 'write them', '--track', 'parts');
      if (ended.code !== 0) throw new Error(ended.stdout + ended.stderr);
      return ended.elapsedMs / 1000;
    });
  };
  const [beside, inTurn] = [await took(3), await took(1)];
  return {
    name: PARTS,
    value: beside / inTurn,
    unit: '×',
    of: `to one after the other, parts of ${PART_S} s`,
    limit: 0.5,
    figures: { besideS: beside, inTurnS: inTurn },
  };
}

const LOOK = { id: 'N-001', title: 'Look', role: 'eye', instructions: 'look README.md' };
const WRITERS = ['a', 'b', 'c'].map((name, at) => ({
  id: `N-0${at + 1}0`,
  title: `Part ${name}`,
  role: 'body',
  instructions: `wait ${PART_S}\nwrite src/${name}/part.js | export const ${name} = 1;`,
  constraints: { allowed_paths: [`src/${name}/**`] },
  quality: { evidence_level_required: 'L1' },
}));
const TEMPLATE = {
  ...{ name: 'parts', version: 1, description: 'Writes parts.', success_criteria: ['it is there'] },
  nodes: [LOOK, ...WRITERS],
  edges: WRITERS.map(({ id }) => ({ from: LOOK.id, to: id })),
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const ended = await work();
  if (JSON.stringify(ended).includes('"why"')) throw new Error(JSON.stringify(ended));
  return (performance.now() - began) / 1000;
}

export function write(repo: string, path: string, text: string): void {
  const file = join(repo, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
