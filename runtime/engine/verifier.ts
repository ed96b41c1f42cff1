// Starts the process that verifies (hooks/verify.ts). Gates may take longer than the client gives a
// hook, and must not end with the hook, the client or the terminal; so what needs commands is judged
// there, and a hook only waits for it.

import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { canComplete } from '../kernel/goals.ts';
import { hasFinalCheck } from '../kernel/proof.ts';
import { NOBODY } from '../kernel/receive.ts';
import { specOf } from '../kernel/state.ts';
import { deadVerifiers, restartVerify, verifying } from '../kernel/verify.ts';
import type { Goal, ProcessRef, Run } from '../model/state.ts';
import { CHANGING_ROLES } from '../model/words.ts';
import { secretValues } from '../privacy/redact.ts';
import type { Workspace } from '../store/paths.ts';
import { isAlive, processRef } from '../store/process-ref.ts';
import { readState, runStep } from '../store/step.ts';
import { gateEnvironment } from '../verify/gate-environment.ts';
import { gateSettings } from './gate-settings.ts';
import { commandGates } from './gates.ts';

export type Job = Readonly<{
  session: string;
  goal: string;
  /** The report to verify; missing where only the end of the goal is left. */
  run?: string;
  key?: string;
  mainTranscript: string;
  /** The report as it came, for whoever has just heard it. */
  words?: string;
}>;

export type Verifier = Readonly<{
  process: ProcessRef;
  /** What it has to do; resolves when it has heard it. */
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
  if (CHANGING_ROLES.includes(run.role)) return true;
  return commandGates(specOf(goal, run.node).verification_plan).length > 0;
}

/**
 * It is there, and waits to be told what to do: so it can be written down before it begins. One that
 * is told nothing, because its hook was killed, ends.
 */
export function startVerifier(ws: Workspace): Verifier {
  const script = process.argv[1] ?? '';
  const child = spawn(process.execPath, [...process.execArgv, script, 'verify'], {
    cwd: ws.root,
    env: environment(ws),
    // Without a terminal, and in a group of its own: what ends the client does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  // It ended before it was told: whoever waits sees that it is gone.
  child.stdin.on('error', () => undefined);
  return {
    process: child.pid === undefined ? NOBODY : processRef(child.pid),
    hand: (job) => new Promise((done) => child.stdin.end(told(ws, job), () => done())),
    dismiss: () => child.stdin.end(),
    ended,
  };
}

/**
 * Names let through one by one, as for gates, which could read them off the verifier: so what a person
 * lets any gate see is there, and nothing else of the client's.
 */
function environment(ws: Workspace): Record<string, string> {
  // Where transcripts are, and the user's settings of git, without which it sees other trees than we do.
  const allowed = Object.fromEntries(
    gateSettings(ws).env.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const { CLAUDE_CONFIG_DIR, XDG_CONFIG_HOME } = process.env;
  return gateEnvironment(process.env, {
    CLAUDE_PROJECT_DIR: ws.root,
    ...(CLAUDE_CONFIG_DIR && { CLAUDE_CONFIG_DIR }),
    ...(XDG_CONFIG_HOME && { XDG_CONFIG_HOME }),
    ...allowed,
  });
}

/** Like a payload of the client, by the one way in that every hook has. */
function told(ws: Workspace, job: Job): string {
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
    const session = goal.owner?.session_id ?? NO_SESSION;
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
    else await verifier.hand({ session, goal: goalId, run, key, mainTranscript });
  }
}

/** A goal that nobody owns. */
const NO_SESSION = 'none';

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

export type End = Readonly<{
  id: string;
  session: string;
  /** Commands may have to run before. */
  byCommands: boolean;
}>;

/** How the goal is closed; undefined if something is left. Asked where its files can't be replaced. */
export function endOf(goal: Goal | undefined): End | undefined {
  if (!goal || !canComplete(goal)) return undefined;
  const session = goal.owner?.session_id ?? NO_SESSION;
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
