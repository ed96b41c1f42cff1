// What the daemon does, since when, what is waited for, what it cost today, and why it did what it did last.

import { lackingNow } from '../../engine/drive/executor-for.ts';
import { isLeft, isProposal, toTakeUp } from '../../kernel/daemon.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { drivenNodes, waitsForDriver } from '../../kernel/requests/offer.ts';
import { parkedUntil } from '../../kernel/retries/parking.ts';
import { hasLivingOwner } from '../../kernel/state/owner.ts';
import { activeRuns, specOf } from '../../kernel/state/queries.ts';
import { readHistory } from '../../log/history.ts';
import type { EventRecord } from '../../model/event.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { localDay } from '../../rollups/local-day.ts';
import { lookAtDay } from '../../rollups/write-rollup.ts';
import { leftHow } from '../../words/driving.ts';
import { describeEvent } from '../../words/facts.ts';
import { amountText, costText } from '../../words/metrics/amounts.ts';
import { counted, oneLine } from '../../words/plain-text.ts';
import { toGoOn } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive, statOf } from '../../workspace/processes.ts';
import type { Args } from '../frame/command.ts';
import { eventLine } from '../frame/event-line.ts';
import { openShown, shownState } from '../frame/open-workspace.ts';
import { done, failed, joined, type Outcome } from '../frame/outcome.ts';
import { ago } from '../frame/when.ts';

const MOST = 10;

export function daemonStatus(args: Args): Outcome {
  const opened = openShown();
  if (!opened.ok) return failed(opened.error);
  const { ws, state } = opened.value;
  const nowMs = Date.now();
  const today = lookAtDay(ws, localDay(nowMs), nowMs);
  if (!today.ok) return failed(today.error);
  const decided = decisionsOfLast(ws);
  if (!decided.ok) return failed(decided.error);
  const utc = args.flag('utc');
  const look = { now: nowMs, utc };
  const { total } = today.value.spent;
  const atWork = openGoals(state).flatMap(runsAtWork);
  const waits = openGoals(state).flatMap((goal) => waitOf(ws, state, goal));
  const begins = beginsWith(ws, state);
  const lines = [
    headOf(state, look),
    ...atWork.map(
      ({ goal, node, role, by, since }) =>
        `  ${goal}/${node}  ${role}, by ${by}, begun ${ago(since, look)}`,
    ),
    ...waits.map(({ goal, why }) => `  ${goal} waits: ${why}`),
    ...begins.lines.map((line) => `  ${line}`),
    `Today: ${[...costText(total.cost_usd), amountText(total)].join(', ')}, ${counted(total.runs, 'run')}.`,
    ...(decided.value.length === 0 ? [] : ['Decided last:']),
    ...decided.value.map((record) => `  ${eventLine(record, utc)}`),
  ];
  const daemon = state.daemon && isAlive(state.daemon.process) ? state.daemon : undefined;
  return done(lines.join('\n'), {
    running: daemon !== undefined,
    frozen: daemon !== undefined && isFrozen(daemon.process.pid),
    pid: daemon?.process.pid ?? null,
    since: daemon?.since ?? null,
    at_work: atWork,
    waits,
    ...begins.json,
    today: { cost_usd: total.cost_usd, tokens: total.tokens, runs: total.runs },
    decided: decided.value.map((record) => ({
      event: record.event_id,
      at: record.timestamp,
      goal: record.goal_id ?? null,
      node: record.node_id ?? null,
      text: describeEvent(record),
    })),
  });
}

function headOf(state: State, look: Readonly<{ now: number; utc: boolean }>): string {
  const { daemon } = state;
  if (!daemon) return 'No daemon is at work. To start it: wukong daemon start';
  const { pid } = daemon.process;
  const since = `started ${ago(daemon.since, look)}`;
  if (!isAlive(daemon.process)) {
    return `The daemon (process ${pid}, ${since}) ended without a word. To start it again: wukong daemon start`;
  }
  if (isFrozen(pid)) {
    return `The daemon (process ${pid}, ${since}) is frozen by a signal. ${frozenHint(pid)}`;
  }
  return `The daemon is at work, process ${pid}, ${since}.`;
}

/** Linux says so. */
export function isFrozen(pid: number): boolean {
  return statOf(pid)?.state === 'T';
}

export function frozenHint(pid: number): string {
  return `To go on: kill -CONT ${pid}. To end it: wukong daemon stop`;
}

function runsAtWork(goal: Goal) {
  return activeRuns(goal).map(({ id, node, role, by, dispatched_at }) => ({
    goal: goal.id,
    node,
    run: id,
    role,
    by: by.kind === 'subagent' ? 'an agent of a session' : by.name,
    title: specOf(goal, node).title,
    since: dispatched_at,
  }));
}

