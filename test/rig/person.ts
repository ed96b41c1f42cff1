// A person at a terminal of their own. `script` makes one; it comes with the system on Linux (util-linux)
// and macOS.

import { type Ended, killGroup, spawnGroup, withResolvers } from '../../scripts/client/child.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: what steers the terminal is no text.
const ESCAPES = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** Shown under a question, when keys are read. */
const ASKS = /Yes \/ .*No/;

/** What is pressed when such a question stands there. */
export type Answer = readonly [asks: RegExp, keys: string];

/**
 * Runs a command at a terminal, in its foreground, and presses `key` when a question stands there, or answers
 * one question after the other. What it printed, on either stream, is in `stdout`.
 */
export function atTerminal(
  command: string,
  args: readonly string[],
  options: Readonly<{
    cwd: string;
    env: Readonly<Record<string, string>>;
    key?: string | readonly Answer[];
    timeoutMs?: number;
  }>,
): Promise<Ended> {
  const startedAt = performance.now();
  const { promise, resolve } = withResolvers<Ended>();
  const { cwd, env, key = 'y', timeoutMs = 120_000 } = options;
  const child = spawnGroup('script', scriptArguments([command, ...args]), { cwd, env });
  let stdout = '';
  let stderr = '';
  const answers = typeof key === 'string' ? [[ASKS, key] as const] : [...key];
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child.pid, 'SIGKILL');
  }, timeoutMs);
  const end = (code: number | null, signal: NodeJS.Signals | null): void => {
    clearTimeout(timer);
    const elapsedMs = Math.round(performance.now() - startedAt);
    resolve({ command, args, code, signal, stdout, stderr, timedOut, elapsedMs });
  };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout = (stdout + text).replaceAll(ESCAPES, '').replaceAll('\r\n', '\n');
    const [next] = answers;
    if (!next?.[0].test(stdout)) return;
    answers.shift();
    child.stdin?.write(next[1]);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin?.on('error', () => undefined);
  child.once('error', (error) => {
    stderr += error.message;
    end(null, null);
  });
  child.once('close', end);
  return promise;
}

/** A terminal that nobody looks at has no size, and questions are set to its width. */
const SIZED = 'stty cols 200 rows 50; exec "$@"';

function scriptArguments(command: readonly string[]): string[] {
  const words = ['sh', '-c', SIZED, 'sh', ...command];
  if (process.platform === 'darwin') return ['-q', '/dev/null', ...words];
  const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  return ['-qec', `exec ${line}`, '/dev/null'];
}
