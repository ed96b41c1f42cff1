// Any program as an executor: argv without a shell, the environment of gates, its order in a folder or on
// stdin, its result in that folder or on stdout.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isApproved } from '../../evidence/gates/approval.ts';
import { gateEnvironment } from '../../evidence/gates/gate-environment.ts';
import { GateOutput } from '../../evidence/gates/gate-output.ts';
import { whenEnded } from '../../evidence/gates/run-gate.ts';
import { spawnPlan } from '../../evidence/gates/spawn-plan.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { redactor } from '../../privacy/redact.ts';
import { processRef } from '../../workspace/processes.ts';
import { collectResult } from '../folder/collect-result.ts';
import { argvOf } from './argv.ts';
import type { Brought, Executor, Handle, StartFault, StartRequest } from './port.ts';
import { Supervised } from './supervised.ts';

/** Of a result on stdout; the log has all of it. */
const MAX_RESULT_BYTES = 1024 * 1024;

const OUTPUTS = { stdout: 'executor.stdout.log', stderr: 'executor.stderr.log' } as const;

type Running = Readonly<{ request: StartRequest; life: Supervised; head: () => string }>;

const running = new WeakMap<Handle, Running>();

export const command: Executor = {
  type: 'command',
  start,
  watch: (handle) => of(handle).life.watch(),
  async cancel(handle) {
    const { life } = of(handle);
    life.end('cancelled');
    await life.exit;
  },
  async collect(handle): Promise<Brought> {
    const { request, life, head } = of(handle);
    const exit = await life.exit;
    const said = request.settings.output === 'stdout' ? head() : undefined;
    const left = collectResult(request.copy, said);
    return { left, exit, outputs: Object.values(OUTPUTS) };
  },
};

function of(handle: Handle): Running {
  const found = running.get(handle);
  if (!found) throw new Error(`run ${handle.run} was not started by this process`);
  return found;
}

async function start(request: StartRequest): Promise<Result<Handle, StartFault>> {
  const { order, copy, settings, approvals } = request;
  // As it is written: what the variables stand for is ours.
  if (!isApproved({ command: settings.command }, approvals, [])) {
    return fail({ kind: 'not-approved', command: settings.command });
  }
  const argv = argvOf(settings.command, order, copy.dir);
  const plan = spawnPlan(argv, process.platform);
  if (!plan.ok) return fail({ kind: 'cannot-start', why: plan.why });
  const outputs = openOutputs(request);
  const child = spawn(plan.file, plan.args, {
    cwd: order.repo_dir,
    env: gateEnvironment(process.env, {
      ...request.env,
      WUKONG_ORDER_DIR: copy.dir,
      WUKONG_DEPTH: String(request.depth + 1),
    }),
    shell: plan.shell,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group, so that it can be ended with everything it started.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const ended = whenEnded(child);
  const life = new Supervised(child, ended, {
    timeSec: settings.time_limit_sec ?? order.lease_ttl_sec,
    silentSec: settings.no_output_limit_sec ?? null,
    heartbeatMs: request.heartbeatMs,
  });
  const head = listen(child, outputs, life);
  void ended.then(() => {
    for (const output of Object.values(outputs)) output.close();
  });
  give(child, settings.input === 'stdin' ? JSON.stringify(order) : '');
  if (child.pid === undefined) {
    const how = await ended;
    const why =
      'startError' in how ? (how.startError.code ?? how.startError.message) : 'no process';
    return fail({ kind: 'cannot-start', why });
  }
  const handle: Handle = { run: order.run_id, process: processRef(child.pid) };
  running.set(handle, { request, life, head });
  return ok(handle);
}

type Outputs = Readonly<Record<keyof typeof OUTPUTS, GateOutput>>;

function openOutputs({ logs, env }: StartRequest): Outputs {
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const clean = redactor({ ...process.env, ...env });
  return {
    stdout: new GateOutput(join(logs, OUTPUTS.stdout), clean),
    stderr: new GateOutput(join(logs, OUTPUTS.stderr), clean),
  };
}

/** Gives the beginning of stdout, as it came. */
function listen(child: ChildProcess, outputs: Outputs, life: Supervised): () => string {
  const first: Buffer[] = [];
  let room = MAX_RESULT_BYTES;
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => {
      outputs[stream].add(chunk);
      life.output(stream, chunk.length);
      if (stream !== 'stdout' || room <= 0) return;
      first.push(chunk.subarray(0, room));
      room -= chunk.length;
    });
  }
  return () => Buffer.concat(first).toString('utf8');
}

function give(child: ChildProcess, text: string): void {
  // A program need not read what it is given: then the pipe breaks, and that is no fault of its work.
  child.stdin?.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error;
  });
  child.stdin?.end(text);
}
