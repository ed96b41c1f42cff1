import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keptGraph } from '../../cache/save-taskgraph.ts';
import { allRunners, type GateRunner } from '../../engine/gates/gate-runner.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { besideOf, faultOf, proofOf } from '../../kernel/graph/proof.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { hasLivingOwner, sessionOfOwner } from '../../kernel/state/owner.ts';
import { lostPlan, nodeState } from '../../kernel/state/queries.ts';
import { projectTaskgraph } from '../../kernel/views/taskgraph.ts';
import type { Beside, Decided, Fault } from '../../model/proof.ts';
import type { Reason } from '../../model/reason.ts';
import type { Goal, State } from '../../model/state.ts';
import type { TaskgraphEntry } from '../../model/taskgraph.ts';
import { CHANGING_ROLES, type NodeStatus } from '../../model/vocabulary.ts';
import { explain } from '../../words/explain-failure.ts';
import { besideText, decidedText, faultText } from '../../words/fault.ts';
import { ownerText } from '../../words/goal.ts';
import { asSentence, oneLine, wholeLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { acceptGoalText, nextText, pausedNext, waitingAt, waitsText } from '../../words/waiting.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { briefNodes } from '../frame/brief-nodes.ts';
import type { Command } from '../frame/command.ts';
import { configProblem } from '../frame/config-problem.ts';
import { newerNotice, openWorkspace, shownState } from '../frame/open-workspace.ts';
import { done, EXIT, failed, joined } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { type CriteriaView, viewOfCriteria } from './criteria-view.ts';
import { waitingIn } from './resume.ts';
import { describeVerify, type VerifyView, viewOfClosing, viewOfVerify } from './verify-view.ts';

export const status: Command = {
  description: 'Show open goals, what waits for you, and what to type next',
  args: {},
  async run() {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const { ws, trust } = opened.value;
    const read = shownState(ws);
    if (!read.ok) return failed(read.error);
    const { state, newer } = read.value;
    const runners = allRunners(ws);
    const views = openGoals(state).map((goal) => viewOf(state, goal, runners));
    const last = lastFinished(ws, state);
    const problem = await configProblem(ws, state);
    const sections = [
      ...(trust
        ? []
        : [colors.yellow(`This clone was not set up; hooks answer nothing. ${TO_TRUST}`)]),
      ...(trust?.off === undefined ? [] : [colors.yellow(offSince(trust.off))]),
      ...(newer === 0 ? [] : [colors.yellow(newerNotice(newer))]),
      ...(problem === null ? [] : [colors.yellow(`Configuration: ${problem}`)]),
      ...(views.length === 0 ? ['No goal is open.'] : views.map(describe)),
      ...(last ? [`Last finished: ${describeLast(last)}`] : lastById(state)),
      ...(views.length === 0 && trust ? ['In Claude Code, type: /wukong_fix <what is wrong>'] : []),
    ];
    const shown = done(sections.join('\n'), {
      root: ws.root,
      trusted: trust !== undefined,
      off_since: trust?.off ?? null,
      config_problem: problem,
      newer_records: newer,
      goals: views,
      last_finished: last ?? null,
    });
    // For scripts: whether a person has to do something before it goes on.
    return views.some(waitsForPerson)
      ? { ...shown, exit: EXIT.needsPerson, isAnswer: true }
      : shown;
  },
};

function offSince(since: string): string {
  return `Off in this clone since ${oneLine(since, 40)}: hooks record and answer nothing. To turn it on: wukong on`;
}

const TO_TRUST = 'To trust it: wukong init';

type NodeView = Readonly<{
  id: string;
  role: string;
  title: string;
  status: NodeStatus;
  level: string | null;
  attempts: number;
  max_retries: number;
  run: string | null;
  verify: VerifyView | null;
  /** Gates that failed and did not keep it from passing. */
  warnings: readonly string[];
}>;

type GoalView = Readonly<{
  id: string;
  title: string;
  status: string;
  paused: string | null;
  /** Whether the fault was shown, as far as it came; null before the first change, or if nobody asks. */
  fault: Fault | null;
  beside: Beside | null;
  criteria: CriteriaView | null;
  /** The session that owns it. */
  owner: Readonly<{ session_id: string; alive: boolean }> | null;
  owned_by: string;
  nodes: readonly NodeView[];
  /** What counts because a person said so. */
  decided: readonly Decided[];
  waiting: ReadonlyArray<Readonly<{ node: string; kind: string; reason: string; next: string }>>;
  closing: VerifyView | null;
  next: string;
}>;

function viewOf(state: State, goal: Goal, runners: readonly GateRunner[]): GoalView {
  const isOwnerAlive = hasLivingOwner(state, goal, isAlive);
  const isGone = goal.owner.kind !== 'nobody' && !isOwnerAlive;
  const session = sessionOfOwner(goal.owner);
  const nodes = goal.specs.map(({ id, role, title, max_retries }): NodeView => {
    const node = nodeState(goal, id);
    const level = node.status === 'done' ? node.level : null;
    const run = 'run' in node ? node.run : null;
    const { attempts } = node;
    const verify = viewOfVerify(goal, run, runners);
    const outputs = run === null ? null : goal.runs[run]?.outputs;
    const warnings = node.status === 'done' ? (outputs?.warnings ?? []) : [];
    return {
      id,
      role,
      title,
      status: node.status,
      level,
      attempts,
      max_retries,
      run,
      verify,
      warnings,
    };
  });
  const waiting = blockedNodes(goal).flatMap((id) => {
    const at = waitingAt(goal, id);
    if (!at) return [];
    return [
      { node: id, kind: at.kind, reason: waitsText(at), next: nextText(at, 'shell', oneLine) },
    ];
  });
  return {
    id: goal.id,
    title: goal.title,
    status: goal.status,
    paused: goal.paused && reasonText(goal.paused),
    fault: seenFault(goal),
    beside: besideOf(goal) ?? null,
    criteria: viewOfCriteria(goal),
    owner: session === undefined ? null : { session_id: session, alive: isOwnerAlive },
    owned_by: ownerText(goal.owner) + (isGone ? ' (gone)' : ''),
    nodes,
    decided: proofOf(goal).decided ?? [],
    waiting,
    closing: viewOfClosing(goal, runners),
    next: nextStep(goal, isOwnerAlive),
  };
}

/** While work goes on, that nothing was shown yet is no news. */
function seenFault(goal: Goal): Fault | null {
  const fault = faultOf(goal);
  return fault?.kind === 'shown' || proofOf(goal).unshown !== undefined ? (fault ?? null) : null;
}

function waitsForPerson({ waiting, status, nodes }: GoalView): boolean {
  const isMoving = nodes.some((node) => MOVING.includes(node.status));
  return waiting.length > 0 || (status === 'paused' && !isMoving);
}

const MOVING: readonly NodeStatus[] = ['running', 'verify'];

function nextStep(goal: Goal, isOwnerAlive: boolean): string {
  const lost = lostPlan(goal);
  if (lost) return joined([explain(lost).message, explain(lost).hint]);
  if (waitingIn(goal).length > 0) return 'Answer what waits for you.';
  if (goal.paused?.kind === 'fault-not-shown') return `${acceptGoalText(goal.id, 'shell')}.`;
  if (goal.paused?.kind === 'settings-changed') {
    return `Put that back, or let it count: wukong trust. Then, in Claude Code: /wukong_resume ${goal.id}`;
  }
  if (goal.paused && ASKS.includes(goal.paused.kind)) return pausedNext(goal.id, goal.paused);
  if (goal.status === 'paused') return `In Claude Code, type: /wukong_resume ${goal.id}`;
  if (isOwnerAlive) return 'Nothing to do: its session works on it.';
  return `Nobody works on it. In Claude Code, type: /wukong_resume ${goal.id}`;
}

/** Pauses that take more than a word. */
const ASKS: readonly Reason['kind'][] = ['work-gone', 'plan-mode', 'deadline-passed'];

const MAX_WAITING = 8;
const MAX_DECIDED = 4;

function describe(goal: GoalView): string {
  const isSaid = goal.fault !== null && goal.paused === faultText(goal.fault);
  const paused =
    goal.paused === null || isSaid ? '' : `: ${wholeLine(goal.paused).replace(/\.$/, '')}`;
  const fault = goal.fault ? faultSoFar(goal, goal.fault) : '';
  // Whoever waits for a word on it says it.
  const isWaitedFor = goal.waiting.slice(0, MAX_WAITING).some(({ reason }) => reason === fault);
  const brief = briefNodes(goal.nodes);
  const lines = [
    `${colors.bold(goal.id)}  ${oneLine(goal.title, 100)}`,
    `  ${goal.status}${paused}, owned by ${goal.owned_by}`,
    ...(fault === '' || isWaitedFor ? [] : [`  ${wholeLine(fault)}`]),
    ...(goal.beside ? [`  ${wholeLine(besideText(goal.beside))}`] : []),
    ...(goal.criteria ? [`  criteria ${goal.criteria.met}/${goal.criteria.total}`] : []),
    ...(brief.counts === undefined ? [] : [`  ${brief.counts}`]),
    ...brief.shown.flatMap((node) => [nodeLine(node), ...node.warnings.map(warningLine)]),
    ...(brief.shown.length < goal.nodes.length ? ['  All of them: wukong status --json'] : []),
    ...brief.shown.flatMap(({ id, verify }) =>
      verify ? [`  ${id} ${describeVerify(verify)}`] : [],
    ),
    ...goal.decided.slice(-MAX_DECIDED).map((one) => `  ${wholeLine(decidedText(one))}`),
    ...(goal.closing ? [`  The final tree ${describeVerify(goal.closing)}`] : []),
    ...goal.waiting
      .slice(0, MAX_WAITING)
      .map(
        ({ node, reason, next }) =>
          `  ${colors.yellow(`${node} waits for you:`)} ${wholeLine(reason)} ${next}`,
      ),
    ...(goal.waiting.length > MAX_WAITING
      ? [`  ${colors.yellow(`${goal.waiting.length - MAX_WAITING} more wait for you.`)}`]
      : []),
    `  Next: ${goal.next}`,
  ];
  return lines.join('\n');
}

/** A node may still bring the test that shows it. */
function faultSoFar({ nodes, waiting }: GoalView, fault: Fault): string {
  const isOpen = nodes.some(({ role, status }) => OWING.includes(role) && status !== 'done');
  if (fault.kind !== 'not-shown' || !isOpen || waiting.some(({ kind }) => kind === 'not-shown')) {
    return faultText(fault);
  }
  return `The fault is not shown yet: ${asSentence(fault.why)}`;
}

const OWING: readonly string[] = CHANGING_ROLES;

function nodeLine({ id, role, title, status, level, attempts, max_retries }: NodeView): string {
  const tries = attempts > 1 || status === 'blocked' ? `${attempts} of ${max_retries} runs` : '';
  const columns = [
    id.padEnd(6),
    role.padEnd(6),
    paint(status)(status.padEnd(9)),
    (level ?? '').padEnd(2),
  ];
  return `  ${columns.join('  ')}  ${oneLine(title, 60)}${tries === '' ? '' : colors.dim(`  ${tries}`)}`;
}

function warningLine(warning: string): string {
  return colors.yellow(`          warning: ${oneLine(warning)}`);
}

function paint(status: NodeStatus): (text: string) => string {
  if (status === 'done') return colors.green;
  if (status === 'running' || status === 'verify') return colors.cyan;
  if (status === 'blocked') return colors.yellow;
  return status === 'failed' ? colors.red : (text) => text;
}

type LastView = Readonly<{
  id: string;
  /** Null where the graph was kept by an older version. */
  title: string | null;
  template: string;
  status: string;
  fault: Fault | null;
  beside: Beside | null;
  done: number;
  nodes: number;
  summary: string | null;
}>;

/** The state holds open goals only; the last finished graph stands in taskgraph.json. */
function lastFinished(ws: Workspace, state: State): LastView | undefined {
  const last = state.finished
    ? projectTaskgraph(state, undefined).graphs.findLast((graph) => isFinished(graph))
    : keptGraph(ws, state);
  if (!Array.isArray(last?.nodes)) return undefined;
  const { goal_id: id, title = null, template, status: end, nodes, session } = last;
  const { fault = null, beside = null } = last;
  const isDone = nodes.filter((node) => node.status === 'done').length;
  const path = join(files.artifacts(ws, session), 'summary.md');
  const summary = existsSync(path) ? `.wukong/artifacts/${session}/summary.md` : null;
  return {
    id,
    title,
    template,
    status: end,
    fault,
    beside,
    done: isDone,
    nodes: nodes.length,
    summary,
  };
}

/** A very large graph is not in taskgraph.json when it is over. */
function lastById({ last_finished: id }: State): string[] {
  return id === null ? [] : [`Last finished: ${id}  wukong log --goal ${id}`];
}

function isFinished(graph: TaskgraphEntry): boolean {
  return graph.status === 'completed' || graph.status === 'aborted';
}

function describeLast(last: LastView): string {
  const { id, title, template, status: end, fault, beside, done: n, nodes, summary } = last;
  const where = summary === null ? '' : `  ${summary}`;
  const said = [fault ? faultText(fault) : '', besideText(beside)].filter((text) => text !== '');
  const first = said.map((text) => `${wholeLine(text)}\n  `).join('');
  const request = title === null ? '' : ` "${oneLine(title, 60)}"`;
  return `${first}${id}${request} (${template}) ${end}, ${n} of ${nodes} nodes done${where}`;
}