type Waits = Readonly<{ goal: string; until: string | null; why: string }>;

function waitOf(ws: Workspace, state: State, goal: Goal): Waits[] {
  const until = parkedUntil(goal);
  const asked = Object.entries(state.escalations ?? {}).filter(([, one]) => one.goal === goal.id);
  if (until !== undefined)
    return [{ goal: goal.id, until, why: `until ${until}, for a limit or an outage` }];
  if (isLeft(goal) && goal.left)
    return [{ goal: goal.id, until: null, why: leftHow(goal.id, goal.left) }];
  const lacking = waitsForDriver(goal) ? lackingNow(ws, goal) : undefined;
  if (lacking) return [{ goal: goal.id, until: null, why: joined([lacking.why, lacking.hint]) }];
  if (isLeftToPerson(state, goal))
    return [
      {
        goal: goal.id,
        until: null,
        why: `nobody works on it, and a daemon leaves it to you. ${toGoOn(goal)}`,
      },
    ];
  return asked.map(([id, { node }]) => ({
    goal: goal.id,
    until: null,
    why: `for you, ${id}${node === null ? '' : ` at ${node}`}: wukong answer ${id}`,
  }));
}

/** What is next is for a program, its session or driver is gone, and nobody queued it. */
function isLeftToPerson(state: State, goal: Goal): boolean {
  if (goal.queued || drivenNodes(goal).length === 0) return false;
  return activeRuns(goal).length === 0 && !hasLivingOwner(state, goal, isAlive);
}

/** What it takes up next, and what it leaves until a person says so. */
export function beginsWith(ws: Workspace, known?: State) {
  const read = known ? ok({ state: known }) : shownState(ws);
  if (!read.ok) return { lines: [], json: { next: [], proposals: [] } };
  const { state } = read.value;
  const now = { at: new Date().toISOString(), isAlive };
  // One that starts tries all of them.
  const passed = known ? openGoals(state).filter(isLeft) : [];
  const left = new Map(passed.map(({ id, as_of }) => [id, as_of]));
  const next = toTakeUp(state, now, new Set(), left).filter(({ goal, isBeside }) => {
    const open = state.goals[goal];
    return !(known && isBeside && open && lackingNow(ws, open));
  });
  const titleOf = (id: string): string => oneLine(state.goals[id]?.title ?? '', 60);
  const proposals = openGoals(state).filter(
    (goal) => isProposal(goal, state) && goal.owner.kind === 'nobody',
  );
  const begins = next.slice(0, MOST).map(({ goal, chosen, isBeside }, at) => {
    const why = isBeside
      ? 'its session waits for it'
      : chosen
        ? chosen.score.toFixed(2)
        : 'nothing is left but its end';
    return `${at === 0 ? 'Next' : 'Then'}: ${goal} ${titleOf(goal)} (${why})`;
  });
  const more = next.length > MOST ? [`And ${next.length - MOST} more: wukong next`] : [];
  const proposed = proposals
    .slice(0, MOST)
    .map(
      ({ id }) =>
        `Not taken up: ${id} ${titleOf(id)}. No person queued it at a terminal: wukong goal admit ${id}`,
    );
  const nothing = next.length + proposals.length === 0 ? ['Nothing is queued.'] : [];
  return {
    lines: [...begins, ...more, ...proposed, ...nothing],
    json: {
      next: next.map(({ goal, chosen, isBeside }) => ({ goal, chosen, beside: isBeside })),
      proposals: proposals.map(({ id }) => id),
    },
  };
}

/** What took goals up, gave out nodes and ended them while the last daemon was at work; the last ten. */
const DECISIONS: readonly string[] = [
  ...[
    'goal.owned',
    'run.dispatched',
    'run.ended',
    'node.switched',
    'edge.decided',
    'decision.made',
  ],
  ...['graph.paused', 'graph.resumed', 'graph.completed', 'escalation.opened', 'graph.grown'],
];

function decisionsOfLast(ws: Workspace): Result<EventRecord[]> {
  let kept: EventRecord[] = [];
  let isAtWork = false;
  const history = readHistory(
    ws,
    (record) => {
      if (record.type === 'daemon.started') kept = [];
      if (record.type === 'daemon.started' || record.type === 'daemon.stopped') {
        isAtWork = record.type === 'daemon.started';
      }
      if (isAtWork && DECISIONS.includes(record.type) && kept.push(record) > MOST) kept.shift();
      return true;
    },
    'count',
  );
  return history.ok ? ok(kept) : fail(history.failure);
}
