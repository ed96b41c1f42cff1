// A template for a goal of high risk, although it says nothing of risk itself. Pure.

import type { Template, TemplateNode } from '../model/documents/template.ts';
import { type Failure, fail, ok, type Result } from '../model/failure.ts';
import { CHANGING_ROLES } from '../model/vocabulary.ts';
import { behindAny } from './template-graph.ts';
import { reviewedNodes } from './template-nodes.ts';
import { owesL3 } from './template-rules.ts';

/**
 * Whatever changes files is proven to L3, and a nose judges it. One that works beside a nose is judged by it
 * afterwards; where there is no nose for it, the plan is refused.
 */
export function raiseRisk(template: Template): Result<Template> {
  const isHigh = owesL3(template);
  const nodes = template.nodes.map((node) => (isHigh(node.id) ? toL3(node) : node));
  let raised: Template = { ...template, risk: 'high', nodes };
  for (const { id } of raised.nodes.filter(isChanger)) {
    if (reviewedNodes(raised)(id)) continue;
    const nose = noseFor(raised, id);
    if (nose === undefined) {
      return fail<Failure>({ kind: 'risk-unreviewed', template: template.name, node: id });
    }
    raised = withReview(raised, id, nose);
  }
  return ok(raised);
}

function isChanger({ role }: TemplateNode): boolean {
  return CHANGING_ROLES.includes(role);
}

function toL3(node: TemplateNode): TemplateNode {
  const checklist = node.quality?.checklist ?? [];
  return { ...node, quality: { checklist, evidence_level_required: 'L3' } };
}

/** The first one that can wait for the node: the node does not wait for it. */
function noseFor({ nodes, edges }: Template, id: string): string | undefined {
  const noses = nodes.filter(({ role }) => role === 'nose').map((nose) => nose.id);
  return noses.find(
    (nose) =>
      !behindAny(edges, [nose])(id) && !edges.some(({ from, to }) => from === id && to === nose),
  );
}

function withReview(template: Template, id: string, nose: string): Template {
  const given = [`${id}.outputs.patch`, `${id}.outputs.evidence`];
  const nodes = template.nodes.map((node): TemplateNode => {
    if (node.id !== nose) return node;
    const { files = [], context_refs = [], upstream_outputs = [] } = node.inputs ?? {};
    const inputs = { files, context_refs, upstream_outputs: [...upstream_outputs, ...given] };
    return { ...node, inputs };
  });
  const edges = [...template.edges, { from: id, to: nose, condition: 'on_success' as const }];
  return { ...template, nodes, edges };
}
