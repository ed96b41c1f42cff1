// The parts that a report plans, read like a file of a person: each fault with its place.

import { type Part, type Parts, patternOf } from '../kernel/graph/growth.ts';
import { gatesKnown } from '../kernel/graph/proof.ts';
import { meet } from '../kernel/graph/write-sets.ts';
import type { GrowthFile } from '../model/documents/growth.ts';
import { fail, ok, type Problem, type Result } from '../model/failure.ts';
import type { NodeSpec } from '../model/node.ts';
import type { Goal } from '../model/state/goal.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import { compileGlob, pathProblem } from './globs.ts';
import { checked, hold } from './reader/read-document.ts';
import type { Wording } from './reader/schema-problems.ts';
import { fromEach } from './reader/unread.ts';
import { GROWTH_SCHEMA } from './reader/validators.ts';
import { yamlOfText } from './reader/yaml-text.ts';
import { conditionProblems } from './template-conditions.ts';
import { partProblems } from './template-graph.ts';

/** Of one goal, with all that it grew before. */
const MOST_NODES = 200;
const MAX_CHARS = 32 * 1024;

export function readGrowth(goal: Goal, whole: NodeSpec, text: string): Result<Parts, Problem[]> {
  if (text.length > MAX_CHARS) {
    const message = `The plan has ${text.length} characters; more than ${MAX_CHARS} are not read.`;
    return fail([{ file: DISPLAY, line: 1, column: 1, message }]);
  }
  const yaml = yamlOfText(text, DISPLAY);
  if (!yaml.ok) return yaml;
  const read = checked(hold(yaml.value, GROWTH_SCHEMA), [
    partProblems,
    conditionProblems,
    (plan) => tooMany(goal, plan),
    (plan) => fromEach(plan.nodes, (part, i) => problemsOf(goal, whole, part, ['nodes', i])),
  ]);
  if (!read.ok) return read;
  const { nodes, edges } = read.value.value;
  return ok({ nodes: nodes.map(compiled), edges });
}

const DISPLAY = 'the plan';

type FilePart = GrowthFile['nodes'][number];

function compiled(part: FilePart): Part {
  const { allowed_paths = [] } = part;
  return { ...part, allowed_paths_re: allowed_paths.flatMap((glob) => compileGlob(glob) ?? []) };
}

const MOST_STARS = 6;

/** The guard asks it of each file that is written, and no person has read it. */
function patternProblem(glob: string): string | undefined {
  // Without one the guard would know no limit.
  if (compileGlob(glob) === undefined) return 'This names no path.';
  if (/[*+?@!]\(/.test(glob)) return 'Patterns in parentheses are not possible in a plan.';
  const stars = glob.match(/\*+/g)?.length ?? 0;
  return stars > MOST_STARS ? `A path has at most ${MOST_STARS} wildcards in a plan.` : undefined;
}

function tooMany({ specs }: Goal, { nodes }: GrowthFile): Wording[] {
  const all = specs.length + nodes.length;
  if (all <= MOST_NODES) return [];
  const message = `With these its goal would have ${all} nodes; more than ${MOST_NODES} do not grow.`;
  return [{ path: ['nodes'], at: 'key', message, hint: 'Plan fewer parts, or none.' }];
}

function problemsOf(
  goal: Goal,
  whole: NodeSpec,
  { role: own, allowed_paths = [], gates = [] }: FilePart,
  path: ReadonlyArray<string | number>,
): Wording[] {
  const role = own ?? whole.role;
  const pattern = patternOf(goal, whole, role);
  if (!pattern) {
    const roles = [...new Set(goal.specs.map((spec) => spec.role))].join(', ');
    const message = `The plan of ${goal.id} has no node of the role ${role} that a part could be like.`;
    const hint = `It has: ${roles}.`;
    return [{ path: [...path, 'role'], at: 'value', message, hint }];
  }
  const known = gatesKnown(goal).map(({ name }) => name);
  return [
    ...fromEach(allowed_paths, (glob, i): Wording[] => {
      const at = { path: [...path, 'allowed_paths', i], at: 'value' } as const;
      const wrong = pathProblem(glob) ?? patternProblem(glob);
      if (wrong !== undefined) return [{ ...at, message: wrong }];
      const within = pattern.constraints.allowed_paths;
      if (meet([glob], within)) return [];
      const message = `${glob} is not within what ${pattern.id} may change.`;
      return [{ ...at, message, hint: `It may change ${within.join(', ')}.` }];
    }),
    ...fromEach(gates, (name, i): Wording[] => {
      if (known.includes(name)) return [];
      const message = `This repository has no gate ${JSON.stringify(name)} that was approved when the goal began.`;
      const hint = didYouMean(name, known) ?? `Gates: ${known.join(', ') || 'none'}.`;
      return [{ path: [...path, 'gates', i], at: 'value', message, hint }];
    }),
  ];
}
