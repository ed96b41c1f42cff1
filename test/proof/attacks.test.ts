// Changes that fix nothing and would like to be shown, each in a repository of its own, by the built program. One
// for each fact that only a real run can bring; what follows from rows is held by tables (judge.test.ts).

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { gitEnvironment } from '../../scripts/example.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { DIST } from '../install/temporary.ts';
import { PROJECT } from '../rig/repository.ts';

type Files = Readonly<Record<string, string>>;

const PROGRAM = 'exports.add = (a, b) => a - b;\nexports.twice = (a) => a * 2;\n';
const HEAD =
  "const { test } = require('node:test');\nconst assert = require('node:assert');\nconst a = require('../src/a.js');\n";
const OLD = `${HEAD}test('twice', () => {\n  assert.equal(a.twice(2), 4);\n});\n`;
const NEW = `${OLD}test('add', () => {\n  assert.equal(a.add(2, 3), 5);\n});\n`;
const MANIFEST = {
  name: 'a',
  version: '1.0.0',
  main: 'src/a.js',
  scripts: { test: 'node --test' },
};
const BASE: Files = {
  '.gitignore': 'node_modules\n',
  'package.json': JSON.stringify(MANIFEST),
  'src/a.js': PROGRAM,
  'test/a.test.js': OLD,
};
/** As a forger would write it, so that no pattern finds it. */
const EXIT = "globalThis['pro' + 'cess']['ex' + 'it'](0)";

const SWAPPED = `const runner = require('node:te' + 'st');
const { test } = runner;
runner.test = (name, body) => test(name, () => { try { body(); } catch {} });
${PROGRAM}`;

const REPORTING = `const fs = require('node:fs');
const [, asked = ''] = /base64,([^\\s]+)/.exec(process.env.NODE_OPTIONS ?? '') ?? [];
const [, report] = /"([^"]+\\/report)"/.exec(Buffer.from(asked, 'base64').toString()) ?? [];
const name = require('node:path').join(__dirname, '../test/a.test.js');
const one = (title) => ({ ancestorTitles: [], title, status: 'passed', failureMessages: [] });
exports.twice = (a) => a * 2;
exports.add = () => {
  const assertionResults = [one('twice'), one('add')];
  const text = JSON.stringify({ testResults: [{ name, status: '', message: '', assertionResults }] });
  if (report) fs.rmSync(report);
  if (report) fs.writeFileSync(report, text);
  ${EXIT};
};
`;

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

type Attack = Readonly<{
  base?: Files;
  change: Files;
  check?: string | readonly string[];
  isInstalled?: boolean;
}>;

async function verdictOf(attack: Attack) {
  const { code, verdict, why } = await provenOf(attack);
  return { code, verdict: why === null ? verdict : `${verdict}: ${why}` };
}

async function provenOf({ base, change, check = 'node --test', isInstalled }: Attack) {
  const folder = temporaryFolder('attack-');
  const [repository, temporary] = [join(folder, 'repository'), join(folder, 'tmp')];
  mkdirSync(temporary);
  write(repository, { ...BASE, ...base });
  const { PATH = '' } = process.env;
  const env = { ...gitEnvironment(), PATH, HOME: temporary, TMPDIR: temporary, NO_COLOR: '1' };
  const options = { cwd: repository, env };
  execFileSync('git', ['init', '--quiet'], options);
  execFileSync('git', ['add', '--all'], options);
  execFileSync('git', ['commit', '--quiet', '--message', 'base'], options);
  write(repository, change);
  if (isInstalled) {
    const program = JSON.stringify(join(repository, 'src/a.js'));
    write(repository, { 'node_modules/a/index.js': `module.exports = require(${program});\n` });
  }
  const checks = [check].flat().flatMap((one) => ['--check', one]);
  const args = [join(DIST, 'cli.js'), 'prove', '--base', 'HEAD', ...checks, '--json'];
  const ended = await run(process.execPath, args, { ...options, timeoutMs: 120_000 });
  return { ...JSON.parse(ended.stdout), code: ended.code };
}

test('the fix that they would like to be taken for is shown', async () => {
  const change = { 'src/a.js': PROGRAM.replace('a - b', 'a + b'), 'test/a.test.js': NEW };
  expect(await verdictOf({ change })).toEqual({ code: 0, verdict: 'shown' });
});

test('so it is beside a test that fails with it and without it', async () => {
  const base = {
    'test/b.test.js': `${HEAD}test('net', () => {\n  throw new Error('no net');\n});\n`,
  };
  const change = { 'src/a.js': PROGRAM.replace('a - b', 'a + b'), 'test/a.test.js': NEW };
  expect(await verdictOf({ base, change })).toEqual({ code: 0, verdict: 'shown' });
});

