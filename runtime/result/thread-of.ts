// What the thread of an issue is told of each run of a goal: what counted, in the order it came. Pure.

import type { Reason } from '../model/reason.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Published } from '../model/state/published.ts';
import type { Run } from '../model/state/run.ts';
import type { EvidenceLevel, Role } from '../model/vocabulary.ts';
import { type GoalResult, nodeOf, type Question } from './goal-result.ts';
import type { GateSeen } from './runs-in.ts';

export type ThreadEntry = Readonly<{
  issue: string;
  goal: string;
  run: string;
  node: string;
  role: Role;
  title: string;
  status: 'ok' | 'fail' | 'blocked';
  level: EvidenceLevel | null;
  because: Reason;
  /** The agent's own words. */
  said: string;
  changed: readonly string[];
  gates: readonly GateSeen[];
  checks: readonly Readonly<{ command: string; before: string; after: string | null }>[];
  commit: string | null;
  pull: string | null;
  /** The run it goes on from, by another executor, and why that changed. */
  from: Readonly<{ run: string; because: Reason }> | null;
  /** The next run of the same node: then neither a question nor a next step is left of this one. */
  wentOn: string | null;
  questions: readonly Question[];
  goalStatus: Goal['status'];
}>;

/** Late and refused results, and runs that ended without one, are none of it. */
export function threadOf(goal: Goal, result: GoalResult, published: Published): ThreadEntry[] {
  return result.runs.flatMap(({ id }) => {
    const run = goal.runs[id];
    const status = run?.ended && STATUS[run.ended.outcome];
    return run?.ended && status
      ? [entryOf(goal, result, published, { ...run, status, because: run.ended.because })]
      : [];
  });
}

const STATUS: Readonly<Record<string, ThreadEntry['status']>> = {
  success: 'ok',
  failed: 'fail',
  blocked: 'blocked',
};

function entryOf(
  goal: Goal,
  result: GoalResult,
  { branch, pushed, pull }: Published,
  run: Run & Pick<ThreadEntry, 'status' | 'because'>,
): ThreadEntry {
  const { id, node, role, status, because, outputs, takes_over } = run;
  const seen = result.runs.find((one) => one.id === id);
  const isOut = branch !== undefined && pushed !== undefined;
  const commit = isOut ? branch.commits.find(({ steps }) => steps.includes(id)) : undefined;
  const later = result.runs.slice(result.runs.findIndex((one) => one.id === id) + 1);
  const wentOn = later.find((one) => goal.runs[one.id]?.node === node)?.id ?? null;
  const checks = seen?.checks ?? [];
  const red = checks.filter(({ side }) => side === 'red');
  return {
    issue: goal.issue_ref,
    goal: goal.id,
    ...{ run: id, node, role, status, because },
    title: nodeOf(result, node).title,
    level: outputs?.level ?? null,
    said: outputs?.summary ?? '',
    changed: outputs?.patch_files ?? [],
    gates: seen?.gates ?? [],
    checks: red.map(({ command, outcome }) => {
      const same = (one: (typeof checks)[number]): boolean =>
        one.side === 'green' && one.command.join('\0') === command.join('\0');
      const after = checks.findLast(same)?.outcome ?? null;
      return { command: command.join(' '), before: outcome, after };
    }),
    commit: commit?.id ?? null,
    pull: pull?.url ?? null,
    from: takes_over ? { run: takes_over.run, because: takes_over.because } : null,
    ...{ wentOn, goalStatus: goal.status },
    questions: result.questions.filter(
      (one) => wentOn === null && one.node === node && one.ended === null,
    ),
  };
}
