// hook.cjs <EventName>: one short process per event. Start-up time is a feature: node built-ins and
// the hot path only, everything else is loaded when it is needed (parts.ts).

import type { Answer } from '../hosts/claude-code/answer.ts';
import { onGuard } from './guard.ts';
import { onPostToolUse, onPostToolUseFailure } from './post-tool-use.ts';
import { onPreCompact } from './pre-compact.ts';
import { onPreToolUse } from './pre-tool-use.ts';
import { type Hook, readDelivery, say } from './run-hook.ts';
import { onSessionEnd } from './session-end.ts';
import { onSessionStart } from './session-start.ts';
import { onStop } from './stop.ts';
import { onStopFailure } from './stop-failure.ts';
import { onSubagentStop } from './subagent-stop.ts';
import { onUserPromptSubmit } from './user-prompt-submit.ts';

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
};

const event = process.argv[2] ?? '';

/**
 * A bug of ours lets the client go on, and says so on stderr; only the guard's exit code holds the
 * call (onFailure: block in the agent files).
 */
function crash(error: unknown): never {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`wukong: internal error in the ${event} hook: ${detail}\n`);
  return process.exit(1);
}

function finish(answer: Answer): void {
  // The guard speaks as PreToolUse, which it is.
  say(event === 'guard' ? 'PreToolUse' : event, answer);
  // Skips exit handlers and tearing down: everything was written synchronously.
  (process as { reallyExit?: (code: number) => never }).reallyExit?.(0);
}

try {
  const hook = Object.hasOwn(HOOKS, event) ? HOOKS[event] : undefined;
  const delivery = hook ? readDelivery(event, process.env) : undefined;
  if (!hook || !delivery || (delivery.executorRun && event !== 'guard')) finish({});
  else {
    const answer = hook(delivery);
    if (answer instanceof Promise) answer.then(finish).catch(crash);
    else finish(answer);
  }
} catch (error) {
  crash(error);
}
