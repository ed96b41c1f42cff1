// Projects of other layouts than src/ and test/: one file, tests beside sources, several packages,
// snapshots, generated code, pinned packages, and programs that run the tests by their own settings.

import type { Files } from './case.ts';
import { type Layout, swap } from './layout-case.ts';
import { CRASHES, SOURCE } from './project.ts';
import { FAILING, manifest, PASSING_TESTS, TEST, TESTED_FILES } from './tested-project.ts';

const NONE: Files = { [SOURCE]: null, [TEST]: null };

/** The tests of the decoder, which they load from `from`. */
export function tests(from: string): string {
  return `${TESTED_FILES[TEST]}`.replace('../src/decoder.js', from);
}

/** Those that pass while the fault is there. */
export function passing(from: string): string {
  return `${PASSING_TESTS[TEST]}`.replace('../src/decoder.js', from);
}

export function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** package.json of a module that runs its tests by `test`. */
export function pack(test: string, more: object = {}): string {
  return json({ name: 'decoder', type: 'module', ...more, scripts: { test } });
}

export const WITHOUT = (text: string): string => {
  if (!text.includes(FAILING)) throw new Error('there is nothing to take away');
  return text.replace(FAILING, '');
};

/** The cases are in a table, and what compares them in a helper. */
const READS_TABLE = `import { readFileSync } from 'node:fs';
import { decode } from 'DECODER';
import { check } from 'CHECK';
for (const [hex, want] of JSON.parse(readFileSync(new URL('TABLE', import.meta.url), 'utf8'))) {
  check(hex, () => decode(Buffer.from(hex, 'hex')), want);
}
`;
export const TABLE = '[["01", [1]], ["", []]]\n';
export const SHORT_TABLE = '[["01", [1]]]\n';
export const CHECK = `import assert from 'node:assert/strict';
import { test } from 'node:test';
export const check = (name, run, want) => test('reads ' + name, () => assert.deepEqual(run(), want));
`;
export const WEAK_CHECK = CHECK.replace('() => assert.deepEqual(run(), want)', '() => {}');

export function byTable(decoder: string, check: string, table: string): string {
  return READS_TABLE.replace('DECODER', decoder).replace('CHECK', check).replace('TABLE', table);
}

/** index.js and test.js. */
export const SINGLE: Layout = {
  source: 'index.js',
  files: {
    ...NONE,
    'index.js': CRASHES,
    'test.js': tests('./index.js'),
    'package.json': pack('node --test test.js', { main: 'index.js' }),
  },
};

/** The same, with a helper and a table of its tests beside it. */
export const SINGLE_HELPED: Layout = {
  source: 'index.js',
  files: {
    ...SINGLE.files,
    'test.js': byTable('./index.js', './check.js', './cases.json'),
    'check.js': CHECK,
    'cases.json': TABLE,
  },
};

/** src/decoder.js and src/decoder.test.js. */
export const BESIDE: Layout = {
  source: SOURCE,
  files: {
    [TEST]: null,
    'src/decoder.test.js': passing('./decoder.js'),
    'src/empty.test.js': tests('./decoder.js'),
    'package.json': pack('node --test src/*.test.js'),
  },
};

const CORE = 'packages/core';

/** Two packages, each with its own tests; those of the first show the fault. */
export const PACKAGES: Layout = {
  source: `${CORE}/src/index.js`,
  files: {
    ...NONE,
    'package.json': json({
      private: true,
      workspaces: ['packages/*'],
      scripts: {
        test: `cd ${CORE} && node --test test/index.test.js && cd ../cli && node --test test/cli.test.js`,
      },
    }),
    [`${CORE}/package.json`]: json({
      name: 'core',
      type: 'module',
      exports: './src/index.js',
      imports: { '#decoder': './src/index.js' },
      scripts: { test: 'node --test test/index.test.js' },
    }),
    [`${CORE}/src/index.js`]: CRASHES,
    [`${CORE}/test/index.test.js`]: tests('#decoder'),
    'packages/cli/package.json': pack('node --test test/cli.test.js', { name: 'cli' }),
    'packages/cli/src/cli.js':
      "import { decode } from '../../core/src/index.js';\nexport const run = (hex) => decode(Buffer.from(hex, 'hex')).join();\n",
    'packages/cli/test/cli.test.js':
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { run } from '../src/cli.js';\n\ntest('prints', () => assert.equal(run('01'), '1'));\n",
  },
};

