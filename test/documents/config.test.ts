import { execFileSync } from 'node:child_process';
import { statSync, utimesSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { compileConfig, uncountedText } from '../../runtime/documents/config.ts';
import { DEFAULT_CONFIG } from '../../runtime/kernel/state/empty-state.ts';
import { compiledConfigSchema } from '../../runtime/model/state/compiled-config.ts';
import { configStamp } from '../../runtime/workspace/config-stamp.ts';
import { inGit } from '../../runtime/workspace/in-git.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { put, told, workspace } from './workspace.ts';

/** What counts in the local file only is off, and said to be, so that taking it out of the file counts. */
const NOTHING_ALLOWED = { gate_env: [], gate_wrapper: [], allow_override_failing_tests: false };
/** Every setting is named, so that one that was taken out of a file is its default again. */
const ALL = { ...DEFAULT_CONFIG, ...NOTHING_ALLOWED };

function configured(shared: string, local?: string): Workspace {
  return workspace({
    '.wukong/config.yaml': shared,
    ...(local === undefined ? {} : { '.wukong/config.local.yaml': local }),
  });
}

test('without files the defaults hold', () => {
  const ws = workspace();
  expect(compileConfig(ws)).toEqual({
    config: { ...ALL, stamp: '- - -' },
    gates: [],
    executors: {},
    problems: [],
    uncounted: [],
    local: { text: '', unconfirmed: [] },
  });
});

test('both files may turn off that gates are tried, and the local one goes first', () => {
  const of = (...files: Parameters<typeof configured>) =>
    compileConfig(configured(...files)).config.try_gates;
  expect(of('try_gates: false\n', '{}\n')).toBe(false);
  expect(of('try_gates: false\n', 'try_gates: true\n')).toBe(true);
  expect(of('{}\n', 'try_gates: false\n')).toBe(false);
});

test('that changes are judged by themselves is said in the local file: in the other one it is a fault, with what to do', () => {
  const { config, problems } = compileConfig(configured('record: off\nprove: on_stop\n'));
  expect(problems).toEqual([
    {
      file: '.wukong/config.yaml',
      line: 2,
      column: 1,
      source: 'prove: on_stop',
      width: 5,
      message: '"prove" counts in .wukong/config.local.yaml only.',
      hint: 'Take the line out here. To have it in this clone, write it there: wukong trust asks.',
    },
  ]);
  expect([config.prove, config.record]).toEqual([undefined, 'all']);
  expect(compileConfig(configured('{}\n', 'prove: on_stop\n')).config.prove).toBe('on_stop');
});

test('the local file goes before the shared one, and both before the defaults', () => {
  const ws = configured(
    'limits: { send_backs: 1, tree_wait_sec: 10 }\nrecord: goals\n',
    'limits: { send_backs: 2 }\nrecord: off\n',
  );
  const { config, problems } = compileConfig(ws);
  expect(problems).toEqual([]);
  expect(config).toEqual({
    ...ALL,
    stamp: configStamp(ws),
    send_backs: 2,
    tree_wait_sec: 10,
    record: 'off',
  });
  expect(compiledConfigSchema.parse(config)).toEqual(config);
});

test('a model is set by role, and each file adds to it', () => {
  const ws = configured('models: { eye: haiku, ear: haiku }\n', 'models: { ear: opus }\n');
  const { config, problems } = compileConfig(ws);
  expect(problems).toEqual([]);
  expect(config.models).toEqual({ eye: 'haiku', ear: 'opus' });
  expect(compiledConfigSchema.parse(config)).toEqual(config);
  expect(compileConfig(configured('models: { hand: haiku }\n')).problems).toMatchObject([
    { line: 1, message: expect.stringContaining('hand') },
  ]);
});

test('a file that came with the repository gives no power: dispatches are allowed by the local one only', () => {
  expect(compileConfig(configured('allow_dispatch: true\n')).config.allow_dispatch).toBe(false);
  expect(
    compileConfig(configured('allow_dispatch: true\n', 'record: all\n')).config.allow_dispatch,
  ).toBe(false);
  expect(compileConfig(configured('{}\n', 'allow_dispatch: true\n')).config.allow_dispatch).toBe(
    true,
  );
});

test('an agent accepts anchors only where the local file says so; in the other it is told that it does not count', () => {
  const mind = 'anchors: { accept_by: mind }\n';
  const shared = compileConfig(configured(mind));
  expect(shared.config.accept_by).toBeUndefined();
  expect(uncountedText(shared)).toContain('config.yaml sets anchors.accept_by, which counts in');
  const local = compileConfig(configured('{}\n', mind));
  expect(local.config.accept_by).toBe('mind');
  expect(uncountedText(local)).toBeUndefined();
  const person = compileConfig(configured('{}\n', 'anchors: { accept_by: person }\n'));
  expect(person.config.accept_by).toBeUndefined();
  expect(compileConfig(configured('{}\n', 'anchors: { accept_by: body }\n')).problems).toHaveLength(
    1,
  );
});

test('what gates may see, what wraps them and whether a failed test counts is for the local file to say', () => {
  const words =
    'gate_env: [DATABASE_URL]\ngate_wrapper: [bwrap, --]\nallow_override_failing_tests: true\n';
  expect(compileConfig(configured(words)).config).toMatchObject(NOTHING_ALLOWED);
  const allowed = compileConfig(configured('{}\n', words)).config;
  expect(allowed).toMatchObject({
    gate_env: ['DATABASE_URL'],
    gate_wrapper: ['bwrap', '--'],
    allow_override_failing_tests: true,
  });
  expect(compiledConfigSchema.parse(allowed)).toEqual(allowed);
});

test('who answers for the goals of a clone is for its local file to say', () => {
  const owner = 'owner: platform team\n';
  const shared = compileConfig(configured(owner));
  expect(shared.config.owner).toBeUndefined();
  expect(uncountedText(shared)).toContain('owner');
  const { config } = compileConfig(configured('{}\n', owner));
  expect(config.owner).toBe('platform team');
  expect(compiledConfigSchema.parse(config)).toEqual(config);
});

test('which files are the program is said by globs, and the local file goes before the shared one', () => {
  const globs = (ws: Workspace) => compileConfig(ws).config.product?.map(({ glob }) => glob);
  const shared = 'product: ["src/**", "!src/gen/**"]\n';
  expect(globs(configured(shared))).toEqual(['src/**', '!src/gen/**']);
  expect(globs(configured(shared, 'product: ["lib/**"]\n'))).toEqual(['lib/**']);
  expect(globs(configured('{}\n'))).toBeUndefined();
  const { config } = compileConfig(configured(shared));
  expect(compiledConfigSchema.parse(config)).toEqual(config);
});

test('a glob that names no program is reported with its place', () => {
  expect(told(compileConfig(configured('product: [src/, ../x, "!/etc/*"]\n')).problems)).toEqual([
    '1:11 [src/] This is a folder, and no file is it. | Write "src/**".',
    '1:17 [../x] This path leaves the repository: ".." is not possible.',
    '1:23 ["!/etc/*"] This path leaves the repository: write it relative to its top folder.',
  ]);
  expect(told(compileConfig(configured('product: ["!src/**"]\n')).problems)).toEqual([
    expect.stringContaining('This list only takes away'),
  ]);
});

test('a gate that cannot run as it is written is reported with its place', () => {
  const ws = configured(`gates:
  - { type: test, name: a, command: [npm, test], shell: true }
  - { type: test, name: b, command: [x], outputs: [{ file: ../a.xml, format: junit }] }
  - { type: test, name: c, command: [x], outputs: [{ file: 'a/**/b.xml', format: junit }] }
  - { type: test, name: d, command: [x], env: [PATH] }
`);
  expect(told(compileConfig(ws).problems)).toEqual([
    '2:37 [[npm, test]] With "shell: true" a command is one line. | Write the whole line as its only item, or leave out "shell".',
    '3:60 [../a.xml] This path leaves the repository: ".." is not possible.',
    "4:60 ['a/**/b.xml'] A star matches within one name here; write one for each folder.",
    '5:48 [PATH] Every gate has PATH; leave it out.',
  ]);
  const wrong = configured('gates: [{ type: test, name: a, command: [x], env: ["A=secret"] }]\n');
  expect(told(compileConfig(wrong).problems)).toHaveLength(1);
});

test('the approval list only grows', () => {
  const { approval } = compileConfig(configured('approval: []\n')).config;
  expect(approval).toEqual(DEFAULT_CONFIG.approval);
  const both = configured(
    'approval: ["npm run  deploy ", "git push"]\n',
    'approval: ["terraform apply"]\n',
  );
  expect(compileConfig(both).config.approval).toEqual([
    ...DEFAULT_CONFIG.approval,
    'npm run deploy',
    'terraform apply',
  ]);
});

test('gates come back apart from the configuration; a local one replaces the shared one of its name', () => {
  const ws = configured(
    'gates:\n  - { type: test, name: unit, command: [npm, test] }\n  - { type: lint, name: lint, command: [npx, biome, check], cwd: web }\n',
    'gates:\n  - { type: test, name: unit, command: [npm, run, quick], timeout_sec: 20 }\n',
  );
  const { gates } = compileConfig(ws);
  expect(gates).toEqual([
    {
      type: 'test',
      name: 'unit',
      command: ['npm', 'run', 'quick'],
      mustPass: true,
      expect_exit: 0,
      timeout_sec: 20,
    },
    {
      type: 'lint',
      name: 'lint',
      command: ['npx', 'biome', 'check'],
      cwd: 'web',
      mustPass: true,
      expect_exit: 0,
      timeout_sec: 300,
    },
  ]);
});

test('a faulty file leaves the last valid configuration in force and is reported once', () => {
  const good = { ...DEFAULT_CONFIG, stamp: 'old', send_backs: 1, record: 'goals' as const };
  const ws = configured('limits: { send_backs: 5 }\n', 'recrod: off\n');
  const { config, problems } = compileConfig(ws, good);
  expect(config).toEqual({
    ...good,
    stamp: configStamp(ws),
    problem: '.wukong/config.local.yaml:1:1 Unknown field "recrod".',
  });
  expect(told(problems)).toEqual(['1:1 [recrod] Unknown field "recrod". | Did you mean "record"?']);
});

test('faults of both files are reported', () => {
  const { problems, gates } = compileConfig(configured('record: [\n', 'limits: 3\n'));
  expect(new Set(problems.map(({ file }) => file))).toEqual(
    new Set(['.wukong/config.yaml', '.wukong/config.local.yaml']),
  );
  expect(gates).toEqual([]);
});

test('gates that make no sense are refused at their place', () => {
  const text = `gates:
  - { type: test, name: unit, command: [npm, test] }
  - { type: builtin, name: references }
  - { type: lint, name: unit, command: [npm, run, lint], cwd: ../other }
`;
  expect(told(compileConfig(configured(text)).problems)).toEqual([
    '3:5 [{ type: builtin, name: references }] Built-in checks belong to the nodes of a template, not to a repository.',
    '4:25 [unit] Another gate is called "unit".',
    expect.stringMatching(/^4:63 \[\.\.\/other\] This path leaves the repository/),
  ]);
});

test('the stamp changes with either file, and with nothing else', () => {
  const ws = workspace();
  const none = configStamp(ws);
  put(ws.dir, { 'config.yaml': 'record: all\n' });
  const one = configStamp(ws);
  put(ws.dir, { 'config.local.yaml': 'record: off\n' });
  const two = configStamp(ws);
  expect(new Set([none, one, two]).size).toBe(3);
  put(ws.dir, { 'templates/x.yaml': '' });
  expect(configStamp(ws)).toBe(two);

  const { mtimeMs } = statSync(files.config(ws));
  utimesSync(files.config(ws), mtimeMs / 1000 + 5, mtimeMs / 1000 + 5);
  expect(configStamp(ws)).not.toBe(two);
  expect(compileConfig(ws).config.stamp).toBe(configStamp(ws));
});

test('a local file that is in git does not count: anybody could have written it', () => {
  const ws = configured('{}\n', 'allow_dispatch: true\n');
  expect(compileConfig(ws).config.allow_dispatch).toBe(true);
  for (const [where, why] of [
    ['yes', 'This file is in git'],
    ['unknown', 'git could not say'],
  ] as const) {
    const compiled = compileConfig(ws, DEFAULT_CONFIG, { inGit: where });
    expect(compiled.config.allow_dispatch).toBe(false);
    expect(compiled.config.problem).toContain(`config.local.yaml:1:1 ${why}`);
  }
});

test('a file is in git under any spelling, and where git cannot be asked nobody knows', () => {
  const ws = configured('{}\n', 'allow_dispatch: true\n');
  const name = '.wukong/config.local.yaml';
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ws.root, stdio: 'ignore' });
  git('init', '--quiet');
  expect(inGit(ws, name)).toBe('no');
  put(ws.dir, { 'Config.local.yaml': 'allow_dispatch: true\n' });
  git('add', '--force', '.wukong/Config.local.yaml');
  expect(inGit(ws, name)).toBe('yes');
  vi.stubEnv('PATH', '/nothing');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(inGit(ws, name)).toBe('unknown');
});

