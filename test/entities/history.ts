// Entities of a goal that was driven through the kernel.

import { type Entities, entitiesOf } from '../../runtime/entities/entities.ts';
import { ENTITY_FACTS } from '../../runtime/entities/history.ts';
import type { Timed } from '../../runtime/model/facts/fact.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { recordsOf } from '../kernel/timed.ts';

export function entities(goal: Goal, facts: readonly Timed[]): Entities {
  const records = recordsOf(facts);
  const updated = new Map<string, string>();
  for (const { timestamp, ...fact } of records) {
    updated.set(goal.id, timestamp);
    if ('node_id' in fact && fact.node_id) updated.set(`${goal.id}/${fact.node_id}`, timestamp);
  }
  const types: readonly string[] = ENTITY_FACTS;
  const told = records.filter(({ type }) => types.includes(type));
  return entitiesOf([{ goal, facts: told, updated }], 'me@here');
}
