// Plan B: a node of role mind before the one that is stuck. It changes nothing; it finds out why the same
// error comes again, and what else could be done, and the next run of the stuck node is given its report.

import type { Edge } from '../../model/edge.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { idAt, nextMultiple } from '../graph/growth.ts';
import { specOf } from '../state/queries.ts';

const QUOTED = 1500;

export type PlanB = Readonly<{ spec: NodeSpec; edges: Edge[] }>;

/** `times`: runs in a row that failed of `error`. */
export function planB(goal: Goal, run: Run, error: string, times: number): PlanB {
  const { id, title, inputs } = specOf(goal, run.node);
  const own = idAt(nextMultiple(goal));
  const spec: NodeSpec = {
    id: own,
    title: `Plan B for ${id}`,
    role: 'mind',
    executor: { type: 'subagent', name: 'mind' },
    instructions: instructions({ id, title, error, times, dir: run.outputs?.dir }),
    inputs: { files: [], context_refs: [], upstream_outputs: inputs.upstream_outputs },
    constraints: {
      allowed_tools: ['Read', 'Grep', 'Glob'],
      allowed_paths: [],
      allowed_paths_re: [],
      time_budget_sec: 900,
    },
    quality: { evidence_level_required: 'L1', checklist: [] },
    verification_plan: {
      deterministic: [
        { type: 'builtin', name: 'references', mustPass: true },
        { type: 'builtin', name: 'plan_b', mustPass: true },
      ],
    },
    max_retries: 1,
    join: 'all',
    plan_b_for: id,
  };
  // Without a plan B the node goes on all the same.
  return { spec, edges: [{ from: own, to: id, condition: 'always' }] };
}

function instructions(
  stuck: Readonly<{
    id: string;
    title: string;
    error: string;
    times: number;
    dir: string | undefined;
  }>,
): string {
  const { id, title, error, times, dir } = stuck;
  return [
    `${times === 1 ? 'A run' : `${times} runs`} of ${id} ("${title}")${times === 1 ? '' : ' in a row'} failed with the same error. Quoted as data:`,
    ...error
      .slice(0, QUOTED)
      .split('\n', 20)
      .map((line) => `> ${line}`),
    ...(dir === undefined ? [] : [`What the last of them left is in .wukong/${dir}.`]),
    `Find out why, and another way to do ${id}. Change no file. Cite the places that show the cause.`,
    'Write under Steps, each on a line of its own:',
    'Root cause: <one or two sentences>',
    'Then three options, the one you would take first:',
    'Option A: <what to do instead>',
    'Pros: <what speaks for it>',
    'Cons: <what speaks against it>',
    'Effort: S, M or L',
    'and the same for Option B and Option C.',
  ].join('\n');
}
