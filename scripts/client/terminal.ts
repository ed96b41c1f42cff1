import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, killGroup, run } from './child.ts';
import { clientEnvironment, systemPaths } from './environment.ts';

export type TerminalOptions = Readonly<{
  client: string;
  cwd: string;
  home: string;
  baseUrl: string;
  permissionMode?: 'default' | 'acceptEdits' | 'auto' | 'plan';
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  columns?: number;
  rows?: number;
  /** The terminal is ended when this time is up, whatever happens in it. */
  timeoutMs?: number;
}>;

export type Terminal = AsyncDisposable &
  Readonly<{
    /** The client's process, which leads a session of its own. */
    pid: number;
    type(text: string): Promise<void>;
    enter(): Promise<void>;
    /** Keys by tmux name: `Escape`, `Up`, `C-c`. */
    key(name: string): Promise<void>;
    /** Types a line and sends it. */
    say(text: string): Promise<void>;
    screen(): Promise<string>;
    /** The screen as it was last seen, also when the client is gone. */
    lastScreen(): string;
    waitForScreen(pattern: RegExp, timeoutMs?: number): Promise<string>;
    alive(): boolean;
    kill(signal?: NodeJS.Signals): Promise<void>;
  }>;

export async function hasTmux(): Promise<boolean> {
  const asked = await run('tmux', ['-V'], { env: systemPaths(), timeoutMs: 5000 });
  return asked.code === 0;
}

/** Starts the client's terminal UI in a tmux server that nobody else uses. */
export async function startTerminal(options: TerminalOptions): Promise<Terminal> {
  // Socket paths are short by law (about 100 bytes), so this does not go into the test's own folder.
  const folder = mkdtempSync(join(tmpdir(), 'wk-'));
  const socket = join(folder, 't');
  const env = clientEnvironment({
    home: options.home,
    baseUrl: options.baseUrl,
    ...(options.env === undefined ? {} : { extra: options.env }),
  });
  const tmux = async (...args: readonly string[]): Promise<string> => {
    const ended = await run('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      env,
      timeoutMs: 10_000,
    });
    if (ended.code === 0) return ended.stdout;
    throw new Error(`tmux ${args[0]} failed: ${ended.stderr.trim()}`);
  };

  // The server hands its own environment on. What it adds would tell the client it is in tmux.
  const client = ['env', '-u', 'TMUX', '-u', 'TMUX_PANE', `TERM=${env.TERM}`, options.client];
  const mode = options.permissionMode;
  const size = ['-x', String(options.columns ?? 160), '-y', String(options.rows ?? 50)];
  let pid: number;
  try {
    await tmux(
      ...['new-session', '-d', '-s', 'wukong', ...size, '-c', options.cwd, '--', ...client],
      ...(mode === undefined ? [] : ['--permission-mode', mode]),
      ...(options.args ?? []),
    );
    pid = Number((await tmux('display-message', '-p', '-t', 'wukong', '#{pane_pid}')).trim());
  } catch (error) {
    await run('tmux', ['-S', socket, 'kill-server'], { env, timeoutMs: 5000 });
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }

  let lastScreen = '';
  let over = false;
  const screen = async (): Promise<string> => {
    if (!over) {
      // The pane is gone as soon as the client is: then what it last showed is the answer.
      const shown = await tmux('capture-pane', '-p', '-t', 'wukong').catch(() => undefined);
      if (shown !== undefined) lastScreen = shown.trimEnd();
    }
    return lastScreen;
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    if (over) return;
    await screen();
    killGroup(pid, signal);
    const deadline = Date.now() + 5000;
    while (isAlive(pid) && Date.now() < deadline) await delay(20);
    if (isAlive(pid)) killGroup(pid, 'SIGKILL');
    over = true;
    clearTimeout(timer);
    await run('tmux', ['-S', socket, 'kill-server'], { env, timeoutMs: 5000 });
    rmSync(folder, { recursive: true, force: true });
  };
  const timer = setTimeout(() => {
    kill().catch(() => undefined);
  }, options.timeoutMs ?? 270_000);

  const terminal: Terminal = {
    pid,
    screen,
    lastScreen: () => lastScreen,
    kill,
    alive: () => !over && isAlive(pid),
    async type(text) {
      await tmux('send-keys', '-t', 'wukong', '-l', '--', text);
    },
    async key(name) {
      await tmux('send-keys', '-t', 'wukong', name);
    },
    async enter() {
      await terminal.key('Enter');
    },
    async say(text) {
      await terminal.type(text);
      // Keys that come in one burst count as pasted, and Enter in a paste is only a new line.
      await terminal.waitForScreen(new RegExp(literally(text.slice(-20))), 5000);
      await delay(400);
      await terminal.enter();
    },
    async waitForScreen(pattern, timeoutMs = 90_000) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const shown = await screen();
        if (pattern.test(shown)) return shown;
        if (Date.now() > deadline || !terminal.alive()) {
          const why = terminal.alive() ? `within ${timeoutMs} ms` : 'before the client ended';
          throw new Error(`The screen did not show ${pattern} ${why}. It shows:\n${shown}`);
        }
        await delay(50);
      }
    },
    async [Symbol.asyncDispose]() {
      await kill();
    },
  };
  return terminal;
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
