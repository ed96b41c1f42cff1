// A repository whose nodes write what the plan says, by an executor of a few lines, and a check that some parts pass
// alone and not together.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { git, gitEnvironment, makeRepository, type Repository } from '../rig/repository.ts';

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const PARTS = join(import.meta.dirname, '..', '..', 'scripts', 'lanes', 'parts.mjs');

/** Of files of one name, in `src/a`, `src/b` and so on: green if one is there, or one of several says that they agree. */
const TOGETHER = `import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import assert from 'node:assert/strict';
test('all parts agree', () => {
  const texts = new Map();
  for (const part of readdirSync('src', { withFileTypes: true })) {
    if (!part.isDirectory()) continue;
    for (const name of readdirSync(join('src', part.name))) {
      const text = readFileSync(join('src', part.name, name), 'utf8');
      texts.set(name, [...(texts.get(name) ?? []), text]);
    }
  }
  for (const [name, all] of texts) {
    if (all.length > 1) assert.match(all.join(''), /agrees/, name);
  }
});
`;

export type Part = Readonly<{
  id: string;
  paths: readonly string[];
  does: readonly string[];
  /** Runs in all. */
  tries?: number;
}>;

const LOOK = { id: 'N-001', title: 'Look', role: 'eye', instructions: 'look README.md' };

const node = ({ id, paths, does, tries = 3 }: Part) => ({
  id,
  title: `Part ${id}`,
  role: 'body',
  instructions: does.join('\n'),
  constraints: { allowed_paths: paths },
  max_retries: tries,
  verification_plan: { deterministic: [{ type: 'repository', for: 'test' }] },
});

const graphOf = (parts: readonly Part[]): Graph => ({
  nodes: [LOOK, ...parts.map(node)],
  edges: parts.map(({ id }) => ({ from: LOOK.id, to: id })),
});

const templateOf = (name: string, plan: readonly Part[] | Graph) => ({
  ...{ name, version: 1, description: 'Writes parts.', success_criteria: ['it is there'] },
  ...('nodes' in plan ? plan : graphOf(plan)),
});

/** Nodes and edges as a template has them. */
type Graph = Readonly<{ nodes: readonly object[]; edges: readonly object[] }>;

/** By the name of its template. */
type Plans = Readonly<Record<string, readonly Part[] | Graph>>;

export async function repositoryOf(plans: Plans): Promise<Repository> {
  const repository = await makeRepository({
    ...{ installed: true, testsBy: 'node', dirName: 'some parts' },
  });
  const { path, root } = repository;
  const folder = join(path, '.wukong', 'templates');
  mkdirSync(folder, { recursive: true });
  for (const [name, parts] of Object.entries(plans)) {
    writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(templateOf(name, parts)));
  }
  writeFileSync(join(path, 'test', 'together.test.js'), TOGETHER);
  const command = ['node', PARTS, '{order_dir}', join(root, 'here')];
  const executors = { parts: { type: 'command', command, roles: ['eye', 'mind', 'body', 'nose'] } };
  const tests = ['node', '--test', 'test/together.test.js'];
  const gates = [{ type: 'test', name: 'tests', command: tests }];
  const local = { try_gates: false, executors };
  writeFileSync(join(path, '.wukong', 'config.local.yaml'), JSON.stringify(local));
  writeFileSync(join(path, '.wukong', 'config.yaml'), JSON.stringify({ gates }));
  await git(path, 'add', '-A');
  await git(path, 'commit', '-qm', 'Parts');
  const env = { ...systemPaths(), ...gitEnvironment(), HOME: root };
  const trusted = await run('node', [CLI, 'trust', '--approve'], {
    ...{ cwd: path, env, timeoutMs: 60_000 },
  });
  if (trusted.code !== 0) throw new Error(trusted.stdout + trusted.stderr);
  return repository;
}

export function textOf({ path }: Repository, file: string): string {
  return readFileSync(join(path, file), 'utf8');
}

/** So many wait for each other. */
export function areThere({ root }: Repository, count: number): boolean {
  const here = join(root, 'here');
  return existsSync(here) && readdirSync(here).length === count;
}

/** Where lanes of this repository lie; none is left behind a goal. */
export function lanesLeft({ root }: Repository): string[] {
  const top = join(root, 'state', 'wukong', 'lanes');
  return existsSync(top) ? readdirSync(top).flatMap((log) => readdirSync(join(top, log))) : [];
}

/** Working trees that git knows beside that of the person, and branches beside theirs. */
export async function leftInGit({ path }: Repository): Promise<string[]> {
  const listed = await git(path, 'worktree', 'list', '--porcelain');
  const branches = await git(path, 'branch', '--format=%(refname:short)');
  const trees = listed.split('\n').filter((line) => line.startsWith('worktree '));
  return [...trees.slice(1), ...branches.split('\n').filter((name) => name.includes('agent-'))];
}
