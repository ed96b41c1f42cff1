// Goals of three writers each, two at a time in one repository, while their drivers and executors are killed at random
// and a person saves files: parts that meet by text, by test and not at all. One of them in `npm test`, in
// `npm run soak -- --only lanes` ten.

import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, test } from 'vitest';
import { SEED } from '../crash/kill-points.ts';
import { rounds, Tally } from '../crash/tally.ts';
import { type Random, randomOf } from '../orders/random.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import { git, type Repository } from '../rig/repository.ts';
import { waitUntil } from '../rig/wait.ts';
import { ended, events, wukong } from '../run/driven.ts';
import { lanesLeft, leftInGit, type Part, repositoryOf } from './parts.ts';

const GOALS = rounds(1, 10);
const AT_ONCE = 2;
const MOST_KILLS = 4;
const KILLED_WITHIN_MS = 6_000;
const GONE_MS = 30_000;
const NAMES = ['a', 'b', 'c'];

const KINDS = ['apart', 'by-test', 'by-text'] as const;
type Kind = (typeof KINDS)[number];

/** A file of one goal in each folder; a second run of a node says that it agrees with the others. */
function partsOf(goal: number, kind: Kind): Part[] {
  return NAMES.map((name, at) => {
    const file = kind === 'by-test' ? `g${goal}.js` : `g${goal}${name}.js`;
    const text = `export const ${name} = ${goal};`;
    return {
      id: `N-0${at + 1}0`,
      paths: [`src/${name}/**`],
      does: [
        `write src/${name}/${file} | ${text}`,
        `again write src/${name}/${file} | ${text} // agrees`,
      ],
    };
  });
}

const HERS = 'export const hers = true;\n';

type Course = { kills: number; readonly told: string[] };

describe.skipIf(process.platform === 'win32')('goals of three writers, killed at random', () => {
  test('land each part once, as it was judged, and leave nothing behind', async () => {
    using tally = new Tally('lanes');
    const random = randomOf(SEED);
    const kinds = Array.from({ length: GOALS }, () => random.pick(KINDS));
    const plans = Object.fromEntries(kinds.map((kind, at) => [`g${at}`, partsOf(at, kind)]));
    const repository = await repositoryOf(plans);
    const course: Course = { kills: 0, told: [] };
    try {
      for (let at = 0; at < GOALS; at += AT_ONCE) {
        const some = kinds.slice(at, at + AT_ONCE).map((kind, i) => ({ goal: at + i, kind }));
        await Promise.all(some.map((one) => driven(repository, one, random, course)));
      }
      tally.rounds = GOALS;
      tally.faults = course.kills;
      for (const loss of await losses(repository, kinds)) tally.lose(loss);
      if (tally.losses.length > 0) process.stderr.write(`${course.told.join('\n')}\n`);
    } finally {
      killProcessesOf(repository.root);
      repository.remove();
    }
  });
});

/** Until it is complete: what was killed is started again. */
async function driven(
  repository: Repository,
  { goal, kind }: Readonly<{ goal: number; kind: Kind }>,
  random: Random,
  course: Course,
): Promise<void> {
  const request = `write part ${goal}`;
  const kills = random.below(MOST_KILLS + 1);
  let child = wukong(repository, 'run', request, '--track', `g${goal}`);
  for (let times = 0; ; times += 1) {
    const end = ended(child);
    if (times < kills) await killLater(child, repository, random, course);
    if (times === 0 && kind === 'by-text') saveHers(repository, goal);
    const { code, out } = await end;
    course.told.push(`g${goal} run ${times}: ${code}\n${out}`);
    const id = idOf(repository, request);
    if (code === 0 || isComplete(repository, id) || times > MOST_KILLS + 3) return;
    child =
      id === undefined
        ? wukong(repository, 'run', request, '--track', `g${goal}`)
        : wukong(repository, 'run', id);
  }
}

async function killLater(
  child: ChildProcess,
  { root }: Repository,
  random: Random,
  course: Course,
): Promise<void> {
  await delay(500 + random.below(KILLED_WITHIN_MS));
  if (child.exitCode !== null) return;
  course.kills += 1;
  // Its executors stay, or go with it; verifying children of its own are such, too.
  if (random.below(2) === 0) killProcessesOf(root);
  else child.kill('SIGKILL');
}

