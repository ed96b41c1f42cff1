import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileConfig } from '../../runtime/documents/config.ts';
import { readGraphFile } from '../../runtime/documents/graph-file.ts';
import { readDocument } from '../../runtime/documents/reader/read-document.ts';
import { TEMPLATE_SCHEMA } from '../../runtime/documents/reader/validators.ts';
import { ROLE_PATHS } from '../../runtime/documents/role-defaults.ts';
import {
  listTemplates,
  loadTemplate,
  missingIn,
  shelfOf,
} from '../../runtime/documents/template.ts';
import { graphProblems } from '../../runtime/documents/template-graph.ts';
import { isTestFile } from '../../runtime/evidence/gates/built-in-gates.ts';
import { isTestMaterial } from '../../runtime/evidence/seal/sealed-files.ts';
import { workOrderText } from '../../runtime/hosts/claude-code/session/work-order-text.ts';
import type { Plan } from '../../runtime/kernel/requests/goals.ts';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import type { Template } from '../../runtime/model/documents/template.ts';
import { type Gate, gatesInOrder } from '../../runtime/model/gate.ts';
import { nodeSpecSchema } from '../../runtime/model/node.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { mustCall, pass } from '../kernel/drive.ts';
import { begin } from '../kernel/plan.ts';
import { ofProgram, TESTS } from './built-in.ts';
import { put, told, workspace } from './workspace.ts';

const FIX = readFileSync(new URL('../../templates/fix.yaml', import.meta.url), 'utf8');
const LINT: Gate = { ...TESTS, type: 'lint', name: 'lint', command: ['npm', 'run', 'lint'] };

const HEAD = 'name: mine\nversion: 1\ndescription: d\nsuccess_criteria: [c]\nnodes:\n';

function withTemplate(text: string, more: Readonly<Record<string, string>> = {}): Workspace {
  return workspace({ '.wukong/templates/mine.yaml': text, ...more });
}

async function plan(ws: Workspace, name: string, gates: readonly Gate[] = []): Promise<Plan> {
  const result = await loadTemplate(ws, name, gates);
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 1));
  return result.value;
}

async function refused(
  text: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const result = await loadTemplate(withTemplate(text, more), 'mine', []);
  if (result.ok || result.error.kind !== 'bad-file') throw new Error(JSON.stringify(result));
  expect(new Set(result.error.problems.map(({ file }) => file))).toEqual(
    new Set(['.wukong/templates/mine.yaml']),
  );
  return told(result.error.problems);
}

test('every installed template loads, and its nodes are what the model calls a node', async () => {
  const folder = new URL('../../templates/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const name = file.replace('.yaml', '');
    const ws = workspace({
      ...ofProgram(file, readFileSync(new URL(file, folder), 'utf8')),
    });
    const { nodes } = await plan(ws, name, [TESTS]);
    for (const node of nodes) expect(nodeSpecSchema.parse(node)).toEqual(node);
  }
});

test('the body of fix may change what an old test expects, which a person is asked about', async () => {
  const ws = workspace(ofProgram('fix.yaml', FIX));
  const body = (await plan(ws, 'fix')).nodes.find(({ role }) => role === 'body');
  expect(body?.instructions).toContain('Only where one asks for the very behaviour\nthat has to');
  expect(body?.instructions).toContain('a person is asked about it.');
});

test('fix goes from the ear to the mind, each node with its level, its checks and what came before', async () => {
  const ws = workspace(ofProgram('fix.yaml', FIX));
  const { nodes, edges, sha256, version } = await plan(ws, 'fix', [TESTS, LINT]);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(version).toBe(1);
  const rows = nodes.map((node) => [
    node.id,
    node.role,
    node.quality.evidence_level_required,
    node.verification_plan.deterministic.map(({ name }) => name).join(' '),
  ]);
  expect(rows).toEqual([
    ['N-001', 'ear', 'L1', 'references criteria'],
    ['N-010', 'eye', 'L1', 'references'],
    ['N-020', 'body', 'L2', 'unit tests repro_steps risk_assessment'],
    ['N-030', 'tongue', 'L2', 'unit tests tests_added repro_steps'],
    ['N-040', 'nose', 'L1', 'references verdict risk_assessment'],
    ['N-050', 'mind', 'L1', 'references summary'],
  ]);
  expect(edges.map(({ from, to, condition }) => `${from} ${to} ${condition}`)).toEqual([
    'N-001 N-010 on_success',
    'N-010 N-020 on_success',
    'N-020 N-030 on_success',
    'N-030 N-040 on_success',
    'N-040 N-050 on_success',
  ]);
  for (const node of nodes) {
    expect(node.executor).toEqual({ type: 'subagent', name: node.role });
    expect(node.max_retries).toBe(3);
    if (node.role === 'tongue' || node.role === 'mind') {
      expect(node.constraints.allowed_paths).toEqual(ROLE_PATHS[node.role]);
    }
  }
});

