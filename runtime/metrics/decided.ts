// What was decided on a day, by people, by the daemon, by who did the work.

import type { Recorded } from '../model/facts/fact.ts';

export type Decided = Readonly<{ goal: string; node: string | null; text: string }>;

/** A goal that waited in between is taken up again and again: the first time of the day. */
export function takenUp(facts: readonly Recorded[]): Decided[] {
  const first = new Map<string, string>();
  for (const fact of facts) {
    if (fact.type !== 'goal.owned' || !fact.payload.chosen || first.has(fact.goal_id)) continue;
    const { score, before } = fact.payload.chosen;
    const others = before === null ? '' : ` before ${before}`;
    first.set(fact.goal_id, `The daemon took it up${others}, at a score of ${score.toFixed(2)}.`);
  }
  return [...first].map(([goal, text]) => ({ goal, node: null, text }));
}

export function decisionsIn(fact: Recorded): Decided[] {
  const goal = fact.goal_id ?? '';
  switch (fact.type) {
    case 'evidence.graded':
      if (!fact.payload.passes) return [];
      return fact.payload.decisions.map(({ node, text }) => ({ goal, node, text }));
    case 'goal.created': {
      const { template, chosen } = fact.payload;
      const text = chosen
        ? `The rules chose the plan ${template.name}: ${chosen.reasons.join('; ')}.`
        : `A person named the plan ${template.name}.`;
      return [{ goal, node: null, text }];
    }
    case 'decision.made':
      return [{ goal, node: fact.payload.node, text: fact.payload.text }];
    case 'node.switched': {
      const { executor, by } = fact.payload;
      const who = by === undefined ? 'A rule' : 'A person';
      const text = `${who} gave it to ${executor.type} ${executor.name}.`;
      return [{ goal, node: fact.node_id, text }];
    }
    case 'work.accepted':
      return [{ goal, node: fact.node_id ?? null, text: 'A person took the work as it is.' }];
    case 'tests.accepted':
      return [{ goal, node: fact.node_id, text: 'A person accepted the changed tests.' }];
    case 'node.answered':
      return [{ goal, node: fact.node_id, text: `A person answered: ${fact.payload.answer}` }];
    case 'goal.admitted':
      return [{ goal, node: null, text: 'A person admitted it to the daemon.' }];
    case 'goal.set': {
      const { nodes = {}, budget, ...others } = fact.payload.terms;
      const ofGoal = [null, { ...budget, ...others }] as const;
      return [ofGoal, ...Object.entries(nodes)].flatMap(([node, terms]) => {
        const set = Object.entries(terms).map(([name, to]) => `${name} ${to}`);
        return set.length === 0 ? [] : [{ goal, node, text: `A person set ${set.join(', ')}.` }];
      });
    }
    case 'graph.resumed': {
      const { answer } = fact.payload;
      if (answer === undefined) return [];
      return [{ goal, node: null, text: `A person answered: ${answer}` }];
    }
    case 'artifacts.collected': {
      const { dir, files } = fact.payload;
      const text = `A person had its ${files} files in .wukong/${dir} removed.`;
      return [{ goal, node: null, text }];
    }
    case 'approval.given':
      return [{ goal, node: fact.node_id, text: `A person allowed, once: ${fact.payload.action}` }];
    default:
      return [];
  }
}
