// An event that something may follow from: its hook, and its answer.

import type { Answer } from '../hosts/claude-code/answer.ts';
import { readIds } from '../hosts/claude-code/ids.ts';
import { fileFailure } from '../store/file-failure.ts';
import { isInstalled } from '../store/is-installed.ts';
import { onGuard } from './guard.ts';
import { hostStep } from './host-step.ts';
import { keepError } from './keep-error.ts';
import { notRecorded } from './not-recorded.ts';
import { onPostToolUse, onPostToolUseFailure } from './post-tool-use.ts';
import { onPreCompact } from './pre-compact.ts';
import { onPreToolUse } from './pre-tool-use.ts';
import { concernsNoGoal, type Seen } from './quiet.ts';
import { type Delivery, type Hook, readDelivery } from './run-hook.ts';
import { say } from './say.ts';
import { onSessionEnd } from './session-end.ts';
import { onSessionStart } from './session-start.ts';
import { onStop } from './stop.ts';
import { onStopFailure } from './stop-failure.ts';
import { onSubagentStop } from './subagent-stop.ts';
import { onUserPromptSubmit } from './user-prompt-submit.ts';
import { onVerify } from './verify.ts';

const NOTHING: Answer = {};

const HOOKS: Readonly<Record<string, Hook>> = {
  SessionStart: onSessionStart,
  UserPromptSubmit: onUserPromptSubmit,
  PreToolUse: onPreToolUse,
  PostToolUse: onPostToolUse,
  PostToolUseFailure: onPostToolUseFailure,
  SubagentStop: onSubagentStop,
  Stop: onStop,
  StopFailure: onStopFailure,
  PreCompact: onPreCompact,
  SessionEnd: onSessionEnd,
  guard: onGuard,
  verify: onVerify,
};

/** No events of the client: an agent file and a hook start these. */
const OURS: readonly string[] = ['guard', 'verify'];

let current: Delivery | undefined;

export function hear(event: string, seen: Seen): void {
  try {
    const answer = Object.hasOwn(HOOKS, event) ? answerOf(event, seen) : NOTHING;
    if (answer instanceof Promise) {
      answer.then((given) => finish(event, given)).catch((error) => stumble(event, error));
    } else finish(event, answer);
  } catch (error) {
    stumble(event, error);
  }
}

function answerOf(event: string, seen: Seen): Answer | Promise<Answer> {
  const delivery = readDelivery(event, seen, process.env);
  current = delivery;
  if (!delivery || (delivery.executorRun && event !== 'guard')) return NOTHING;
  if (!isInstalled(delivery.ws)) return NOTHING;
  const { at, ids } = seen;
  if (at && !OURS.includes(event) && concernsNoGoal(event, ids, at.head)) {
    const result = hostStep(delivery, { payload: {} }, () => NOTHING);
    if (result.kind !== 'failed') return NOTHING;
    // A session that starts on a log that can't be used is told so by its own hook.
    const isTold = event === 'SessionStart' && result.failure.kind !== 'log-locked';
    if (!isTold) return notRecorded(result.failure);
  }
  return HOOKS[event]?.(delivery) ?? NOTHING;
}

/** The event could not even be recorded quietly. */
export function fail(event: string, raw: string, error: unknown): void {
  try {
    const ids = readIds(raw);
    const seen = ids && { ids, length: raw.length, at: undefined };
    current = seen && readDelivery(event, seen, process.env);
  } catch {
    crash(event, error);
  }
  stumble(event, error);
}

/** What the system refused, a full disk say, is told to the person, who can put it right. */
function stumble(event: string, error: unknown): void {
  if (event === 'guard') crash(event, error);
  try {
    finish(event, notRecorded(fileFailure(error)));
  } catch {
    crash(event, error);
  }
}

function finish(event: string, answer: Answer): void {
  // The guard speaks as PreToolUse, which it is.
  if (!isEmpty(answer)) say(event === 'guard' ? 'PreToolUse' : event, answer);
  // Skips exit handlers and tearing down: everything was written synchronously.
  (process as { reallyExit?: (code: number) => never }).reallyExit?.(0);
}

function isEmpty(answer: Answer): boolean {
  for (const _ in answer) return false;
  return true;
}

/**
 * A bug of ours lets the client go on, and says so on stderr; only the guard's exit code holds the
 * call (onFailure: block in the agent files).
 */
function crash(event: string, error: unknown): never {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`wukong: internal error in the ${event} hook: ${detail}\n`);
  if (current) keepError(current, detail);
  return process.exit(1);
}
