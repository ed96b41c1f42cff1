// PreToolUse of body, tongue and mind, from their agent files: every tool call of theirs passes here.
// It fails closed (`onFailure: block`). Patterns over shell text are a convenience, not a boundary:
// after the run the tree decides.

import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { toolUseOfAgent } from '../hosts/claude-code/agent-files.ts';
import type { Answer } from '../hosts/claude-code/answer.ts';
import { textOf } from '../hosts/claude-code/payload.ts';
import { runOverText } from '../hosts/claude-code/text.ts';
import { isProtected, judgeCall } from '../kernel/guard.ts';
import { scopeOf, startRun } from '../kernel/runs.ts';
import { focusOf, retiredRun, runOfAgent, runOfToolUse } from '../kernel/state.ts';
import type { Workspace } from '../store/paths.ts';
import { realPath } from '../store/real-path.ts';
import { readState, runStep } from '../store/step.ts';
import type { Delivery } from './run-hook.ts';

/** Called by hand, without a goal: only what must never be edited is held. */
export function onGuard(delivery: Delivery): Answer {
  const { ws, payload, trust } = delivery;
  const { agent_id } = payload;
  const now = readState(
    ws,
    (state) =>
      runOfAgent(state, agent_id) ??
      runOfToolUse(state, toolUseOfAgent(payload.transcript_path, agent_id) || '-'),
  );
  if (!now.ok)
    return { deny: `Wukong can not read its log (${now.failure.kind}), so this call is held.` };
  if (now.state.log_id !== trust.log_id) return {};
  const focus = focusOf(now.state, payload.session_id);
  if (focus?.large?.lost) {
    return {
      deny: 'Wukong: the plan of this goal is lost, so its agents are held. End your work.',
    };
  }
  // A handed-back report is judged by the project's own hook, which runs beside this one.
  if (payload.tool_name === 'SubagentHandback') return {};
  const at = now.value;
  const worktree = at?.run.worktree ?? realPath(ws.worktree) ?? ws.worktree;
  const retired = retiredRun(now.state, agent_id);
  if (!at && retired) return { deny: runOverText(`run ${retired} is over`) };
  const path = pathOf(payload.tool_input, payload.cwd);
  const verdict = judgeCall(now.state, at, {
    tool: payload.tool_name,
    path: path === '' ? null : (protectedName(ws, path) ?? below(worktree, path)),
    command: textOf(payload.tool_input.command),
    now: new Date().toISOString(),
  });
  if (at && !at.run.guarded && !at.run.ended) seeAgent(delivery, at.run.tool_use_id);
  if (verdict.ok) return {};
  if (verdict.kind === 'over') return { deny: runOverText(verdict.why) };
  return { deny: `Wukong holds this call: ${verdict.why}` };
}

/** The first guarded call of a run binds its agent and shows that the guard fires. */
function seeAgent({ ws, payload, trust }: Delivery, toolUseId: string): void {
  const agentId = payload.agent_id;
  runStep(ws, (step) => {
    const at = runOfToolUse(step.state, toolUseId);
    if (step.state.log_id !== trust.log_id || !at || at.run.ended) return;
    if (at.run.agent_id === null) {
      startRun(step, at.goal, at.run, { agentId, background: false, via: 'guard' });
    }
    if (!at.run.guarded) step.emit('run.guarded', scopeOf(at.goal, at.run));
  });
}

function pathOf(input: Readonly<Record<string, unknown>>, cwd: string): string {
  const path = textOf(input.file_path) || textOf(input.notebook_path);
  return path === '' ? '' : throughLinks(isAbsolute(path) ? path : resolve(cwd, path));
}

/** Where a write would really land: the file may not be there yet, nor some of its folders. */
function throughLinks(path: string): string {
  const real = realPath(path);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(throughLinks(dirname(path)), basename(path));
}

/** From a linked worktree the data of the main checkout is outside, and still nobody's to edit. */
function protectedName(ws: Workspace, path: string): string | undefined {
  const fromRoot = below(realPath(ws.root) ?? ws.root, path);
  if (isProtected(fromRoot)) return fromRoot;
  return below(realPath(ws.commonDir) ?? ws.commonDir, path).startsWith('..') ? undefined : '.git';
}

/** Relative to the working tree with forward slashes; what lies outside begins with `..`. */
function below(worktree: string, path: string): string {
  const inside = relative(worktree, path);
  return isAbsolute(inside) ? '../outside' : inside.split(sep).join('/');
}