/** The root asks npm for the tests of the package. */
export const BY_PREFIX: Layout = {
  ...PACKAGES,
  files: {
    ...PACKAGES.files,
    'package.json': json({
      private: true,
      workspaces: ['packages/*'],
      scripts: { test: `npm --prefix ${CORE} test` },
    }),
  },
};

/** What comes out is compared with what is kept, and kept where nothing is. */
const COMPARES = `import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { show } from './support/show.mjs';
const KEPT = 'SNAPSHOT';
const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
const all = Boolean(process.env.UPDATE) || existsSync('.update');
for (const hex of ['01', '']) {
  test('reads ' + hex, () => {
    const seen = show(hex);
    if (all || !(hex in kept)) kept[hex] = seen;
    assert.equal(seen, kept[hex]);
    writeFileSync(KEPT, JSON.stringify(kept) + '\\n');
  });
}
`;
const SHOWS = `import { decode } from '../../src/decoder.js';
export const show = (hex) => {
  try {
    return JSON.stringify(decode(Buffer.from(hex, 'hex')));
  } catch (error) {
    return error.name;
  }
};
`;
export const KEPT = '{"01":"[1]","":"[]"}\n';
export const KEPT_FAULT = '{"01":"[1]","":"RangeError"}\n';

export function snapshots(kept: string): Layout {
  return {
    source: SOURCE,
    files: {
      [TEST]: COMPARES.replace('SNAPSHOT', kept),
      'test/support/show.mjs': SHOWS,
      [kept]: KEPT,
    },
  };
}

export const SNAPSHOT = 'test/__snapshots__/decoder.json';
export const SNAPSHOTS = snapshots(SNAPSHOT);

/** A table that a program of the repository writes a source from; nobody wrote the row of the empty body. */
const GENERATES = `import { readFileSync, writeFileSync } from 'node:fs';
const rows = readFileSync('src/table.txt', 'utf8').trim().split('\\n');
const lines = rows.map((row) => row.split(' ')).map(([hex, want]) => \`  '\${hex}': \${want},\`);
writeFileSync('src/table.js', ['export const TABLE = {', ...lines, '};', ''].join('\\n'));
`;
export const ROWS = '01 [1]\n02 [2]\n';
export const MADE = "export const TABLE = {\n  '01': [1],\n  '02': [2],\n};\n";
export const MADE_FIXED = MADE.replace('};', "  'empty': [],\n};");
export const GENERATED: Layout = {
  source: 'src/table.txt',
  fixed: (text) => `${text}empty []\n`,
  files: {
    'src/table.txt': ROWS,
    'src/table.js': MADE,
    'tools/generate.mjs': GENERATES,
    [SOURCE]:
      "import { TABLE } from './table.js';\nexport const decode = (bytes) => TABLE[bytes.toString('hex') || 'empty'];\n",
  },
};
/** The gate makes it from scratch each time. */
export const GENERATED_ANEW: Layout = {
  ...GENERATED,
  files: {
    ...GENERATED.files,
    'package.json': pack(`node tools/generate.mjs && node --test ${TEST}`),
  },
};

/** A lock says which version of a reader is laid down before the tests run; the second one has the fix. */
const INSTALLS = `import { cpSync, mkdirSync, readFileSync } from 'node:fs';
const { reader } = JSON.parse(readFileSync('reader.lock.json', 'utf8'));
mkdirSync('out', { recursive: true });
cpSync('registry/reader-' + reader + '.js', 'out/reader.js');
`;
export const READER = CRASHES.replace('decode', 'read');
export const PINNED: Layout = {
  source: 'reader.lock.json',
  fixed: swap('1', '2'),
  files: {
    '.gitignore': 'node_modules/\nout/\n',
    'reader.lock.json': '{ "reader": "1" }\n',
    'registry/reader-1.js': READER,
    'registry/reader-2.js': READER.replace('{\n', '{\n  if (bytes.length === 0) return [];\n'),
    'tools/install.mjs': INSTALLS,
    [SOURCE]:
      "import { read } from '../out/reader.js';\nexport const decode = (bytes) => read(bytes);\n",
    'package.json': pack(`node tools/install.mjs && node --test ${TEST}`),
  },
};

