// A repository of a given size to measure in (or to wear out), prepared once and put back before each
// use. What is in it was written by the real code: the past by the kernel, its last steps by hooks.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Plan, startGoal } from '../../runtime/kernel/goals.ts';
import { offer } from '../../runtime/kernel/offer.ts';
import { storeGraph } from '../../runtime/store/graphs.ts';
import { files, type Workspace } from '../../runtime/store/paths.ts';
import { processRef } from '../../runtime/store/process-ref.ts';
import { findRepository } from '../../runtime/store/repository.ts';
import { runStep } from '../../runtime/store/step.ts';
import { systemPaths } from '../client/environment.ts';
import { commitExample, copyExample, PROJECT } from '../example.ts';
import { openBulkLog } from './bulk-log.ts';
import { appendOpenGoals, appendPast } from './past.ts';
import { agentCall, type HookCall, launched, payloadOf, SESSION } from './payload.ts';
import { FIX_NODES, fixPlan, sideBySide } from './plan.ts';
import { type Kept, keep, putBack } from './restore.ts';

export type Size = Readonly<{
  openNodes: number;
  /** Whether the open nodes are many goals of six nodes each, or one goal with all of them. */
  shape: 'goals' | 'graph';
  pastEvents: number;
  /** Events each past session left. */
  eventsEach: number;
}>;

/** `fresh`: no goal of the session. `offered`: a goal, its ear is ready. `working`: its ear works. */
export type Stage = 'fresh' | 'offered' | 'working';

export type Lane = Readonly<{
  repo: string;
  ws: Workspace;
  /** Puts everything that hooks change back to how it was. */
  restore: (stage: Stage) => void;
}>;

export type Prepared = Readonly<{
  /** Copies of the same repository, for steps that can be taken only once in each. */
  lanes: readonly Lane[];
  /** The home of the client and the folder around all that is here. */
  home: string;
  environment: Readonly<Record<string, string>>;
  /** Runs the installed hook. Throws if it fails or says something on stderr. Returns its answer. */
  hook: (lane: Lane, call: HookCall) => string;
  remove: () => void;
}>;

export type Preparation =
  | Readonly<{ ok: true; prepared: Prepared }>
  | Readonly<{ ok: false; why: string }>;

export async function prepare(size: Size, lanes: number): Promise<Preparation> {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'wukong-bench-'));
  const environment = { ...systemPaths(), HOME: home, CLAUDE_PID: String(process.pid) };
  const remove = (): void => rmSync(home, { recursive: true, force: true });
  const hook = (lane: Pick<Lane, 'repo'>, call: HookCall): string =>
    runNode(
      hookScript(lane.repo),
      [call.event],
      environment,
      lane.repo,
      payloadOf(lane, home, call),
    );
  try {
    const repo = join(home, 'lane-0');
    const ws = await installed(repo, environment);
    const filled = await fill(ws, size, (call) => hook({ repo }, call));
    if (!filled.ok) {
      remove();
      return filled;
    }
    const made = Array.from({ length: lanes }, (_, n) => laneOf(home, n, repo, filled.kept));
    return { ok: true, prepared: { lanes: made, home, environment, hook, remove } };
  } catch (error) {
    remove();
    throw error;
  }
}

export function firstLane({ lanes }: Prepared): Lane {
  const [first] = lanes;
  if (!first) throw new Error('no lane was prepared');
  return first;
}

export function hookScript(repo: string): string {
  return join(repo, '.wukong', 'runtime', 'hook.cjs');
}

function laneOf(home: string, n: number, first: string, kept: Readonly<Record<Stage, Kept>>): Lane {
  const repo = join(home, `lane-${n}`);
  if (repo !== first) cpSync(first, repo, { recursive: true, preserveTimestamps: true });
  const ws = workspaceOf(repo);
  return { repo, ws, restore: (stage) => putBack(ws.dir, kept[stage]) };
}

async function installed(repo: string, environment: Record<string, string>): Promise<Workspace> {
  copyExample('decoder', repo);
  await commitExample(repo);
  runNode(join(PROJECT, 'dist', 'cli.js'), ['init', repo, '--yes'], environment, repo, '');
  const ws = workspaceOf(repo);
  // A copy keeps whole seconds only, and a configuration of another time would be compiled again.
  utimesSync(files.config(ws), 1_700_000_000, 1_700_000_000);
  return ws;
}

function workspaceOf(repo: string): Workspace {
  const ws = findRepository(repo);
  if (!ws) throw new Error(`${repo} is no repository`);
  return ws;
}

type Filled =
  | Readonly<{ ok: true; kept: Record<Stage, Kept> }>
  | Readonly<{ ok: false; why: string }>;

async function fill(ws: Workspace, size: Size, hook: (call: HookCall) => string): Promise<Filled> {
  const fix = await fixPlan(ws);
  const log = openBulkLog(ws);
  appendPast(log, fix, size.pastEvents, size.eventsEach);
  if (size.shape === 'goals') {
    appendOpenGoals(log, fix, Math.floor(size.openNodes / FIX_NODES) - 1);
  }
  log.close();
  hook({ event: 'Stop', session: 'other', payload: {} });
  const base = keep(ws.dir);
  if (size.shape === 'goals') {
    const prompt = '/wukong_fix the decoder crashes on empty input';
    hook({ event: 'UserPromptSubmit', session: SESSION, payload: { prompt } });
  } else {
    const refused = startLargeGoal(ws, size.openNodes, fix);
    if (refused !== undefined) return { ok: false, why: refused };
  }
  const offered = keep(ws.dir, base);
  hook({ event: 'PreToolUse', session: SESSION, payload: agentCall('ear', 'toolu_ear') });
  hook({ event: 'PostToolUse', session: SESSION, payload: launched('toolu_ear') });
  const guarded = { agent_id: 'agent1', tool_name: 'Read', tool_input: {} };
  hook({ event: 'guard', session: SESSION, payload: guarded });
  return { ok: true, kept: { fresh: base, offered, working: keep(ws.dir, base) } };
}

/** No template has so many nodes, so this is the one goal that no prompt starts. */
function startLargeGoal(ws: Workspace, nodes: number, fix: Plan): string | undefined {
  const plan = storeGraph(ws, sideBySide(fix, nodes));
  const owner = { sessionId: SESSION, client: processRef(process.pid), transcript: '' };
  const result = runStep(ws, (step) => {
    offer(step, startGoal(step, owner, 'the decoder crashes on empty input', plan), true);
  });
  return result.ok ? undefined : `a plan of ${nodes} nodes is refused: ${result.failure.kind}`;
}

function runNode(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  repo: string,
  input: string,
): string {
  mkdirSync(repo, { recursive: true });
  const ended = spawnSync(process.execPath, [script, ...args], {
    cwd: repo,
    env: { ...environment, CLAUDE_PROJECT_DIR: repo },
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (ended.status === 0 && ended.stderr === '') return ended.stdout;
  throw new Error(`${script} ${args.join(' ')} failed: ${ended.stdout}${ended.stderr}`);
}
