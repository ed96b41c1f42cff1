// An event that something may follow from: its hook, and its answer.

import { fileFailure } from '../files/file-failure.ts';
import { type Answer, withTexts } from '../hosts/claude-code/events/answer.ts';
import { readIds } from '../hosts/claude-code/events/ids.ts';
import { asTypedHere } from '../words/in-shell.ts';
import { findTrusted } from '../workspace/find-trusted.ts';
import { isInstalled, isOwnRepository, OWN_REPOSITORY } from '../workspace/repository.ts';
import { shellCommand } from '../workspace/shell-command.ts';
import { homeElsewhere } from '../workspace/team-note.ts';
import { onGuard } from './events/guard.ts';
import { onHeadless } from './events/headless.ts';
import { onPostToolUse, onPostToolUseFailure } from './events/post-tool-use.ts';
import { onPreCompact } from './events/pre-compact.ts';
import { onPreToolUse } from './events/pre-tool-use.ts';
import { onRollup } from './events/rollup.ts';
import { onSessionEnd } from './events/session-end.ts';
import { onSessionStart } from './events/session-start.ts';
import { onStop } from './events/stop.ts';
import { onStopFailure } from './events/stop-failure.ts';
import { onSubagentStop } from './events/subagent-stop.ts';
import { onUserPromptSubmit } from './events/user-prompt-submit.ts';
import { onVerify } from './events/verify.ts';
import { askedTold, takeHanded } from './frame/asked.ts';
import { hostStep } from './frame/host-step.ts';
import { keepError } from './frame/keep-error.ts';
import { notRecorded } from './frame/not-recorded.ts';
import { whileMirror, whileOff } from './frame/off.ts';
import { type Delivery, type Hook, readDelivery } from './frame/read-delivery.ts';
import { concernsNoGoal, isCommand, type Seen } from './frame/record-unrelated.ts';
import { reviewTold, withTold } from './frame/review.ts';
import { withRollup } from './frame/roll-up.ts';
import { statusLineFor } from './frame/status-line.ts';
import { withProof } from './frame/turn-proof.ts';
import { say, writeAll } from './frame/write-answer.ts';

const NOTHING: Answer = {};

const NOT_INSTALLED = 'Wukong: .wukong is missing here, or is no folder of its own, so';
const PUT_BACK = 'Put it back, or type in a terminal: wukong init';
const IS_OWN = `Wukong: .wukong ${OWN_REPOSITORY.why}, so`;

const HOOKS: Readonly<Record<string, Hook>> = {
  SessionStart: onSessionStart,
  UserPromptSubmit: onUserPromptSubmit,
  PreToolUse: onPreToolUse,
  PostToolUse: onPostToolUse,
  PostToolUseFailure: onPostToolUseFailure,
  // What stands in another file of the program is named inside a function: naming it loads the file.
  SubagentStop: (delivery) => onSubagentStop(delivery),
  Stop: onStop,
  StopFailure: onStopFailure,
  PreCompact: onPreCompact,
  SessionEnd: onSessionEnd,
  guard: onGuard,
  verify: (delivery) => onVerify(delivery),
  rollup: (delivery) => onRollup(delivery),
};

/** No event: the client's status line, which shows what is printed. */
const STATUS_LINE = 'statusline';

/** No events of the client: an agent file and a hook start these. */
const OURS: readonly string[] = ['guard', 'verify', 'rollup'];

let current: Delivery | undefined;

/** `first`: what its user is told before anything else. */
export function handleEvent(event: string, seen: Seen, first = ''): void {
  try {
    if (event === STATUS_LINE) {
      print(statusLineFor(seen));
      return;
    }
    const answer = Object.hasOwn(HOOKS, event) ? answerOf(event, seen, first) : NOTHING;
    if (answer instanceof Promise) {
      answer.then((given) => finish(event, given)).catch((error) => stumble(event, error));
    } else finish(event, answer);
  } catch (error) {
    stumble(event, error);
  }
}

