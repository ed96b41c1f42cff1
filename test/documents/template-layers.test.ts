// Templates that extend others, and their parameters.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadTemplate, readNamed, shelfOf } from '../../runtime/documents/template.ts';
import type { Plan } from '../../runtime/kernel/requests/goals.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { begin } from '../kernel/plan.ts';
import { ofProgram, TESTS } from './built-in.ts';
import { told, workspace } from './workspace.ts';

const FIX = readFileSync(new URL('../../templates/fix.yaml', import.meta.url), 'utf8');
const HEAD = 'name: mine\nversion: 1\nextends: fix\n';
const WHOLE = 'name: mine\nversion: 1\ndescription: d\nsuccess_criteria: [c]\n';

/** `fix` is built in; `templates` are the user's own, by name. */
function withOwn(templates: Readonly<Record<string, string>>): Workspace {
  const own = Object.entries(templates).map(([name, text]) => [
    `.wukong/templates/${name}.yaml`,
    text,
  ]);
  return workspace({ ...ofProgram('fix.yaml', FIX), ...Object.fromEntries(own) });
}

type Params = Readonly<Record<string, string>>;

async function planOf(text: string, params: Params = {}): Promise<Plan> {
  const result = await loadTemplate(withOwn({ mine: text }), 'mine', [TESTS], { params });
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 1));
  return result.value;
}

async function refusedOf(own: Readonly<Record<string, string>>, params: Params = {}) {
  const result = await loadTemplate(withOwn(own), 'mine', [], { params });
  if (result.ok || result.error.kind !== 'bad-file') throw new Error(JSON.stringify(result));
  const [{ file } = { file: '' }] = result.error.problems;
  expect(file).toBe('.wukong/templates/mine.yaml');
  return told(result.error.problems);
}

const waysOf = ({ edges }: Plan) =>
  edges.map(({ from, to, condition }) => `${from} ${to} ${condition}`);

