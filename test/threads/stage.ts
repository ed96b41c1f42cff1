// What one stage of a goal adds to what was published of it: a commit, a text, and comments.

import type { PullPlan } from '../../runtime/engine/publish/posts-of.ts';
import type { Branch } from '../../runtime/model/state/published.ts';
import type { ThreadEntry } from '../../runtime/result/thread-of.ts';
import { rounds } from '../crash/tally.ts';

export const GOAL = 'G-0001';
export const NAME = 'wukong/G-0001-chores';

const COMMENTS_EACH = rounds(2, 4);

export type Stage = Readonly<{
  branch: Branch;
  pull: PullPlan;
  entries: readonly ThreadEntry[];
}>;

/** `git`: in the repository of the person, without the line end of what it prints. */
export function nextStage(
  before: readonly Stage[],
  isReady: boolean,
  git: (...args: readonly string[]) => string,
): Stage {
  const nth = before.length + 1;
  const last = before.at(-1)?.branch;
  const base = last?.base ?? git('rev-parse', 'HEAD');
  const tree = git('rev-parse', 'HEAD^{tree}');
  const id = git('commit-tree', tree, '-p', last?.tip ?? base, '-m', `commit ${nth}`);
  const commits = [...(last?.commits ?? []), { node: 'N-010', steps: [`run-${nth}`], id, tree }];
  const runs = Array.from({ length: COMMENTS_EACH }, (_, i) => `2026-11-27-body-${nth}-${i}`);
  return {
    branch: {
      ...{ name: NAME, base, onto: 'trunk', tip: id, commits },
      ...{ verdict: 'shown', failed: [], same: false },
    },
    pull: { title: 'chores', body: `what was done after ${nth} commits`, isReady },
    entries: runs.map(entryOf),
  };
}

/** What each of them is called in the log, so far as it has to be there. */
export function keysOf(stages: readonly Stage[]): string[] {
  return [
    ...stages.map(({ branch }) => `branch:${branch.tip.slice(0, 12)}`),
    ...['pull', 'ready'],
    ...stages.flatMap(({ entries }) => entries.map(({ run }) => `comment:${run}`)),
  ];
}

function entryOf(run: string): ThreadEntry {
  return {
    ...{ issue: 'acme/decoder#1', goal: GOAL, run, node: 'N-010', role: 'body', title: 'Write' },
    ...{ status: 'ok', level: 'L2', because: { kind: 'no-change' }, said: 'done', changed: [] },
    ...{ gates: [], checks: [], commit: null, pull: null, from: null, wentOn: null, questions: [] },
    ...{ questions: [], goalStatus: 'running' },
  };
}
