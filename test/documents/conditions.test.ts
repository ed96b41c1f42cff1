import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTemplate } from '../../runtime/documents/template.ts';
import { told, workspace } from './workspace.ts';

const NODES = `name: mine
version: 1
description: d
success_criteria: [c]
proof: none
nodes:
  - { id: N-010, title: Do it, role: body }
  - { id: N-020, title: Audit it, role: nose }
  - { id: N-030, title: Sum up, role: mind }
edges:
  - { from: N-010, to: N-030 }
  - { from: N-020, to: N-030 }
`;

async function load(edge: string, text = NODES) {
  const ws = workspace({ '.wukong/templates/mine.yaml': `${text}${edge}\n` });
  return loadTemplate(ws, 'mine', []);
}

async function refused(edge: string): Promise<string[]> {
  const result = await load(edge);
  if (result.ok || result.error.kind !== 'bad-file') throw new Error(JSON.stringify(result));
  return told(result.error.problems);
}

const from = '  - from: N-010\n    to: N-020\n';

test.each([
  ['plain', '    condition: predicate:run.lines.added > 100'],
  ['with a blank behind the colon, in quotes', "    condition: 'predicate: run.lines.added > 100'"],
  ['folded over lines', '    condition: >-\n      predicate:\n      run.lines.added > 100'],
])('a template has a condition %s', async (_, edge) => {
  const plan = await load(from + edge);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  expect(plan.value.edges.at(-1)?.condition).toMatch(/^predicate:\s?run\.lines\.added > 100$/);
});

test.each([
  [
    'plain',
    '    condition: predicate:run.line.added > 100',
    '15:30 [line] There is no "line" here. | Did you mean "lines"?',
  ],
  [
    'in quotes, with quotes of its own',
    `    condition: 'predicate: goal.risk == "it''s" && run.nummer > 1'`,
    '15:56 [nummer] There is no "nummer" here. | Did you mean "number"?',
  ],
  [
    'in double quotes, with escapes',
    String.raw`    condition: "predicate: goal.risk == \"a\" && run.nummer > 1"`,
    '15:54 [nummer] There is no "nummer" here. | Did you mean "number"?',
  ],
  [
    'folded over lines',
    '    condition: >-\n      predicate: goal.risk == "high" &&\n      run.nummer > 1',
    '17:11 [nummer] There is no "nummer" here. | Did you mean "number"?',
  ],
  [
    'kept line by line',
    '    condition: |\n      predicate: goal.risk == "high" &&\n        run.nummer > 1\n',
    '17:13 [nummer] There is no "nummer" here. | Did you mean "number"?',
  ],
  [
    'that ends too early',
    "    condition: 'predicate:run.number >'",
    "15:39 ['] This condition ends too early.",
  ],
  [
    'with a regular expression',
    `    condition: predicate:run.summary.matches("(a+)+$")`,
    '15:37 [.matches("(a+)+$")] A condition has no regular expressions. | Use contains, startsWith or endsWith.',
  ],
  [
    'that is none',
    '    condition: predicat:true',
    '15:16 [predicat:true] "predicat:true" is not possible here: on_success, on_failure, always, predicate:<expression>.',
  ],
  [
    'misspelt otherwise',
    '    condition: on_sucess',
    '15:16 [on_sucess] "on_sucess" is not possible here: on_success, on_failure, always, predicate:<expression>. | Did you mean "on_success"?',
  ],
])('a condition %s that is wrong is refused where it stands', async (_, edge, words) => {
  expect(await refused(from + edge)).toEqual([words]);
});

test('in a template that another one extends, it is told by its line', async () => {
  const ws = workspace({
    '.wukong/templates/mine.yaml': 'name: mine\nversion: 1\nextends: base\n',
    '.wukong/templates/base.yaml': `${NODES.replace('mine', 'base')}${from}    condition: predicate:run.nummer > 1\n`,
  });
  const result = await loadTemplate(ws, 'mine', []);
  if (result.ok || result.error.kind !== 'bad-file') throw new Error(JSON.stringify(result));
  expect(told(result.error.problems)).toEqual([
    '3:10 [base] From "base", line 15: There is no "nummer" here. | Did you mean "number"?',
  ]);
});

test('a plan that ends with nothing when no condition holds is refused', async () => {
  const plan = NODES.replace('from: N-010, to: N-030', 'from: N-010, to: N-020');
  const last = from.replace('N-020', 'N-030');
  const result = await load(`${last}    condition: predicate:run.number > 1`, plan);
  if (result.ok || result.error.kind !== 'bad-file') throw new Error(JSON.stringify(result));
  expect(told(result.error.problems)).toEqual([
    '9:11 [N-030] The plan ends with N-030, and N-030 is skipped when every node succeeds and no condition holds. | With "join: any" it runs when one of the edges to it has fired.',
  ]);
});

test('an audit behind a condition is not the one that high risk asks for', async () => {
  const plan = `${NODES}`.replace('proof: none', 'proof: none\nrisk: high');
  const result = await load(`${from}    condition: predicate:run.number > 1`, plan);
  if (result.ok || result.error.kind !== 'bad-file') throw new Error(JSON.stringify(result));
  expect(told(result.error.problems)[0]).toContain('nobody judges N-010');
});

test('a parameter in it has its default, and what is given goes before', async () => {
  const plan = `${NODES}parameters:\n  area: { description: where, default: api }\n`.replace(
    'edges:\n',
    `edges:\n${from}    condition: predicate:"{{area}}" == "api"\n`,
  );
  const loaded = await load('', plan);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  expect(loaded.value.edges[0]?.condition).toBe('predicate:"api" == "api"');
});

test('hostile conditions are refused, each with its reason', async () => {
  const ws = workspace();
  const many = Array.from({ length: 1_000 }, (_, i) => `N-${i + 100}`);
  const nodes = many.map((id) => `  - { id: ${id}, title: t, role: nose }\n`).join('');
  const edges = many.map(
    (id) => `  - { from: N-010, to: ${id}, condition: predicate:run.number > 1 }\n`,
  );
  const head = NODES.slice(0, NODES.indexOf('edges:'));
  const hostile: Readonly<Record<string, string>> = {
    'This condition has 112,004 characters': `true${' && true'.repeat(14_000)}`,
    'This condition is nested more than 16 deep': `${'('.repeat(400)}true${')'.repeat(400)}`,
    'A condition has no regular expressions': 'run.summary.matches("(a+)+$")',
    'There is no "gats" here': '"unit" in gats.failed',
  };
  for (const [why, expression] of Object.entries(hostile)) {
    expect((await refused(`${from}    condition: '${`predicate:${expression}`}'`))[0]).toContain(
      why,
    );
  }
  const folder = join(ws.dir, 'templates');
  const text = `${head}${nodes}edges:\n${edges.join('')}`.replace('name: mine', 'name: many');
  const { mkdirSync } = await import('node:fs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'many.yaml'), text);
  const result = await loadTemplate(ws, 'many', []);
  if (result.ok || result.error.kind !== 'bad-file') throw new Error(JSON.stringify(result));
  expect(told(result.error.problems)).toContainEqual(
    expect.stringContaining('A plan has at most 100 conditions.'),
  );
});
