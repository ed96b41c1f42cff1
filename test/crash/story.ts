// The life of three goals, step by step, as the hooks would record it: every kind of fact the kernel
// knows comes up. Each chapter is one step of the log.

import { parkGoal } from '../../runtime/kernel/park.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { askApproval, useApproval } from '../../runtime/kernel/requests/approvals.ts';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import {
  abortGoal,
  completeGoal,
  pauseGoal,
  startGoal,
} from '../../runtime/kernel/requests/goals.ts';
import { offer } from '../../runtime/kernel/requests/offer.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { agentEnded, loseRun, startRun } from '../../runtime/kernel/requests/runs.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { scopeOf } from '../../runtime/kernel/requests/tell-owner.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { activeRuns } from '../../runtime/kernel/state/queries.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import type { HostPayload } from '../../runtime/model/facts/host.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import type { HostEvent, Role } from '../../runtime/model/vocabulary.ts';
import { agentOf, report } from '../kernel/drive.ts';
import { alive, CLIENT, FIX, node, plan } from '../kernel/plan.ts';

export type Chapter = (step: Step) => void;

const OWNER = ofSession('s1', CLIENT, '/t/s1.jsonl');
/** A failure branch, for nodes that fail and are skipped. */
const BRANCH = plan(
  [node('N-001', 'eye', { max_retries: 1 }), node('N-010', 'body'), node('N-020', 'mind')],
  [
    ['N-001', 'N-010'],
    ['N-001', 'N-020', 'on_failure'],
  ],
);

function goalOf(step: Step): Goal {
  const goal = Object.values(step.state.goals).at(-1);
  if (!goal) throw new Error('no goal is open');
  return goal;
}

function activeRun(step: Step): Run {
  const run = activeRuns(goalOf(step)).at(-1);
  if (!run) throw new Error('no run is active');
  return run;
}

const host =
  (event: HostEvent, payload: HostPayload = {}, then: Chapter = () => undefined): Chapter =>
  (step) => {
    const goal = Object.values(step.state.goals).at(-1);
    const key = `${event}-${step.state.log.events}`;
    step.emit({ type: event, session_id: 's1', goal_id: goal?.id, payload: { key, ...payload } });
    then(step);
  };

const begin = (from = FIX): Chapter =>
  host('UserPromptSubmit', { prompt: '/wukong_fix it' }, (step) => {
    offer(step, startGoal(step, OWNER, 'the decoder crashes', from), true);
  });

const called = (role: Role): Chapter =>
  host('PreToolUse', { tool: 'Agent' }, (step) => {
    const request = {
      by: toAgent('s1', `toolu_${step.state.log.events}`, CLIENT),
      role,
      prompt: 'go',
      worktree: '/repo',
    };
    const answer = dispatch(step, request, `tree-${step.state.log.events}`, alive);
    if (answer.kind !== 'bound') throw new Error(JSON.stringify(answer));
  });

const started: Chapter = host('PostToolUse', { tool: 'Agent' }, (step) => {
  const run = activeRun(step);
  startRun(step, goalOf(step), run, {
    agentId: `agent-of-${run.id}`,
    background: true,
    via: 'test',
  });
});

const guarded: Chapter = (step) =>
  step.emit({ type: 'run.guarded', ...scopeOf(goalOf(step), activeRun(step)), payload: {} });

const reported = (result: Parameters<typeof report>[2] = {}): Chapter =>
  host('SubagentStop', { result: 'done' }, (step) => {
    report(step, activeRun(step), result);
  });

const ended = (how: 'no-report' | 'agent-error' | 'agent-stopped'): Chapter =>
  host('UserPromptSubmit', { tasks: [how] }, (step) => {
    agentEnded(step, goalOf(step), activeRun(step), { kind: how });
  });

const stopped = host('Stop', { running: [] }, (step) => {
  stopSession(step, { sessionId: 's1', listed: [], started: () => [] }, alive);
});

