import type { Draft } from '../model/event.ts';
import type { Goal, Run } from '../model/state.ts';

const KEPT_COMMANDS = 64;

/** What a fact means for a run. */
export function reduceRun(goal: Goal, run: Run, event: Draft): void {
  const p = event.payload;
  switch (event.type) {
    case 'run.started':
      run.agent_id = p.agent_id;
      run.background ||= p.background === true;
      return;
    case 'run.guarded':
      run.guarded = true;
      return;
    case 'run.unlisted':
      // `again`: a later Stop lists it after all.
      run.unlisted = event.payload.again !== true;
      return;
    case 'run.reported':
      run.report = {
        key: p.key,
        verifier: p.verifier,
        ...(p.waiter && { waiter: p.waiter }),
        file: p.file,
        transcript: p.transcript,
      };
      if (p.transcript) run.transcript = p.transcript;
      return;
    case 'verify.detached':
      if (run.report) delete run.report.waiter;
      return;
    case 'verify.restarted':
    case 'verify.stopped':
      if (!run.report) return;
      run.report.verifier = p.verifier;
      delete run.report.waiter;
      return;
    case 'evidence.graded':
      run.outputs = p.outputs;
      goal.ran = [...new Set([...goal.ran, ...p.ran])].slice(-KEPT_COMMANDS);
      Object.assign(goal.proven, p.proven);
      // What an agent decided counts with its work, not with a report that was sent back.
      if (p.passes) decide(goal, run, p.decisions);
      return;
    case 'run.sent_back':
      run.sent_back += 1;
      run.missing = p.missing;
      run.report = null;
      return;
    case 'run.excused':
      if (run.ended) run.ended = { outcome: 'lost', reason: p.reason };
      return;
    case 'run.ended':
      if (run.ended === null) run.ended = { outcome: p.outcome, reason: p.reason };
      if (goal.large) goal.large.active = goal.large.active.filter(([id]) => id !== run.id);
      run.report = null;
      goal.stalls = 0;
      return;
  }
}

/** `run` is missing where the end of the goal decides. */
export function decide(goal: Goal, run: Run | undefined, decisions: Goal['decisions']): void {
  if (goal.large && run) run.decisions = [...(run.decisions ?? []), ...decisions];
  else goal.decisions.push(...decisions);
}
