// Starts the process that verifies (run-verifier.ts, by hooks/events/verify.ts). Gates may take longer than the client gives a
// hook, and must not end with the hook, the client or the terminal; so what needs commands is judged
// there, and a hook only waits for it.

import { setTimeout as delay } from 'node:timers/promises';
import { hasFinalCheck } from '../../kernel/graph/proof.ts';
import { deadVerifiers, restartVerify, verifying } from '../../kernel/reports/verifier.ts';
import { canComplete } from '../../kernel/requests/goals.ts';
import { isWithDaemon, waitsForDriver } from '../../kernel/requests/offer.ts';
import { NOBODY } from '../../kernel/requests/verify-again.ts';
import { sessionOfOwner } from '../../kernel/state/owner.ts';
import { specOf } from '../../kernel/state/queries.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import { secretValues } from '../../privacy/redact.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import { namesForGates } from '../gates/gate-settings.ts';
import { commandGates } from '../gates/node-gates.ts';
import type { LaneAt } from '../lanes/client-lanes.ts';
import { startBackground } from './background.ts';

export type Job = Readonly<{
  session: string;
  goal: string;
  mainTranscript: string;
  /** The report to verify; missing where only the end of the goal is left. */
  report?: Readonly<{
    run: string;
    key: string;
    /** As it came, from the process that has just received it. */
    text?: string;
  }>;
  /** Try its gates, before anything is written (engine/trials/try-gates.ts). */
  trial?: true;
  /** Take these away once their agents have ended. */
  lanes?: readonly LaneAt[];
  /** Take the results that people saved in the copies of their orders. */
  saved?: true;
  /** Judge what the session changed; with the environment of its hook, for what is a secret. */
  turn?: Readonly<Record<string, string>>;
  /** End what this driver had at work. Handed over whole, but read only once its end of the pipe is closed. */
  driver?: ProcessRef;
}>;

export type Verifier = Readonly<{
  process: ProcessRef;
  /** What it has to do; resolves when it was handed over. */
  hand: (job: Job) => Promise<void>;
  /** It is not needed after all, and ends. */
  dismiss: () => void;
  ended: Promise<void>;
}>;

/**
 * Whether a report of this run is judged by commands, which take as long as they take: gates, and for
 * a change the checks that run in copies.
 */
export function needsCommands(goal: Goal, run: Run): boolean {
  if (CHANGING_ROLES.includes(run.role) || run.lane.lands_in !== undefined) return true;
  return commandGates(specOf(goal, run.node).verification_plan).length > 0;
}

/**
 * It is there, and waits for its work: so it can be written down before it begins. One that gets
 * none, because its hook was killed, ends.
 */
export function startVerifier(ws: Workspace): Verifier {
  const child = startBackground(ws, namesForGates(ws));
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  return {
    process: child.pid === undefined ? NOBODY : processRef(child.pid),
    hand: (job) => new Promise((done) => child.stdin.end(jobPayload(ws, job), () => done())),
    dismiss: () => child.stdin.end(),
    ended,
  };
}

/** Like a payload of the client, by the one way in that every hook has. */
export function jobPayload(ws: Workspace, job: Job): string {
  return JSON.stringify({
    session_id: job.session,
    cwd: ws.root,
    tool_input: { ...job, secrets: secrets() },
  });
}

/** What has to be taken out of texts. By the pipe: another process can read an environment. */
function secrets(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && secretValues({ [entry[0]]: entry[1] }).length > 0,
    ),
  );
}

/** Reports of a goal whose verifier is gone get another. Nobody waits: their agents are gone too. */
export async function verifyAgain(
  ws: Workspace,
  goalId: string,
  mainTranscript: string,
): Promise<void> {
  const now = readState(ws, ({ goals }) => {
    const goal = goals[goalId];
    if (goal?.status !== 'running') return undefined;
    const session = sessionOfOwner(goal.owner) ?? NO_SESSION;
    return { session, dead: deadVerifiers(goal, isAlive) };
  });
  if (!now.ok || !now.value) return;
  const { session, dead } = now.value;
  for (const run of dead) {
    const verifier = startVerifier(ws);
    const taken = runStep(ws, (step) =>
      restartVerify(step, goalId, run, verifier.process, isAlive),
    );
    const key = taken.ok ? taken.value : undefined;
    if (key === undefined) verifier.dismiss();
    else await verifier.hand({ session, goal: goalId, mainTranscript, report: { run, key } });
  }
}

/** A goal that no session owns. */
export const NO_SESSION = 'none';

const POLL_MS = 250;

/** Until no report of the goal is being verified any more, or the time is up. */
export async function untilVerified(
  ws: Workspace,
  goalId: string,
  deadline: number,
): Promise<void> {
  for (;;) {
    const now = readState(ws, ({ goals }) => {
      const goal = goals[goalId];
      return goal && verifying(goal).some((run) => isAlive(run.report.verifier));
    });
    if (!now.ok || !now.value) return;
    if (Date.now() >= deadline) return;
    await delay(POLL_MS);
  }
}

/** So long a daemon may take to begin with what the session waits for; it may be unable to. */
const TAKES_MS = 10_000;

/** Until a daemon has nothing of the goal at work any more, or the time is up. */
export async function untilDriven(ws: Workspace, goalId: string, deadline: number): Promise<void> {
  let begins = Date.now() + TAKES_MS;
  for (;;) {
    const now = readState(ws, (state) => {
      const goal = state.goals[goalId];
      if (!goal || !isWithDaemon(state, goal, isAlive)) return undefined;
      return waitsForDriver(goal) ? 'ready' : 'at work';
    });
    if (!now.ok || !now.value) return;
    if (now.value === 'at work') begins = Date.now() + TAKES_MS;
    if (Date.now() >= Math.min(begins, deadline)) return;
    await delay(POLL_MS);
  }
}

type End = Readonly<{
  id: string;
  session: string;
  /** Commands may have to run before. */
  byCommands: boolean;
}>;

/** How the goal is closed; undefined if something is left. Asked where its files can't be replaced. */
export function endOf(goal: Goal | undefined): End | undefined {
  if (!goal || !canComplete(goal)) return undefined;
  const session = sessionOfOwner(goal.owner) ?? NO_SESSION;
  return { id: goal.id, session, byCommands: hasFinalCheck(goal) };
}

/** Closes the goal if it can be closed now. What takes long goes on when the time is up. */
export async function finishWithin(
  ws: Workspace,
  { id, session }: End,
  mainTranscript: string,
  deadline: number,
): Promise<void> {
  const verifier = startVerifier(ws);
  await verifier.hand({ session, goal: id, mainTranscript });
  await endedBy(verifier, deadline);
}

export async function endedBy(verifier: Verifier, deadline: number): Promise<void> {
  const timer = new AbortController();
  const { signal } = timer;
  const late = delay(Math.max(0, deadline - Date.now()), undefined, { signal }).catch(() => {
    // It ended in time.
  });
  await Promise.race([verifier.ended, late]);
  timer.abort();
}
