// Candidates that a nose or a mind accepts in the place of a person, where config.local.yaml said so when the
// goal began and says so still. The agent only names them: anchors.md is written by the runtime, like for a
// person, and a mark of a person goes before.

import { readIfThere } from '../../files/reading.ts';
import { tellOwner } from '../../kernel/requests/tell-owner.ts';
import { type Candidate, inOneLine } from '../../memory/candidates.ts';
import { findCandidates } from '../../memory/find-candidates.ts';
import { itemsOf } from '../../memory/review/candidate-items.ts';
import type { FactOf, Recorded } from '../../model/facts/fact.ts';
import type { Failure } from '../../model/failure.ts';
import type { Accepts } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import type { AcceptingRole } from '../../model/vocabulary.ts';
import { redactAll, redactor } from '../../privacy/redact.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { explain } from '../../words/explain-failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { acceptForRun } from '../anchors/carry-out.ts';
import { pastOf } from './past.ts';
import { newCandidates, recordCandidates, writeCandidates } from './propose-anchors.ts';

/** Before the summary, which tells it. May be repeated: what is accepted waits no more. */
export function acceptByRole(ws: Workspace, goalId: string): void {
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  const role = now.ok && goal ? acceptingRole(now.state, goal) : undefined;
  if (!now.ok || !goal || role === undefined) return;
  const clean = redactor(process.env);
  const log = { id: now.state.log_id, ...pastOf(ws, goalId) };
  const reports = lastReports(goal, log.records, role).filter(({ payload }) => payload.accepts);
  if (reports.length === 0) return;
  const fresh = newCandidates(ws, goal, log, clean);
  writeCandidates(ws, fresh);
  if (fresh.length > 0) runStep(ws, (step) => recordCandidates(step, goal, fresh));
  for (const report of reports) {
    const others = log.records.filter(
      (fact) => fact.type !== 'evidence.graded' || fact.node_id !== report.node_id,
    );
    const found = findCandidates(goal, others, log.id, goal.created_at.slice(0, 4));
    const candidates = new Map(redactAll(found, clean).map((one) => [one.id, one]));
    for (const named of report.payload.accepts ?? []) {
      const candidate = candidates.get(named.id);
      if (candidate && isWaiting(ws, candidate)) accept(ws, goal, report, role, named);
    }
  }
}

function acceptingRole({ config }: State, { pinned }: Goal): AcceptingRole | undefined {
  return pinned?.accept_by === config.accept_by ? config.accept_by : undefined;
}

type Graded = Recorded<FactOf<'evidence.graded'>>;

/** Of each node of the role the last that passed. */
function lastReports(goal: Goal, records: readonly Recorded[], role: AcceptingRole): Graded[] {
  const nodes = new Set(goal.specs.filter((spec) => spec.role === role).map(({ id }) => id));
  const graded = records.filter((fact) => fact.type === 'evidence.graded');
  const passed = graded.filter(({ node_id, payload }) => nodes.has(node_id) && payload.passes);
  return [...new Map(passed.map((fact) => [fact.node_id, fact])).values()];
}

/** As it was proposed: what somebody marked or edited is theirs to decide. */
function isWaiting(ws: Workspace, { id, title, text }: Candidate): boolean {
  const { parts } = itemsOf(readIfThere(files.candidates(ws))?.toString('utf8') ?? '');
  return parts.some(
    ({ item }) =>
      item !== undefined &&
      'candidate' in item &&
      item.mark.kind === 'waits' &&
      item.candidate.id === id &&
      item.candidate.title === inOneLine(title) &&
      item.candidate.text === inOneLine(text),
  );
}

function accept(
  ws: Workspace,
  goal: Goal,
  { node_id, run_id }: Graded,
  role: AcceptingRole,
  { id, why }: Accepts,
): void {
  const done = acceptForRun(ws, id, { goal_id: goal.id, node_id, run_id, role, why });
  if (!done.ok) tellProblem(ws, goal, id, done.error);
}

function tellProblem(ws: Workspace, goal: Goal, id: string, failure: Failure): void {
  const text = `Wukong: ${id} was to be accepted at the end of ${goal.id}, and waits for you: ${explain(failure).message}`;
  runStep(ws, (step) => {
    const open = step.state.goals[goal.id];
    if (open) tellOwner(step, open, { kind: 'text', text });
  });
}
