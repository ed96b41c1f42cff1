// A program that was started for a run: its process group, its output kept without secrets, its limits.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { standingOf } from '../../evidence/gates/approved-program.ts';
import { GateOutput } from '../../evidence/gates/gate-output.ts';
import { whenEnded } from '../../evidence/gates/run-gate.ts';
import { spawnPlan } from '../../evidence/gates/spawn-plan.ts';
import { approvedProgram } from '../../model/documents/executor.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { redactor } from '../../privacy/redact.ts';
import { processRef } from '../../workspace/processes.ts';
import { endMarked } from '../reaping/marked.ts';
import type { Handle, StartFault, StartRequest } from './port.ts';
import { Supervised } from './supervised.ts';

export const OUTPUTS = { stdout: 'executor.stdout.log', stderr: 'executor.stderr.log' } as const;

type Program = Readonly<{
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  stdin: string;
  /** Each piece of stdout, as it came. */
  onStdout: (piece: Buffer) => void;
}>;

/** What an adapter knows of the programs it started, by the handle that it gave for each. */
export class Started<T extends Readonly<{ life: Supervised }>> {
  readonly #known = new WeakMap<Handle, T>();

  add(handle: Handle, about: T): void {
    this.#known.set(handle, about);
  }

  of(handle: Handle): T {
    const found = this.#known.get(handle);
    if (!found) throw new Error(`run ${handle.run} was not started by this process`);
    return found;
  }

  watch = (handle: Handle) => this.of(handle).life.watch();

  cancel = async (handle: Handle): Promise<void> => {
    const { life } = this.of(handle);
    life.end('cancelled');
    await life.exit;
  };
}

type Spawned = Readonly<{ handle: Handle; life: Supervised }>;

/** Every adapter starts its program here, so that none is started without the approval that its type asks for. */
export async function spawnProgram(
  request: StartRequest,
  { argv, env, stdin, onStdout }: Program,
): Promise<Result<Spawned, StartFault>> {
  const { order, settings, copy, approvals } = request;
  // As it is written: what the variables stand for is ours.
  const command = approvedProgram(settings);
  if (command && standingOf({ command }, approvals, order.repo_dir) !== 'approved') {
    return fail({ kind: 'not-approved', command });
  }
  const plan = spawnPlan(argv, process.platform);
  if (!plan.ok) return fail({ kind: 'cannot-start', why: plan.why });
  const outputs = openOutputs(request);
  const child = spawn(plan.file, plan.args, {
    cwd: order.repo_dir,
    env,
    shell: plan.shell,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group, so that it can be ended with everything it started.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { pid } = child;
  const leader = pid === undefined ? undefined : processRef(pid);
  const ended = whenEnded(child).then((how) => {
    if (leader) endMarked({ since: leader, folder: copy.dir });
    return how;
  });
  const life = new Supervised(child, ended, {
    timeSec: settings.time_limit_sec ?? order.lease_ttl_sec,
    silentSec: settings.no_output_limit_sec ?? null,
    heartbeatMs: request.heartbeatMs,
  });
  listen(child, outputs, life, onStdout);
  void ended.then(() => {
    for (const output of Object.values(outputs)) output.close();
  });
  give(child, stdin);
  if (!leader) {
    const how = await ended;
    const why =
      'startError' in how ? (how.startError.code ?? how.startError.message) : 'no process';
    return fail({ kind: 'cannot-start', why });
  }
  return ok({ handle: { run: order.run_id, process: leader }, life });
}

type Outputs = Readonly<Record<keyof typeof OUTPUTS, GateOutput>>;

function openOutputs({ logs, env }: StartRequest): Outputs {
  const clean = redactor({ ...process.env, ...env });
  return {
    stdout: new GateOutput(join(logs, OUTPUTS.stdout), clean),
    stderr: new GateOutput(join(logs, OUTPUTS.stderr), clean),
  };
}

function listen(
  child: ChildProcess,
  outputs: Outputs,
  life: Supervised,
  onStdout: (piece: Buffer) => void,
): void {
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => {
      outputs[stream].add(chunk);
      life.output(stream, chunk.length);
      if (stream === 'stdout') onStdout(chunk);
    });
  }
}

function give(child: ChildProcess, text: string): void {
  // A program need not read what it is given: then the pipe breaks, and that is no fault of its work.
  child.stdin?.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error;
  });
  child.stdin?.end(text);
}
