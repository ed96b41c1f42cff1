import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** How a child ended. A failure to start has the same shape: `code` is null and `stderr` says why. */
export type Ended = Readonly<{
  command: string;
  args: readonly string[];
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  elapsedMs: number;
}>;

export type RunOptions = Readonly<{
  cwd?: string;
  /** The whole environment of the child: nothing is inherited. */
  env: NodeJS.ProcessEnv;
  stdin?: string;
  timeoutMs: number;
  /** npm is a script on Windows and needs the shell there. Pass no outside text with it. */
  shell?: boolean;
}>;

/** Runs one command to its end, or kills its whole group when the time is up. Never throws. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const startedAt = performance.now();
  const { promise, resolve } = withResolvers<Ended>();
  let stdout = '';
  let stderr = '';
  let timedOut = false;

  const child = spawnGroup(command, args, options);
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child.pid, 'SIGKILL');
  }, options.timeoutMs);
  const end = (code: number | null, signal: NodeJS.Signals | null): void => {
    clearTimeout(timer);
    const elapsedMs = Math.round(performance.now() - startedAt);
    resolve({ command, args, code, signal, stdout, stderr, timedOut, elapsedMs });
  };

  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.once('error', (error) => {
    stderr += error.message;
    end(null, null);
  });
  child.once('close', end);
  // A child that ends without reading its input closes the pipe early. That is its right.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(options.stdin ?? '');
  return promise;
}

/** Starts a child as the leader of a group of its own, so that it can be ended with all it started. */
export function spawnGroup(
  command: string,
  args: readonly string[],
  options: Pick<RunOptions, 'cwd' | 'env' | 'shell'>,
): ChildProcess {
  const spawnOptions: SpawnOptions = {
    env: options.env,
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
    shell: options.shell ?? false,
  };
  if (options.cwd !== undefined) spawnOptions.cwd = options.cwd;
  return spawn(command, args, spawnOptions);
}

/** Ends a process and its group. A process that is already gone is what was wanted. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).once(
      'error',
      () => undefined,
    );
    return;
  }
  signalIfAlive(-pid, signal);
  signalIfAlive(pid, signal);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** `Promise.withResolvers` comes with Node 22. */
export function withResolvers<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: Error) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH' && errorCode(error) !== 'EPERM') throw error;
  }
}