test('the tongue may write tests and documentation of many languages, and no code', async () => {
  const ws = workspace(ofProgram('fix.yaml', FIX));
  const tongue = (await plan(ws, 'fix')).nodes.find(({ role }) => role === 'tongue');
  const patterns = (tongue?.constraints.allowed_paths_re ?? []).map((source) => new RegExp(source));
  const allowed = (path: string) => patterns.some((pattern) => pattern.test(path));
  expect(patterns).toHaveLength(ROLE_PATHS.tongue.length);
  const mine = [
    'test/decoder.test.js',
    'src/parse.spec.ts',
    'src/__tests__/a.tsx',
    'src/__snapshots__/a.snap',
    'tests/it.rs',
    'pkg/a_test.go',
    'pkg/testdata/in.json',
    'tests/test_a.py',
    'app/test_a.py',
    'app/conftest.py',
    'src/test/java/a/ParserTest.java',
    'src/androidTest/A.kt',
    'spec/a_spec.rb',
    'test/a_test.exs',
    'Tests/AppTests/ATests.swift',
    'My.App.Tests/ParserTests.cs',
    'cypress/e2e/login.cy.js',
    'src/integrationTest/java/LoginIT.java',
    'app/LoginTestCase.php',
    'test/.hidden/x',
    'README.md',
    'README',
    'docs/guide/start.html',
    'packages/a/CHANGELOG.md',
    'a/doc/index.rst',
    '说明.md',
  ];
  expect(mine.filter((path) => !allowed(path))).toEqual([]);
  // What may be written as a test is sealed as one.
  const isDoc = (path: string) => /README|docs?\/|CHANGELOG|\.md$/.test(path);
  expect(mine.filter((path) => !isDoc(path) && !isTestMaterial(path))).toEqual([]);
  const notMine = [
    'src/decoder.js',
    'src/latest.js',
    'src/attest.py',
    'src/contest/a.go',
    'package.json',
    'requirements.txt',
    'CMakeLists.txt',
    'src/Tester.java',
    'src/NEWSFEED.js',
    'src/testimonials.js',
    '.github/workflows/ci.yml',
    'jest.config.js',
    'tests.js/../a.js',
    'src/documents/a.js',
    'Makefile',
  ];
  expect(notMine.filter(allowed)).toEqual([]);
  // What the check "tests_added" takes for a test must be within reach.
  expect(
    ['a-test.js', 'test.a.js', 'ATest.php', 'test-a.js'].filter(
      (path) => isTestFile(path) && !allowed(path),
    ),
  ).toEqual([]);
  const ofTests = [
    ...['test.js', 'src/tests.py', 'spec.rb', 'Test/x.js', 'Specs/x.js', 'Testing/x.cpp'],
    ...[
      't/a.t',
      't/deep/a.t',
      'features/login.feature',
      'features/step_definitions/x.rb',
      'a.robot',
    ],
    ...['cypress/support/x.js', 'src/__mocks__/x.js', 'src/__fixtures__/x', 'golden/a.txt'],
    ...['test-data/x', 'testFixtures/x', 'src/functionalTest/java/X.java', 'src/jvmTest/X.kt'],
    ...['My.App.Tests/Helper.cs', 'App.UnitTests/Helper.cs', 'A.Specs/x.cs'],
    ...[
      'src/ParserTest.js',
      'HttpTests.ts',
      'FooTest.cpp',
      'src/it/resources/x.xml',
      'LoginIT.groovy',
    ],
  ];
  expect(ofTests.filter((path) => !isTestMaterial(path))).toEqual([]);
  expect(ofTests.filter((path) => !allowed(path))).toEqual([]);
});

