// What a schema can't say about a template as a whole: the name it may have, and what high risk asks for.

import { followsSuccess } from '../kernel/graph/edges.ts';
import { proofOfName } from '../kernel/graph/proof.ts';
import type { Template, TemplateNode } from '../model/documents/template.ts';
import { CHANGING_ROLES, type EvidenceLevel, reservedNames } from '../model/vocabulary.ts';
import type { Wording } from './reader/schema-problems.ts';
import { fromEach, unlessUnread } from './reader/unread.ts';
import { mayShowFirst, noFault } from './reproduce-first.ts';
import { ROLE_LEVEL } from './role-defaults.ts';
import { behindAny } from './template-graph.ts';
import { reviewedNodes } from './template-nodes.ts';

/** Only a tongue writes tests alone, and only where one has to fail is there something to show. */
export function reproduceProblems(template: Template): Wording[] {
  const { name, nodes, proof = proofOfName(name) } = template;
  if (template.reproduce && !mayShowFirst(template)) {
    return [{ path: ['reproduce'], at: 'key', ...noFault(template) }];
  }
  return fromEach(nodes, ({ id, role, reproduce }, i): Wording[] => {
    if (!reproduce || (role === 'tongue' && proof === 'red_green')) return [];
    const message = `${id} cannot show the fault first.`;
    const hint = 'That is for a node of the role tongue, in a template with "proof: red_green".';
    return [{ path: ['nodes', i, 'reproduce'], at: 'key', message, hint }];
  });
}

/**
 * Which nodes high risk asks L3 of: whatever changes files. But where a check has to show the fault, who
 * changes the program cannot have it yet: then those owe it behind which no other node changes files, for
 * all that was changed before them as well.
 */
export function owesL3(template: Template): (id: string) => boolean {
  const { nodes, edges, proof = proofOfName(template.name) } = template;
  const changers = nodes.filter(({ role }) => CHANGING_ROLES.includes(role)).map(({ id }) => id);
  if (proof !== 'red_green') return (id) => changers.includes(id);
  const back = edges
    .filter(({ condition }) => followsSuccess(condition))
    .map(({ from, to, condition }) => ({ from: to, to: from, condition }));
  const isFollowed = behindAny(back, changers);
  return (id) => changers.includes(id) && !isFollowed(id);
}

/** The level of each node that names none. */
export function levelsOf(
  template: Template,
): (node: Pick<TemplateNode, 'id' | 'role' | 'reproduce'>) => EvidenceLevel {
  const isHigh = template.risk === 'high' ? owesL3(template) : () => false;
  // Its test fails, so no check passes on what it leaves.
  return ({ id, role, reproduce }) => (reproduce ? 'L1' : isHigh(id) ? 'L3' : ROLE_LEVEL[role]);
}

export function nameProblems({ name }: Template): Wording[] {
  if (!reservedNames().includes(name)) return [];
  const message = `"${name}" is the name of a command of Wukong.`;
  const hint = `Choose another one, "my_${name}" for example. Reserved are: ${reservedNames().join(', ')}.`;
  return [{ path: ['name'], at: 'value', message, hint }];
}

export function riskProblems(template: Template): Wording[] {
  if (template.risk !== 'high') return [];
  const isReviewed = reviewedNodes(template);
  const isHigh = owesL3(template);
  return fromEach(template.nodes, ({ id, role, quality }, i): Wording[] => {
    if (!CHANGING_ROLES.includes(role)) return [];
    const tooLow = unlessUnread((): Wording[] => {
      const level = quality?.evidence_level_required ?? 'L3';
      if (level === 'L3' || !isHigh(id)) return [];
      const path = ['nodes', i, 'quality', 'evidence_level_required'];
      const message = `The risk is high, and ${id} changes files: ${level} is not enough for it.`;
      return [{ path, at: 'value', message, hint: 'Write L3, or leave it out.' }];
    });
    if (isReviewed(id)) return tooLow;
    const message = `The risk is high, and nobody judges ${id}: no node of the role nose comes after it.`;
    const hint = `Add a nose node and an edge { from: ${id}, to: <its id>, condition: on_success }.`;
    return [...tooLow, { path: ['nodes', i, 'id'], at: 'value', message, hint }];
  });
}
