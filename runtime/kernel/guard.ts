import type { Goal, Run, State } from '../model/state.ts';
import { allowedAs, EDITING_TOOLS, ROLE_TOOLS } from '../model/tools.ts';
import { actionText, approvalRule, MAX_ACTION } from './approval-list.ts';
import { type RunAt, specOf } from './state.ts';

/** A tool call of a guarded agent. `path`: of file tools, relative to the working tree. */
export type Call = Readonly<{ tool: string; path: string | null; command: string; now: string }>;

export type CallVerdict =
  | Readonly<{ ok: true }>
  | Readonly<{ ok: false; kind: 'over'; why: string }>
  /** `why` and what to do `instead`, as sentences. */
  | Readonly<{ ok: false; kind: 'held'; why: string; instead: string }>
  /** A person has to allow exactly this. */
  | Readonly<{ ok: false; kind: 'approval'; action: string; rule: string }>;

/** The runtime's own data and what defines the agents: no agent may change what judges it. */
const PROTECTED_PATH =
  /^(?:\.wukong|\.git)(?:\/|$)|^\.claude\/(?:agents(?:\/|$)|settings[^/]*\.json$)/i;

export function isProtected(path: string): boolean {
  return PROTECTED_PATH.test(path);
}

/** Whether a call may happen: the run is active and has not reported, in time, inside its limits, and asks nothing special. */
export function judgeCall(state: State, at: RunAt | undefined, call: Call): CallVerdict {
  const edits = call.path !== null && EDITING_TOOLS.includes(call.tool);
  if (edits && isProtected(call.path)) {
    const instead = 'Leave it. If it has to change, say so in your report: a person does that.';
    return held(`${call.path} is kept by the runtime; no agent edits it.`, instead);
  }
  if (!at) return { ok: true };
  const { goal, run } = at;
  if (run.ended)
    return { ok: false, kind: 'over', why: `run ${run.id} is over (${run.ended.reason})` };
  if (run.report) {
    const instead = 'End your work: what you change now would not be what you reported.';
    return held(`run ${run.id} has reported, and its report is being checked.`, instead);
  }
  return (
    spent(goal, run, call.now) ??
    byTool(goal, run, call) ??
    (edits ? byPath(goal, run, call.path) : undefined) ??
    byApproval(state, call) ?? { ok: true }
  );
}

function held(why: string, instead: string): CallVerdict {
  return { ok: false, kind: 'held', why, instead };
}

/**
 * By the time of the log, which is that of the dispatch. A clock that was set back gives time, one that
 * was set forward takes it from this run alone: the report always gets through, and the next run has
 * its whole budget.
 */
function spent(goal: Goal, run: Run, now: string): CallVerdict | undefined {
  const budget = specOf(goal, run.node).constraints.time_budget_sec;
  const seconds = (Date.parse(now) - Date.parse(run.dispatched_at)) / 1000;
  if (!(seconds > budget)) return undefined;
  const instead =
    'Report now: your final message, in the format of your agent file, with what is done and what is not.';
  return held(`the time budget of ${budget} s is used up.`, instead);
}

function byTool(goal: Goal, run: Run, call: Call): CallVerdict | undefined {
  const { allowed_tools, allowed_commands } = specOf(goal, run.node).constraints;
  const tools = allowed_tools.length > 0 ? allowed_tools : ROLE_TOOLS[run.role];
  if (!tools.includes(allowedAs(call.tool))) {
    return held(`${run.node} may use only ${tools.join(', ')}.`, 'Do it with these.');
  }
  if (call.tool !== 'Bash' || !allowed_commands || isListed(call.command, allowed_commands)) {
    return undefined;
  }
  const instead = 'Run one of them by itself, without a pipe, a redirection or a second command.';
  return held(`${run.node} may run only its tests: ${quoted(allowed_commands)}.`, instead);
}

/** A listed command, or one with more arguments: nothing in them may be read by the shell, nor end the line. */
function isListed(command: string, allowed: readonly string[]): boolean {
  const line = command.trim();
  return allowed.some((known) => {
    if (line === known) return true;
    return line.startsWith(`${known} `) && /^[\w \t@%+=:,./-]*$/.test(line.slice(known.length));
  });
}

function byPath(goal: Goal, run: Run, path: string): CallVerdict | undefined {
  if (path === '..' || path.startsWith('../')) {
    return held(`${path} is outside the working tree.`, 'Work on the files of the working tree.');
  }
  const { allowed_paths, allowed_paths_re } = specOf(goal, run.node).constraints;
  if (isInside(path, allowed_paths_re)) return undefined;
  const instead =
    'Change only files there. If this one has to change, report `Status: blocked` and say why under `Questions:`.';
  return held(`${path} is outside the paths of ${run.node}: ${allowed_paths.join(', ')}.`, instead);
}

export function isInside(path: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.some((source) => new RegExp(source).test(path));
}

function byApproval(state: State, call: Call): CallVerdict | undefined {
  const rule = approvalRule(state.config.approval, call);
  if (rule === undefined) return undefined;
  const action = actionText(call);
  if (action.length > MAX_ACTION) {
    const instead = `Bring it below ${MAX_ACTION} characters.`;
    return held(`\`${rule}\` waits for a person, who has to read the whole command.`, instead);
  }
  return { ok: false, kind: 'approval', action, rule };
}

function quoted(commands: readonly string[]): string {
  return commands.map((command) => `\`${command}\``).join(', ');
}
