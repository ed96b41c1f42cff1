// hook.cjs <EventName>: one short process per event. Start-up time is a feature, so here is only what
// every event needs; the hooks themselves and what they use are in parts (scripts/parts.ts).

import type { Answer } from '../hosts/claude-code/answer.ts';
import { isInstalled } from '../store/paths.ts';
import { onGuard } from './guard.ts';
import { keepError } from './keep-error.ts';
import { onPostToolUse, onPostToolUseFailure } from './post-tool-use.ts';
import { onPreCompact } from './pre-compact.ts';
import { onPreToolUse } from './pre-tool-use.ts';
import { recordQuietly } from './quiet.ts';
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

export function main(): void {
  const event = process.argv[2] ?? '';
  try {
    const answer = Object.hasOwn(HOOKS, event) ? answerOf(event) : NOTHING;
    if (answer instanceof Promise) {
      answer.then((given) => finish(event, given)).catch((error) => crash(event, error));
    } else finish(event, answer);
  } catch (error) {
    crash(event, error);
  }
}

let current: Delivery | undefined;

function answerOf(event: string): Answer | Promise<Answer> {
  const delivery = readDelivery(event, process.env);
  current = delivery;
  if (!delivery || (delivery.executorRun && event !== 'guard')) return NOTHING;
  const quiet = recordQuietly(delivery);
  if (quiet || !isInstalled(delivery.ws)) return quiet ?? NOTHING;
  return HOOKS[event]?.(delivery) ?? NOTHING;
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
