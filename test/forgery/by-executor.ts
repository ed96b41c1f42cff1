// A case carried out without a session: by a program, a person or a client without a terminal, driven by the
// built `wukong run`. What it did and what it says are the case's own.

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { type LogRecord, parseLines } from '../rig/records.ts';
import { gitEnvironment, PROJECT } from '../rig/repository.ts';
import { waitUntil } from '../rig/wait.ts';
import { Acting } from './acting.ts';
import type { Case } from './case.ts';
import { type Copy, put } from './prepared.ts';

const CLI = join(PROJECT, 'dist', 'cli.js');
const DOOR = join(import.meta.dirname, 'door.mjs');
const LIMIT_MS = 120_000;
const GOAL = 'G-0001';

export const ADAPTERS = ['command', 'human', 'headless'] as const;
export type Adapter = (typeof ADAPTERS)[number];

/** Of no role: it carries out what `--executor door` gives it. Approved where a case begins. */
export const DOOR_CONFIG = { door: { type: 'command', command: ['node', DOOR] } } as const;

/** Its first judgement; undefined where it came to none. */
export async function gradedBy(by: Adapter, copy: Copy, one: Case): Promise<LogRecord | undefined> {
  if (by === 'human') await actAsPerson(copy, one);
  else await actBehindDoor(by, copy, one);
  return recordsOf(copy).find(
    ({ type, goal_id, node_id }) =>
      type === 'evidence.graded' && goal_id === GOAL && node_id === 'N-010',
  );
}

async function actAsPerson(copy: Copy, one: Case): Promise<void> {
  await wukong(copy, ['run', 'it crashes', '--track', trackOf(one), '--executor', 'human:ada']);
  const order = recordsOf(copy).find(({ type }) => type === 'order.copied');
  const dir = String(order?.payload.dir);
  leave(dir, await one.act(actingAs(copy, dir)));
  // Behind it the sum is the person's as well, and waits.
  await wukong(copy, ['run', GOAL]);
}

async function actBehindDoor(by: 'command' | 'headless', copy: Copy, one: Case): Promise<void> {
  putClient(copy);
  const executor = by === 'command' ? 'door' : by;
  const driven = wukong(copy, [
    'run',
    'it crashes',
    '--track',
    trackOf(one),
    '--executor',
    executor,
  ]);
  const door = join(copy.root, 'door');
  const file = join(door, 'begun.json');
  const begun = await Promise.race([
    waitUntil(
      copy.root,
      () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
      LIMIT_MS,
    ),
    driven.then(({ stdout, stderr }) => {
      throw new Error(`nothing was started: ${stdout}${stderr}`);
    }),
  ]);
  const { dir, session } = JSON.parse(begun ?? '{}');
  const agent = actingAs(copy, dir);
  const said = await one.act(agent);
  if (by === 'command') leave(dir, said);
  const hooks = by === 'command' ? [] : hooksOf(copy, agent, session, said);
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    num_turns: 3,
    result: said,
  };
  const out = `all tests passed\n${by === 'command' ? '' : `${JSON.stringify(result)}\n`}`;
  put(join(door, 'end.new'), JSON.stringify({ hooks, out, code: 0 }));
  renameSync(join(door, 'end.new'), join(door, 'end.json'));
  await driven;
}

/** In the place of the client stands the door. */
function putClient(copy: Copy): void {
  const client = join(copy.root, 'bin', 'claude');
  put(client, `#!/bin/sh\nexec "${process.execPath}" "${DOOR}" "$@"\n`);
  chmodSync(client, 0o755);
}

function actingAs({ repo, root }: Copy, dir: string): Acting {
  const { run_id: runId } = JSON.parse(readFileSync(join(dir, 'work_order.json'), 'utf8'));
  return new Acting({ repo, root, runId, agentId: 'a0f0f0f0f0f0f0f02', session: 'driven' });
}

/** A report in our own format beside a result that says the same; or a result alone, as JSON. */
function leave(dir: string, said: string): void {
  const order = JSON.parse(readFileSync(join(dir, 'work_order.json'), 'utf8'));
  const isResult = said.startsWith('{');
  const commands = [...said.matchAll(/- command: `(.+)`/g)].map(
    ([, command]) => `${command} => pass`,
  );
  const result = {
    ...{ issue_ref: order.issue_ref, run_id: order.run_id, status: 'ok', changes: {} },
    ...{ tests: commands.length > 0 ? commands : ['n/a'], summary: 'It holds.' },
    ...(isResult ? JSON.parse(said) : {}),
  };
  if (!isResult) put(join(dir, 'report.md'), said);
  put(join(dir, 'work_result.json'), JSON.stringify(result));
}

/** As the client calls them; its guard before its first call. */
function hooksOf(copy: Copy, agent: Acting, session: string, report: string) {
  const transcript = join(copy.main, '..', `${session}.jsonl`);
  mkdirSync(join(copy.main, '..'), { recursive: true });
  if (!agent.transcript.includes(JSON.stringify(report))) agent.say(report);
  put(transcript, agent.transcript);
  const common = {
    ...{ session_id: session, transcript_path: transcript, cwd: copy.repo },
    ...{ prompt_id: 'p1', permission_mode: 'acceptEdits', agent_type: 'body' },
  };
  const call = { tool_name: 'Read', tool_use_id: 'toolu_guarded' };
  const read = { ...call, tool_input: { file_path: join(copy.repo, 'package.json') } };
  return [
    ['SessionStart', { ...common, hook_event_name: 'SessionStart', source: 'startup' }],
    ['guard', { ...common, hook_event_name: 'PreToolUse', ...read }],
    [
      'Stop',
      {
        ...{ ...common, hook_event_name: 'Stop' },
        ...{ stop_hook_active: false, last_assistant_message: report },
      },
    ],
  ];
}

/** Nothing of a client is around it. */
function wukong({ root, repo }: Copy, args: readonly string[]): Promise<Ended> {
  const system = systemPaths();
  const PATH = [join(root, 'bin'), system.PATH].join(delimiter);
  const env = { ...system, ...gitEnvironment(), HOME: join(root, 'home'), PATH };
  return run(process.execPath, [CLI, ...args], { cwd: repo, env, timeoutMs: LIMIT_MS });
}

function recordsOf({ repo }: Copy): readonly LogRecord[] {
  return parseLines(readFileSync(join(repo, '.wukong', 'events.jsonl'), 'utf8'));
}

function trackOf({ project }: Case): string {
  return project === 'feature' ? 'feature' : 'fix';
}
