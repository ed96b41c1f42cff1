import type { Edge } from '../../model/edge.ts';
import type { RecalledFor } from '../../model/facts/memory.ts';
import type { KeptGate, Pinned } from '../../model/gate-schema.ts';
import type { Terms } from '../../model/goal-terms.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Notice } from '../../model/notice.ts';
import type { Beside, Fault, GivenCriteria, OwnTemplate } from '../../model/proof.ts';
import type { Cause } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import type { GraphRef } from '../../model/taskgraph.ts';
import type { ProofAsked } from '../../model/vocabulary.ts';
import { budgetSpent, nodeSpent } from '../budget/budget.ts';
import { parkedUntil } from '../retries/parking.ts';
import { artifactSession, goalId, issueRefOf } from '../state/ids.ts';
import { languageOf } from '../state/language.ts';
import { type Claim, focusOfOwner, sessionOfOwner } from '../state/owner.ts';
import { activeRuns, focusOf, goalsOf, isOpen, nodeState } from '../state/queries.ts';
import { isOffer, keysOf } from '../state/run-by.ts';
import { type Said, signed, typedIn } from '../state/said.ts';
import { pinSettings } from './approvals.ts';
import { dispatchable } from './offer.ts';
import { endInterrupted } from './runs.ts';
import { isFinished, settle } from './settle.ts';
import type { Step } from './step.ts';
import { tellOwner } from './tell-owner.ts';

export type Chosen = Readonly<{ reasons: string[]; alternatives: string[] }>;

/** A template that was checked and fitted to this repository. */
export type Plan = Readonly<{
  name: string;
  version: number;
  sha256: string;
  proof: ProofAsked;
  risk?: 'high';
  /** Set where a template of the repository has to be told of. */
  own?: OwnTemplate;
  /** Why the rules chose it; absent where a person named it. */
  chosen?: Chosen | undefined;
  /** What a person gave for its parameters. */
  parameters?: Readonly<Record<string, string>>;
  success_criteria: string[];
  /** The same one by one, where a person wrote them. */
  criteria?: GivenCriteria;
  /** Gates of the configuration that no node asks for. */
  other_gates?: KeptGate[];
  /** Nothing that a person approved can run. */
  unchecked?: true;
  /** What its runs may use, as the template says it; the nodes are narrowed already. */
  allowed_actions?: string[] | undefined;
  nodes: NodeSpec[];
  edges: Edge[];
  /** What gives its gates power, as it is when the goal begins. */
  pinned?: Pinned;
  /** Who queued it, where nobody drives it yet. */
  queued?: Said | undefined;
  /** Where its plan has room for more than one writer. */
  writers?: Goal['writers'];
  /** Priority, deadline and budget. */
  terms?: Terms | undefined;
  /** As a person named it, `org/repo#12`. */
  issue_ref?: string | undefined;
  /** The anchors its nodes are given. */
  recalled?: readonly RecalledFor[];
  /** Set where nodes and edges are too large for a record: the file they are in (log/plan-files.ts). */
  graph?: GraphRef;
}>;

/** The same plan on the terms of a person. */
export function onTerms(plan: Plan, terms: Terms | undefined, issue: string | undefined): Plan {
  const most = terms?.budget?.max_retries;
  const nodes =
    most === undefined ? plan.nodes : plan.nodes.map((node) => ({ ...node, max_retries: most }));
  return {
    ...plan,
    nodes,
    ...(terms && { terms }),
    ...(issue !== undefined && { issue_ref: issue }),
  };
}

/** `interrupted`: what the user rejected in the owner's session, as its transcript shows. */
export function startGoal(
  step: Step,
  claim: Claim,
  text: string,
  plan: Plan,
  interrupted: readonly string[] = [],
): Goal {
  const earlier = focusOfOwner(step.state, claim.owner);
  if (earlier) {
    pauseGoal(step, earlier, { kind: 'other-goal' });
    endInterrupted(step, earlier, interrupted);
  }
  const n = step.state.counters.goals + 1;
  const id = goalId(n);
  const { name, version, sha256, proof, risk, parameters } = plan;
  const language = languageOf(text);
  step.emit({
    type: 'goal.created',
    session_id: sessionOfOwner(claim.owner),
    goal_id: id,
    payload: {
      title: titleOf(text),
      request: text.slice(0, 2000),
      ...(language !== 'en' && { language }),
      issue_ref: plan.issue_ref ?? issueRefOf(text, n),
      artifacts: artifactSession(step.state, step.now),
      graph_id: `${id}.1`,
      template: {
        name,
        version,
        sha256,
        proof,
        ...(risk && { risk }),
        ...(parameters && { parameters }),
        ...(plan.own && { own: plan.own }),
      },
      ...(plan.chosen && { chosen: plan.chosen }),
      success_criteria: plan.success_criteria,
      ...(plan.criteria && { criteria: plan.criteria }),
      ...(plan.other_gates && { other_gates: plan.other_gates }),
      ...(plan.allowed_actions && { allowed_actions: plan.allowed_actions }),
      ...(plan.unchecked && { unchecked: plan.unchecked }),
      ...(plan.writers && { writers: plan.writers }),
      ...(plan.queued && { queued: signed(plan.queued) }),
      ...(plan.terms && Object.keys(plan.terms).length > 0 && { terms: plan.terms }),
      nodes: plan.nodes,
      edges: plan.edges,
      ...(plan.graph && { graph: plan.graph }),
    },
  });
  const goal = step.state.goals[id];
  if (!goal) throw new Error(`${id} was not made`);
  if (plan.pinned) pinSettings(step, goal, plan.pinned);
  giveAnchors(step, goal, plan.recalled ?? []);
  own(step, goal, claim);
  settle(step, goal);
  return goal;
}

