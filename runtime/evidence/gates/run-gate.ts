import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownProgram, whyNotFound } from '../../files/own-programs.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import { redactor } from '../../privacy/redact.ts';
import { missingTool, noToolText, toolNamed } from '../commands/missing-tool.ts';
import { gateEnvironment, toolHomes } from './gate-environment.ts';
import { GateOutput } from './gate-output.ts';
import { type Memory, watchMemory } from './memory-watch.ts';
import { MAX_OUTPUT_BYTES } from './output-files.ts';
import { stampOutputs, withOutputs } from './outputs.ts';
import { killTree } from './process-tree.ts';
import { startPlan } from './spawn-plan.ts';

export type GateRun = Readonly<{
  /** The working tree; the gate's own `cwd` is below it. */
  cwd: string;
  /** No tool is looked for in it by the variable that names its home; left out: `cwd`. */
  repository?: string;
  /** Receives the whole output without its secrets, stdout and stderr as they come. Its folder is made. */
  logFile: string;
  /** Variables the local configuration names, beside PATH, HOME and the like. */
  env?: Readonly<Record<string, string>>;
  /** Words the local configuration puts before every command, such as bwrap or docker. */
  wrapper?: readonly string[];
  /** What is kept of its output at most; 64 MB if left out. */
  maxLogBytes?: number;
  /** How long a stopped gate may take to end by itself. */
  graceMs?: number;
  /** Ends the gate with all it started; what comes of it then is no outcome. */
  stop?: AbortSignal;
  /** Gets the leader of the gate's process group as soon as there is one. */
  onStart?: (pid: number) => void;
  /** What memory there is; the system says it, if left out. */
  memory?: () => Memory | undefined;
}>;

export type Ended = Readonly<
  { code: number | null; signal: NodeJS.Signals | null } | { startError: Error & { code?: string } }
>;

/**
 * Runs a command gate to its end. The caller has decided that it may run (approval.ts). Never
 * rejects: what can't be started is `unavailable`, which is neither pass nor failure. Whatever the
 * gate leaves running is stopped with it.
 */
