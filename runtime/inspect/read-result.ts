// What a goal came to, by the log.

import type { Failure } from '../model/failure.ts';
import { ok, type Result } from '../model/failure.ts';
import type { Goal } from '../model/state/goal.ts';
import type { GoalResult } from '../result/goal-result.ts';
import { RESULT_FACTS, resultOf } from '../result/result-of.ts';
import type { Workspace } from '../workspace/paths.ts';
import { goalFacts } from './goal-facts.ts';
import type { OnProgress } from './read-log.ts';

export function readResult(
  ws: Workspace,
  goal: Goal,
  onProgress: OnProgress,
): Result<GoalResult, Failure> {
  const facts = goalFacts(ws, goal.id, RESULT_FACTS, onProgress);
  if (!facts.ok) return facts;
  return ok(resultOf({ goal, facts: facts.value, now: new Date().toISOString() }));
}