/** So many nodes, and so many groups of them, fit into a record whatever their ids. */
const NODES_IN_GROUP = 200;
const GROUPS_IN_RECORD = 16;

function giveAnchors(step: Step, goal: Goal, recalled: readonly RecalledFor[]): void {
  const groups = recalled.flatMap(({ nodes, anchors }) =>
    inParts(nodes, NODES_IN_GROUP).map((part) => ({ nodes: part, anchors })),
  );
  for (const given of inParts(groups, GROUPS_IN_RECORD)) {
    step.emit({ type: 'anchors.recalled', goal_id: goal.id, payload: { given } });
  }
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, i) => all.slice(i * size, (i + 1) * size));
}

function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

export function own(
  step: Step,
  goal: Goal,
  { owner, transcript, atByte, chosen, left }: Claim,
): void {
  step.emit({
    type: 'goal.owned',
    session_id: sessionOfOwner(owner),
    goal_id: goal.id,
    payload: {
      owner,
      ...(transcript !== undefined && { transcript }),
      ...(atByte !== undefined && { at_byte: atByte }),
      ...(chosen && { chosen }),
      ...(left && { left }),
    },
  });
}

export function pauseGoal(step: Step, goal: Goal, because: Cause): void {
  if (goal.status === 'running' || parkedUntil(goal) !== undefined)
    step.emit({ type: 'graph.paused', goal_id: goal.id, payload: { because } });
}

/** Only a person can go on, and is told why. */
export function pauseForPerson(step: Step, goal: Goal, because: Cause): void {
  if (goal.status !== 'running') return;
  pauseGoal(step, goal, because);
  tellOwner(step, goal, { kind: 'goal-waits', goal: goal.id, because });
}

/** Another dispatch would be refused: the main agent is not woken for it. */
export function pauseIfSpent(step: Step, goal: Goal): void {
  const ready = activeRuns(goal).length === 0 ? dispatchable(goal) : [];
  const over = budgetSpent(goal, step.now);
  const [first, ...others] = ready.map(({ id }) => over ?? nodeSpent(goal, id, step.now));
  if (first && others.every((one) => one)) pauseForPerson(step, goal, first);
}

/** From now on; what is not named stays. */
export function setTerms(step: Step, goal: Goal, terms: Terms, said: Said): void {
  step.emit({
    type: 'goal.set',
    goal_id: goal.id,
    ...typedIn(said),
    payload: { terms, ...signed(said) },
  });
}

/** The daemon may carry it out from now on. */
export function admitGoal(step: Step, goal: Goal, said: Said): void {
  if (goal.queued === 'admitted') return;
  step.emit({ type: 'goal.admitted', goal_id: goal.id, payload: signed(said) });
}

/** Ends every active run and closes the goal; its facts stay in the log. */
export function abortGoal(step: Step, goal: Goal, because: Cause): void {
  // Their agents may be starting just now: they are known by their calls only.
  const unseen = activeRuns(goal)
    .filter(isOffer)
    .flatMap((run) => keysOf(run).map((key) => [key, run.id] satisfies [string, string]));
  for (const run of activeRuns(goal)) {
    const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
    step.emit({
      type: 'run.ended',
      ...scope,
      payload: { outcome: 'stopped', because, counts: false, findings: [] },
    });
  }
  for (const spec of goal.specs) {
    const { status } = nodeState(goal, spec.id);
    if (status === 'done' || status === 'failed' || status === 'skipped') continue;
    step.emit({ type: 'node.cancelled', goal_id: goal.id, node_id: spec.id, payload: {} });
  }
  step.emit({
    type: 'graph.aborted',
    goal_id: goal.id,
    payload: { because, ...(unseen.length > 0 && { unseen }) },
  });
}

/** Whether the goal is ready for its end: every node ended well and nothing is still judged. */
export function canComplete(goal: Goal): boolean {
  return goal.status === 'running' && isFinished(goal) && activeRuns(goal).length === 0;
}

export function completeGoal(
  step: Step,
  goal: Goal,
  end: Readonly<{
    notice: Notice;
    log_sha256: string;
    log_bytes: number;
    fault?: Fault | undefined;
    beside?: Beside | undefined;
  }>,
): void {
  const session = sessionOfOwner(goal.owner);
  const scope = { session_id: session, goal_id: goal.id };
  if (session) step.emit({ type: 'notice.added', ...scope, payload: { about: end.notice } });
  const { log_sha256, log_bytes, fault, beside, notice } = end;
  const payload = {
    ...{ log_sha256, log_bytes },
    ...(fault && { fault }),
    ...(beside && { beside }),
    ...(!session && { notice }),
  };
  step.emit({ type: 'graph.completed', ...scope, payload });
}

/** The oldest first. */
export function openGoals(state: State): Goal[] {
  return goalsOf(state).filter(isOpen);
}

/** The open goal that a person means in a session: the one they named, its own, or the only one there is. */
export function goalMeant(
  state: State,
  sessionId: string,
  named?: string | null,
): Goal | undefined {
  const open = openGoals(state);
  const id = named ?? focusOf(state, sessionId)?.id;
  return id === undefined && open.length === 1 ? open[0] : open.find((goal) => goal.id === id);
}
