import { describe, expect, test } from 'vitest';
import { renderMermaid } from '../../runtime/words/mermaid.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { Sandbox } from '../install/temporary.ts';
import { start, work } from './goals.ts';

const TEMPLATE = `name: mine
version: 1
description: A plan
success_criteria: [It works]
nodes:
  - { id: N-010, title: Look, role: eye }
  - { id: N-020, title: Change, role: body, inputs: { upstream_outputs: [N-010.outputs.summary] } }
edges:
  - { from: N-010, to: N-020 }
`;

function brokenTemplate(): string {
  return TEMPLATE.replace('N-010.outputs.summary', 'N-011.outputs.summary').replace(
    '  - { from: N-010, to: N-020 }\n',
    `  - { from: N-010, to: N-020 }
  - { from: N-020, to: N-010 }
  - { from: N-010, to: N-099 }
`,
  );
}

/** What a program printed, place and message of each problem. */
function told(stdout: string): string[] {
  const lines = stdout.split('\n').filter((line) => /^\S+:\d+:\d+ /.test(line));
  return lines.map((line) => line.replace(/ {2}/, ' '));
}

describe('wukong graph', () => {
  test('draws the templates while there is no goal, and then its plan', async () => {
    using sandbox = await Sandbox.create('a repository');
    await sandbox.wukong(['init', '--yes']);
    const empty = await sandbox.wukong(['graph']);
    expect(empty).toMatchObject({ code: 0, stderr: '' });
    expect(empty.stdout).toContain('· N-020  body    Fix the cause');
    expect(empty.stdout).toMatch(/Critical path: N-001 → .* → N-050, \d+ min at most\./);
    const ws = findRepository(sandbox.repo);
    if (!ws) throw new Error('no repository');
    start(ws, 'the decoder crashes');
    const drawn = await sandbox.wukong(['graph']);
    expect(drawn.stdout).toContain('G-0001 the decoder crashes\n╌');
    expect(drawn.stdout).toContain('○ N-001  ear');
    expect((await sandbox.wukong(['graph', '--mermaid'])).stdout).toContain('flowchart TD');
    const { out } = await sandbox.json(['graph', 'fix']);
    expect(out).toMatchObject({
      templates: [{ template: 'fix', critical_path: expect.arrayContaining(['N-020']) }],
    });
  });
});

describe('wukong graph validate', () => {
  test('says that a template is valid, and needs no workspace for it', async () => {
    using sandbox = await Sandbox.create();
    sandbox.write('mine.yaml', TEMPLATE);
    const { code, stdout } = await sandbox.wukong(['graph', 'validate', 'mine.yaml']);
    expect(stdout).toBe('Valid: mine.yaml, a template, 2 nodes.\n');
    expect(code).toBe(0);
  });

  test('says what runs when every node succeeds, and what only after a failure', async () => {
    using sandbox = await Sandbox.create();
    const detour = '  - { id: N-030, title: Why not, role: tongue }\nedges:\n';
    const edge = '  - { from: N-020, to: N-030, condition: on_failure }\n';
    sandbox.write('mine.yaml', `${TEMPLATE.replace('edges:\n', detour)}${edge}`);
    const { stdout } = await sandbox.wukong(['graph', 'validate', 'mine.yaml']);
    expect(stdout).toContain('When every node succeeds, these run: N-010, N-020.');
    expect(stdout).toContain('Only after a failure: N-030.');
    const { out } = await sandbox.json(['graph', 'validate', 'mine.yaml']);
    expect(out).toMatchObject({ on_success: ['N-010', 'N-020'], on_failure: ['N-030'] });
  });

  test('tells cycles, unknown nodes and unknown outputs with file and line, all at once', async () => {
    using sandbox = await Sandbox.create();
    sandbox.write('计划/mine.yaml', brokenTemplate());
    const { code, stdout } = await sandbox.wukong(['graph', 'validate', '计划/mine.yaml']);
    expect(told(stdout)).toEqual([
      expect.stringMatching(/^计划\/mine\.yaml:7:\d+ .*N-011/),
      expect.stringMatching(
        /^计划\/mine\.yaml:10:\d+ These nodes wait for each other: N-010 → N-020 → N-010\.$/,
      ),
      expect.stringMatching(/^计划\/mine\.yaml:11:\d+ There is no node N-099\.$/),
    ]);
    expect(stdout).toContain('3 problems in 计划/mine.yaml.');
    expect(code).toBe(1);
  });

  test('tells orphans, repeated ids and edges, and what the schema forbids', async () => {
    using sandbox = await Sandbox.create();
    const nodes =
      '  - { id: N-030, title: Alone, role: eye }\n  - { id: N-010, title: Twice, role: eye }\n';
    sandbox.write(
      'mine.yaml',
      `${TEMPLATE.replace('edges:', `${nodes}edges:`)}  - { from: N-010, to: N-020 }\n`,
    );
    const { stdout } = await sandbox.wukong(['graph', 'validate', 'mine.yaml']);
    expect(told(stdout)).toEqual([
      expect.stringMatching(/^mine\.yaml:8:\d+ No edge touches N-030\.$/),
      expect.stringMatching(/^mine\.yaml:9:\d+ N-010 is already the id of "Look"\.$/),
      expect.stringMatching(/^mine\.yaml:12:\d+ There is another edge N-010 → N-020\.$/),
    ]);
    sandbox.write('mine.yaml', TEMPLATE.replace('role: eye', 'role: eyes'));
    const { code, out } = await sandbox.json(['graph', 'validate', 'mine.yaml']);
    expect(code).toBe(1);
    expect(out.problems).toMatchObject([{ file: 'mine.yaml', line: 6 }]);
  });

  test('reads the taskgraph.json of the workspace, and finds in a copy what was changed', async () => {
    using sandbox = await Sandbox.installed();
    const ws = findRepository(sandbox.repo);
    if (!ws) throw new Error('no repository');
    start(ws, 'it crashes');
    const sound = await sandbox.wukong(['graph', 'validate']);
    expect(sound.stdout).toMatch(/^Valid: \.wukong\/taskgraph\.json, 1 graph, \d nodes\.$/m);
    const text = sandbox.read('.wukong/taskgraph.json');
    const file = JSON.parse(text);
    const [graph] = file.graphs;
    graph.edges.push({ from: graph.edges.at(-1).to, to: graph.edges[0].from, condition: 'always' });
    file.graphs.push({ ...graph, edges: [] });
    sandbox.write('copy.json', JSON.stringify(file, null, 1));
    const { code, stdout } = await sandbox.wukong(['graph', 'validate', 'copy.json']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^copy\.json:\d+:\d+ {2}These nodes wait for each other: /m);
    expect(stdout).toMatch(
      /^copy\.json:\d+:\d+ {2}G-0001\.1 is already the id of another graph\.$/m,
    );
    expect(stdout).toMatch(/^copy\.json:\d+:\d+ {2}No edge touches N-/m);
  });

  test.each<[readonly string[], string]>([
    [['graph', 'paint', 'it'], 'What shall be done with the graph?'],
    [['graph', 'validate', 'none.yaml'], 'There is no file none.yaml.'],
    [['graph', 'render', 'none.json'], 'There is no file none.json.'],
  ])('%j is reported as a mistake of the command line', async (args, message) => {
    using sandbox = await Sandbox.create();
    const { code, out } = await sandbox.json(args);
    expect(code).toBe(2);
    expect(out.error.message).toBe(message);
  });
});