function saveHers({ path }: Repository, goal: number): void {
  mkdirSync(join(path, 'src', 'a'), { recursive: true });
  writeFileSync(join(path, hersOf(goal)), HERS);
}

const hersOf = (goal: number): string => `src/a/g${goal}a.js`;

/** Whoever ended it may have been killed right after that. */
function isComplete(repository: Repository, id: string | undefined): boolean {
  return events(repository, 'graph.completed').some(({ goal_id }) => goal_id === id);
}

function idOf(repository: Repository, title: string): string | undefined {
  return events(repository, 'goal.created').find(({ payload }) => payload.title === title)?.goal_id;
}

async function losses(repository: Repository, kinds: readonly Kind[]): Promise<string[]> {
  const { path, root } = repository;
  const gone = await waitUntil(root, () => processesOf(root).length === 0 || undefined, GONE_MS);
  // Lanes of a goal whose driver was killed when it had just ended go with the next goal, or with this.
  const gc = await ended(wukong(repository, 'gc', '--yes'));
  const fsck = await ended(wukong(repository, 'fsck'));
  const found = [
    ...(gone ? [] : [`left at work: ${processesOf(root).join(', ')}`]),
    ...lanesLeft(repository).map((name) => `left there: ${name}`),
    ...(await leftInGit(repository)).map((name) => `left in git: ${name}`),
    ...[gc, fsck].flatMap(({ code, out }) => (code === 0 ? [] : [out])),
  ];
  for (const [goal, kind] of kinds.entries()) {
    const id = idOf(repository, `write part ${goal}`);
    const all = events(repository).filter(({ goal_id }) => goal_id === id);
    if (!all.some(({ type }) => type === 'graph.completed')) {
      found.push(`g${goal} (${kind}) is not complete`);
      continue;
    }
    for (const { id: node, does } of partsOf(goal, kind)) {
      const of = all.filter(({ node_id }) => node_id === node);
      const landed = of.filter(({ type }) => type === 'lane.landed');
      if (landed.length !== 1) found.push(`g${goal}/${node} landed ${landed.length} times`);
      const file = does[0]?.split(' ')[1] ?? '';
      const text = existsSync(join(path, file)) ? readFileSync(join(path, file), 'utf8') : '';
      if (text === '') found.push(`g${goal}/${node}: ${file} is not there`);
      const landing = of.findLast(({ type }) => type === 'lane.landing');
      const to = String(landing?.payload.to);
      if (kind === 'by-test') found.push(...(await disagree(repository, to, goal)));
      if (file === hersOf(goal) && kind === 'by-text' && text !== HERS) {
        const before = await inTree(repository, String(landing?.payload.from), file);
        if (before !== HERS) found.push(`g${goal}: what a person saved is gone`);
      }
    }
  }
  const kept = join(path, '.wukong', 'landing');
  if (existsSync(kept)) found.push(...readdirSync(kept).map((name) => `left in landing: ${name}`));
  return found;
}

/** Each tree that landed is green by itself, whatever came before and after. */
async function disagree(repository: Repository, tree: string, goal: number): Promise<string[]> {
  const files = NAMES.map((name) => `src/${name}/g${goal}.js`);
  const texts = await Promise.all(files.map((file) => inTree(repository, tree, file)));
  const there = texts.filter((text) => text !== undefined);
  const isGreen = there.length < 2 || there.join('').includes('agrees');
  return isGreen ? [] : [`g${goal}: ${tree} landed, and is red`];
}

async function inTree(
  { path }: Repository,
  tree: string,
  file: string,
): Promise<string | undefined> {
  const objects = join(path, '.wukong', 'objects');
  const alternates = join(path, '.git', 'objects', 'info', 'alternates');
  if (!existsSync(alternates)) writeFileSync(alternates, `${objects}\n`);
  try {
    return await git(path, 'show', `${tree}:${file}`);
  } catch {
    return undefined; // It is not in that tree.
  }
}