export async function runGate(gate: CommandGate, run: GateRun): Promise<GateOutcome> {
  const started = performance.now();
  const about = { gate: gate.name, mustPass: gate.mustPass };
  const unavailable = (error: string): GateOutcome => ({ ...about, outcome: 'unavailable', error });

  const cwd = folderInside(run.cwd, gate.cwd ?? '.');
  if (cwd === undefined)
    return unavailable(`the folder "${gate.cwd ?? '.'}" is not in the repository`);
  const { command, shell } = gate;
  const { wrapper, cwd: tree } = run;
  const plan = startPlan({ command, shell, wrapper, tree, cwd }, process.platform);
  if (!plan.ok) return unavailable(plan.why);
  // What a person put around gates holds them in, so it is none that the repository brings.
  const file = wrapper?.length ? ownProgram(plan.file, tree) : plan.file;
  if (file === undefined) return unavailable(whyNotFound(plan.file));

  const before = gate.outputs && stampOutputs(gate, tree);
  const stdoutFile = stdoutOf(run.logFile);
  let output: GateOutput;
  let stdout: GateOutput | undefined;
  try {
    const clean = redactor({ ...process.env, ...run.env });
    output = new GateOutput(run.logFile, clean, run.maxLogBytes);
    if (gate.outputs?.some(({ file }) => file === '-')) {
      stdout = new GateOutput(stdoutFile, clean, MAX_OUTPUT_BYTES);
    }
  } catch (error) {
    return unavailable(
      `its log cannot be written (${error instanceof Error ? error.message : error})`,
    );
  }
  const child = spawn(file, plan.args, {
    cwd,
    env: gateEnvironment(process.env, {
      ...toolHomes(process.env, run.repository ?? tree),
      ...run.env,
    }),
    shell: plan.shell,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that it can be stopped with everything it started.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (child.pid !== undefined) run.onStart?.(child.pid);
  child.stdout.on('data', (chunk: Buffer) => {
    output.add(chunk);
    stdout?.add(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => output.add(chunk));

  let endedFor: string | undefined;
  let killer: NodeJS.Timeout | undefined;
  const end = () => {
    killTree(child, 'SIGTERM');
    killer ??= setTimeout(() => killTree(child, 'SIGKILL'), run.graceMs ?? 2_000);
  };
  const endFor = (why: string): void => {
    endedFor ??= why;
    end();
  };
  const tooLate = `it did not end within ${gate.timeout_sec} s`;
  const timer = setTimeout(() => endFor(tooLate), gate.timeout_sec * 1_000);
  const tooLarge = (bytes: number): void =>
    endFor(
      `it took ${(bytes / 1e9).toFixed(1)} GB of memory, which left nearly none, and was ended`,
    );
  const unwatch = watchMemory(child.pid ?? 0, tooLarge, run.memory);
  run.stop?.addEventListener('abort', end, { once: true });
  if (run.stop?.aborted) end();

  const ended = await whenEnded(child);
  run.stop?.removeEventListener('abort', end);
  clearTimeout(timer);
  unwatch();
  clearTimeout(killer);
  // Windows may have given the process id away by now; there taskkill took the children along.
  if (process.platform !== 'win32') killTree(child, 'SIGKILL');
  output.close('(no output)\n');
  stdout?.close();

  if ('startError' in ended) {
    const { code, message } = ended.startError;
    return code === 'ENOENT' || code === 'EACCES'
      ? { ...unavailable(noToolText(plan.file)), cause: { kind: 'no-tool', path: plan.file } }
      : unavailable(`it could not be started (${code ?? message})`);
  }
  if (run.stop?.aborted && endedFor === undefined) return unavailable('it was stopped');
  const outcome: GateOutcome = {
    ...about,
    ...outcomeOf(gate, ended, endedFor, (wrapper ?? []).length > 0, output.tail()),
    ...(ended.code === null ? {} : { exitCode: ended.code }),
    output: output.tail(),
    durationMs: Math.round(performance.now() - started),
    logFile: run.logFile,
    ...(output.cut === undefined ? {} : { notes: [`its output is not complete: ${output.cut}`] }),
  };
  if (before === undefined || outcome.outcome === 'unavailable') return outcome;
  const captured = stdout && { file: stdoutFile, complete: stdout.cut === undefined };
  return withOutputs(gate, outcome, { root: tree, before, stdout: captured });
}

/** What a gate prints is kept apart where it promises that as a file. */
export function stdoutOf(logFile: string): string {
  return `${logFile.replace(/\.log$/, '')}.stdout.log`;
}

function outcomeOf(
  gate: CommandGate,
  { code, signal }: Extract<Ended, { signal: unknown }>,
  endedFor: string | undefined,
  isWrapped: boolean,
  printed: string,
): Pick<GateOutcome, 'outcome' | 'error' | 'cause'> {
  if (endedFor !== undefined) return { outcome: 'timeout', error: endedFor };
  // docker ends with 125 when it could not start the container.
  if (code === 126 || code === 127 || (code === 125 && isWrapped)) {
    const name = toolNamed(printed);
    return name === undefined
      ? { outcome: 'unavailable', error: `it could not run (exit code ${code})` }
      : withoutTool(name, code);
  }
  if (code === gate.expect_exit) return { outcome: 'pass' };
  // make and its like end with codes of their own.
  const name = missingTool(printed);
  if (name !== undefined) return withoutTool(name, code);
  if (code === null) return { outcome: 'fail', error: `it was ended by ${signal ?? 'a signal'}` };
  return { outcome: 'fail', error: `exit code ${code}, expected ${gate.expect_exit}` };
}

function withoutTool(
  path: string,
  code: number | null,
): Pick<GateOutcome, 'outcome' | 'error' | 'cause'> {
  const error = `${noToolText(path)} (exit code ${code})`;
  return { outcome: 'unavailable', error, cause: { kind: 'no-tool', path } };
}

/** How long the pipes may stay open after the gate itself ended: a child of it may still hold them. */
const PIPE_GRACE_MS = 300;

/** Waits for a leader of a group of its own, and ends what it leaves in that. */
export function whenEnded(child: ReturnType<typeof spawn>): Promise<Ended> {
  return new Promise((done) => {
    child.once('error', (startError) => done({ startError }));
    child.once('exit', (code, signal) => {
      const hurry = setTimeout(() => {
        // Children that stayed in the group end here; one that left it only loses the pipe.
        if (process.platform !== 'win32') killTree(child, 'SIGKILL');
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, PIPE_GRACE_MS);
      child.once('close', () => {
        clearTimeout(hurry);
        done({ code, signal });
      });
    });
  });
}

function folderInside(root: string, cwd: string): string | undefined {
  try {
    const top = realpathSync(root);
    const folder = realpathSync(resolve(top, cwd));
    return relativeInside(top, folder) === undefined ? undefined : folder;
  } catch {
    return undefined;
  }
}
