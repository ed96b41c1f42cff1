import type { EvidenceFact } from '../../model/facts/evidence.ts';
import type { FactOf } from '../../model/facts/fact.ts';
import type { CheckState, Proof } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { isSameCheck, proofOf, withoutText } from '../graph/proof.ts';
import { keepCall } from '../state/kept-passes.ts';
import { entry } from '../state/queries.ts';
import { isSameCommand, needsMoreThanCopy, whyOnlyHere } from '../state/trials.ts';
import { goalOf, type Meanings, ON_RECORD } from './meaning.ts';

const KEPT_CHECKS = 8;
const KEPT_REPROS = 8;
const KEPT_TRIALS = 16;
const KEPT_FLAKY = 8;

export const EVIDENCE_MEANINGS: Meanings<EvidenceFact> = {
  'gate.started': ON_RECORD,
  'gate.finished': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { gate, flaky, outcome, key, counts } = fact.payload;
      if (key && outcome === 'pass' && !flaky) {
        keepCall(goal, { key, at: fact.timestamp, ...(counts && { counts }) });
      }
      if (!flaky) return;
      const known = new Set([...(proofOf(goal).flaky ?? []), gate]);
      prove(goal, { flaky: [...known].slice(-KEPT_FLAKY) });
    },
  },
  'artifacts.stored': ON_RECORD,
  'artifacts.collected': ON_RECORD,
  'evidence.graded': {
    shown: true,
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { payload: p } = fact;
      const run = entry(goal.runs, fact.run_id);
      if (run) {
        run.outputs = p.outputs;
        Object.assign(goal.proven, p.proven);
        // What an agent decided counts with its work, not with a report that was sent back.
        if (p.passes) goal.decisions.push(...p.decisions);
      }
      const { tree } = p.outputs;
      if (p.fault) {
        const files = p.fault.documentation;
        const documentation = files && tree ? { tree, files } : undefined;
        const { shown, why, saying } = p.fault;
        const unshown = shown ? undefined : why;
        const unshown_saying = shown ? undefined : saying;
        prove(goal, { unshown, unshown_saying, documentation });
      }
      if (tree && tree !== proofOf(goal).tree) prove(goal, { tree });
      const named = p.passes ? (p.repro ?? []) : [];
      if (named.length > 0) {
        const repro = [...new Set([...proofOf(goal).repro, ...named])].slice(-KEPT_REPROS);
        prove(goal, { repro });
      }
    },
  },
  'check.measured': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) prove(goal, { checks: withCheck(proofOf(goal).checks, fact.payload) });
    },
  },
  'trials.begun': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) goal.trier = fact.payload.process;
    },
  },
  'gate.tried': {
    apply(state, { payload, goal_id, timestamp: at }) {
      const others = (state.trials ?? []).filter((one) => !isSameCommand(one, payload));
      const kept = { ...payload, at, goal: goal_id ?? null };
      state.trials = [...others, kept].slice(-KEPT_TRIALS);
      const goal = goalOf(state, { goal_id });
      if (goal?.writers && needsMoreThanCopy(payload)) {
        goal.writers = { most: 1, why: whyOnlyHere(payload) };
      }
    },
  },
  'seal.checked': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { held, tree, named } = fact.payload;
      prove(goal, { named: withoutText(named) });
      if (held) prove(goal, { sealed: tree });
    },
  },
  'evidence.renewed': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) prove(goal, { tree: fact.payload.tree, verified: fact.payload.tree });
    },
  },
};

/** What passed on work that was taken back shows nothing of what is left. */
export function forgetOthersThan(goal: Goal, tree: string): void {
  goal.proven = Object.fromEntries(Object.entries(goal.proven).filter(([, on]) => on === tree));
  const checks = proofOf(goal).checks.map((check) => ({
    ...check,
    green: check.green === tree ? tree : null,
  }));
  prove(goal, { checks });
}

export function prove(goal: Goal, more: Partial<Proof>): void {
  goal.proof = { ...proofOf(goal), ...more };
}

function withCheck(
  checks: readonly CheckState[],
  p: FactOf<'check.measured'>['payload'],
): CheckState[] {
  const about = { command: p.command, cwd: p.cwd ?? null };
  const before = checks.find((check) => isSameCheck(check, about));
  const others = checks.filter((other) => other !== before);
  if (p.side === 'red') {
    const red = p.outcome === 'fail' ? 'red' : p.outcome === 'pass' ? 'passes' : 'unavailable';
    const found = { ...about, red, why: p.why, log: p.log, green: null } as const;
    const check: CheckState = p.limit === undefined ? found : { ...found, limit: p.limit };
    return [...others, check].slice(-KEPT_CHECKS);
  }
  if (p.side === 'planted' && before && p.able !== undefined) {
    return [...others, { ...before, able: p.able }];
  }
  if (p.side !== 'green' || !before) return [...checks];
  // What could not run says nothing about what it showed before.
  const shown = p.outcome === 'unavailable' ? before.green : null;
  const limit = p.limit ?? before.limit;
  const saying = p.saying ?? before.saying;
  const green = p.outcome === 'pass' ? p.tree : shown;
  const more = { ...(limit !== undefined && { limit }), ...(saying && { saying }) };
  return [...others, { ...before, green, ...more }];
}
