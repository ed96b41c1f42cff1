// What `init` and `doctor` say of which files are the program.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withProduct } from '../../runtime/cli/install/product-line.ts';
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

const GUESSED = { 'lib/a.lua': '', 'b.lua': '' };
const ASKED = /Is this the program\?[\s\S]*Yes/;
const NO_STATUS_LINE = [/status line\?[\s\S]*No/, 'n'] as const;

test('at a terminal init asks whether it is the program, and a yes makes a guess a word of the person', async () => {
  using sandbox = await Sandbox.create();
  put(sandbox, GUESSED);
  const asked = await sandbox.person(['init'], [[ASKED, 'y'], NO_STATUS_LINE]);
  expect(asked.code, asked.stdout).toBe(0);
  expect(sandbox.read('.wukong/config.yaml')).toContain('\nproduct: ["b.lua", "lib/**"]\n');
  // It is not asked again.
  const again = await sandbox.person(['init'], [NO_STATUS_LINE]);
  expect(again.stdout).toContain('Program: b.lua, lib/** (product in the configuration)');
  expect(again.stdout).not.toContain('Is this the program?');
});

test('a person who says no names it, and what stood in the configuration stays byte for byte', async () => {
  using sandbox = await Sandbox.create();
  const before = '# ours\r\nrecord: goals # only these\r\n';
  put(sandbox, { ...GUESSED, '.wukong/config.yaml': before });
  const { code, stdout } = await sandbox.person(
    ['init'],
    [
      [ASKED, 'n'],
      [/takes away/, '\u0015lib/\r'],
      [/Write "lib\/\*\*"/, '** !lib/gen/**\r'],
      NO_STATUS_LINE,
    ],
  );
  expect(code, stdout).toBe(0);
  expect(stdout).toContain('Written into .wukong/config.yaml');
  expect(sandbox.read('.wukong/config.yaml')).toBe(
    `${before}product: ["lib/**", "!lib/gen/**"]\r\n`,
  );
});

test('a person who breaks off has nothing done', async () => {
  using sandbox = await Sandbox.create();
  put(sandbox, GUESSED);
  const { code, stdout } = await sandbox.person(['init'], [[ASKED, '\u0003']]);
  expect(code, stdout).toBe(3);
  expect(sandbox.has('.wukong')).toBe(false);
});

describe('product: written into a configuration', () => {
  const GLOBS = ['src/**', '!src/a "b"/**'];
  const LINE = 'product: ["src/**", "!src/a \\"b\\"/**"]';

  test.each([
    ['that is empty', '', `${LINE}\n`],
    ['without a last line end', 'record: all', `record: all\n${LINE}\n`],
    [
      'of init, behind the comment that names it',
      'gates: []\n# product: ["src/**"]\n\n# limits:\n',
      `gates: []\n# product: ["src/**"]\n${LINE}\n\n# limits:\n`,
    ],
  ])('%s', (_, before, after) => {
    expect(withProduct(before, GLOBS)).toBe(after);
  });

  test.each([
    ['in JSON', '{"gates": []}'],
    ['that has it already', 'product: [a]\n'],
    ['that ends within a text', 'note: |\n  words\n# product: []\n  more\n'],
    ['that nobody can read', 'gates: [\n'],
    ['that is a list', '- a\n'],
  ])('%s is left to its person', (_, before) => {
    expect(withProduct(before, GLOBS)).toBeUndefined();
  });
});
