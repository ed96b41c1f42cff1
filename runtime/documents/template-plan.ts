// What a node of a template becomes here: what it leaves out follows from its role, gates of the repository stand
// where it asks for them, globs are compiled and expanded.

import type { Template, TemplateNode } from '../model/documents/template.ts';
import {
  type BuiltInGateName,
  type Gate,
  gatesInOrder,
  type VerificationPlan,
} from '../model/gate.ts';
import type { Executor, NodeSpec } from '../model/node.ts';
import type { Role } from '../model/vocabulary.ts';
import { compileGlob, expandFiles } from './globs.ts';
import { ROLE_CHECKS, ROLE_PATHS } from './role-defaults.ts';
import type { levelsOf } from './template-rules.ts';
import { toolsOf } from './template-tools.ts';

const DEFAULT_BUDGET_SEC = 1800;

type Into = Readonly<{
  template: Template;
  levelOf: ReturnType<typeof levelsOf>;
  gates: readonly Gate[];
  worktree: string;
  /** Who carries out nodes whose template names nobody, by role. */
  executors: Readonly<Partial<Record<Role, Executor>>> | undefined;
}>;

export async function fillNode(
  node: TemplateNode,
  { template, levelOf, gates, worktree, executors = {} }: Into,
): Promise<NodeSpec> {
  const { id, title, role, type, estimated_effort, executor, instructions, max_retries } = node;
  const { budget, cost_estimate, issue_ref, reproduce, may_grow } = node;
  const { inputs, constraints, quality } = node;
  const checklist = quality?.checklist ?? [];
  const given = constraints?.allowed_paths ?? [];
  const allowed_paths = given.length > 0 ? given : [...ROLE_PATHS[role]];
  return {
    id,
    title,
    role,
    ...(type && { type }),
    ...(estimated_effort && { estimated_effort }),
    ...(issue_ref !== undefined && { issue_ref }),
    executor: executor ?? executors[role] ?? { type: 'subagent', name: role },
    instructions,
    inputs: {
      files: await expandFiles(worktree, inputs?.files ?? []),
      context_refs: inputs?.context_refs ?? [],
      upstream_outputs: inputs?.upstream_outputs ?? [],
    },
    constraints: {
      ...toolsOf(template, node, testsOf(node, gates)),
      allowed_paths,
      allowed_paths_re: allowed_paths.flatMap((glob) => compileGlob(glob) ?? []),
      time_budget_sec: constraints?.time_budget_sec ?? DEFAULT_BUDGET_SEC,
    },
    quality: {
      evidence_level_required: quality?.evidence_level_required ?? levelOf(node),
      checklist,
    },
    verification_plan: planOf(node, gates, checklist) as NodeSpec['verification_plan'],
    ...(cost_estimate !== undefined && { cost_estimate }),
    ...(budget && { budget }),
    ...(reproduce && { reproduce }),
    ...(may_grow !== undefined && { may_grow }),
    max_retries,
    join: node.join,
  };
}

/** The checks of a node, each once: its own or its role's, and one for each item of its checklist. */
function planOf(
  { role, verification_plan, may_grow }: TemplateNode,
  gates: readonly Gate[],
  checklist: readonly BuiltInGateName[],
): VerificationPlan {
  const own = verification_plan?.deterministic ?? [
    ...ROLE_CHECKS[role].map(builtIn),
    ...(ROLE_CHECKS[role].length === 0 ? [{ type: 'repository', for: 'test' } as const] : []),
  ];
  const inPlace = (entries: ReadonlyArray<(typeof own)[number]>): Gate[] =>
    entries.flatMap((entry): readonly Gate[] => {
      return entry.type === 'repository' ? gates.filter(({ type }) => type === entry.for) : [entry];
    });
  const named = new Map<string, Gate>();
  const keyOf = (gate: Gate): string => `${gate.type === 'builtin'} ${gate.name}`;
  const add = (gate: Gate): boolean => !named.has(keyOf(gate)) && !!named.set(keyOf(gate), gate);
  // It is what its parts are looked at by.
  const plans = may_grow === undefined ? [] : [builtIn('plan')];
  const deterministic = [...inPlace(own), ...checklist.map(builtIn), ...plans].filter(add);
  // Nothing passes unlooked at: what it cites has to be there.
  if (deterministic.length === 0) deterministic.push(builtIn('references'));
  const behavioral = inPlace(verification_plan?.behavioral ?? [])
    .filter((gate) => gate.type !== 'builtin')
    .filter(add);
  const review = verification_plan?.llm_review;
  return {
    deterministic,
    ...(behavioral.length > 0 ? { behavioral } : {}),
    ...(review === undefined ? {} : { llm_review: { aspects: review.aspects ?? [] } }),
  };
}

/** Test commands that concern a node: of its own plan and of the repository. */
export function testsOf(node: TemplateNode, gates: readonly Gate[]): Gate[] {
  return [...gatesInOrder(planOf(node, gates, [])), ...gates];
}

function builtIn(name: BuiltInGateName): Gate {
  return { type: 'builtin', name, mustPass: true };
}
