// PreToolUse of body, tongue and mind, from their agent files: every tool call of theirs passes here.
// It fails closed (`onFailure: block`). Patterns over shell text are a convenience, not a boundary:
// after the run the tree decides.

import { readlinkSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fillClientLane } from '../../engine/lanes/fill-client-lane.ts';
import { realPath } from '../../files/real-path.ts';
import { toolUseOfAgent } from '../../hosts/claude-code/events/agent-files.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { textOf } from '../../hosts/claude-code/events/ids.ts';
import {
  approvalText,
  heldText,
  lockedText,
  noLaneText,
  runOverText,
} from '../../hosts/claude-code/session/text.ts';
import { tokenLimits } from '../../kernel/budget/budget.ts';
import { askApproval, useApproval } from '../../kernel/requests/approvals.ts';
import { type CallVerdict, isProtected, judgeCall } from '../../kernel/requests/guard.ts';
import { startRun } from '../../kernel/requests/runs.ts';
import { scopeOf } from '../../kernel/requests/tell-owner.ts';
import {
  focusOf,
  type RunAt,
  retiredRun,
  runIn,
  runOfAgent,
  runOfToolUse,
} from '../../kernel/state/queries.ts';
import { isGuarded, isOffer } from '../../kernel/state/run-by.ts';
import type { Failure } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { redactor } from '../../privacy/redact.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { overText } from '../../words/reason.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { headlessRun } from '../frame/headless-run.ts';
import { type Delivery, storedState } from '../frame/read-delivery.ts';
import { unrecordedTokens } from '../frame/unrecorded-tokens.ts';

/** Called by hand, without a goal: only what must never be edited is held. */
export function onGuard(delivery: Delivery): Answer | Promise<Answer> {
  const { payload, trust } = delivery;
  const { agent_id } = payload;
  const look = (state: State) => {
    const known = headlessRun(delivery, state) ?? runOfAgent(state, agent_id);
    const call = known ? '' : toolUseOfAgent(payload.transcript_path, agent_id) || '-';
    return {
      at: known ?? runOfToolUse(state, call),
      retired: retiredRun(state, agent_id) ?? retiredRun(state, call),
      lost: focusOf(state, payload.session_id)?.lost,
    };
  };
  const now = readState(delivery.ws, look, storedState(delivery));
  if (!now.ok)
    return { deny: `Wukong cannot read its log (${now.failure.kind}), so this call is held.` };
  if (now.state.log_id !== trust.log_id) return {};
  const { at, retired, lost } = now.value;
  if (lost) {
    return {
      deny: 'Wukong: the plan of this goal is lost, so its agents are held. End your work.',
    };
  }
  if (!at && retired) return { deny: runOverText(`run ${retired} is over`) };
  if (at && isGuarded(at.run) === false && !at.run.ended) {
    const failure = seeAgent(delivery, at);
    if (failure && payload.tool_name !== 'SubagentHandback') return { deny: lockedText(failure) };
  }
  // A handed-back report is judged by the project's own hook, which runs beside this one.
  if (payload.tool_name === 'SubagentHandback') return {};
  if (at?.run.lane.awaited && !at.run.ended) return fillLane(delivery, at);
  // Only where a limit is set its transcript is read, and of that what is new.
  const isLimited = at && !at.run.ended && tokenLimits(at.goal, at.run.node).length > 0;
  const used = isLimited ? unrecordedTokens(delivery, now.state, at) : 0;
  const call = { ...callOf(delivery, at?.run.lane.worktree), used };
  const verdict = judgeCall(now.state, at, call);
  return verdict.ok ? {} : answer(delivery, verdict, at);
}

/** The agent waits for it, and sees nothing of its lane before. */
async function fillLane(delivery: Delivery, { goal, run }: RunAt): Promise<Answer> {
  const { ws, payload } = delivery;
  const filled = await fillClientLane(ws, { goal: goal.id, run: run.id }, payload.cwd);
  return filled.ok ? onGuard(delivery) : { deny: noLaneText(filled.error) };
}

/**
 * The first guarded call of a run binds its agent and shows that the guard fires. If that can't be
 * recorded the call is held, or the run would look as if it had no guard.
 */
