// `wukong run`: one goal in the foreground, without a session.

import { type DriveEnd, drive } from '../../engine/drive/drive.ts';
import { heldBackFrom } from '../../engine/drive/executor-for.ts';
import { logQueue } from '../../engine/drive/log-queue.ts';
import { takeGoal } from '../../engine/drive/take-goal.ts';
import { keepHistory } from '../../engine/goal/keep-history.ts';
import { loadConfig } from '../../engine/goal/load-config.ts';
import { isProposal } from '../../kernel/daemon.ts';
import { nextNodes } from '../../kernel/next.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { waitsForDriver } from '../../kernel/requests/offer.ts';
import { speaksForPerson } from '../../kernel/requests/resume.ts';
import { hasLivingOwner, ownerProcess } from '../../kernel/state/owner.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { fail, ok, type Result, unreachable } from '../../model/failure.ts';
import { TERM_FLAGS } from '../../model/vocabulary.ts';
import { redactor } from '../../privacy/redact.ts';
import { explain } from '../../words/explain-failure.ts';
import { completedText } from '../../words/notice.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { depthOf, isAlive, processRef } from '../../workspace/processes.ts';
import { confirmFirst } from '../config/confirm-local.ts';
import type { Args, Command } from '../frame/command.ts';
import { openNow, stateOf } from '../frame/open-workspace.ts';
import {
  EXIT,
  failed,
  joined,
  misused,
  needsPerson,
  type Outcome,
  problem,
} from '../frame/outcome.ts';
import { isAttended, printJson, warn } from '../frame/output.ts';
import { type Person, personHere, refusedToPrograms } from '../frame/person.ts';
import { goalId } from '../frame/pick-goal.ts';
import { isTerminal } from '../goals/watch.ts';
import { planOf } from '../orders/plan-goal.ts';
import { wantedFrom } from '../orders/wanted.ts';
import { warnMissing } from '../orders/warn-missing.ts';
import { askedBy, atPerson, isAnswered } from './ask-person.ts';
import { type Followed, follow } from './follow.ts';
import { unknownExecutorIn } from './unknown-executor.ts';

export const run: Command = {
  description: 'Carry out a goal here, without a session',
  args: {
    goal: {
      type: 'positional',
      required: false,
      description: 'What is to be done, or G-0001. Default: what comes next',
    },
    template: {
      type: 'string',
      valueHint: 'NAME',
      description: 'Of a new goal: the plan it begins with, fix, direct, …',
    },
    priority: { type: 'string', valueHint: '0-100', description: 'Of a new goal; 50 by default' },
    budget: {
      type: 'string',
      valueHint: 'LIMITS',
      description: 'Of a new goal: tokens=200000,hours=4,usd=2,retries=3; no limit by default',
    },
    deadline: {
      type: 'string',
      valueHint: 'DAY',
      description: 'Of a new goal: nothing is dispatched after 2026-12-01 or 2026-12-01T18:00',
    },
    issue: { type: 'string', valueHint: 'REF', description: 'Of a new goal: org/repo#12' },
    reproduce: {
      type: 'string',
      valueHint: 'first',
      description: 'Of a new goal: a test has to show the fault before it is fixed',
    },
    executor: {
      type: 'string',
      valueHint: 'NAME',
      description: 'Who carries it out, of those in config.local.yaml',
    },
    take: { type: 'boolean', description: 'Also from a session or driver that is at work on it' },
  },
  examples: [
    ['wukong run "it crashes on tabs" --template fix', 'here, by the executors you set up'],
    ['wukong run "it crashes on tabs" --budget usd=2', 'asks you before it uses more'],
    ['wukong run G-0001', 'go on with it; Ctrl-C hands it back'],
    ['wukong run --json', 'for programs; exit code 3 where a person is waited for'],
  ],
  takesWords: true,
  async run(args) {
    const opened = openNow();
    if (!opened.ok) return failed(opened.error);
    const { ws, state } = opened.value;
    const refused = refusedToPrograms(state, 'begin no goals', undefined);
    if (refused) return refused;
    await confirmFirst(ws);
    const unknown = unknownExecutorIn(ws, args.text('executor'));
    if (unknown) return unknown;
    const me = processRef(process.pid);
    const before = { state, cursor: state.log };
    const goal = await goalOf(ws, me, args);
    if (!goal.ok) return goal.error;
    const { end, told: notice } = await untilEnd(ws, me, goal.value, args, before);
    return told(ws, goal.value, end, { json: args.flag('json'), notice });
  },
};

