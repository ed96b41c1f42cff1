// A test that has to show the fault before anything is fixed: where it stands in a plan, and who gets it.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lessThan } from '../../runtime/documents/own-template.ts';
import { reproduceFirst } from '../../runtime/documents/reproduce-first.ts';
import { ROLE_PATHS } from '../../runtime/documents/role-defaults.ts';
import { loadTemplate, type Wanted } from '../../runtime/documents/template.ts';
import { readPrompt } from '../../runtime/hosts/claude-code/session/prompt.ts';
import { badFlag } from '../../runtime/hosts/claude-code/session/unknown-command.ts';
import type { Plan } from '../../runtime/kernel/requests/goals.ts';
import type { Template } from '../../runtime/model/documents/template.ts';
import { explain } from '../../runtime/words/explain-failure.ts';
import { told, workspace } from './workspace.ts';

const HEAD = 'name: mine\nversion: 1\ndescription: d\nsuccess_criteria: [c]\n';
const BODY = 'nodes: [{ id: N-010, title: Fix it, role: body }]\n';

async function load(name: string, wanted: Wanted = {}, own?: string) {
  const file = new URL(`../../templates/${name}.yaml`, import.meta.url);
  const programs = '.git/wukong/runtime';
  const ws = workspace(
    own === undefined
      ? {
          [`${programs}/current`]: '0123456789abcdef',
          [`${programs}/0123456789abcdef/templates/${name}.yaml`]: readFileSync(file, 'utf8'),
        }
      : { [`.wukong/templates/${name}.yaml`]: own },
  );
  return loadTemplate(ws, name, [], wanted);
}

async function planned(...asked: Parameters<typeof load>): Promise<Plan> {
  const plan = await load(...asked);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error, null, 1));
  return plan.value;
}

function order({ nodes }: Plan): string {
  return nodes.map(({ id, role, reproduce }) => `${id} ${role}${reproduce ? '!' : ''}`).join(' ');
}

function into({ edges }: Plan, id: string): string[] {
  return edges.flatMap(({ from, to }) => (to === id ? [from] : []));
}

test.each<readonly [string, Wanted, string]>([
  ['fix', {}, 'N-001 ear N-010 eye N-020 body N-030 tongue N-040 nose N-050 mind'],
  [
    'fix',
    { reproduce: 'first' },
    'N-001 ear N-010 eye N-060 tongue! N-020 body N-030 tongue N-040 nose N-050 mind',
  ],
  [
    'fix',
    { risk: 'high' },
    'N-001 ear N-010 eye N-060 tongue! N-020 body N-030 tongue N-040 nose N-050 mind',
  ],
  ['fix_small', { reproduce: 'first' }, 'N-040 tongue! N-010 body N-020 tongue N-030 nose'],
  ['fix_small', { risk: 'high' }, 'N-040 tongue! N-010 body N-020 tongue N-030 nose'],
])('%s with %j has the nodes it should', async (name, wanted, nodes) => {
  expect(order(await planned(name, wanted))).toBe(nodes);
});

test('high risk adds none where no test has to fail first', async () => {
  for (const name of ['feature', 'refactor']) {
    expect((await planned(name, { risk: 'high' })).nodes.some((one) => one.reproduce)).toBe(false);
  }
});

test('the tongue gets what the body would have got, and the body and the nose get its test', async () => {
  const plan = await planned('fix', { reproduce: 'first' });
  const [first, body, nose] = ['N-060', 'N-020', 'N-040'].map((id) =>
    plan.nodes.find((one) => one.id === id),
  );
  expect(into(plan, 'N-060')).toEqual(['N-010']);
  expect(into(plan, 'N-020')).toEqual(['N-060']);
  expect(first?.inputs.upstream_outputs).toEqual(['N-001.outputs.report', 'N-010.outputs.report']);
  expect(first?.quality).toEqual({
    evidence_level_required: 'L1',
    checklist: ['tests_added', 'repro_steps'],
  });
  expect(first?.constraints.allowed_paths).toEqual(ROLE_PATHS.tongue);
  for (const one of [body, nose]) {
    expect(one?.inputs.upstream_outputs).toContain('N-060.outputs.patch');
  }
  expect(body?.instructions).toContain('The test of N-060 shows the fault and is sealed');
});

