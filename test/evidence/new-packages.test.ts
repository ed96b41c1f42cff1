import { expect, test } from 'vitest';
import { newPackages } from '../../runtime/evidence/seal/new-packages.ts';
import { snapshot } from '../../runtime/evidence/trees/snapshot.ts';
import { Repo } from './repo.ts';

test('are manifests that came with their folder and set up no tool', async () => {
  const repo = new Repo().write('src/a.js', '').write('.gitignore', '').commit();
  const first = await snapshot(repo.place);
  const added: Readonly<Record<string, string>> = {
    'packages/a/package.json': '{ "name": "a", "type": "module", "scripts": { "test": "x" } }',
    'crates/b/Cargo.toml': '[package]\nname = "b"\n',
    'src/package.json': '{ "type": "commonjs" }',
    'package.json': '{ "name": "top" }',
    'packages/c/package.json': '{ "name": "c", "jest": { "globalSetup": "./x.js" } }',
    'packages/d/package.json': '{ not json',
    'packages/e/vitest.config.ts': '',
    'node_modules/vitest/package.json': '{ "name": "vitest" }',
  };
  for (const [path, text] of Object.entries(added)) repo.write(path, text);
  const now = await snapshot(repo.place);
  if (!first.ok || !now.ok) throw new Error('no tree');
  const paths = Object.keys(added);
  expect(await newPackages(repo.place, first.value.tree, now.value.tree, paths)).toEqual(
    paths.slice(0, 2),
  );
});