/** The goal is this process's from here on. */
async function goalOf(ws: Workspace, me: ProcessRef, args: Args): Promise<Result<string, Outcome>> {
  const words = args.words.join(' ').trim();
  const isNamed = /^(?:G-)?\d+$/i.test(words);
  if (words !== '' && !isNamed) return begin(ws, me, words, args);
  const idle = onlyForNew(args, isNamed ? goalId(words) : 'G-0001');
  if (idle) return fail(idle);
  // No hook may have read it since somebody edited it.
  loadConfig(ws);
  const id = isNamed ? goalId(words) : nextGoal(ws);
  if (id === undefined) {
    const proposed = firstProposal(ws);
    const hint = proposed
      ? `${proposed} was queued with nobody at a terminal; to carry it out: wukong run ${proposed}`
      : 'Say what to do: wukong run "…"';
    return fail(misused('Nothing can be dispatched now.', hint));
  }
  return takeUp(ws, me, id, args.flag('take'));
}

const OF_NEW = ['template', ...TERM_FLAGS, 'issue', 'reproduce'] as const;

/** What a goal that is there would not hear of: its terms are set by a command that asks. */
function onlyForNew(args: Args, id: string): Outcome | undefined {
  const option = OF_NEW.find((name) => args.text(name) !== undefined);
  if (option === undefined) return undefined;
  const value = oneLine(args.text(option) ?? '', 40);
  const isTerm = TERM_FLAGS.some((flag) => flag === option);
  const hint = isTerm
    ? `Type: wukong goal set ${id} --${option} ${value}`
    : `Say what to do: wukong run "…" --${option} ${value}`;
  return misused(`--${option} counts for a new goal.`, hint);
}

/** The best of what nobody works on; else what somebody left in the middle. A proposal is for who names it. */
function nextGoal(ws: Workspace): string | undefined {
  const read = stateOf(ws);
  if (!read.ok) return undefined;
  const state = read.value;
  const free = openGoals(state).filter(
    (goal) =>
      goal.status === 'running' &&
      !isProposal(goal, state) &&
      (waitsForDriver(goal) || !hasLivingOwner(state, goal, isAlive)),
  );
  const isFree = (id: string): boolean => free.some((goal) => goal.id === id);
  const best = nextNodes(state, new Date().toISOString()).find(({ goal }) => isFree(goal));
  return best?.goal ?? free[0]?.id;
}

function firstProposal(ws: Workspace): string | undefined {
  const read = stateOf(ws);
  return read.ok
    ? openGoals(read.value).find((goal) => isProposal(goal, read.value))?.id
    : undefined;
}

async function begin(
  ws: Workspace,
  me: ProcessRef,
  words: string,
  args: Args,
): Promise<Result<string, Outcome>> {
  const wanted = wantedFrom('run', words, args);
  if (!wanted.ok) return wanted;
  const plan = await planOf(ws, wanted.value);
  if (!plan.ok) return plan;
  const held = heldBackFrom(ws, plan.value.nodes, args.text('executor'));
  if (held) return fail(needsPerson(`${held.why} No goal was begun.`, held.hint));
  warnMissing(ws, [plan.value]);
  const text = redactor(process.env)(words);
  const made = logQueue(ws, me).enqueue({ text, plan: plan.value });
  if (!made.ok) return fail(failed(made.error));
  const state = stateOf(ws);
  const goal = state.ok ? state.value.goals[made.value] : undefined;
  if (goal) keepHistory(ws, goal.artifacts);
  return made;
}

async function takeUp(
  ws: Workspace,
  me: ProcessRef,
  id: string,
  take: boolean,
): Promise<Result<string, Outcome>> {
  const asked = isAskedHere(ws, id);
  if (!asked.ok) return asked;
  const taken = await takeGoal(ws, me, id, take, asked.value);
  if (!taken.ok) return fail(failed(taken.error));
  const resumed = taken.value;
  switch (resumed.kind) {
    case 'resumed':
      return ok(id);
    case 'lost':
      return fail(failed(resumed.failure));
    case 'owned': {
      const { pid } = ownerProcess(resumed.goal.owner) ?? { pid: 0 };
      const who = resumed.goal.owner.kind === 'driver' ? 'Another driver' : 'A session';
      const message = `${who} (process ${pid}) works on ${id}.`;
      return fail(needsPerson(message, `To take it over: wukong run ${id} --take`));
    }
    default:
      return fail(misused(`There is no open goal ${oneLine(id, 40)}.`, 'See: wukong status'));
  }
}