const resumed = (answer = '', approve = false): Chapter =>
  host('UserPromptSubmit', { prompt: '/wukong_resume' }, (step) => {
    const request = {
      claim: OWNER,
      goalId: null,
      nodeId: null,
      answer,
      approve,
      take: false,
      interrupted: [],
    };
    resumeGoal(step, request, alive);
    offer(step, goalOf(step), true);
  });

const asks: Chapter = (step) =>
  askApproval(step, goalOf(step), activeRun(step), 'git push', 'git push');

const pushes: Chapter = (step) => {
  if (!useApproval(step, goalOf(step), activeRun(step), 'git push')) throw new Error('not allowed');
};

const pass = (role: Role): Chapter[] => [called(role), started, reported()];

/** The result of a run that was lost comes after all. */
const lateReport: Chapter = (step) => {
  const run = Object.values(goalOf(step).runs).find(({ ended: end }) => end?.outcome === 'lost');
  if (!run) throw new Error('no run was lost');
  const agentId = agentOf(run).agent_id ?? '';
  const file = 'late_report.md';
  receiveReport(
    step,
    {
      from: { kind: 'subagent', agentId, toolUseId: null },
      key: 'late',
      file,
      transcript: '',
      verifier: CLIENT,
    },
    alive,
  );
};

const told: Chapter = (step) => {
  step.emit({
    type: 'notice.added',
    session_id: 's1',
    payload: { about: { kind: 'text', text: 'Wukong: something to tell' } },
  });
  step.emit({ type: 'notice.given', session_id: 's1', payload: { count: 1 } });
};

const finished: Chapter = (step) => {
  const goal = goalOf(step);
  const scope = { goal_id: goal.id };
  step.emit({
    type: 'summary.written',
    ...scope,
    payload: { file: 'artifacts/S/summary.md', sha256: 'f0' },
  });
  step.emit({ type: 'anchors.proposed', ...scope, payload: { candidates: [] } });
  completeGoal(step, goal, {
    notice: { kind: 'text', text: 'complete' },
    log_sha256: 'f1',
    log_bytes: 1,
  });
};

export const STORY: readonly Chapter[] = [
  host('SessionStart'),
  host('UserPromptSubmit'),
  begin(),
  stopped,
  ...pass('ear'),
  called('eye'),
  started,
  (step) =>
    loseRun(step, goalOf(step), activeRun(step), { kind: 'text', text: 'its client is gone' }),
  lateReport,
  called('eye'),
  (step) =>
    startRun(step, goalOf(step), activeRun(step), {
      agentId: 'a-eye',
      background: false,
      via: 'test',
    }),
  reported({ passes: false, missing: ['say where'] }),
  reported(),
  host('PreCompact'),
  called('body'),
  guarded,
  ended('agent-error'),
  (step) =>
    parkGoal(step, goalOf(step), Object.values(goalOf(step).runs).at(-1), {
      kind: 'text',
      text: 'usage limit',
    }),
  resumed(),
  called('body'),
  reported({ worked: true }),
  resumed(),
  called('body'),
  started,
  reported({ gates: [{ gate: 'unit', outcome: 'fail', error: 'exit code 1', overridden: true }] }),
  called('tongue'),
  asks,
  reported({ status: 'blocked', questions: ['which one?'], changed: [] }),
  resumed('the second one', true),
  called('tongue'),
  pushes,
  reported(),
  called('nose'),
  started,
  stopped,
  reported({ verdict: 'rework', findings: ['not yet'] }),
  ...pass('tongue'),
  called('nose'),
  reported({ verdict: 'accept' }),
  (step) => pauseGoal(step, goalOf(step), { kind: 'text', text: 'the user paused it' }),
  resumed(),
  ...pass('mind'),
  told,
  finished,
  host('SessionEnd', { reason: 'other' }),
  begin(BRANCH),
  called('eye'),
  started,
  ended('agent-error'),
  called('mind'),
  ended('agent-stopped'),
  (step) =>
    step.emit({
      type: 'goal.released',
      session_id: 's1',
      goal_id: goalOf(step).id,
      payload: { reason: 'clear' },
    }),
  begin(),
  called('ear'),
  (step) => abortGoal(step, goalOf(step), { kind: 'text', text: 'the user aborted it' }),
  host('UserPromptSubmit'),
];
