// What lies behind a repository that was in use for long: sessions that only talked, and every tenth
// with a goal that went through all its nodes.

import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import { completeGoal, type Plan, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { offer } from '../../runtime/kernel/requests/offer.ts';
import { startRun } from '../../runtime/kernel/requests/runs.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { focusOf, runOfToolUse } from '../../runtime/kernel/state/queries.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import type { HostPayload } from '../../runtime/model/facts/host.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { HostEvent, Role } from '../../runtime/model/vocabulary.ts';
import type { BulkLog } from './bulk-log.ts';

const SESSION_WITH_GOAL_EVERY = 10;
const CLIENT = { pid: 4242, started: '1' };
const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

let made = 0;
const fresh = (kind: string): string => {
  made += 1;
  return `${kind}${String(made).padStart(16, '0')}`;
};

/** Sessions that are over, until the log has `events` records: each of about `each`, or of a whole goal. */
export function appendPast(log: BulkLog, plan: Plan, events: number, each: number): void {
  for (let n = 1; log.events() < events; n += 1) {
    const end = Math.min(events, log.events() + each) - 1;
    const session = sessionId(n);
    host(log, 'SessionStart', session, { source: 'startup' });
    if (n % SESSION_WITH_GOAL_EVERY === 0) finishedGoal(log, plan, session);
    while (log.events() < end) {
      const tool_use_id = fresh('toolu_');
      host(log, 'UserPromptSubmit', session, { prompt_id: fresh('p') });
      host(log, 'PreToolUse', session, { tool_use_id, tool: 'Agent' });
      host(log, 'PostToolUse', session, { tool_use_id, tool: 'Agent' });
      host(log, 'Stop', session, { prompt_id: fresh('p') });
    }
    host(log, 'SessionEnd', session, { reason: 'prompt_input_exit' });
  }
}

/** Goals that nobody works at any more, each with its first node done. */
export function appendOpen(log: BulkLog, plan: Plan, goals: number): void {
  for (let n = 1; n <= goals; n += 1) {
    const session = fresh('open-');
    started(log, plan, session);
    finishNode(log.step, 'ear', session);
  }
}

function sessionId(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

function host(log: BulkLog, type: HostEvent, session: string, ids: Record<string, string>): void {
  log.step((step) =>
    step.emit({ type, session_id: session, payload: { key: fresh('k'), ...ids } }),
  );
}

function started(log: BulkLog, plan: Plan, session: string): Goal {
  let goal: Goal | undefined;
  const text = 'the decoder crashes on empty input';
  log.step((step) => {
    step.emit({
      type: 'UserPromptSubmit',
      session_id: session,
      payload: { key: fresh('k'), prompt: text },
    });
    const owner = ofSession(session, CLIENT, `/past/${session}.jsonl`);
    goal = startGoal(step, owner, text, plan);
    offer(step, goal, true);
  });
  if (!goal) throw new Error('a goal of the past was not started');
  return goal;
}

function finishedGoal(log: BulkLog, plan: Plan, session: string): void {
  const { id } = started(log, plan, session);
  for (const { role } of plan.nodes) finishNode(log.step, role, session);
  const end = {
    notice: { kind: 'text', text: `${id} is complete.` } as const,
    log_sha256: SHA256,
    log_bytes: 1,
  };
  log.step((step) => completeGoal(step, focused(step, session), end));
  log.step((step) =>
    step.emit({ type: 'notice.given', session_id: session, payload: { count: 1 } }),
  );
}

/** The ready node of a role, from its dispatch to its end, as a session and its agent would. */
export function finishNode(
  take: (body: (step: Step) => void) => void,
  role: Role,
  session: string,
): void {
  const toolUseId = fresh('toolu_');
  const agentId = fresh('a');
  const key = fresh('k');
  const request = {
    by: toAgent(session, toolUseId, CLIENT),
    role,
    prompt: 'go',
    worktree: '/past',
  };
  const about = (step: Step, type: HostEvent, payload: HostPayload): void => {
    const scope = { session_id: session, goal_id: focused(step, session).id };
    step.emit({ type, ...scope, payload: { key: fresh('k'), ...payload } });
  };
  let runId = '';
  take((step) => {
    about(step, 'PreToolUse', { tool_use_id: toolUseId, tool: 'Agent' });
    const tree = SHA256.slice(0, 40);
    const answer = dispatch(step, request, tree, () => true);
    if (answer.kind !== 'bound') throw new Error(`${role} of the past was not dispatched`);
    runId = answer.at.run.id;
  });
  take((step) => {
    about(step, 'PostToolUse', { tool_use_id: toolUseId, tool: 'Agent' });
    const at = runOfToolUse(step.state, toolUseId);
    if (at) startRun(step, at.goal, at.run, { agentId, background: true, via: 'PostToolUse' });
  });
  const file = `artifacts/past/${runId}/report.md`;
  const from = { kind: 'subagent', agentId, toolUseId } as const;
  const seen = { from, key, file, transcript: '/past/agent.jsonl', verifier: CLIENT };
  take((step) => receiveReport(step, seen, () => true));
  take((step) => {
    const verdict = settleReport(step, runId, key, judged(runId), false);
    if (verdict.kind !== 'done') throw new Error(`${runId} did not pass: ${verdict.kind}`);
  });
  take((step) => {
    about(step, 'UserPromptSubmit', { tasks: [`${agentId} completed`] });
    offer(step, focused(step, session), false);
  });
}

function focused(step: Step, session: string): Goal {
  const goal = focusOf(step.state, session);
  if (!goal) throw new Error(`${session} has no goal`);
  return goal;
}

function judged(runId: string): Judged {
  const names = ['evidence.md', 'references.json', 'report.md', 'transcript.md', 'work_order.json'];
  return {
    status: 'done',
    summary: 'The guard is where it belongs and changes nothing for other input.',
    questions: [],
    decisions: [],
    verdict: null,
    reopen: null,
    findings: [],
    claimed: 'L2',
    overclaimed: false,
    level: 'L2',
    passes: true,
    reasons: [
      { level: 'L1', met: true, why: '2 of 2 references resolve' },
      { level: 'L2', met: true, why: 'The gate "unit" passed' },
    ],
    missing: [],
    gates: [{ gate: 'references', outcome: 'pass' }],
    changed: ['src/decoder.js'],
    tree: SHA256.slice(0, 40),
    proven: {},
    outputTokens: 1200,
    dir: `artifacts/past/${runId}`,
    artifacts: names.map((name) => ({ name, sha256: SHA256, bytes: 1000 })),
  };
}