describe('wukong graph render', () => {
  test('draws a goal by its id, and the one in focus, with where each node stands', async () => {
    using sandbox = await Sandbox.installed();
    const ws = findRepository(sandbox.repo);
    if (!ws) throw new Error('no repository');
    start(ws, 'it "crashes" on [空输入]');
    work(ws, 'G-0001', 'ear');
    const { stdout, code } = await sandbox.wukong(['graph', 'render', 'G-0001']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^---\ntitle: "G-0001 it \\"crashes\\" on \[空输入\]"\n---\nflowchart TD\n/,
    );
    expect(stdout).toMatch(/^ {2}N_001\["N-001 ear<br\/>.*<br\/>running"\]:::running$/m);
    expect(stdout).toMatch(/^ {2}N_001 --> N_010$/m);
    expect((await sandbox.wukong(['graph', 'render'])).stdout).toBe(stdout);
    const file = await sandbox.wukong(['graph', 'render', '.wukong/taskgraph.json']);
    expect(file.stdout).toContain(':::running');
  });

  test('draws nothing of a graph that is not valid', async () => {
    using sandbox = await Sandbox.create();
    sandbox.write('mine.yaml', brokenTemplate());
    const { code, stdout } = await sandbox.wukong(['graph', 'render', 'mine.yaml']);
    expect(stdout).not.toContain('flowchart');
    expect(code).toBe(1);
  });

  test('lets no title end its label or become something else', () => {
    const titles = [
      'say "no" to [brackets] (and) {braces}',
      '空输入 → 「报告」',
      '`code` <b>bold</b> & #35; %%{init: {}}%% ; end',
      'two\nlines \u001b[31mred',
      '\\"] --> X',
    ];
    const nodes = titles.map((title, i) => ({ id: `N-0${i + 1}0`, role: 'eye', title }));
    const edges = [
      { from: 'N-010', to: 'N-020', condition: 'on_failure' },
      { from: 'N-020', to: 'N-030', condition: 'always' },
    ] as const;
    const lines = renderMermaid({ title: 'a: "b" #c', nodes, edges }).split('\n');
    expect(lines.slice(0, 4)).toEqual(['---', 'title: "a: \\"b\\" #c"', '---', 'flowchart TD']);
    expect(lines).toHaveLength(4 + titles.length + edges.length);
    for (const line of lines.slice(4, 4 + titles.length)) {
      // Nothing but letters, harmless signs and numeric entities stands between the quotes.
      expect(line).toMatch(/^ {2}N_\d{3}\["(?:[^"#;&<>`%{}\\*_~\p{Cc}]|#\d+;|<br\/>)+"\]$/u);
    }
    expect(lines.slice(4)).toEqual(
      expect.arrayContaining([
        '  N_010["N-010 eye<br/>say #34;no#34; to [brackets] (and) #123;braces#125;"]',
        '  N_020["N-020 eye<br/>空输入 → 「报告」"]',
        '  N_010 -. "on failure" .-> N_020',
        '  N_020 -- "always" --> N_030',
      ]),
    );
  });
});