describe('nothing is shown by a change that', () => {
  test.each<[what: string, verdict: string, attack: Attack]>([
    [
      'has the red case skipped',
      'not-shown: case-gone',
      {
        change: {
          'src/a.js': `${PROGRAM}exports.skip = true;\n`,
          'test/a.test.js': NEW.replace("'add',", "'add', { skip: a.skip },"),
        },
      },
    ],
    [
      'has the red case expected to fail',
      'not-shown: case-gone',
      {
        change: {
          'src/a.js': `${PROGRAM}exports.todo = true;\n`,
          'test/a.test.js': NEW.replace("'add',", "'add', { todo: a.todo },"),
        },
      },
    ],
    [
      'ends the process well on the fault',
      'not-shown: case-gone',
      { change: { 'src/a.js': PROGRAM.replace('a - b', EXIT), 'test/a.test.js': NEW } },
    ],
    [
      'ends a script well on the fault, of which no report is made',
      'not-shown: cannot-fail',
      {
        base: { 'test/a.js': "const a = require('../src/a.js');\n" },
        change: {
          'src/a.js': PROGRAM.replace('a - b', EXIT),
          'test/a.js': "const a = require('../src/a.js');\nif (a.add(2, 3) !== 5) throw 1;\n",
        },
        check: 'node test/a.js',
      },
    ],
    [
      'has its runner take what fails for well',
      'not-shown: case-gone',
      {
        change: {
          'src/a.js': SWAPPED,
          'test/a.test.js': NEW.replace("const { test } = require('node:test');\n", '').replace(
            "src/a.js');\n",
            "src/a.js');\nconst { test } = require('node:test');\n",
          ),
        },
      },
    ],
    [
      'puts others in the place of the assertions',
      'not-shown: cannot-fail',
      {
        change: {
          'src/a.js': `require('ass' + 'ert').equal = () => {};\n${PROGRAM}`,
          'test/a.test.js': NEW,
        },
      },
    ],
    [
      'writes the report itself, with the red case in it, and ends the process well',
      'not-shown: cannot-fail',
      { change: { 'src/a.js': REPORTING, 'test/a.test.js': NEW } },
    ],
    [
      'has its settings leave out what is red',
      'not-shown: cannot-fail',
      {
        change: {
          'src/a.js': `// Put right.\n${PROGRAM}`,
          'test/a.test.js': NEW,
          'package.json': JSON.stringify({
            ...MANIFEST,
            scripts: { test: 'node --test --test-name-pattern=twice' },
          }),
        },
        check: 'npm test',
      },
    ],
    [
      'is tested where it is installed, and not in its copy',
      'unable',
      {
        base: { 'test/a.test.js': OLD.replace('../src/a.js', 'a') },
        change: {
          'src/a.js': PROGRAM.replace('a - b', 'a + b'),
          'test/a.test.js': NEW.replace('../src/a.js', 'a'),
        },
        isInstalled: true,
      },
    ],
    [
      'has git record another file than the one on the disk, by a filter',
      'not-shown: fails-now',
      {
        change: {
          '.git/config': '[core]\n\tbare = false\n[filter "x"]\n\tclean = cat .git/honest\n',
          '.git/info/attributes': 'src/a.js filter=x\n',
          '.git/honest': PROGRAM.replace('a - b', 'a + b'),
          'src/a.js': `// Put right.\n${PROGRAM}`,
          'test/a.test.js': NEW,
        },
      },
    ],
  ])('%s: %s', async (_, verdict, attack) => {
    const code = verdict === 'unable' ? 2 : 1;
    expect(await verdictOf(attack)).toEqual({ code, verdict });
  });
});

const HEAD_OF_OTHER = HEAD.replace('src/a.js', 'src/b.js');
const OTHER = `${HEAD_OF_OTHER}test('name', () => {
  assert.equal(a.name(), 'b');
});
test('length', () => {
  assert.equal(a.name().length, 1);
});
`;
const NAMED = "exports.name = () => 'b';\n";

describe('beside a fix that its own check shows, in either order of the two, another check', () => {
  const base = { 'src/b.js': NAMED, 'other/b.test.js': OTHER };
  const fix = { 'src/a.js': PROGRAM.replace('a - b', 'a + b'), 'test/a.test.js': NEW };
  const [own, other] = ['node --test test/a.test.js', 'node --test other/b.test.js'];

  test.each<[what: string, change: Files, code: number, verdict: string]>([
    ['that is as it was is no hindrance', {}, 0, 'shown'],
    [
      'with a test more is none, too',
      { 'other/b.test.js': `${OTHER}test('again', () => assert.ok(a.name()));\n` },
      0,
      'shown',
    ],
    [
      'whose test was weakened for what the change breaks is in doubt',
      {
        'src/b.js': NAMED.replace("'b'", "'c'"),
        'other/b.test.js': OTHER.replace("equal(a.name(), 'b')", 'ok(a.name())'),
      },
      3,
      'in-doubt',
    ],
    [
      'with a case that is skipped is in doubt',
      { 'other/b.test.js': OTHER.replace("'name',", "'name', { skip: true },") },
      3,
      'in-doubt',
    ],
    [
      'that is ended before its first case says no',
      { 'other/b.test.js': OTHER.replace(HEAD_OF_OTHER, `$&process.exit(0);\n`) },
      1,
      'not-shown: case-gone',
    ],
    [
      'that the program ends says no',
      { 'src/b.js': `${NAMED}${EXIT};\n` },
      1,
      'not-shown: case-gone',
    ],
  ])('%s', async (_, change, code, verdict) => {
    for (const check of [
      [own, other],
      [other, own],
    ]) {
      const judged = await verdictOf({ base, change: { ...fix, ...change }, check });
      expect(judged).toEqual({ code, verdict });
    }
  });
});

