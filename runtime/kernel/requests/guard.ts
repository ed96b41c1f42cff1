import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { allowedAs, EDITING_TOOLS, ROLE_TOOLS } from '../../model/tools.ts';
import { tokenLimits } from '../budget/budget.ts';
import { spentOf } from '../budget/spent.ts';
import { keepsSealed, sealedTests } from '../graph/reproduced.ts';
import { type RunAt, specOf } from '../state/queries.ts';
import { actionText, approvalRule, MAX_ACTION } from './approval-list.ts';

/** A tool call of a guarded agent. `path`: of file tools, relative to the working tree. */
export type Call = Readonly<{
  tool: string;
  path: string | null;
  command: string;
  now: string;
  /** Tokens its agent used since that was last recorded. */
  used?: number;
}>;

export type CallVerdict =
  | Readonly<{ ok: true }>
  | Readonly<{ ok: false; kind: 'over'; run: Run }>
  | Readonly<{ ok: false; kind: 'held'; because: Held }>
  /** A person has to allow exactly this. */
  | Readonly<{ ok: false; kind: 'approval'; action: string; rule: string }>;

/** Why a call does not happen; what to do instead stands with the words (words/held.ts). */
export type Held =
  | Readonly<{ kind: 'protected' | 'outside-tree'; path: string }>
  | Readonly<{ kind: 'reported'; run: string }>
  | Readonly<{ kind: 'out-of-time'; budgetSec: number }>
  | Readonly<{ kind: 'out-of-tokens'; spent: number; limit: number; node?: string | undefined }>
  | Readonly<{ kind: 'tool'; node: string; tools: readonly string[] }>
  | Readonly<{ kind: 'command'; node: string; commands: readonly string[] }>
  | Readonly<{ kind: 'sealed-test'; path: string }>
  | Readonly<{ kind: 'path'; path: string; node: string; allowed: readonly string[] }>
  | Readonly<{ kind: 'too-long'; rule: string; max: number }>
  | Readonly<{ kind: 'secret'; rule: string }>;

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
    return held({ kind: 'protected', path: call.path });
  }
  if (!at) return { ok: true };
  const { goal, run } = at;
  if (run.ended) return { ok: false, kind: 'over', run };
  if (run.report) return held({ kind: 'reported', run: run.id });
  return (
    spent(goal, run, call.now) ??
    byTokens(goal, run, call) ??
    byTool(goal, run, call) ??
    (edits ? byPath(goal, run, call.path) : undefined) ??
    byApproval(state, goal, call) ?? { ok: true }
  );
}

function held(because: Held): CallVerdict {
  return { ok: false, kind: 'held', because };
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
  return held({ kind: 'out-of-time', budgetSec: budget });
}

/** The report always gets through: it is no tool call, or none that is held. */
function byTokens(goal: Goal, run: Run, { used = 0 }: Call): CallVerdict | undefined {
  for (const { limit, node } of tokenLimits(goal, run.node)) {
    const spent = spentOf(goal, node).tokens + used;
    if (spent >= limit) return held({ kind: 'out-of-tokens', spent, limit, node });
  }
  return undefined;
}

function byTool(goal: Goal, run: Run, call: Call): CallVerdict | undefined {
  const { allowed_tools, allowed_commands } = specOf(goal, run.node).constraints;
  const tools = allowed_tools.length > 0 ? allowed_tools : ROLE_TOOLS[run.role];
  if (!tools.includes(allowedAs(call.tool))) {
    return held({ kind: 'tool', node: run.node, tools });
  }
  if (call.tool !== 'Bash' || !allowed_commands || isListed(call.command, allowed_commands)) {
    return undefined;
  }
  return held({ kind: 'command', node: run.node, commands: allowed_commands });
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
    return held({ kind: 'outside-tree', path });
  }
  if (keepsSealed(run.role) && Object.hasOwn(sealedTests(goal), path)) {
    return held({ kind: 'sealed-test', path });
  }
  const { allowed_paths, allowed_paths_re } = specOf(goal, run.node).constraints;
  if (isInside(path, allowed_paths_re)) return undefined;
  return held({ kind: 'path', path, node: run.node, allowed: allowed_paths });
}

export function isInside(path: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.some((source) => new RegExp(source).test(path));
}

/** What was on the list when the goal began stays on it for the goal, whatever files say later. */
function byApproval(state: State, goal: Goal, call: Call): CallVerdict | undefined {
  const list = [...state.config.approval, ...(goal.pinned?.approval ?? [])];
  const rule = approvalRule(list, call);
  if (rule === undefined) return undefined;
  const action = actionText(call);
  if (action.length > MAX_ACTION) return held({ kind: 'too-long', rule, max: MAX_ACTION });
  return { ok: false, kind: 'approval', action, rule };
}