/** A goal that waits for a person itself goes on where one types it. */
function isAskedHere(ws: Workspace, id: string): Result<Person | undefined, Outcome> {
  const state = stateOf(ws);
  const goal = state.ok ? state.value.goals[id] : undefined;
  if (!state.ok || !goal) return ok(undefined);
  const isAsked = speaksForPerson(state.value, goal, { nodeId: null, answer: '' });
  return isAsked ? personHere(state.value, `/wukong_resume ${id}`) : ok(undefined);
}

/** A person who is there is asked, and it goes on with what they say. */
async function untilEnd(
  ws: Workspace,
  me: ProcessRef,
  goal: string,
  args: Args,
  before: Followed,
): Promise<Readonly<{ end: DriveEnd; told: Followed['told'] }>> {
  let shown = before;
  const stop = new AbortController();
  const interrupt = () => stop.abort('interrupted');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  try {
    for (;;) {
      const executor = args.text('executor');
      // The picture in a terminal says that it waits.
      const tell = isTerminal() ? undefined : warn;
      const about = { goal, me, executor, stop: stop.signal, depth: depthOf(process.env), tell };
      const endShow = follow(ws, shown, goal, args.flag('json'));
      const end = await drive(ws, about).finally(() => {
        shown = endShow();
      });
      const { told } = shown;
      if (end.kind !== 'waits' || !isAttended() || !(await isAnswered(ws, goal))) {
        return { end, told };
      }
      const taken = await takeGoal(ws, me, goal);
      if (!taken.ok) return { end: { kind: 'not-recorded', failure: taken.error }, told };
    }
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}

type Told = Readonly<{ json: boolean; notice: Followed['told'] }>;

function told(ws: Workspace, goal: string, end: DriveEnd, { json, notice }: Told): Outcome {
  const outcome = outcomeOf(ws, goal, end, notice);
  if (!json) return outcome;
  // One line, as those before it.
  const ok = outcome.exit === EXIT.done;
  const last = { schema_version: 1, command: 'run', ok, goal, end: end.kind, ...outcome.json };
  printJson(last);
  return { ...outcome, json: null };
}

function outcomeOf(ws: Workspace, goal: string, end: DriveEnd, notice: Followed['told']): Outcome {
  const more = `wukong run ${goal}`;
  const again = `To go on: ${more}. Or in Claude Code: /wukong_resume ${goal}`;
  switch (end.kind) {
    case 'completed': {
      // Somebody else closed it, in a session that is told.
      const isTold = notice?.kind === 'goal-completed';
      const text = isTold ? completedText(notice) : `${goal} is complete.`;
      return { exit: EXIT.done, text, json: { summary: isTold ? notice.summary : null } };
    }
    case 'aborted':
      return problem(EXIT.failed, {
        kind: 'aborted',
        message: `${goal} was cancelled.`,
        hint: NONE,
      });
    case 'interrupted': {
      const message = `${goal} was handed back.`;
      return problem(EXIT.interrupted, { kind: 'interrupted', message, hint: again });
    }
    case 'parked':
      return needsPerson(`${goal} waits until ${end.until}.`, again);
    case 'taken-over': {
      const message = `${goal} was taken over by somebody else.`;
      return problem(EXIT.failed, { kind: 'taken-over', message, hint: 'See: wukong status' });
    }
    case 'for-session':
    case 'no-executor':
      return needsPerson(end.why, end.hint);
    case 'cannot':
      return problem(EXIT.failed, { kind: 'cannot', message: end.why, hint: again });
    case 'not-recorded': {
      const { message, hint } = explain(end.failure);
      return problem(EXIT.failed, { kind: end.failure.kind, message, hint });
    }
    case 'waits': {
      const asked = askedBy(ws, goal);
      const withPerson = asked ? undefined : atPerson(ws, goal);
      if (withPerson) return withPerson;
      if (!asked) return needsPerson(`${goal} waits for you.`, `wukong status, then: ${more}`);
      const { node, why, next } = asked;
      const what = node === null ? `${goal} is paused` : `${node} of ${goal} waits for you`;
      return needsPerson(`${what}: ${why}`, joined([next, `Then: ${more}`]));
    }
    default:
      return unreachable(end);
  }
}

const NONE = 'Its records stay: wukong log';