function answerOf(event: string, seen: Seen, first: string): Answer | Promise<Answer> {
  const delivery = readDelivery(event, seen, process.env);
  current = delivery;
  if (delivery.trust.off !== undefined && event !== 'guard')
    return whileOff(delivery.payload.prompt);
  // A person trusts this clone: with `.wukong` taken away nothing else would hold its agents.
  if (!isInstalled(delivery.ws)) return whileMissing(event, delivery);
  const home = event === 'guard' ? undefined : homeElsewhere(delivery.ws);
  if (home !== undefined) return whileMirror(event, delivery.payload.prompt, home);
  const headless = OURS.includes(event) ? undefined : onHeadless(delivery);
  if (headless) return headless;
  const told = [first, reviewTold(delivery, seen.at), askedTold(delivery, seen.at)]
    .filter((text) => text !== '')
    .join('\n');
  const taken = takeHanded(delivery, seen.at);
  const proven = withProof(delivery, seen.at, answerTo(event, delivery, seen));
  const answered = withRollup(delivery, seen.at, proven);
  const answer = taken ? taken.then(() => answered) : answered;
  if (told === '') return answer;
  return answer instanceof Promise
    ? answer.then((given) => withTold(given, told))
    : withTold(answer, told);
}

function whileMissing(event: string, { ws, payload }: Delivery): Answer {
  const [why, next] = isOwnRepository(ws)
    ? [IS_OWN, OWN_REPOSITORY.hint]
    : [NOT_INSTALLED, PUT_BACK];
  if (event === 'guard') return { deny: `${why} this call is held. ${next}` };
  return isCommand(payload.prompt) ? { block: `${why} nothing was started. ${next}` } : NOTHING;
}

function answerTo(event: string, delivery: Delivery, { at, ids }: Seen): Answer | Promise<Answer> {
  if (at && !OURS.includes(event) && concernsNoGoal(event, ids, at.head)) {
    const result = hostStep(delivery, { payload: {} }, () => NOTHING);
    if (result.kind !== 'failed') return NOTHING;
    // A session that starts on a log that can't be used gets a message from its own hook.
    const isTold = event === 'SessionStart' && result.failure.kind !== 'log-locked';
    if (!isTold) return notRecorded(result.failure);
  }
  return HOOKS[event]?.(delivery) ?? NOTHING;
}

/** The event could not even be recorded quietly. */
export function fail(event: string, raw: string, error: unknown): void {
  try {
    const ids = readIds(raw);
    const found = ids && findTrusted(process.env.CLAUDE_PROJECT_DIR || ids.cwd);
    const seen = found && { ids, length: raw.length, found, at: undefined };
    current = seen && readDelivery(event, seen, process.env);
  } catch {
    crash(event, error);
  }
  stumble(event, error);
}

/** What the system refused, a full disk say, is shown to the person, who can fix it. */
function stumble(event: string, error: unknown): void {
  if (event === 'guard' || event === STATUS_LINE) crash(event, error);
  try {
    finish(event, notRecorded(fileFailure(error)));
  } catch {
    crash(event, error);
  }
}

function finish(event: string, answer: Answer): void {
  // The guard speaks as PreToolUse, which it is.
  const named = current ? withTexts(answer, asTyped(current)) : answer;
  if (!isEmpty(named)) say(event === 'guard' ? 'PreToolUse' : event, named);
  leave();
}

/** Commands by the names that they have in this clone, in the session and in a shell. */
function asTyped({ ws, trust }: Delivery): (text: string) => string {
  return (text) => asTypedHere(text, Boolean(trust.plugin), () => shellCommand(ws.worktree));
}

function print(line: string): void {
  if (line !== '') writeAll(`${line}\n`);
  leave();
}

function leave(): void {
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
  const isOurs = !(error instanceof Error && 'inTheWay' in error);
  const said = isOurs ? `internal error in the ${event} hook: ${detail}` : error.message;
  process.stderr.write(`wukong: ${said}\n`);
  if (current) keepError(current, detail);
  return process.exit(1);
}
