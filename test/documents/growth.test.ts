// What a report plans under `## Plan`: read, or told with its place.

import { describe, expect, test } from 'vitest';
import { readGrowth } from '../../runtime/documents/growth.ts';
import { loadTemplate, type Wanted } from '../../runtime/documents/template.ts';
import { specOf } from '../../runtime/kernel/state/queries.ts';
import type { NodeSpec } from '../../runtime/model/node.ts';
import { begin, node, plan } from '../kernel/plan.ts';
import { told, workspace } from './workspace.ts';

const TESTS = {
  ...{ type: 'test', name: 'tests', command: ['npm', 'test'] },
  ...{ mustPass: true, expect_exit: 0, timeout_sec: 60, cwd: '.' },
} as const;

const WITHIN: Partial<NodeSpec> = {
  constraints: {
    ...{ allowed_tools: [], allowed_paths: ['src/**'], allowed_paths_re: ['^src/'] },
    time_budget_sec: 60,
  },
};

function read(text: string, nodes = [node('N-010', 'mind', { may_grow: 'N-020' })]) {
  const all = [...nodes, node('N-020', 'body', WITHIN), node('N-030', 'nose')];
  const from = plan(all, [
    ['N-010', 'N-020'],
    ['N-020', 'N-030'],
  ]);
  const { goal } = begin({ ...from, other_gates: [TESTS] as never });
  const found = readGrowth(goal, specOf(goal, 'N-020'), text);
  if (found.ok) return found.value;
  return found.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const PART = (id: string, more = '') => `  - { id: ${id}, title: T, instructions: do it${more} }\n`;

describe('the parts of a node', () => {
  test('are read, with their globs compiled', () => {
    const text = `nodes:\n${PART('a', ", allowed_paths: ['src/a/*.js']")}${PART('b')}edges:\n  - { from: a, to: b }\n`;
    expect(read(text)).toMatchObject({
      nodes: [
        {
          id: 'a',
          allowed_paths: ['src/a/*.js'],
          allowed_paths_re: [expect.stringContaining('src')],
        },
        { id: 'b', allowed_paths_re: [] },
      ],
      edges: [{ from: 'a', to: 'b', condition: 'on_success' }],
    });
  });

  test.each<[string, string, string]>([
    ['no part at all', 'nodes: []\n', '1:8 '],
    [
      'a misspelt field',
      `nodes:\n${PART('a', ', allow_paths: []')}`,
      '2:45 Unknown field "allow_paths".',
    ],
    ['an id that is taken', `nodes:\n${PART('a')}${PART('a')}`, '3:11 a is already the id of "T".'],
    [
      'an edge to nowhere',
      `nodes:\n${PART('a')}edges:\n  - { from: a, to: b }\n`,
      '4:20 There is no node b.',
    ],
    [
      'parts that wait for each other',
      `nodes:\n${PART('a')}${PART('b')}edges:\n  - { from: a, to: b }\n  - { from: b, to: a }\n`,
      '6:5 These nodes wait for each other: a → b → a.',
    ],
    [
      'paths outside of those of the whole',
      `nodes:\n${PART('a', ", allowed_paths: ['lib/**']")}`,
      '2:61 lib/** is not within what N-020 may change.',
    ],
    [
      'a path that leaves the repository',
      `nodes:\n${PART('a', ", allowed_paths: ['../x']")}`,
      '2:61 This path leaves the repository: ".." is not possible.',
    ],
    [
      'a path that would cost the guard seconds',
      `nodes:\n${PART('a', `, allowed_paths: ['src/${'*a'.repeat(40)}']`)}`,
      '2:61 A path has at most 6 wildcards in a plan.',
    ],
    [
      'a path that names nothing',
      `nodes:\n${PART('a', ", allowed_paths: ['{']")}`,
      '2:61 This names no path.',
    ],
    [
      'a path with a pattern in it',
      `nodes:\n${PART('a', ", allowed_paths: ['src/*(*(a|b))']")}`,
      '2:61 Patterns in parentheses are not possible in a plan.',
    ],
    [
      'a gate that nobody approved',
      `nodes:\n${PART('a', ', gates: [deploy]')}`,
      '2:53 This repository has no gate "deploy" that was approved when the goal began.',
    ],
    [
      'a role that the plan has no node of',
      `nodes:\n${PART('a', ', role: tongue')}`,
      '2:51 The plan of G-0001 has no node of the role tongue that a part could be like.',
    ],
    [
      'a role that plans',
      `nodes:\n${PART('a', ', role: mind')}`,
      '2:51 "mind" is not possible here',
    ],
    [
      'a condition that nobody could answer',
      `nodes:\n${PART('a')}${PART('b')}edges:\n  - { from: a, to: b, condition: 'predicate:run.line > 1' }\n`,
      '5:49 There is no "line" here.',
    ],
    ['no YAML', 'nodes: [\n', '1:8 This list is not closed.'],
  ])('are refused with their place for %s', (_, text, told) => {
    const found = read(text);
    expect(found).toEqual([expect.stringContaining(told)]);
  });

  test('are no more than twenty', () => {
    const many = Array.from({ length: 21 }, (_, i) => PART(`a${i}`)).join('');
    expect(read(`nodes:\n${many}`)).toEqual([expect.stringMatching(/^1:1 |^2:3 |^1:8 /)]);
  });

  test('do not grow over two hundred nodes of one goal', () => {
    const before = Array.from({ length: 197 }, (_, i) => node(`N-${100 + i}`, 'eye'));
    const nodes = [node('N-010', 'mind', { may_grow: 'N-020' }), ...before];
    expect(read(`nodes:\n${PART('a')}`, nodes)).toEqual([
      '1:1 With these its goal would have 201 nodes; more than 200 do not grow.',
    ]);
  });

  test('run gates of the repository by name', () => {
    expect(read(`nodes:\n${PART('a', ', gates: [tests]')}`)).toMatchObject({
      nodes: [{ gates: ['tests'] }],
    });
  });
});

describe('a template whose mind may plan another node in parts', () => {
  const HEAD = 'name: mine\nversion: 1\ndescription: d\nsuccess_criteria: [c]\n';

  async function load(nodes: string, wanted: Wanted = {}, edges = EDGES) {
    const text = `${HEAD}proof: red_green\nnodes:\n${nodes}edges: ${edges}\n`;
    const ws = workspace({ '.wukong/templates/mine.yaml': text });
    return loadTemplate(ws, 'mine', [], wanted);
  }
  function said(loaded: Awaited<ReturnType<typeof load>>): string {
    return !loaded.ok && loaded.error.kind === 'bad-file' ? told(loaded.error.problems).join() : '';
  }
  const EDGES = '[{ from: N-010, to: N-020 }, { from: N-020, to: N-030 }]';
  const NODES = [
    '  - { id: N-010, title: Plan, role: mind, may_grow: N-020 }\n',
    '  - { id: N-020, title: Build, role: body }\n',
    '  - { id: N-030, title: Test, role: tongue }\n',
  ];

  test('has its parts looked at by the gate plan, and keeps it beside a test before the fix', async () => {
    const loaded = await load(NODES.join(''), { reproduce: 'first' });
    if (!loaded.ok) throw new Error(said(loaded));
    const [mind, added] = loaded.value.nodes;
    expect(mind?.verification_plan.deterministic.map(({ name }) => name)).toEqual([
      ...['references', 'summary', 'plan'],
    ]);
    expect([mind?.may_grow, added?.reproduce]).toEqual(['N-020', 'first']);
  });

  test.each<readonly [string, number, string, string]>([
    ['is of another role', 0, 'role: eye', 'Only a node of the role mind plans'],
    ['plans what is not there', 0, 'may_grow: N-090', 'No edge leads from N-010 to N-090'],
    ['plans what comes later', 0, 'may_grow: N-030', 'No edge leads from N-010 to N-030'],
  ])('is refused with its place where it %s', async (_, at, field, message) => {
    const key = field.split(':')[0] ?? '';
    const nodes = NODES.map((line, i) =>
      i === at ? line.replace(new RegExp(`${key}: [\\w-]+`), field) : line,
    );
    const loaded = await load(nodes.join(''));
    expect(said(loaded)).toContain(message);
  });

  test('names its node no more where that was taken out of the template it extends', async () => {
    const base = `${HEAD}nodes:\n${NODES.join('')}edges: ${EDGES}\n`;
    const own = 'name: own\nversion: 1\nextends: mine\nremove: [N-020]\n';
    const ws = workspace({
      ...{ '.wukong/templates/mine.yaml': base, '.wukong/templates/own.yaml': own },
    });
    const loaded = await loadTemplate(ws, 'own', [], {});
    if (!loaded.ok) throw new Error(said(loaded));
    expect(loaded.value.nodes.map((one) => one.may_grow)).toEqual([undefined, undefined]);
  });
});
