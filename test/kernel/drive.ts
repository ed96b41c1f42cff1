import type { UsageSeen } from '../../runtime/kernel/budget/record-usage.ts';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { settleReport, type Verdict } from '../../runtime/kernel/reports/settle-report.ts';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { type Reporter, toAgent } from '../../runtime/kernel/state/run-by.ts';
import type { Subagent } from '../../runtime/model/actors/run-by.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import type { Role } from '../../runtime/model/vocabulary.ts';
import { alive, begin, CLIENT, judged } from './plan.ts';

let calls = 0;

/** Dispatches the ready node of a role, as the main agent of session `s1` would. */
export function call(
  step: Step,
  role: Role,
  more: {
    prompt?: string;
    session?: string;
    worktree?: string;
    head?: string | undefined;
    tree?: null;
  } = {},
) {
  calls += 1;
  const request = {
    by: toAgent(more.session ?? 's1', `toolu_${calls}`, CLIENT),
    role,
    prompt: more.prompt ?? 'go',
    worktree: more.worktree ?? '/repo',
    head: more.head,
  };
  return dispatch(step, request, more.tree === null ? null : `tree-${calls}`, alive);
}

export function mustCall(step: Step, role: Role, session = 's1'): Run {
  const answer = call(step, role, { session });
  if (answer.kind !== 'bound')
    throw new Error(`${role} was not dispatched: ${JSON.stringify(answer)}`);
  return answer.at.run;
}

let keys = 0;

/** The agent of a run reports, and the runtime comes to `result`. */
export function report(step: Step, run: Run, result: Partial<Judged> = {}, late = false): Verdict {
  keys += 1;
  const key = `key-${keys}`;
  receiveReport(
    step,
    {
      from: reporterOf(run),
      key,
      file: 'report.md',
      transcript: '',
      verifier: CLIENT,
    },
    alive,
  );
  return settleReport(step, run.id, key, judged(result), late);
}

/** One role from dispatch to a passing report. */
export function pass(step: Step, role: Role, result: Partial<Judged> = {}, session = 's1'): Run {
  const run = mustCall(step, role, session);
  report(step, run, result);
  return run;
}

/** The fix plan as far as its body, which is ready. */
export function untilBody() {
  const begun = begin();
  for (const role of ['ear', 'eye'] as const) pass(begun.step, role);
  return begun;
}

/** The body works. */
export function atBody() {
  const begun = untilBody();
  return { ...begun, run: mustCall(begun.step, 'body') };
}

export function agentOf(run: Run): Subagent {
  if (run.by.kind !== 'subagent') throw new Error(`${run.id} is no agent's`);
  return run.by;
}

/** As a hook sees the agent of a run. */
export function reporterOf(run: Run, id = `agent-${run.id}`): Reporter {
  const { agent_id, tool_use_id } = agentOf(run);
  return { kind: 'subagent', agentId: agent_id ?? id, toolUseId: tool_use_id };
}

export const MODEL = 'claude-opus-5-5';

/** So many tokens more, at a dollar for a thousand. */
export function used(
  tokens: number,
  of: Run | Goal,
  usd: number | null = tokens / 1000,
): UsageSeen {
  const isRun = 'node' in of;
  const before = isRun ? of.usage?.read.bytes : of.usage?.main?.read.bytes;
  const from = before ?? 0;
  const models = { [MODEL]: { input: tokens, output: 0, cache_creation: 0, cache_read: 50, usd } };
  const seen = { from, models, read: { bytes: from + 10 }, prices: '2026-11-23' };
  return isRun ? { ...seen, run: of.id } : seen;
}
