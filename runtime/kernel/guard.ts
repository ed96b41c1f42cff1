import type { State } from '../model/state.ts';
import { type RunAt, specOf } from './state.ts';

/** A tool call of a guarded agent. `path`: of file tools, relative to the working tree. */
export type Call = Readonly<{ tool: string; path: string | null; command: string; now: string }>;

export type CallVerdict =
  | Readonly<{ ok: true }>
  | Readonly<{ ok: false; kind: 'over' | 'held'; why: string }>;

const EDITING = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
/** The runtime's own data and what defines the agents: no agent may change what judges it. */
const PROTECTED_PATH =
  /^(?:\.wukong|\.git)(?:\/|$)|^\.claude\/(?:agents(?:\/|$)|settings[^/]*\.json$)/i;

export function isProtected(path: string): boolean {
  return PROTECTED_PATH.test(path);
}

/** Whether a call may happen: the run is active, in time, inside its paths, and asks nothing special. */
export function judgeCall(state: State, at: RunAt | undefined, call: Call): CallVerdict {
  if (call.path !== null && EDITING.has(call.tool) && isProtected(call.path)) {
    return held(`${call.path} is kept by the runtime; no agent edits it.`);
  }
  if (!at) return { ok: true };
  const { goal, run } = at;
  if (run.ended)
    return { ok: false, kind: 'over', why: `run ${run.id} is over (${run.ended.reason})` };
  const { constraints } = specOf(goal, run.node);
  const seconds = (Date.parse(call.now) - Date.parse(run.dispatched_at)) / 1000;
  if (seconds > constraints.time_budget_sec) {
    return held(`the time budget of ${constraints.time_budget_sec} s is used up. Report now.`);
  }
  const tools = constraints.allowed_tools;
  if (tools.length > 0 && !tools.includes(call.tool)) {
    return held(`${run.node} may use only ${tools.join(', ')}.`);
  }
  if (call.path !== null && EDITING.has(call.tool)) {
    if (call.path.startsWith('..')) return held(`${call.path} is outside the working tree.`);
    if (!isInside(call.path, constraints.allowed_paths_re)) {
      const globs = constraints.allowed_paths.join(', ');
      return held(`${call.path} is outside the paths of ${run.node}: ${globs}.`);
    }
  }
  const approval = state.config.approval.find((words) => startsWithWords(call.command, words));
  if (approval) return held(`\`${approval}\` needs a person's approval. Leave it to the user.`);
  return { ok: true };
}

function held(why: string): CallVerdict {
  return { ok: false, kind: 'held', why };
}

export function isInside(path: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.some((source) => new RegExp(source).test(path));
}

/** `git push` is found at the start of any simple command of a shell line. */
function startsWithWords(line: string, words: string): boolean {
  return line
    .split(/[;&|\n()]+/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .some((part) => part === words || part.startsWith(`${words} `));
}
