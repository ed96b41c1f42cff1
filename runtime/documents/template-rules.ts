// What a schema can't say about a template as a whole: the name it may have, and what high risk asks for.

import type { Template } from '../model/documents/template.ts';
import { CHANGING_ROLES, RESERVED_NAMES, type Role } from '../model/vocabulary.ts';
import { ROLE_LEVEL } from './role-defaults.ts';
import type { Wording } from './schema-problems.ts';
import { reviewedNodes } from './template-nodes.ts';

export function templateProblems(template: Template): Wording[] {
  return [...nameProblems(template), ...riskProblems(template)];
}

/** The level of a node that names none. */
export function levelOf({ risk }: Pick<Template, 'risk'>, role: Role) {
  return risk === 'high' && CHANGING_ROLES.includes(role) ? 'L3' : ROLE_LEVEL[role];
}

function nameProblems({ name }: Template): Wording[] {
  if (!RESERVED_NAMES.includes(name)) return [];
  const message = `"${name}" is the name of a command of Wukong.`;
  const hint = `Choose another one, "my_${name}" for example. Reserved are: ${RESERVED_NAMES.join(', ')}.`;
  return [{ path: ['name'], at: 'value', message, hint }];
}

function riskProblems(template: Template): Wording[] {
  if (template.risk !== 'high') return [];
  const isReviewed = reviewedNodes(template);
  return template.nodes.flatMap(({ id, role, quality }, i): Wording[] => {
    if (!CHANGING_ROLES.includes(role)) return [];
    const level = quality?.evidence_level_required ?? 'L3';
    const problems: Wording[] = [];
    if (level !== 'L3') {
      const path = ['nodes', i, 'quality', 'evidence_level_required'];
      const message = `The risk is high, and ${id} changes files: ${level} is not enough for it.`;
      problems.push({ path, at: 'value', message, hint: 'Write L3, or leave it out.' });
    }
    if (!isReviewed(id)) {
      const message = `The risk is high, and nobody judges ${id}: no node of the role nose comes after it.`;
      const hint = `Add a nose node and an edge { from: ${id}, to: <its id>, condition: on_success }.`;
      problems.push({ path: ['nodes', i, 'id'], at: 'value', message, hint });
    }
    return problems;
  });
}
