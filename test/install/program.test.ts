// What `init` and `doctor` say of which files are the program.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Sandbox } from './temporary.ts';

function put(sandbox: Sandbox, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(sandbox.repo, path)), { recursive: true });
    writeFileSync(join(sandbox.repo, path), text);
  }
}

const PACKAGE = { 'package.json': '{"main":"index.js"}', 'index.js': '', 'src/a.js': '' };

test('init says in a line what it takes for the program and which manifest says so, and writes nothing of it', async () => {
  using sandbox = await Sandbox.create();
  put(sandbox, PACKAGE);
  const shown = await sandbox.wukong(['init', '--yes']);
  expect(shown.stdout).toContain('\nProgram: index.js, src/ (package.json)\n');
  const { stdout } = await sandbox.wukong(['init', '--json']);
  expect(JSON.parse(stdout).program).toEqual({
    paths: ['index.js', 'src/'],
    guess: false,
    manifests: ['package.json'],
  });
  expect(sandbox.read('.wukong/config.yaml')).not.toMatch(/^product:/m);
  const health = await sandbox.wukong(['doctor']);
  expect(health.stdout).toContain('program: index.js, src/ (package.json)');
});

test('a guess is said to be one, with the line to write, and doctor notes it', async () => {
  using sandbox = await Sandbox.create();
  put(sandbox, { 'lib/a.lua': '', 'b.lua': '' });
  const shown = await sandbox.wukong(['init', '--yes']);
  expect(shown.stdout).toContain('Program: b.lua, lib/ (guessed: no manifest says it)');
  expect(shown.stdout).toContain('product: ["b.lua", "lib/**"]');
  const health = await sandbox.wukong(['doctor', '--json']);
  expect(JSON.parse(health.stdout).notes).toContainEqual(
    expect.objectContaining({ kind: 'program-guessed', place: '.wukong/config.yaml' }),
  );
});

test('where a person says it, that is what is said', async () => {
  using sandbox = await Sandbox.create();
  put(sandbox, { ...PACKAGE, '.wukong/config.yaml': 'product: ["lib/**", "!lib/gen/**"]\n' });
  const { stdout } = await sandbox.wukong(['init', '--dry-run']);
  expect(stdout).toContain('Program: lib/**, !lib/gen/** (product in the configuration)');
});
