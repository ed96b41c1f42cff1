// One command in a folder, to its end. It goes with all it started when its time is up, or the harness ends.

import { killGroup, spawnGroup, withResolvers } from '../client/child.ts';

export type Ran = Readonly<{
  code: number | null;
  stdout: string;
  /** The end of what it said on both. */
  said: string;
  isLate: boolean;
  seconds: number;
}>;

export type Running = Readonly<{
  cwd: string;
  env?: NodeJS.ProcessEnv;
  stdin?: string | Buffer;
  timeoutS: number;
  stop: AbortSignal;
}>;

export class Stopped extends Error {}

const MOST_SAID = 4000;
/** What it started cleans up behind itself, and is not waited for without an end. */
const GRACE_MS = 20_000;

export async function runCommand(
  command: readonly string[],
  { cwd, env, stdin = '', timeoutS, stop }: Running,
): Promise<Ran> {
  if (stop.aborted) throw new Stopped();
  const [program = '', ...args] = command;
  const began = performance.now();
  const { promise, resolve } = withResolvers<number | null>();
  const child = spawnGroup(program, args, { cwd, env: env ?? plainEnvironment() });
  const out: Buffer[] = [];
  let said = '';
  let isLate = false;
  const kill = (): void => killGroup(child.pid, 'SIGKILL');
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, timeoutS * 1000);
  let grace: NodeJS.Timeout | undefined;
  const end = (): void => {
    killGroup(child.pid, 'SIGINT');
    grace = setTimeout(kill, GRACE_MS);
  };
  stop.addEventListener('abort', end);
  const tail = (data: Buffer): void => {
    said = (said + data.toString('utf8')).slice(-MOST_SAID);
  };
  child.stdout?.on('data', (data: Buffer) => {
    out.push(data);
    tail(data);
  });
  child.stderr?.on('data', tail);
  child.once('error', (error) => {
    said += error.message;
    resolve(null);
  });
  child.once('close', resolve);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(stdin);
  try {
    const code = await promise;
    if (stop.aborted) throw new Stopped();
    const stdout = Buffer.concat(out).toString('utf8');
    return { code, stdout, said, isLate, seconds: (performance.now() - began) / 1000 };
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    stop.removeEventListener('abort', end);
  }
}

/** Ours, but for what tells a program under test that it is started by npm, or by a runner. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string): boolean =>
    /^(npm_|NODE_|VITEST|JEST|GIT_|FORCE_COLOR|NO_COLOR)/i.test(name);
  const kept = Object.entries(process.env).filter(([name]) => !isOurs(name));
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0' };
}
