// A template in which a test has to show the fault before anything is fixed, by another agent than the one that
// fixes it. Pure.

import { proofOfName } from '../kernel/graph/proof.ts';
import type { Template, TemplateNode } from '../model/documents/template.ts';
import { type Failure, fail, ok, type Result } from '../model/failure.ts';
import { behindAny } from './template-graph.ts';

/**
 * With a tongue node before the first bodies, which gets what they are given. `asked`: by a person; else the risk
 * is high, and where nothing asks for a test that fails, none is added.
 */
export function reproduceFirst(template: Template, asked: boolean): Result<Template> {
  const { nodes, edges } = template;
  if (nodes.some(({ reproduce }) => reproduce)) return ok(template);
  const all = nodes.filter(({ role }) => role === 'body').map(({ id }) => id);
  const isLater = behindAny(edges, all);
  const bodies = nodes.filter(({ id }) => all.includes(id) && !isLater(id));
  const [first] = bodies;
  if (!mayShowFirst(template) || first === undefined) {
    return asked ? fail<Failure>({ kind: 'refused', ...noFault(template) }) : ok(template);
  }
  const own = nextId(nodes);
  const ids = bodies.map(({ id }) => id);
  const outputs = [...new Set(bodies.flatMap(({ inputs }) => inputs?.upstream_outputs ?? []))];
  // Who waited for nothing waits for the test; whom the body waited for, the test waits for.
  const before = edges.filter(({ to }) => ids.includes(to));
  const isSame = (one: (typeof edges)[number], other: (typeof edges)[number]): boolean =>
    one.from === other.from && one.condition === other.condition;
  const into = before.filter((one, at) => before.findIndex((other) => isSame(one, other)) === at);
  const moved = [
    ...edges.filter((edge) => !before.includes(edge)),
    ...into.map((edge) => ({ ...edge, to: own })),
    ...ids.map((to) => ({ from: own, to, condition: 'on_success' as const })),
  ];
  const isBehind = behindAny(moved, [own]);
  const given = nodes.flatMap((node): TemplateNode[] => {
    if (node.id === first.id) return [testNode(own, outputs), toldOf(node, own)];
    const isToKnow = ids.includes(node.id) || (node.role === 'nose' && isBehind(node.id));
    return [isToKnow ? toldOf(node, own) : node];
  });
  return ok({ ...template, nodes: given, edges: moved });
}

/** A check has to fail before the change, and somebody changes the program. */
export function mayShowFirst({ name, nodes, proof = proofOfName(name) }: Template): boolean {
  return proof === 'red_green' && nodes.some(({ role }) => role === 'body');
}

/** Why a person cannot have it, and what they can. */
export function noFault({
  name,
}: Pick<Template, 'name'>): Readonly<Record<'message' | 'hint', string>> {
  const message = `"${name}" has nothing that a test could show first: it asks for no check that fails before the change, or has no body.`;
  return { message, hint: 'Leave out "reproduce: first", or write "proof: red_green" into it.' };
}

function testNode(id: string, upstream_outputs: string[]): TemplateNode {
  const inputs = { files: [], context_refs: [], upstream_outputs };
  return {
    id,
    title: 'Show the fault by a test',
    role: 'tongue',
    reproduce: 'first',
    instructions: SHOW_IT,
    inputs,
    constraints: { allowed_tools: [], allowed_paths: [], time_budget_sec: 1800 },
    quality: { evidence_level_required: 'L1', checklist: ['tests_added', 'repro_steps'] },
    verification_plan: {
      deterministic: [{ type: 'builtin', name: 'references', mustPass: true }],
    },
    max_retries: 3,
    join: 'all',
  };
}

const SHOW_IT = `Nothing is fixed yet, and you fix nothing. Write the test that shows the fault: it has to fail on the
code as it is, by an assertion or by an exception from inside of the program, and not because a name or a
module is missing. Cite the command that runs it under \`Repro:\`, and run it after your last edit: the runtime
runs it twice on the files as they were before the first change.
From then on your test is sealed for whoever fixes the fault, so let it say what has to hold and not how.
If a test that is there shows the fault already, name it and add none. If no test can show it, report
"Status: blocked" and ask whether to go on without one.
`;

function toldOf(node: TemplateNode, own: string): TemplateNode {
  const { files = [], context_refs = [], upstream_outputs = [] } = node.inputs ?? {};
  const outputs = [...upstream_outputs, `${own}.outputs.patch`, `${own}.outputs.summary`];
  const inputs = { files, context_refs, upstream_outputs: outputs };
  if (node.role === 'nose') return { ...node, inputs };
  const told = `The test of ${own} shows the fault and is sealed: make it pass, and leave it as it is. Tests of your own go into other files.`;
  return { ...node, inputs, instructions: `${node.instructions}${told}\n` };
}

/** The next multiple of ten behind all there are. */
function nextId(nodes: readonly TemplateNode[]): string {
  const last = Math.max(0, ...nodes.map(({ id }) => Number(id.slice(2))));
  return `N-${String((Math.floor(last / 10) + 1) * 10).padStart(3, '0')}`;
}
