// A project whose tests really run: by a gate that a person approved, in the tree and in copies of it.

import { CRASHES, REPOSITORY_TESTS, SOURCE, template } from './project.ts';

export const TEST = 'test/decoder.test.js';

const HEAD = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../src/decoder.js';

test('reads the version', () => assert.deepEqual(decode(Buffer.of(1)), [1]));
`;
/** Fails until the fault is gone. */
export const FAILING = `test('an empty body holds no readings', () => {
  assert.deepEqual(decode(Buffer.alloc(0)), []);
});
`;

/** The tests there are where nobody has noticed the fault yet. */
export const PASSING_TESTS: Readonly<Record<string, string>> = { [TEST]: HEAD };

/** The tests load a package that is installed. */
export const INSTALLED = 'node_modules/tests/index.mjs';

export const SCRIPT = 'node --test test/decoder.test.js';

export const TESTED_FILES: Readonly<Record<string, string>> = {
  [SOURCE]: CRASHES,
  [TEST]: HEAD + FAILING,
  'package.json': manifest(SCRIPT),
  '.gitignore': 'node_modules/\n*.local\n',
};

export const FEATURE_FILES: Readonly<Record<string, string>> = {
  ...TESTED_FILES,
  [INSTALLED]: "export { test } from 'node:test';\n",
  [TEST]: (HEAD + FAILING).replace("'node:test'", "'../node_modules/tests/index.mjs'"),
};

export function manifest(test: string, more: Readonly<Record<string, string>> = {}): string {
  const scripts = { test, ...more };
  return `${JSON.stringify({ name: 'decoder', type: 'module', scripts }, null, 2)}\n`;
}

/** The script names a program of the repository, and that runs the tests. */
export const RUNNER = 'tools/run.mjs';
export const RUNS_TESTS = [
  "import { spawnSync } from 'node:child_process';",
  "const { status } = spawnSync('node', ['--test', 'test/decoder.test.js'], { stdio: 'inherit' });",
  'process.exit(status);',
  '',
].join('\n');
export const BY_RUNNER: Readonly<Record<string, string>> = {
  [RUNNER]: RUNS_TESTS,
  'package.json': manifest('npm run check', { check: `node ${RUNNER}` }),
};

export const TESTED_TEMPLATE = template(
  'A fix, and the tests of the repository as its gate.',
  REPOSITORY_TESTS,
);