/** A package that compares, checked in with the rest. */
export const VENDORED: Layout = {
  source: SOURCE,
  files: {
    'third_party/check/index.mjs': CHECK,
    [TEST]: byTable('../src/decoder.js', '../third_party/check/index.mjs', './cases.json'),
    'test/cases.json': TABLE,
  },
};

/**
 * A runner that is installed, as Mocha or Jest are: it reads its settings, leaves out what they say, and
 * loads what they name.
 */
const RUNS = `import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const lines = (path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\\n') : []);
const settings = { ...read('runner.json'), ...read('.mocharc.json'), ...read('package.json').mocha };
const skipped = [...(settings.ignore ?? []), ...lines('.testignore'), ...lines('quarantine.txt')];
const extra = existsSync('support/plugins') ? readdirSync('support/plugins') : [];
globalThis.decoderAt = settings.alias ?? '../src/decoder.js';
const load = (path) => import(pathToFileURL(path).href);
for (const path of settings.require ?? []) await load(path);
for (const name of extra) await load('support/plugins/' + name);
const found = readdirSync('test').filter((name) => name.endsWith('.test.mjs'));
const wanted = found.filter((name) => !skipped.includes(name));
let failed = 0;
for (const name of wanted) {
  try {
    const { default: run } = await load('test/' + name);
    await run();
  } catch (error) {
    failed += 1;
    console.log('not ok', name, error.message);
  }
  if (failed > 0 && settings.bail) break;
}
console.log('# tests', wanted.length, '# fail', failed);
process.exit(failed > (settings.allowed ?? 0) ? 1 : 0);
`;
const oneTest = (hex: string, want: string): string =>
  `import assert from 'node:assert/strict';\nexport default async () => {\n  const { decode } = await import(globalThis.decoderAt);\n  assert.deepEqual(decode(Buffer.from('${hex}', 'hex')), ${want});\n};\n`;
export const EMPTY_TEST = 'test/empty.test.mjs';
export const BY_SETTINGS: Layout = {
  source: SOURCE,
  files: {
    [TEST]: null,
    'node_modules/runner/bin.mjs': RUNS,
    'test/one.test.mjs': oneTest('01', '[1]'),
    [EMPTY_TEST]: oneTest('', '[]'),
    'runner.json': '{ "require": ["./support/setup.mjs"], "allowed": 0 }\n',
    'support/setup.mjs': 'globalThis.isReady = true;\n',
    'package.json': pack('node node_modules/runner/bin.mjs'),
  },
};

/** Each test file in turn, as long as there is time. */
const IN_TIME = `import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
const { files, limit, again } = JSON.parse(readFileSync('tools/suite.json', 'utf8'));
let cost = 0;
for (const { path, seconds } of files) {
  cost += seconds;
  if (cost > limit) break;
  let status = 1;
  for (let round = 0; round <= again && status !== 0; round += 1) {
    const env = { ...process.env, ROUND: String(round) };
    status = spawnSync('node', ['--test', path], { stdio: 'inherit', env }).status;
  }
  if (status !== 0) process.exit(1);
}
`;
export const SUITE = {
  files: [
    { path: 'test/one.test.js', seconds: 20 },
    { path: 'test/empty.test.js', seconds: 100 },
  ],
  limit: 300,
  again: 1,
};
export const SLOW: Layout = {
  source: SOURCE,
  files: {
    [TEST]: null,
    'test/one.test.js': passing('../src/decoder.js'),
    'test/empty.test.js': tests('../src/decoder.js'),
    'tools/suite.mjs': IN_TIME,
    'tools/suite.json': json(SUITE),
    'package.json': manifest('node tools/suite.mjs'),
  },
};
