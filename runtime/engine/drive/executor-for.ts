// Which executor a node gets: the one its template names, the one a person names for all, or the first that is
// set up for its role in config.local.yaml.

import { compileConfig } from '../../documents/config.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { ADAPTERS } from '../../executors/adapters/adapters.ts';
import type { Executor } from '../../executors/adapters/port.ts';
import { specOf } from '../../kernel/state/queries.ts';
import { HEADLESS } from '../../kernel/state/run-by.ts';
import { type ExecutorSettings, HEADLESS_DEFAULT } from '../../model/documents/executor.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { GateApproval } from '../../model/gate.ts';
import type { Goal } from '../../model/state.ts';
import { oneLine } from '../../words/plain-text.ts';
import { localConfigInGit } from '../../workspace/in-git.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { approvalsFor } from '../gates/gate-settings.ts';

export type Chosen = Readonly<{
  name: string;
  settings: ExecutorSettings;
  adapter: Executor;
  approvals: readonly GateApproval[];
}>;

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
): Result<Chosen, NoExecutor> {
  const { config, executors, problems } = compileConfig(ws, undefined, localConfigInGit(ws));
  const [problem] = problems;
  if (problem) {
    const why = `${problem.file}:${problem.line}:${problem.column} ${problem.message}`;
    return none(why, problem.hint ?? 'Correct it, and run it again.');
  }
  const { role, executor } = specOf(goal, node);
  const { type } = executor;
  if (type === 'human' || type === 'skill') return fail(forSession(goal, node));
  const named = type === 'subagent' ? wanted : type === HEADLESS ? HEADLESS : executor.name;
  const name =
    named ?? Object.entries(executors).find(([, { roles }]) => roles?.includes(role))?.[0];
  if (name === undefined) return fail(forSession(goal, node));
  const ours = name === HEADLESS ? HEADLESS_DEFAULT : undefined;
  const settings = Object.hasOwn(executors, name) ? executors[name] : ours;
  if (!settings) {
    const known = Object.keys(executors).join(', ') || 'none';
    return none(
      `There is no executor "${oneLine(name, 60)}".`,
      `Set up: ${known}. Others ${WHERE}`,
    );
  }
  const adapter = ADAPTERS[settings.type];
  if (!adapter) return none(`Nothing drives executors of type ${settings.type}.`, WHERE);
  const approvals = approvalsFor(ws, goal);
  if (settings.type === 'command' && !isApproved({ command: settings.command }, approvals, [])) {
    const why = `Nobody approved the command of the executor ${oneLine(name, 60)} in this clone.`;
    return none(why, `Read it, and type: wukong trust --approve --gate "executor ${name}"`);
  }
  return ok({ name, settings: withModel(settings, config.models?.[role]), adapter, approvals });
}

/** The model of the role, where the person named none for this executor. */
function withModel(settings: ExecutorSettings, model: string | undefined): ExecutorSettings {
  if (settings.type !== 'headless' || model === undefined) return settings;
  return { model, ...settings };
}

function none(why: string, hint: string): Result<never, NoExecutor> {
  return fail({ kind: 'no-executor', why, hint });
}

function forSession(goal: Goal, node: string): NoExecutor {
  const { role, executor } = specOf(goal, node);
  const { type, name } = executor;
  const who =
    type === 'human' ? oneLine(name, 60) : type === 'skill' ? `the skill ${name}` : `an agent`;
  const how = `In Claude Code, type: /wukong_resume ${goal.id}`;
  const orHere = `To have it done here: --executor headless, or one with \`roles: [${role}]\` ${WHERE}`;
  return {
    kind: 'for-session',
    why: `Next is ${node} (${role}), for ${who} in a session.`,
    hint: type === 'subagent' ? `${how}. ${orHere}` : how,
  };
}

const WHERE = 'under `executors:` in .wukong/config.local.yaml (docs/executors.md).';
