// Which executor a node gets: the one its template names, the one a person names for all, or the first that is
// set up for its role in config.local.yaml.

import { isDeepStrictEqual } from 'node:util';
import { configIfConfirmed, configOf } from '../../documents/config.ts';
import {
  executorNamed,
  executorNames,
  executorsByRole,
} from '../../documents/executors/executor-named.ts';
import { standingOf } from '../../evidence/gates/approved-program.ts';
import { ADAPTERS } from '../../executors/adapters/adapters.ts';
import type { Executor } from '../../executors/adapters/port.ts';
import { drivenNodes } from '../../kernel/requests/offer.ts';
import { isSame } from '../../kernel/retries/switch-rule.ts';
import { activeRuns, specOf } from '../../kernel/state/queries.ts';
import { HEADLESS } from '../../kernel/state/run-by.ts';
import {
  approvedProgram,
  type ExecutorSettings,
  HEADLESS_DEFAULT,
} from '../../model/documents/executor.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { GateApproval } from '../../model/gate.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Goal } from '../../model/state/goal.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import { approvalsFor } from '../gates/gate-settings.ts';
import { teamExecutor } from '../team/team-executor.ts';
import { teamWithRemote } from '../team/team-here.ts';

export type Chosen = Readonly<{
  kind: 'program';
  name: string;
  settings: ExecutorSettings;
  adapter: Executor;
  approvals: readonly GateApproval[];
}>;

/** Their order is written, and they are waited for. */
type Person = Readonly<{ kind: 'person'; name: string }>;

/** What a person has to do before a node can be carried out. `for-session`: an agent there, or who it asks. */
export type NoExecutor = Readonly<{
  kind: 'no-executor' | 'for-session';
  why: string;
  hint: string;
}>;

export function executorFor(
  ws: Workspace,
  goal: Goal,
  node: string,
  wanted: string | undefined,
): Result<Chosen | Person, NoExecutor> {
  const { config, executors, problems } = configOf(ws);
  const [problem] = problems;
  if (problem) {
    const why = `${problem.file}:${problem.line}:${problem.column} ${problem.message}`;
    return none(why, problem.hint ?? 'Correct it, and run it again.');
  }
  const { role, executor } = specOf(goal, node);
  const to = executorOf({ role, executor }, wanted, executors);
  if (!to) return fail(unknownExecutor(wanted ?? '', executors));
  const { type } = to;
  // There is one of that kind, however a template calls it.
  const name = type === HEADLESS ? HEADLESS : to.name;
  if (type === 'human') return ok({ kind: 'person', name });
  if (type === 'subagent' || type === 'skill') return fail(forSession(goal, node, to));
  const ours = name === HEADLESS ? HEADLESS_DEFAULT : undefined;
  const settings = Object.hasOwn(executors, name) ? executors[name] : ours;
  if (!settings) return fail(unknownExecutor(name, executors));
  if (settings.type === 'team') {
    const team = teamWithRemote(ws);
    if (!team.ok) return none(team.error.message, team.error.hint);
  }
  const adapter = settings.type === 'team' ? teamExecutor(ws) : ADAPTERS[settings.type];
  if (!adapter) return none(`Nothing drives executors of type ${settings.type}.`, WHERE);
  const approvals = approvalsFor(ws, goal);
  const { worktree } = ws;
  const held = heldBack(name, settings, approvals, worktree);
  if (held) return fail(held);
  const withIts = withModel(settings, config.models?.[role]);
  return ok({ kind: 'program', name, settings: withIts, adapter, approvals });
}

/** What keeps a program from being started here; undefined: a person approved it as it is. */
function heldBack(
  name: string,
  settings: ExecutorSettings,
  approvals: readonly GateApproval[],
  worktree: string,
): NoExecutor | undefined {
  const command = approvedProgram(settings);
  if (!command) return undefined;
  const standing = standingOf({ command }, approvals, worktree);
  if (standing === 'approved') return undefined;
  const what = `the command of the executor ${oneLine(name, 60)}`;
  const why =
    standing === 'not-approved'
      ? `Nobody approved ${what} in this clone.`
      : `A person approved ${what}, but ${standing.changed.map((file) => oneLine(file, 120)).join(', ')} changed since.`;
  const hint = `Read it, and type: wukong trust --approve --gate "executor ${name}"`;
  return { kind: 'no-executor', why, hint };
}