describe('prices', () => {
  const rates = { input: 3, output: 15, cache_write_5m: 3.75, cache_write_1h: 6, cache_read: 0.3 };
  const table = (models: object) => `prices: ${JSON.stringify({ date: '2026-12-01', models })}\n`;

  test('of a person count in the local file only: lower ones make a budget larger', () => {
    const text = table({ mine: rates });
    const local = compileConfig(configured('{}\n', text));
    expect(local.config.prices).toEqual({ date: '2026-12-01', models: { mine: rates } });
    const shared = compileConfig(configured(text, '{}\n'));
    expect(shared.config.prices).toBeUndefined();
    expect(uncountedText(shared)).toContain('config.yaml sets prices, which counts in');
  });

  test.each([
    ['a hole', { mine: { ...rates, cache_read: undefined } }],
    ['a price below nothing', { mine: { ...rates, output: -1 } }],
    ['a word for a price', { mine: { ...rates, input: 'free' } }],
  ])('with %s are refused with the place, and the last good ones stay', (_, models) => {
    const good = compileConfig(configured('{}\n', table({ mine: rates }))).config;
    const { config, problems } = compileConfig(configured('{}\n', table(models)), good);
    expect(problems).toMatchObject([{ file: '.wukong/config.local.yaml', line: 1 }]);
    expect(config.prices).toEqual(good.prices);
    expect(config.problem).toContain('.wukong/config.local.yaml:1:');
  });

  test('without a date are refused', () => {
    const { problems } = compileConfig(configured('{}\n', 'prices: { models: {} }\n'));
    expect(problems).toHaveLength(1);
  });
});

