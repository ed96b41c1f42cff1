// What somebody is told of the trees of a log that they took, with real git.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lastTrees } from '../../runtime/engine/team/trees-left.ts';
import { snapshot } from '../../runtime/evidence/trees/snapshot.ts';
import type { State } from '../../runtime/model/state/state.ts';
import { files, mainCheckout } from '../../runtime/workspace/paths.ts';
import { git, makeRepository } from '../rig/repository.ts';

const HERE = {
  ...{ url: 'postgres://localhost/none', name: 'ada', person: 'ada', trusts: [], from: '' },
  key: { id: 'k', sign: () => '' },
} as unknown as Parameters<typeof lastTrees>[1];

function stateWith(tree: string): State {
  const runs = { 'R-1': { id: 'R-1', outputs: { tree } } };
  return { log_id: 'L-1', goals: { 'G-0001': { id: 'G-0001', status: 'running', runs } } } as never;
}

test('a tree that was made here is had by the git of the person, as they are told to have it', async () => {
  const repository = await makeRepository({ installed: true, testsBy: 'node' });
  onTestFinished(() => repository.remove());
  const { path } = repository;
  const ws = mainCheckout(path);
  await git(path, 'add', '--all');
  await git(path, 'commit', '--quiet', '--message', 'wukong');
  const file = join(path, 'src', 'decoder.js');
  writeFileSync(file, '// changed by a run\n');
  const made = await snapshot({ worktree: path, objectsDir: files.objects(ws) });
  if (!made.ok) throw new Error('no tree');
  const { tree } = made.value;
  await expect(git(path, 'cat-file', '-e', tree)).rejects.toThrow();
  const laid = await lastTrees(ws, HERE, stateWith(tree));
  expect(laid).toEqual([{ goal: 'G-0001', tree, isHere: true, isLaid: true }]);
  await git(path, 'checkout', '--quiet', '--', 'src');
  const found = await lastTrees(ws, HERE, stateWith(tree));
  expect(found).toEqual([{ goal: 'G-0001', tree, isHere: true }]);
  await git(path, 'gc', '--quiet', '--prune=now');
  await git(path, 'read-tree', '-m', '-u', 'HEAD', tree);
  expect(await git(path, 'cat-file', 'blob', ':src/decoder.js')).toBe('// changed by a run\n');
});

test('a tree that is nowhere here is not said to be', async () => {
  const repository = await makeRepository({ installed: true, testsBy: 'node' });
  onTestFinished(() => repository.remove());
  const tree = 'a'.repeat(40);
  const found = await lastTrees(mainCheckout(repository.path), HERE, stateWith(tree));
  expect(found).toEqual([{ goal: 'G-0001', tree, isHere: false }]);
});