test('what a node leaves out follows from its role', async () => {
  const text = `${HEAD}  - { id: N-001, title: a, role: eye }
  - { id: N-002, title: b, role: tongue, max_retries: 1, constraints: { time_budget_sec: 60 }, quality: { checklist: [tests_added] } }
  - { id: N-003, title: c, role: body, constraints: { allowed_tools: [read, bash, Bash], allowed_paths: ['src/**'] }, quality: { evidence_level_required: L3 } }
edges: [{ from: N-001, to: N-002 }, { from: N-002, to: N-003, condition: always }]
`;
  const { nodes, edges } = await plan(withTemplate(text), 'mine', [TESTS, LINT]);
  expect(nodes[0]).toEqual({
    id: 'N-001',
    title: 'a',
    role: 'eye',
    executor: { type: 'subagent', name: 'eye' },
    instructions: '',
    inputs: { files: [], context_refs: [], upstream_outputs: [] },
    constraints: {
      allowed_tools: [],
      allowed_paths: [],
      allowed_paths_re: [],
      time_budget_sec: 1800,
    },
    quality: { evidence_level_required: 'L1', checklist: [] },
    verification_plan: { deterministic: [{ type: 'builtin', name: 'references', mustPass: true }] },
    max_retries: 3,
    join: 'all',
  });
  expect(nodes[1]).toMatchObject({
    constraints: { time_budget_sec: 60, allowed_paths: ROLE_PATHS.tongue },
    quality: { evidence_level_required: 'L2' },
    verification_plan: { deterministic: [TESTS, { type: 'builtin', name: 'tests_added' }] },
    max_retries: 1,
  });
  expect(nodes[2]).toMatchObject({
    constraints: { allowed_tools: ['Read', 'Bash'], allowed_paths: ['src/**'] },
    quality: { evidence_level_required: 'L3' },
    verification_plan: { deterministic: [TESTS] },
  });
  expect(edges.map(({ condition }) => condition)).toEqual(['on_success', 'always']);
});

test('a node may have a budget of its own, and one that allows nothing is refused with its place', async () => {
  const text = (budget: string) => `${HEAD}  - { id: N-001, title: a, role: eye, budget: ${budget} }
`;
  const budget = '{ max_tokens: 50000, max_hours: 0.5, max_cost_usd: 1.5 }';
  const { nodes } = await plan(withTemplate(text(budget)), 'mine');
  expect(nodes[0]?.budget).toEqual({ max_tokens: 50_000, max_hours: 0.5, max_cost_usd: 1.5 });
  for (const wrong of ['max_tokens: 0', 'max_hours: -1', 'max_cost_usd: 0']) {
    const [first, ...more] = await refused(text(`{ ${wrong} }`));
    expect(first).toMatch(/^6:\d+ .*must be more than 0/);
    expect(more).toEqual([]);
  }
  expect(await refused(text('{ max_retries: 2 }'))).toHaveLength(1);
});

test('a repository gate stands for all gates of its type, and for none where there is none', async () => {
  const text = `${HEAD}  - id: N-001
    title: a
    role: body
    verification_plan:
      deterministic: [{ type: repository, for: lint }, { type: repository, for: build }, { type: repository, for: lint }]
`;
  const [node] = (await plan(withTemplate(text), 'mine', [TESTS, LINT, { ...LINT, name: 'style' }]))
    .nodes;
  expect(node?.verification_plan.deterministic.map(({ name }) => name)).toEqual(['lint', 'style']);
});

test('globs in inputs become the files that are there, and never lead out', async () => {
  const text = `${HEAD}  - { id: N-001, title: a, role: eye, inputs: { files: ['src/**/*.js', './pages/[id].js', 'gone.js', '**/secret', 'many/*'] } }\n`;
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`many/${String(i).padStart(2, '0')}`, '']),
  );
  const ws = withTemplate(text, {
    'src/b.js': '',
    'src/.a.js': '',
    'src/deep/c.js': '',
    'src/node_modules/x/i.js': '',
    'pages/[id].js': '',
    '.git/secret': '',
    '.wukong/secret': '',
    'src/secret': '',
    ...many,
  });
  const outside = workspace({ 'deep/secret': '' });
  symlinkSync(outside.root, join(ws.root, 'src', 'out'));
  symlinkSync(join(outside.root, 'deep', 'secret'), join(ws.root, 'many', 'zz'));
  const [node] = (await plan(ws, 'mine')).nodes;
  const found = node?.inputs.files ?? [];
  expect(found).toHaveLength(50);
  expect(found.every((path) => path.startsWith('many/'))).toBe(true);

  put(ws.dir, { 'templates/mine.yaml': text.replace(", 'many/*'", '') });
  const [again] = (await plan(ws, 'mine')).nodes;
  expect(again?.inputs.files).toEqual([
    'pages/[id].js',
    'src/.a.js',
    'src/b.js',
    'src/deep/c.js',
    'src/secret',
  ]);
});