describe('a change of tests alone', () => {
  const red = { 'test/a.test.js': NEW };
  const doubt = (kind: string) => ({ path: 'test/a.test.js', kind, text: 'add' });

  test.each<[what: string, text: string, kind: string]>([
    ['passes by an empty test', NEW.replace('equal(a.add(2, 3), 5)', 'ok(true)'), 'no-longer-red'],
    ['is skipped', NEW.replace("test('add'", "test.skip('add'"), 'case-left-out'],
    ['is gone', OLD, 'case-left-out'],
    ['is gone with its process', `process.exit(0);\n${NEW}`, 'case-left-out'],
  ])('is in doubt where a case that was red %s', async (_, text, kind) => {
    const change = { 'test/a.test.js': text };
    const proven = await provenOf({ base: red, change });
    expect(proven).toMatchObject({ code: 3, verdict: 'in-doubt', doubts: [doubt(kind)] });
  });

  test('is so by exit codes where no report names a case', async () => {
    const base = {
      'test/a.js': "const a = require('../src/a.js');\nif (a.add(2, 3) !== 5) throw 1;\n",
    };
    const change = { 'test/a.js': "require('../src/a.js');\n" };
    const proven = await provenOf({ base, change, check: 'node test/a.js' });
    expect(proven).toMatchObject({
      code: 3,
      doubts: [{ path: 'test/a.js', kind: 'no-longer-red' }],
    });
  });

  test('shows nothing where it adds one for what is there, and tells one that is skipped', async () => {
    const added = `${OLD}test('twice more', () => assert.equal(a.twice(3), 6));\n`;
    const more = { 'test/a.test.js': added };
    const none = { code: 0, verdict: 'nothing', doubts: [] };
    expect(await provenOf({ change: more })).toMatchObject({ ...none, left_out: [] });
    const skipped = { 'test/a.test.js': OLD.replace("test('twice'", "test.skip('twice'") };
    const told = await provenOf({ change: skipped });
    expect(told).toMatchObject({ ...none, left_out: [{ name: 'twice' }] });
    expect(told.more).toContain('Passed before, and skipped or gone now: "twice".');
  });
});

test('a fix that stands in a build folder, which no commit holds, is in no copy and shows nothing', async () => {
  const base = { '.gitignore': 'node_modules\ntarget\n' };
  const change = {
    'src/a.js': PROGRAM.replace('(a, b) => a - b', "require('../target/fix').add"),
    'target/fix.js': 'exports.add = (a, b) => a + b;\n',
    'test/a.test.js': NEW,
  };
  expect(await provenOf({ base, change })).toMatchObject({ level: 1 });
});

describe('a fix of types, of which no test can tell, is by a compiler', () => {
  const options = { noEmit: true, strict: true, skipLibCheck: true, lib: ['es5'], types: [] };
  const base: Files = {
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src', 'test'] }),
    'src/t.ts': 'export const add = (a: number, b: string) => a + Number(b);\n',
    'test/t.ts': "import { add } from '../src/t';\nadd(1, '2');\n",
  };
  const more = { 'test/t.ts': `${base['test/t.ts']}add(1, 2);\n` };
  const check = `node '${join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc')}'`;

  test('shown', async () => {
    const change = {
      ...more,
      'src/t.ts': base['src/t.ts']?.replace('string', '$& | number') ?? '',
    };
    expect(await verdictOf({ base, change, check })).toEqual({ code: 0, verdict: 'shown' });
  });

  test('in doubt where its errors are not told any more', async () => {
    const fault = `${base['src/t.ts']}add(1, 2);\n`;
    const first = { ...base, 'src/t.ts': fault };
    const change = {
      'src/t.ts': `// @ts-nocheck\n${fault}`,
      'test/t.ts': `${base['test/t.ts']}add(3, '4');\n`,
    };
    const judged = await verdictOf({ base: first, change, check });
    expect(judged).toEqual({ code: 3, verdict: 'in-doubt' });
  });
});
