// Cited places from the report of an agent to references.json, through the built hooks.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { carryTo } from '../cli/whole-goal.ts';
import { Rig } from '../rig/rig.ts';

const CRITERION = 'Criterion: empty input gives no readings. (request: "empty input")';

function missingOf(rig: Rig): unknown {
  return rig.events().find((event) => event.type === 'run.sent_back')?.payload.missing;
}

function filesOf(rig: Rig): string {
  const stored = rig.events().find((event) => event.type === 'artifacts.stored');
  return join(rig.repo, '.wukong', String(stored?.payload.dir));
}

test('an agent that cites what git ignores, or a link out of it, reads which and why', async () => {
  await using rig = await Rig.create();
  rig.write('.gitignore', 'out/\n');
  rig.write('out/built.js', 'built\n');
  const references = ['out/built.js:1', '../../home/.claude.json:1', '.wukong/state.json:1'];
  await carryTo(rig, 'ear', { ear: { more: CRITERION, references } });
  expect(missingOf(rig)).toEqual([
    'Correct the reference out/built.js:1: git ignores the file, so it is not in the tree of this run.',
    'Correct the reference ../../home/.claude.json:1: it lies outside the repository.',
    'Correct the reference .wukong/state.json:1: the runtime’s own files are no evidence.',
  ]);
});

test('what a role that only reads has cited can be looked up when the file is long gone', async () => {
  await using rig = await Rig.create();
  rig.write('notes 笔记.md', '# 笔记\nnot committed\n');
  const references = ['`notes 笔记.md:2` "not committed"'];
  await carryTo(rig, 'ear', { ear: { more: CRITERION, references } });
  rmSync(join(rig.repo, 'notes 笔记.md'));
  const {
    tree,
    resolved,
    total,
    references: kept,
  } = JSON.parse(readFileSync(join(filesOf(rig), 'references.json'), 'utf8'));
  expect({ resolved, total }).toEqual({ resolved: 2, total: 2 });
  expect((await rig.cli(['evidence', 'N-001', '--verify'])).stdout).toContain('It holds');
  // As docs/evidence.md says it is done by hand.
  const shown = await run('git', ['show', `${tree}:${kept[0].place.path}`], {
    cwd: rig.repo,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: rig.home,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: '.wukong/objects',
    },
    timeoutMs: 10_000,
  });
  expect(shown.stdout).toBe('# 笔记\nnot committed\n');
});
