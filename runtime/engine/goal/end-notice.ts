// What the user is told when a goal is complete.

import { changedIn } from '../../kernel/graph/ended-node.ts';
import type { Notice } from '../../model/notice.ts';
import type { GoalResult } from '../../result/goal-result.ts';

/** A record has its limit; the summary has them all. */
const NAMED = 100;
const NAMED_GATES = 10;
const NAMED_CAUGHT = 3;

/** `summary`: below .wukong/. */
export function endNotice(result: GoalResult, summary: string): Notice {
  const { goal, issue, nodes, counts, fault, beside, time, change, memory } = result;
  const { lines = [], patch = null } = change ?? {};
  const { waiting = [], accepted = [], removals = [] } = memory ?? {};
  const gates = counts.gates.passed.slice(0, NAMED_GATES);
  const caught = caughtIn(result).slice(0, NAMED_CAUGHT);
  const usage = usedIn(result);
  return {
    kind: 'goal-completed',
    goal,
    nodes: nodes.slice(0, NAMED).map(({ id, level, status }) => ({ id, end: level ?? status })),
    total: counts.nodes.total,
    done: counts.nodes.done,
    summary,
    candidates: waiting.length,
    ...(accepted.length > 0 && { accepted: accepted.map(({ id, run }) => ({ id, run })) }),
    ...(removals.length > 0 && { removals: removals.length }),
    ...(fault && { fault }),
    ...(beside && { beside }),
    seconds: time.whole,
    ...(lines.length > 0 && { changed: changedIn(lines) }),
    ...(patch !== null && { patch }),
    ...(!issue.startsWith('local#') && { issue }),
    ...(gates.length > 0 && { gates }),
    ...(caught.length > 0 && { caught }),
    ...(usage && { usage }),
  };
}

/** The steps whose reports were sent back, in the order of the plan: how often in all their runs, and why first. */
function caughtIn({ nodes, runs }: GoalResult) {
  const steps = nodes.filter(({ status }) => status !== 'cancelled');
  return steps.flatMap(({ id, title, sent_back }, i) => {
    if (sent_back === 0) return [];
    const first = runs.find(({ node, sentBack }) => node === id && sentBack.length > 0)
      ?.sentBack[0];
    const { claimed = null, level = null, seen = null } = first ?? {};
    const why = level !== null && seen !== null && { caught: { claimed, level, seen } };
    return [{ step: { place: i + 1, total: steps.length, title }, sent_back, ...why }];
  });
}

function usedIn({ used: { models, spent, hours, read } }: GoalResult) {
  const { claimed } = spent;
  if (Object.keys(models).length === 0 && !claimed && read === null) return undefined;
  return { models, ...(claimed && { claimed }), hours, ...(read && { read }) };
}