/** What would keep one of these nodes from being carried out, of that which a person sets up; looked at before a goal begins. */
export function heldBackFrom(
  ws: Workspace,
  nodes: readonly Pick<NodeSpec, 'role' | 'executor'>[],
  wanted: string | undefined,
): NoExecutor | undefined {
  // Also those that wait to be confirmed: they are what is meant.
  const { executors } = configIfConfirmed(ws);
  const counted = configOf(ws).executors;
  const approvals = readTrust(ws)?.approvals ?? [];
  for (const node of nodes) {
    const to = executorOf(node, wanted, executors);
    const settings = to && Object.hasOwn(executors, to.name) ? executors[to.name] : undefined;
    if (!to || !settings || to.type !== settings.type || !approvedProgram(settings)) continue;
    const held = heldBack(to.name, settings, approvals, ws.worktree);
    if (held) return held;
    if (!isDeepStrictEqual(counted[to.name], settings)) return unconfirmed(to.name);
  }
  return undefined;
}

function unconfirmed(name: string): NoExecutor {
  const why = `Nobody confirmed the executor ${name} of .wukong/config.local.yaml in this clone.`;
  return { kind: 'no-executor', why, hint: 'Type in a terminal: wukong trust' };
}

/** Why nobody can carry out what is next for a program; undefined: somebody can, or does, or nothing is. */
export function lackingNow(ws: Workspace, goal: Goal): NoExecutor | undefined {
  const [next] = activeRuns(goal).length > 0 ? [] : drivenNodes(goal);
  const chosen = next && executorFor(ws, goal, next.id, undefined);
  return chosen?.ok === false ? chosen.error : undefined;
}

type SetUp = Readonly<Record<string, ExecutorSettings>>;

/** What a person names for all nodes goes before what is set up for a role, and behind what a plan names. */
export function executorOf(
  { role, executor }: Pick<NodeSpec, 'role' | 'executor'>,
  wanted: string | undefined,
  setUp: SetUp,
): NodeSpec['executor'] | undefined {
  const byRole = executorsByRole(setUp)[role];
  const isByRole = byRole !== undefined && isSame(byRole, executor);
  if (executor.type !== 'subagent' && !isByRole) return executor;
  return wanted === undefined ? (byRole ?? executor) : executorNamed(wanted, setUp);
}

export function unknownExecutor(name: string, setUp: SetUp): NoExecutor {
  const names = executorNames(setUp);
  const meant = didYouMean(name, names) ?? `There are: ${names.join(', ')}.`;
  const why = `There is no executor "${oneLine(name, 60)}".`;
  return { kind: 'no-executor', why, hint: `${meant} Others ${WHERE}` };
}

/** The model of the role, where the person named none for this executor. */
function withModel(settings: ExecutorSettings, model: string | undefined): ExecutorSettings {
  if (settings.type !== 'headless' || model === undefined) return settings;
  return { model, ...settings };
}

function none(why: string, hint: string): Result<never, NoExecutor> {
  return fail({ kind: 'no-executor', why, hint });
}

function forSession(goal: Goal, node: string, { type, name }: NodeSpec['executor']): NoExecutor {
  const { role } = specOf(goal, node);
  const who = type === 'skill' ? `the skill ${name}` : 'an agent';
  const how = `In Claude Code, type: /wukong_resume ${goal.id}`;
  const orHere = `To have it done here: --executor headless, or one with \`roles: [${role}]\` ${WHERE}`;
  return {
    kind: 'for-session',
    why: `Next is ${node} (${role}), for ${who} in a session.`,
    hint: type === 'subagent' ? `${how}. ${orHere}` : how,
  };
}

const WHERE = 'under `executors:` in .wukong/config.local.yaml (docs/executors.md).';