function seeAgent({ ws, payload, trust }: Delivery, { goal, run }: RunAt): string | undefined {
  const agentId = payload.agent_id;
  const seen = runStep(ws, (step) => {
    const at = runIn(step.state, goal.id, run.id);
    if (step.state.log_id !== trust.log_id || !at || at.run.ended) return;
    if (isOffer(at.run)) {
      startRun(step, at.goal, at.run, { agentId, background: false, via: 'guard' });
    }
    if (isGuarded(at.run) === false)
      step.emit({ type: 'run.guarded', ...scopeOf(at.goal, at.run), payload: {} });
  });
  return seen.ok ? undefined : whyNot(seen.failure);
}

function whyNot(failure: Failure): string {
  return failure.kind === 'log-locked' ? `its log is held by ${failure.holder.name}` : failure.kind;
}

function callOf({ ws, payload }: Delivery, runTree: string | undefined) {
  const worktree = runTree ?? realPath(ws.worktree) ?? ws.worktree;
  const { tool_input, tool_name, cwd } = payload;
  const path = textOf(tool_input.file_path) || textOf(tool_input.notebook_path);
  const real = path === '' ? '' : throughLinks(absolute(path, cwd), 0);
  return {
    tool: tool_name,
    path: path === '' ? null : (protectedName(ws, real) ?? below(worktree, real)),
    command: textOf(tool_input.command),
    now: new Date().toISOString(),
  };
}

function answer(
  { ws }: Delivery,
  verdict: Exclude<CallVerdict, { ok: true }>,
  of: RunAt | undefined,
): Answer {
  if (verdict.kind === 'over') return { deny: runOverText(overText(verdict.run)) };
  if (verdict.kind === 'held') return { deny: heldText(verdict.because) };
  const { action } = verdict;
  // It goes into the log, and to a person. What stands in the place of a secret may be anything, and
  // nobody can allow what they don't see.
  if (redactor(process.env)(action) !== action) {
    return { deny: heldText({ kind: 'secret', rule: verdict.rule }) };
  }
  const done = runStep(ws, (step) => {
    const at = of && runIn(step.state, of.goal.id, of.run.id);
    if (!at || at.run.ended) return false;
    if (useApproval(step, at.goal, at.run, action)) return true;
    askApproval(step, at.goal, at.run, action, verdict.rule);
    return false;
  });
  if (!done.ok) return { deny: lockedText(whyNot(done.failure)) };
  return done.value ? {} : { deny: approvalText(verdict.rule, action) };
}

/** As the client reads it: `~` is the user's own folder. */
function absolute(path: string, cwd: string): string {
  const { HOME, USERPROFILE } = process.env;
  const home = HOME ?? USERPROFILE ?? '';
  if (home !== '' && /^~(?=[/\\]|$)/.test(path)) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(cwd, path);
}

const MAX_LINKS = 40;

/** Where a write would really land: the file may not be there yet, nor some of its folders. */
function throughLinks(path: string, links: number): string {
  const real = realPath(path);
  const folder = dirname(path);
  if (real !== undefined || folder === path) return real ?? path;
  const parent = throughLinks(folder, links);
  const here = join(parent, basename(path));
  // A link to what is not there yet: a write makes it there.
  const target = links < MAX_LINKS ? linkAt(here) : undefined;
  return target === undefined ? here : throughLinks(resolve(parent, target), links + 1);
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // Not there, or no link.
  }
}

/** From a linked worktree the data of the main checkout is outside, and still nobody's to edit. */
function protectedName(ws: Workspace, path: string): string | undefined {
  const fromRoot = below(realPath(ws.root) ?? ws.root, path);
  if (isProtected(fromRoot)) return fromRoot;
  return isOutside(below(realPath(ws.commonDir) ?? ws.commonDir, path)) ? undefined : '.git';
}

function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../');
}

/** Relative to the working tree with forward slashes; what lies outside begins with `..`. */
function below(worktree: string, path: string): string {
  const inside = relative(worktree, path);
  return isAbsolute(inside) ? '../outside' : inside.split(sep).join('/');
}