test('a template says it itself, for several bodies at once and for one that nothing came before', async () => {
  const text = `${HEAD}proof: red_green
reproduce: first
nodes:
  - { id: N-010, title: Fix it, role: body }
  - { id: N-020, title: Fix the other, role: body }
  - { id: N-030, title: Clean up, role: body }
edges:
  - { from: N-010, to: N-030, condition: on_success }
  - { from: N-020, to: N-030, condition: on_success }
`;
  const plan = await planned('mine', {}, text);
  expect(order(plan)).toBe('N-040 tongue! N-010 body N-020 body N-030 body');
  expect([
    into(plan, 'N-040'),
    into(plan, 'N-010'),
    into(plan, 'N-020'),
    into(plan, 'N-030'),
  ]).toEqual([[], ['N-040'], ['N-040'], ['N-010', 'N-020']]);
});

test('a node of the template may be the one, and then none is added', async () => {
  const text = `${HEAD}proof: red_green
reproduce: first
nodes:
  - { id: N-005, title: Show it, role: tongue, reproduce: first }
  - { id: N-010, title: Fix it, role: body }
edges: [{ from: N-005, to: N-010, condition: on_success }]
`;
  const plan = await planned('mine', { reproduce: 'first' }, text);
  expect(order(plan)).toBe('N-005 tongue! N-010 body');
  // No check passes on a tree with a test that fails.
  expect(plan.nodes[0]?.quality.evidence_level_required).toBe('L1');
});

test('it is refused where nothing has to fail first, and of a node that writes no tests', async () => {
  const refused = await load('direct', { reproduce: 'first' });
  expect(refused.ok ? undefined : explain(refused.error)).toMatchObject({
    message:
      '"direct" has nothing that a test could show first: it asks for no check that fails before the change, or has no body.',
    hint: 'Leave out "reproduce: first", or write "proof: red_green" into it.',
  });
  const none = await load('mine', {}, `${HEAD}reproduce: first\n${BODY}`);
  expect(!none.ok && none.error.kind === 'bad-file' ? told(none.error.problems) : []).toEqual([
    '5:1 [reproduce] "mine" has nothing that a test could show first: it asks for no check that fails before the change, or has no body. | Leave out "reproduce: first", or write "proof: red_green" into it.',
  ]);
  const wrong = `${HEAD}proof: red_green\n${BODY.replace('body', 'body, reproduce: first')}`;
  const read = await load('mine', {}, wrong);
  expect(!read.ok && read.error.kind === 'bad-file' ? told(read.error.problems) : []).toEqual([
    '6:49 [reproduce] N-010 cannot show the fault first. | That is for a node of the role tongue, in a template with "proof: red_green".',
  ]);
});

test('a template that asks for more than the shipped one is not told to ask for less', async () => {
  const plan = await planned('fix', { reproduce: 'first' });
  expect(lessThan(plan, await planned('fix'))).toBeUndefined();
});

test('the node that is added changes nothing of edges that lead elsewhere', () => {
  const template = {
    name: 'fix',
    nodes: [{ id: 'N-010', role: 'body', instructions: '' }],
    edges: [{ from: 'N-010', to: 'N-020', condition: 'on_failure' }],
  } as unknown as Template;
  const made = reproduceFirst(template, true);
  expect(made.ok && made.value.edges).toEqual([
    { from: 'N-010', to: 'N-020', condition: 'on_failure' },
    { from: 'N-020', to: 'N-010', condition: 'on_success' },
  ]);
});

test('it is read where it stands before the words, and answered with how to type it', () => {
  expect(readPrompt('/wukong_fix --risk high --reproduce first it crashes')).toEqual({
    kind: 'start',
    template: 'fix',
    text: 'it crashes',
    risk: 'high',
    reproduce: 'first',
  });
  expect(badFlag('--reproduce last it crashes')).toBe('reproduce');
});