const EXECUTOR = `executors:
  fixer:
    type: command
    command: [node, fix.mjs, "{order_dir}"]
    roles: [body]
`;

test('a program that carries out runs is set up in the local file, and in no file that git carries', () => {
  const local = compileConfig(configured('{}\n', EXECUTOR));
  expect(local).toMatchObject({
    problems: [],
    executors: { fixer: { command: ['node', 'fix.mjs', '{order_dir}'], roles: ['body'] } },
  });
  expect(compileConfig(configured(EXECUTOR))).toMatchObject({
    problems: [],
    executors: {},
    uncounted: ['executors'],
  });
});

test('a variable that an executor would not get is told where it is named', () => {
  const local = (more: string) =>
    compileConfig(configured('{}\n', `${EXECUTOR}    env: [TOKEN, OTHER]\n${more}`));
  expect(local('gate_env: [TOKEN, OTHER]\n').problems).toEqual([]);
  expect(local('gate_env: [TOKEN]\n').problems).toMatchObject([
    {
      ...{ line: 6, column: 18, hint: 'Add it there: gate_env: [TOKEN, OTHER]' },
      message: 'OTHER is not in gate_env, so this executor would not get it.',
    },
  ]);
});

test('a faulty executor is told where it is wrong, and none is there then', () => {
  const other = EXECUTOR.replace('executors:', '').replace('fixer', 'human');
  const wrong = EXECUTOR.replace('{order_dir}', '{order_dri}') + other;
  const { executors, problems } = compileConfig(configured('{}\n', wrong));
  expect(executors).toEqual({});
  expect(problems.map(({ line, message, hint }) => `${line} ${message} ${hint ?? ''}`)).toEqual([
    '4 {order_dri} stands for nothing. Did you mean "order_dir"?',
    '7 "human" is a kind of executors; give this one a name of its own. ',
    '10 The nodes of body go to "fixer" already. ',
  ]);
});

test('the client without a terminal is set up by what it may do, and never without permissions', () => {
  const set = (text: string) =>
    compileConfig(configured('{}\n', `executors: { headless: ${text} }\n`));
  const rules = '{ permission_mode: default, allowed_tools: ["Bash(npm run lint)"] }';
  expect(set(rules)).toMatchObject({
    problems: [],
    executors: { headless: { type: 'headless', allowed_tools: ['Bash(npm run lint)'] } },
  });
  expect(set('{}').executors).toEqual({ headless: { type: 'headless' } });
  expect(set('{ permission_mode: bypassPermissions }').problems).toHaveLength(1);
  const named = compileConfig(configured('{}\n', EXECUTOR.replace('fixer', 'Fixer')));
  expect(named.problems).toHaveLength(1);
});