test('all faults of the graph are reported at once, each at its place', async () => {
  const text = `${HEAD}  - { id: N-001, title: one, role: ear }
  - { id: N-010, title: two, role: eye }
  - { id: N-020, title: three, role: body }
  - { id: N-010, title: four, role: nose }
  - { id: N-040, title: five, role: mind }
edges:
  - { from: N-001, to: N-010 }
  - { from: N-010, to: N-020 }
  - { from: N-020, to: N-010, condition: on_failure }
  - { from: N-020, to: N-030 }
  - { from: N-001, to: N-010, condition: always }
`;
  expect(await refused(text)).toEqual([
    '9:11 [N-010] N-010 is already the id of "two".',
    '10:11 [N-040] No edge touches N-040. | Say which node it waits for, or which one waits for it.',
    expect.stringMatching(
      /^14:5 \[\{ from: N-020, to: N-010.*\] These nodes wait for each other: N-010 → N-020 → N-010\./,
    ),
    '15:24 [N-030] There is no node N-030. | Did you mean "N-010"?',
    expect.stringMatching(/^16:5 .*There is another edge N-001 → N-010\./),
  ]);
});

test('a node may have an issue of its own, in the one form in which issues are named', async () => {
  const of = (issue: string) =>
    `${HEAD}  - { id: N-001, title: one, role: ear, issue_ref: '${issue}' }\n`;
  const { nodes } = await plan(withTemplate(of('org/contracts#5')), 'mine');
  expect(nodes.map(({ issue_ref }) => issue_ref)).toEqual(['org/contracts#5']);
  for (const issue of ['#5', '5', 'https://github.com/org/contracts/issues/5', 'I_kwDOAbc123']) {
    expect(await refused(of(issue))).toEqual([expect.stringMatching(/^6:52 .*org\/repo#12/)]);
  }
});

test('a node that waits for itself is a cycle, and a single node is no orphan', async () => {
  const one = `${HEAD}  - { id: N-001, title: one, role: ear }\n`;
  expect((await plan(withTemplate(one), 'mine')).nodes).toHaveLength(1);
  expect(await refused(`${one}edges: [{ from: N-001, to: N-001 }]\n`)).toEqual([
    expect.stringContaining('N-001 → N-001.'),
  ]);
});

test('references must lead to something that is there when the node starts', async () => {
  const text = `${HEAD}  - { id: N-001, title: one, role: ear, inputs: { upstream_outputs: [N-010.outputs.summary] } }
  - id: N-010
    title: two
    role: eye
    inputs:
      context_refs: [A-2026-k3f7, A-2026-k3f8]
      upstream_outputs:
        - N-001.outputs.summary
        - N-001.outputs.patches
        - N-010.outputs.report
        - N-002.outputs.report
        - N-001.summary
edges: [{ from: N-001, to: N-010 }]
`;
  const anchors = { '.wukong/anchors/anchors.md': '## A-2026-k3f7 Decision: x\ny\n' };
  expect(await refused(text, anchors)).toEqual([
    '6:70 [N-010.outputs.summary] N-010 does not come before N-001, so it has no outputs yet. | Add an edge that leads from N-010 to N-001.',
    '11:35 [A-2026-k3f8] There is no anchor A-2026-k3f8 in .wukong/anchors/anchors.md. | Did you mean "A-2026-k3f7"?',
    '14:11 [N-001.outputs.patches] Nodes have no output "patches". | Did you mean "patch"?',
    '15:11 [N-010.outputs.report] N-010 cannot build on its own outputs.',
    '16:11 [N-002.outputs.report] There is no node N-002. | Did you mean "N-001"?',
    '17:11 [N-001.summary] "N-001.summary" names no output. | Write <node>.outputs.<summary|patch|report|evidence>.',
  ]);
});

test('no path leaves the repository, and no node gets at the folders of git and Wukong', async () => {
  const paths = [
    '../x',
    '/etc/passwd',
    '~/x',
    'C:/x',
    'a\\b',
    'src/../../x',
    '{..,src}/**',
    '!src/**',
    ' ',
    '.git/config',
    './.wukong/**',
  ];
  const list = paths.map((path) => `          - '${path}'`).join('\n');
  const text = `${HEAD}  - id: N-001
    title: one
    role: body
    inputs:
        files:
${list}
    constraints:
        allowed_paths:
${list}
          - src/
          - docs
    verification_plan:
      deterministic: [{ type: test, name: t, command: [x], cwd: ../y }]
`;
  const problems = await refused(text, { 'docs/a.md': '' });
  for (const path of paths)
    expect(
      problems.filter((line) => line.includes(`['${path}']`)),
      path,
    ).toHaveLength(2);
  expect(problems.at(-3)).toMatch(
    /\[src\/\] This is a folder, and no file is it\. \| Write "src\/\*\*"\.$/,
  );
  expect(problems.at(-2)).toMatch(/\[docs\] This is a folder, .* \| Write "docs\/\*\*"\.$/);
  expect(problems.at(-1)).toMatch(/\[\.\.\/y\] This path leaves the repository/);
  expect(problems).toHaveLength(2 * paths.length + 3);
});

test('a template can narrow the tools of a role and never widen them', async () => {
  const text = `${HEAD}  - id: N-001
    title: one
    role: eye
    executor: { type: subagent, name: body }
    constraints: { allowed_tools: [read, Bash] }
`;
  expect(await refused(text)).toEqual([
    '9:39 [body] Nodes of the role eye are carried out by the agent "eye", not by "body".',
    '10:42 [Bash] eye has no tool "Bash". | A node may narrow the tools of its role: Read, Grep, Glob.',
  ]);
});

test('a skill that the repository does not have is refused with its place and where it would lie', async () => {
  const text = `${HEAD}  - id: N-001
    title: one
    role: eye
    executor: { type: skill, name: tidy }
`;
  expect(await refused(text)).toEqual([
    '9:36 [tidy] There is no skill "tidy" in this repository. | Its file would be .claude/skills/tidy/SKILL.md.',
  ]);
});

test.each(['command', 'headless', 'human'])(
  'a node that names an executor of the type %s is planned for it',
  async (type) => {
    const text = `${HEAD}  - id: N-001
    title: one
    role: eye
    executor: { type: ${type}, name: somebody }
`;
    const plan = await loadTemplate(withTemplate(text), 'mine', []);
    expect(plan.ok && plan.value.nodes[0]?.executor).toEqual({ type, name: 'somebody' });
  },
);

test('an executor that a template names and nobody set up here is told with its place, and the plan stands', async () => {
  const text = `${HEAD}  - id: N-001
    title: one
    role: eye
    executor: { type: command, name: fixr }
  - { id: N-010, title: two, role: body, executor: { type: headless, name: any } }
edges: [{ from: N-001, to: N-010 }]
`;
  const local = (name: string) =>
    withTemplate(text, {
      '.wukong/config.local.yaml': `executors: { ${name}: { type: command, command: [x] } }\n`,
    });
  const missing = (name: string) => missingIn(local(name), 'mine', compileConfig(local(name)));
  expect(missing('fixr')).toEqual([]);
  const [one, ...others] = missing('fixer');
  expect(others).toEqual([]);
  expect(one).toMatchObject({ node: 'N-001', name: 'fixr' });
  expect(one?.problem).toMatchObject({
    file: '.wukong/templates/mine.yaml',
    line: 9,
    message: 'N-001 is for the executor "fixr", and none of that name is set up here.',
    hint: expect.stringContaining('Did you mean "fixer"?'),
  });
  expect((await loadTemplate(local('fixer'), 'mine', [])).ok).toBe(true);
});

test('a node whose template names nobody goes to the executor that was set up for its role', async () => {
  const text = `${HEAD}  - id: N-001
    title: one
    role: eye
`;
  const fixer = { type: 'command', name: 'fixer' } as const;
  const plan = await loadTemplate(withTemplate(text), 'mine', [], { executors: { eye: fixer } });
  expect(plan.ok && plan.value.nodes[0]?.executor).toEqual(fixer);
});

test('tools may be named in the words of other systems, and an unknown word is reported with its place', async () => {
  const text = `${HEAD}  - id: N-001
    title: one
    role: body
    constraints: { allowed_tools: [read_file, write_file, run_test, Bsh] }
`;
  expect(await refused(text)).toEqual([
    '9:69 [Bsh] There is no tool "Bsh". | Did you mean "bash"?',
  ]);
  const right = text.replace(', Bsh', '');
  const [node] = (await plan(withTemplate(right), 'mine', [TESTS, LINT])).nodes;
  expect(node?.constraints).toMatchObject({
    allowed_tools: ['Read', 'Edit', 'Write', 'Bash'],
    allowed_commands: [TESTS.command.join(' ')],
  });
  // `bash` beside it is the whole shell again.
  const shell = text.replace('Bsh', 'bash');
  const [whole] = (await plan(withTemplate(shell), 'mine', [TESTS])).nodes;
  expect(whole?.constraints).not.toHaveProperty('allowed_commands');
});

test('what a goal allows narrows every node, and never to nothing', async () => {
  const nodes = `  - { id: N-001, title: a, role: eye }
  - { id: N-002, title: b, role: body, constraints: { allowed_tools: [read, edit, bash] } }
edges: [{ from: N-001, to: N-002 }]
`;
  const allow = (words: string) =>
    HEAD.replace('nodes:', `allowed_actions: [${words}]\nnodes:`) + nodes;
  const fitted = await plan(withTemplate(allow('read_file, write_file, run_test')), 'mine', [
    TESTS,
  ]);
  expect(fitted.allowed_actions).toEqual(['read_file', 'write_file', 'run_test']);
  expect(fitted.nodes.map(({ constraints }) => constraints.allowed_tools)).toEqual([
    ['Read'],
    ['Read', 'Edit', 'Bash'],
  ]);
  expect(fitted.nodes[1]?.constraints.allowed_commands).toEqual([TESTS.command.join(' ')]);

  const none = await refused(allow('edit'));
  expect(none).toHaveLength(1);
  expect(none[0]).toContain(
    'N-001 would have no tool left. | eye has Read, Grep, Glob; the goal allows edit.',
  );
  const untested = await refused(allow('read, run_test'));
  expect(untested.at(-1)).toContain('N-002 may run tests, and no command for them is known.');
});

test('the user’s own template goes before the installed one, also when it is broken', async () => {
  const ws = workspace({
    ...ofProgram('fix.yaml', FIX),
    '.wukong/templates/fix.yaml': FIX.replace('version: 1', 'version: 7'),
  });
  expect((await plan(ws, 'fix')).version).toBe(7);
  put(ws.dir, { 'templates/fix.yaml': 'name: [' });
  expect(await loadTemplate(ws, 'fix', [])).toMatchObject({
    ok: false,
    error: { kind: 'bad-file' },
  });
});

test('an unknown name is reported with the known ones, and no name leads out of the folders', async () => {
  const ws = workspace({
    ...ofProgram('fix.yaml', FIX),
    '.wukong/templates/mine.yaml': '',
    '.wukong/templates/Not A Name.yaml': '',
    '.wukong/config.yaml': '',
  });
  expect(listTemplates(ws)).toEqual(['fix', 'mine']);
  for (const name of ['fxi', '../config', '', 'fix.yaml', 'FIX', `a${'b'.repeat(40)}`]) {
    expect(await loadTemplate(ws, name, [])).toEqual({
      ok: false,
      error: { kind: 'unknown-template', name, known: ['fix', 'mine'] },
    });
  }
  expect(listTemplates(workspace())).toEqual([]);
});

test('a template says whether it asks for red and green; a name ending in fix says it too', async () => {
  const node = '  - { id: N-001, title: one, role: ear }\n';
  const asked = async (name: string, line: string) => {
    const text = `${HEAD.replace('mine', name).replace('nodes:', `${line}nodes:`)}${node}`;
    return (await plan(workspace({ [`.wukong/templates/${name}.yaml`]: text }), name)).proof;
  };
  expect(await asked('feature', '')).toBe('none');
  expect(await asked('feature', 'proof: red_green\n')).toBe('red_green');
  expect(await asked('my_hotfix', '')).toBe('red_green');
  expect(await asked('my_hotfix', 'proof: none\n')).toBe('none');
  const fix = workspace(ofProgram('fix.yaml', FIX));
  expect((await plan(fix, 'fix')).proof).toBe('red_green');
  expect(FIX).toMatch(/^proof: red_green$/m);
  expect(await refused(`${HEAD.replace('nodes:', 'proof: green\nnodes:')}${node}`)).toEqual([
    '5:8 [green] "green" is not possible here: red_green, same, none.',
  ]);
});

describe('a template of high risk', () => {
  const high = HEAD.replace('nodes:', 'risk: high\nnodes:');
  const body = '  - { id: N-001, title: one, role: body }\n';
  const nose = '  - { id: N-002, title: two, role: nose }\n';
  const edge = 'edges: [{ from: N-001, to: N-002, condition: on_success }]\n';

  test('has whatever changes files proven to L3, and says so with its goal', async () => {
    const made = await plan(withTemplate(`${high}${body}${nose}${edge}`), 'mine', [TESTS]);
    expect(made.nodes.map(({ quality }) => quality.evidence_level_required)).toEqual(['L3', 'L1']);
    expect(begin(made).goal.template).toMatchObject({ name: 'mine', proof: 'none', risk: 'high' });
    const { risk: _, ...without } = made;
    expect(begin(without).goal.template).not.toHaveProperty('risk');
  });

  test('is refused where less is asked for, or where nobody judges', async () => {
    const quality = 'quality: { evidence_level_required: L2 }';
    const less = body.replace('body', `body, ${quality}`);
    expect(await refused(`${high}${less}${nose}${edge}`)).toEqual([
      '7:78 [L2] The risk is high, and N-001 changes files: L2 is not enough for it. | Write L3, or leave it out.',
    ]);
    expect(await refused(`${high}${body}`)).toEqual([
      '7:11 [N-001] The risk is high, and nobody judges N-001: no node of the role nose comes after it. | Add a nose node and an edge { from: N-001, to: <its id>, condition: on_success }.',
    ]);
    expect(await refused(`${high.replace('high', 'low')}${body}`)).toEqual([
      '5:7 [low] "low" is not possible here: high.',
    ]);
  });
});

test.each(['wukong', 'status', 'resume', 'pause', 'answer', 'trust', 'off', 'on', 'do'])(
  '%s is a command, and no name for a template',
  async (name) => {
    const text = `${HEAD.replace('mine', name)}  - { id: N-001, title: one, role: ear }\n`;
    const ws = workspace({ [`.wukong/templates/${name}.yaml`]: text });
    const result = await loadTemplate(ws, name, []);
    if (result.ok || result.error.kind !== 'bad-file') throw new Error(JSON.stringify(result));
    const problems = [
      `1:7 [${name}] "${name}" is the name of a command of Wukong. | Choose another one, "my_${name}" for example. Reserved are: wukong, resume, pause, status, prove, answer, trust, off, on, do.`,
    ];
    expect(told(result.error.problems)).toEqual(problems);
    // `wukong graph` says so too, wherever the file is.
    const file = { path: join(files.templates(ws), `${name}.yaml`), display: 'x.yaml' };
    const checked = readGraphFile(file, {}, shelfOf(ws));
    expect(checked.ok ? [] : told(checked.error)).toEqual(problems);
  },
);

test('a templates folder that is a link is not read', async () => {
  const elsewhere = workspace({ 'fix.yaml': FIX });
  const ws = workspace();
  symlinkSync(elsewhere.root, files.templates(ws));
  expect(await loadTemplate(ws, 'fix', [])).toMatchObject({
    error: { kind: 'unknown-template', known: [] },
  });
});

test('a file that calls itself otherwise is refused', async () => {
  const text = `${HEAD.replace('mine', 'other')}  - { id: N-001, title: one, role: ear }\n`;
  expect(await refused(text)).toEqual([
    '1:7 [other] This template calls itself "other", its file "mine.yaml". | Write "name: mine" or rename the file.',
  ]);
});

test('exactly the graphs without a cycle pass, whatever their edges', () => {
  const { dir } = workspace({ '.wukong/t.yaml': FIX });
  const kind = { schema: TEMPLATE_SCHEMA, rules: [] };
  const read = readDocument({ path: join(dir, 't.yaml'), display: 't.yaml' }, kind);
  if (!read.ok) throw new Error('fix.yaml does not read');
  const { value } = read.value;
  const [node] = value.nodes;
  if (!node) throw new Error('fix.yaml has no nodes');
  const ids = ['N-001', 'N-002', 'N-003', 'N-004', 'N-005', 'N-006'] as const;
  const id = fc.constantFrom(...ids);
  const edge = fc.record({ from: id, to: id, condition: fc.constant('on_success' as const) });
  fc.assert(
    fc.property(
      fc.uniqueArray(edge, { maxLength: 12, selector: ({ from, to }) => from + to }),
      (edges) => {
        const template: Template = {
          ...value,
          nodes: ids.map((name) => ({ ...node, id: name })),
          edges,
        };
        const cycles = graphProblems(template).filter(({ message }) =>
          message.includes('wait for each other'),
        );
        const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
          edges.some(
            (e) =>
              e.from === from &&
              (e.to === to || (!seen.has(e.to) && reaches(e.to, to, seen.add(e.to)))),
          );
        expect(cycles.length > 0).toBe(ids.some((name) => reaches(name, name)));
        for (const { message } of cycles) {
          const path = message.match(/N-\d+/g) ?? [];
          expect(path[0]).toBe(path.at(-1));
          for (const [i, to] of path.entries()) {
            if (i > 0)
              expect(edges).toContainEqual(expect.objectContaining({ from: path[i - 1], to }));
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

const REVIEWED = `${HEAD}  - id: N-010
    title: change it
    role: body
    verification_plan:
      deterministic: [{ type: repository, for: test }]
      behavioral:
        - { type: repository, for: lint }
        - { type: flow, name: login 登录, command: [./login.sh], env: [LOGIN_URL] }
      llm_review: { aspects: [security_risk, performance] }
`;
const NOSE = '  - { id: N-020, title: judge it, role: nose }\nedges:\n';

test('a plan keeps its order, and its review stands in the work order of the nose behind it', async () => {
  const edges = '  - { from: N-010, to: N-020, condition: on_success }\n';
  const made = await plan(withTemplate(`${REVIEWED}${NOSE}${edges}`), 'mine', [LINT, TESTS]);
  const [body, nose] = made.nodes;
  if (!body || !nose) throw new Error('two nodes expected');
  expect(gatesInOrder(body.verification_plan).map(({ name }) => name)).toEqual([
    'unit tests',
    'lint',
    'login 登录',
  ]);
  for (const node of made.nodes) expect(nodeSpecSchema.parse(node)).toEqual(node);

  const { step, goal } = begin(made);
  const bodyRun = pass(step, 'body');
  const run = mustCall(step, 'nose');
  const sources = { readOutput: () => '', history: () => '', anchor: () => undefined };
  const order = makeWorkOrder(goal, run, 'artifacts/x', sources);
  expect(order.node.review).toEqual([{ node: 'N-010', aspects: ['security_risk', 'performance'] }]);
  expect(workOrderText(order)).toContain(
    '## Judge above all\n- The work of N-010: security_risk, performance',
  );
  const first = makeWorkOrder(goal, bodyRun, 'artifacts/x', sources);
  expect(first.node.review).toBeUndefined();
  expect(first.node.checks).toContain('login 登录: ./login.sh');
});

test('a review that nobody would do is refused, with its place and what to add', async () => {
  const message =
    '10:7 [llm_review] Nobody reviews N-010: no node of the role nose comes after it. | Add a nose node and an edge { from: N-010, to: <its id>, condition: on_success }, or leave out llm_review.';
  const at = (text: string) =>
    refused(text).then((all) => all.filter((one) => one.includes('Nobody')));
  const [only] = await at(REVIEWED);
  expect(only?.replace(/^\d+/, '10')).toBe(message);
  // Nor does one that comes whatever became of the work.
  for (const condition of ['always', 'on_failure']) {
    const edge = `  - { from: N-010, to: N-020, condition: ${condition} }\n`;
    expect(await at(`${REVIEWED}${NOSE}${edge}`)).toHaveLength(1);
  }
  expect(
    await at(`${REVIEWED}${NOSE}  - { from: N-020, to: N-010, condition: on_success }\n`),
  ).toHaveLength(1);
});

test('a command of a template that cannot run as it is written is reported with its place', async () => {
  const text = `${HEAD}  - id: N-010
    title: t
    role: body
    verification_plan:
      behavioral:
        - { type: flow, name: a, command: [x, y], shell: true, cwd: ../a }
`;
  expect(await refused(text)).toEqual([
    '11:43 [[x, y]] With "shell: true" a command is one line. | Write the whole line as its only item, or leave out "shell".',
    '11:69 [../a] This path leaves the repository: ".." is not possible.',
  ]);
});

test('a name stands for one gate: another one of that name is refused, the same one is not', async () => {
  const gate = (cwd: string) => `{ type: test, name: test, command: [npm, test], cwd: ${cwd} }`;
  const node = (id: string, ...gates: string[]) =>
    `  - { id: ${id}, title: t, role: body, verification_plan: { deterministic: [${gates.join(', ')}] } }\n`;
  const folders = { 'a/x': '', 'b/x': '', 'c/x': '' };
  const edge = 'edges: [{ from: N-001, to: N-002, condition: on_success }]\n';
  const both = node('N-001', gate('a'), gate('b')) + node('N-002', gate('a'));
  expect(await refused(`${HEAD}${both}${edge}`, folders)).toEqual([
    expect.stringContaining('Another gate is called "test", and runs something else.'),
  ]);
  const apart = node('N-001', gate('a')) + node('N-002', gate('c'));
  expect(await refused(`${HEAD}${apart}${edge}`, folders)).toHaveLength(1);

  const same = `${HEAD}${node('N-001', gate('a'))}${node('N-002', gate('a'))}${edge}`;
  const ws = withTemplate(same, folders);
  expect((await loadTemplate(ws, 'mine', [])).ok).toBe(true);
  const ours: Gate = { ...TESTS, name: 'test', cwd: 'c' };
  expect((await loadTemplate(ws, 'mine', [ours])).ok).toBe(false);
});
