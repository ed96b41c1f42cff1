// All entities of work orders, of one goal or of many: views of the log, made when they are asked for.

import { factsOf, type GoalHistory } from '../kernel/views/goal-history.ts';
import type { Artifact } from '../model/views/entities/artifact.ts';
import type { Decision } from '../model/views/entities/decision.ts';
import type { GoalEntity } from '../model/views/entities/goal.ts';
import type { RunEntity } from '../model/views/entities/run.ts';
import type { WorkItem } from '../model/views/entities/work-item.ts';
import type { EscalationEntity } from '../model/views/escalation.ts';
import { artifactsOf } from './artifacts.ts';
import { decisionsOf } from './decisions.ts';
import { escalationsIn } from './escalations.ts';
import { goalEntity } from './goals.ts';
import { runEntities } from './runs.ts';
import { workItems } from './work-items.ts';

export type Entities = Readonly<{
  goals: GoalEntity[];
  work_items: WorkItem[];
  runs: RunEntity[];
  artifacts: Artifact[];
  decisions: Decision[];
  escalations: EscalationEntity[];
}>;

export function entitiesOf(histories: readonly GoalHistory[], tenant: string): Entities {
  const all: Entities = {
    goals: [],
    work_items: [],
    runs: [],
    artifacts: [],
    decisions: [],
    escalations: [],
  };
  for (const history of histories) {
    const { goal, updated } = history;
    const ended = [...factsOf(history, 'graph.completed'), ...factsOf(history, 'graph.aborted')];
    const times = {
      updated: updated.get(goal.id) ?? goal.created_at,
      ended: ended.at(-1)?.timestamp ?? null,
    };
    const artifacts = artifactsOf(history);
    all.goals.push(goalEntity(goal, tenant, times));
    all.work_items.push(...workItems(history));
    all.runs.push(...runEntities(history, artifacts));
    all.artifacts.push(...artifacts);
    all.decisions.push(...decisionsOf(history));
    all.escalations.push(...escalationsIn(history.facts));
  }
  return all;
}
