// A repository of a given size to measure in, prepared once and put back before each use. What is in it
// was written by the real code: the past by the kernel, its last steps by hooks.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Plan, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { offer } from '../../runtime/kernel/requests/offer.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { storeGraph } from '../../runtime/log/plan-files.ts';
import { runStep } from '../../runtime/step/run-step.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { processRef } from '../../runtime/workspace/processes.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { systemPaths } from '../client/environment.ts';
import { settleNpm } from '../client/home.ts';
import { commitExample, copyExample, PROJECT } from '../example.ts';
import { openBulkLog } from './bulk-log.ts';
import { appendOpen, appendPast } from './past.ts';
import { agentCall, type HookCall, launched, PROMPT, payloadOf, SESSION } from './payload.ts';
import { FIX_NODES, fixPlan, sideBySide } from './plan.ts';
import { type Kept, keep, putBack } from './restore.ts';

export type Size = Readonly<{
  /** All in one goal. */
  openNodes: number;
  pastEvents: number;
  /** Events of each past session that only talked; every tenth had a goal, with a hundred. */
  eventsEach: number;
  /** Beside those of the example. */
  files: number;
  /** Left open by sessions that are over. */
  openGoals?: number;
}>;

export const SMALL: Size = { openNodes: FIX_NODES, pastEvents: 100, eventsEach: 50, files: 0 };

/** `fresh`: no goal of the session. `offered`: a goal, its ear is ready. `working`: its ear works. */
export type Stage = 'fresh' | 'offered' | 'working';

export type Prepared = Readonly<{
  repo: string;
  ws: Workspace;
  /** The home of the client and the folder around all that is here. */
  home: string;
  environment: Readonly<Record<string, string>>;
  /** Puts everything that hooks change back to how it was. */
  restore: (stage: Stage) => void;
  /** Runs the installed hook. Throws if it fails or says something on stderr. Returns its answer. */
  hook: (call: HookCall, ...nodeOptions: readonly string[]) => string;
  remove: () => void;
}>;

export async function prepare(size: Size): Promise<Prepared> {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'wukong-bench-'));
  const repo = join(home, 'repo');
  const environment = {
    ...systemPaths(),
    HOME: home,
    CLAUDE_PID: String(process.pid),
    CLAUDE_PROJECT_DIR: repo,
  };
  const remove = (): void => rmSync(home, { recursive: true, force: true });
  const node = (args: readonly string[], input: string): string => {
    const options = { cwd: repo, env: environment, input, encoding: 'utf8' } as const;
    const ended = spawnSync(process.execPath, args, options);
    if (ended.status === 0 && ended.stderr === '') return ended.stdout;
    throw new Error(`${args.join(' ')} failed: ${ended.stdout}${ended.stderr}`);
  };
  const hook: Prepared['hook'] = (call, ...options) =>
    node([...options, hookScript(repo), call.event], payloadOf(repo, home, call));
  try {
    settleNpm(home);
    copyExample('decoder', repo);
    addFiles(repo, size.files);
    await commitExample(repo);
    node([join(PROJECT, 'dist', 'cli.js'), 'init', repo, '--yes'], '');
    // What runs on its own would be measured with whatever runs at that moment. JSON is YAML.
    writeFileSync(join(repo, '.wukong', 'config.local.yaml'), '{"try_gates": false}\n');
    const ws = findRepository(repo);
    if (!ws) throw new Error(`${repo} is no repository`);
    const kept = await fill(ws, size, hook);
    const restore = (stage: Stage): void => putBack(ws.dir, kept[stage]);
    return { repo, ws, home, environment, restore, hook, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

export function hookScript(repo: string): string {
  return join(repo, '.wukong', 'runtime', 'hook.cjs');
}

function addFiles(repo: string, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const folder = join(repo, 'lib', `part-${Math.floor(n / 100)}`);
    if (n % 100 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${n}.js`), `export const value${n} = ${n};\n`);
  }
}

async function fill(
  ws: Workspace,
  size: Size,
  hook: Prepared['hook'],
): Promise<Record<Stage, Kept>> {
  const fix = await fixPlan(ws);
  const log = openBulkLog(ws);
  appendPast(log, fix, size.pastEvents, size.eventsEach);
  appendOpen(log, fix, size.openGoals ?? 0);
  log.close();
  hook({ event: 'Stop', session: 'other', payload: {} });
  const fresh = keep(ws.dir);
  if (size.openNodes > FIX_NODES) startLargeGoal(ws, sideBySide(fix, size.openNodes));
  else hook({ event: 'UserPromptSubmit', session: SESSION, payload: { prompt: PROMPT } });
  const offered = keep(ws.dir, fresh);
  hook({ event: 'PreToolUse', session: SESSION, payload: agentCall('ear', 'toolu_ear') });
  hook({ event: 'PostToolUse', session: SESSION, payload: launched('toolu_ear') });
  const guarded = { agent_id: 'agent1', tool_name: 'Read', tool_input: {} };
  hook({ event: 'guard', session: SESSION, payload: guarded });
  return { fresh, offered, working: keep(ws.dir, fresh) };
}

/** No template has so many nodes, so this is the one goal that no prompt starts. */
function startLargeGoal(ws: Workspace, plan: Plan): void {
  const stored = storeGraph(ws, plan);
  const owner = ofSession(SESSION, processRef(process.pid), '');
  const result = runStep(ws, (step) => {
    offer(step, startGoal(step, owner, 'the decoder crashes on empty input', stored), true);
  });
  if (!result.ok) throw new Error(`a large plan was refused: ${result.failure.kind}`);
}