describe('a template that extends another one', () => {
  test('has what that one says, and what it writes itself goes before', async () => {
    const fix = await loadTemplate(withOwn({}), 'fix', [TESTS]);
    if (!fix.ok) throw new Error('fix does not load');
    const mine = await planOf(HEAD);
    const { nodes, edges, proof, success_criteria } = fix.value;
    expect(mine).toMatchObject({ name: 'mine', nodes, edges, proof, success_criteria });
    expect(mine.sha256).not.toBe(fix.value.sha256);
    const other = await planOf(`${HEAD}proof: none\nsuccess_criteria: [it is faster]\n`);
    expect(other).toMatchObject({ proof: 'none', success_criteria: ['it is faster'] });
  });

  test('changes a node of a known id field by field, and adds the others', async () => {
    const text = `${HEAD}nodes:
  - { id: N-020, constraints: { allowed_paths: ['src/**'] }, quality: { checklist: [] } }
  - { id: N-045, title: Look once more, role: nose }
edges: [{ from: N-030, to: N-045 }, { from: N-045, to: N-050, condition: always }]
`;
    const { nodes, edges } = await planOf(text);
    expect(nodes.map(({ id }) => id)).toContain('N-045');
    const body = nodes.find(({ id }) => id === 'N-020');
    expect(body).toMatchObject({
      title: 'Fix the cause',
      constraints: { time_budget_sec: 2700, allowed_paths: ['src/**'] },
      quality: { evidence_level_required: 'L2', checklist: [] },
    });
    expect(edges.slice(-2)).toEqual([
      { from: 'N-030', to: 'N-045', condition: 'on_success' },
      { from: 'N-045', to: 'N-050', condition: 'always' },
    ]);
  });

  test('leaves nodes out: what waited for one waits for those before it, and is given none of its outputs', async () => {
    const made = await planOf(`${HEAD}remove: [N-010, N-050]\n`);
    expect(made.nodes.map(({ role }) => role)).toEqual(['ear', 'body', 'tongue', 'nose']);
    expect(waysOf(made)).toEqual([
      'N-020 N-030 on_success',
      'N-030 N-040 on_success',
      'N-001 N-020 on_success',
    ]);
    const given = made.nodes.flatMap(({ inputs }) => inputs.upstream_outputs);
    expect(given.filter((ref) => ref.startsWith('N-010'))).toEqual([]);
    expect(given).toContain('N-001.outputs.report');
  });

  test('may extend one that extends another, and the one whose name it takes', async () => {
    const ws = withOwn({
      fix: FIX_WITH('remove: [N-001]'),
      mine: 'name: mine\nversion: 1\nextends: fix\nremove: [N-010]\n',
    });
    const loaded = await loadTemplate(ws, 'mine', [TESTS]);
    const roles = loaded.ok ? loaded.value.nodes.map(({ role }) => role) : loaded.error;
    expect(roles).toEqual(['body', 'tongue', 'nose', 'mind']);
  });

  test('is written out as one that says all of it itself, and means the same', async () => {
    const text = `${HEAD}remove: [N-050]\nparameters: { where: { description: w, default: src } }\nnodes: [{ id: N-020, constraints: { allowed_paths: ['{{where}}/**'] } }]\n`;
    const read = readNamed(withOwn({ mine: text }), 'mine', {});
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    expect(read.value.data).not.toHaveProperty('extends');
    const again = await planOf(JSON.stringify(read.value.data));
    expect(again).toEqual({ ...(await planOf(text)), sha256: again.sha256 });
  });

  test('is refused with its place where it names what is not there', async () => {
    expect(await refusedOf({ mine: HEAD.replace('fix', 'fxi') })).toEqual([
      '3:10 [fxi] There is no template "fxi". | Did you mean "fix"?',
    ]);
    expect(await refusedOf({ mine: `${HEAD}remove: [N-011]\n` })).toEqual([
      '4:10 [N-011] "fix" has no node N-011. | Did you mean "N-001"?',
    ]);
    expect(await refusedOf({ mine: `${HEAD}nodes: [{ id: N-060, role: eye }]\n` })).toEqual([
      '4:11 [id] "title" is missing. | One line a person understands.',
      expect.stringContaining('No edge touches N-060.'),
    ]);
    expect(
      await refusedOf({
        mine: `${HEAD}nodes: [{ id: N-010, title: a }, { id: N-010, title: b }]\n`,
      }),
    ).toEqual(['4:40 [N-010] N-010 is here twice.']);
  });

  test('is refused where it goes in a circle', async () => {
    const circle = {
      mine: HEAD.replace('fix', 'other'),
      other: 'name: other\nversion: 1\nextends: mine\n',
    };
    const result = await loadTemplate(withOwn(circle), 'mine', []);
    if (result.ok || result.error.kind !== 'bad-file') throw new Error(JSON.stringify(result));
    expect(result.error.problems[0]?.file).toBe('.wukong/templates/other.yaml');
    expect(told(result.error.problems)).toEqual([
      '3:10 [mine] These templates extend each other: mine → other → mine. | One of them has to be whole.',
    ]);
    expect(await refusedOf({ mine: HEAD.replace('fix', 'mine') })).toEqual([
      '3:10 [mine] These templates extend each other: mine → mine. | One of them has to be whole.',
    ]);
  });

  test('is told of what is wrong in the whole where it says so itself, else where it extends', async () => {
    const edges = 'edges: [{ from: N-050, to: N-001 }]\n';
    const [circle] = await refusedOf({ mine: `${HEAD}${edges}` });
    expect(circle).toMatch(/^4:9 \[\{ from: N-050.*These nodes wait for each other/);
    // The body is not behind the node whose outputs it is given.
    const away = 'edges: [{ from: N-001, to: N-020 }]\n';
    const base = `${FIX.replace('name: fix', 'name: base').replace('N-010.outputs.report]', 'N-050.outputs.report]')}`;
    const own = { base, mine: `${HEAD.replace('fix', 'base')}${away}` };
    expect(await refusedOf(own)).toEqual([
      expect.stringMatching(/^3:10 \[base\] From "base", line \d+: N-050 does not come before/),
    ]);
  });

  test('that asks for high risk has the levels follow from it', async () => {
    const { nodes } = await planOf(`${HEAD}risk: high\n`);
    const levels = nodes.map(({ role, quality }) => `${role} ${quality.evidence_level_required}`);
    expect(levels).toEqual([
      'ear L1',
      'eye L1',
      'tongue L1',
      'body L2',
      'tongue L3',
      'nose L1',
      'mind L1',
    ]);
    const less = 'nodes: [{ id: N-030, quality: { evidence_level_required: L2 } }]\n';
    expect(await refusedOf({ mine: `${HEAD}risk: high\n${less}` })).toEqual([
      '5:58 [L2] The risk is high, and N-030 changes files: L2 is not enough for it. | Write L3, or leave it out.',
    ]);
  });

  test('is the only one that may leave something out, or take nodes away', async () => {
    expect(await refusedOf({ mine: `${WHOLE}nodes: [{ id: N-001, role: eye }]\n` })).toEqual([
      '5:11 [id] "title" is missing. | One line a person understands.',
    ]);
    const removes = `${WHOLE}remove: [N-010]\nnodes: [{ id: N-001, title: t, role: eye }]\n`;
    expect(await refusedOf({ mine: removes })).toHaveLength(1);
  });

  test('names what it may extend by its files', () => {
    const shelf = shelfOf(withOwn({ fix: FIX }));
    expect(shelf.filesOf('fix')).toHaveLength(2);
    expect(shelf.filesOf('../fix')).toEqual([]);
  });
});

function FIX_WITH(line: string): string {
  return `name: fix\nversion: 2\nextends: fix\n${line}\n`;
}

const SUITE = `${WHOLE}parameters:
  suite: { description: which tests to run, default: npm test }
  where: { description: the folder to work in }
nodes:
  - id: N-010
    title: Change {{where}}
    role: body
    instructions: Run {{suite}}, and leave {{ this }} alone.
    constraints: { allowed_paths: ['{{where}}/**'] }
    verification_plan:
      deterministic: [{ type: test, name: suite, command: ['{{suite}}'], shell: true }]
`;

describe('a parameter', () => {
  test('stands in texts, globs and commands, with what was given or its default', async () => {
    const made = await planOf(SUITE, { where: 'src' });
    const [node] = made.nodes;
    expect(node).toMatchObject({
      title: 'Change src',
      instructions: 'Run npm test, and leave {{ this }} alone.',
      constraints: {
        allowed_paths: ['src/**'],
        allowed_paths_re: [expect.stringContaining('src')],
      },
      verification_plan: { deterministic: [{ command: ['npm test'], shell: true }] },
    });
    expect(begin(made).goal.template).toMatchObject({ parameters: { where: 'src' } });
    const other = await planOf(SUITE, { where: 'lib', suite: 'npm run {{where}}' });
    // A value is taken as it is.
    expect(other.nodes[0]?.verification_plan.deterministic[0]).toMatchObject({
      command: ['npm run {{where}}'],
    });
  });

  test('that has no default has to be given, and one that is not there is refused', async () => {
    const ws = withOwn({ mine: SUITE });
    expect(await loadTemplate(ws, 'mine', [])).toEqual({
      ok: false,
      error: {
        kind: 'missing-parameters',
        template: 'mine',
        missing: [{ name: 'where', description: 'the folder to work in' }],
      },
    });
    for (const name of ['siute', 'constructor']) {
      expect(await loadTemplate(ws, 'mine', [], { params: { [name]: 'x', where: 'x' } })).toEqual({
        ok: false,
        error: { kind: 'unknown-parameter', template: 'mine', name, known: ['suite', 'where'] },
      });
    }
    // To look at the plan none is needed.
    const seen = await loadTemplate(ws, 'mine', [], { isOpen: true });
    expect(seen.ok && seen.value.nodes[0]?.title).toBe('Change {{where}}');
  });

  test('opens no path that could not be written, and no value that the schema refuses', async () => {
    expect(await refusedOf({ mine: SUITE }, { where: '..' })).toEqual([
      '13:36 [\'{{where}}/**\'] This path leaves the repository: ".." is not possible.',
    ]);
    expect(await refusedOf({ mine: SUITE }, { where: 'x'.repeat(300) })).toEqual([
      '10:12 [Change {{where}}] This text is longer than 200 characters.',
    ]);
  });

  test('that is not declared is refused where it stands', async () => {
    const text = SUITE.replace('Run {{suite}}', 'Run {{suit}} and {{constructor}}');
    expect(await refusedOf({ mine: text }, { where: 'src' })).toEqual([
      expect.stringContaining('There is no parameter {{suit}}. | Did you mean "suite"?'),
      expect.stringContaining('{{constructor}}. | Add it under "parameters", or write {{ constr'),
    ]);
    // What decides about power is no text.
    const role = SUITE.replace('role: body', "role: '{{where}}'");
    expect(await refusedOf({ mine: role }, { where: 'body' })).toEqual([
      expect.stringContaining('"{{where}}" is not possible here: ear, eye'),
    ]);
  });

  test('is taken over from what a template extends', async () => {
    const ws = withOwn({ base: SUITE.replace('mine', 'base'), mine: HEAD.replace('fix', 'base') });
    const loaded = await loadTemplate(ws, 'mine', [], { params: { where: 'src' } });
    expect(loaded.ok && loaded.value.nodes[0]?.title).toBe('Change src');
  });
});
