import { createInterface } from 'node:readline';
import { killGroup, spawnGroup, withResolvers } from './child.ts';
import { clientEnvironment } from './environment.ts';

/** One line of `--output-format stream-json`. Only `type` is promised. */
export type StreamEvent = Readonly<Record<string, unknown> & { type: string }>;

export type HeadlessOptions = Readonly<{
  /** Path of the executable. */
  client: string;
  cwd: string;
  /** The scripted client's environment; with `environment` these two are not looked at. */
  home: string;
  baseUrl: string;
  /** The whole environment instead, for a person's own client. */
  environment?: Readonly<Record<string, string>>;
  prompt: string;
  permissionMode?: 'default' | 'acceptEdits' | 'auto' | 'plan' | 'dontAsk';
  /** Go on with this session. */
  resume?: string;
  /** Go on with the last session of this folder. */
  continueLast?: boolean;
  /** Further arguments. They come after the prompt, because some take a list. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  timeoutMs?: number;
}>;

export type HeadlessEnd = Readonly<{
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last `result` line of a turn that did something; the very last line can be an empty one. */
  result: StreamEvent | undefined;
  lines: readonly StreamEvent[];
  stderr: string;
  timedOut: boolean;
  elapsedMs: number;
}>;

export type Headless = AsyncDisposable &
  Readonly<{
    pid: number | undefined;
    command: readonly string[];
    /** Grows while the client runs. */
    events: readonly StreamEvent[];
    /** What it said on stderr so far. */
    stderr(): string;
    done: Promise<HeadlessEnd>;
    /** Resolves with the first event, past or future, that fits; rejects at the end of the client. */
    waitFor(fits: (event: StreamEvent) => boolean, timeoutMs?: number): Promise<StreamEvent>;
    kill(signal?: NodeJS.Signals): void;
  }>;

/** Starts `claude -p` in a process group of its own. It never outlives `timeoutMs`. */
export function startHeadless(options: HeadlessOptions): Headless {
  const startedAt = performance.now();
  const command = headlessArguments(options);
  const child = spawnGroup(options.client, command, {
    cwd: options.cwd,
    env:
      options.environment ??
      clientEnvironment({
        home: options.home,
        baseUrl: options.baseUrl,
        ...(options.env === undefined ? {} : { extra: options.env }),
      }),
  });

  const events: StreamEvent[] = [];
  const watchers = new Set<() => void>();
  const wake = (): void => {
    for (const watcher of watchers) watcher();
  };
  let stderr = '';
  let timedOut = false;
  let ended = false;

  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      events.push(parseEvent(line));
      wake();
    });
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end();

  const kill = (signal: NodeJS.Signals = 'SIGKILL'): void => {
    if (!ended) killGroup(child.pid, signal);
  };
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, options.timeoutMs ?? 240_000);

  const { promise: done, resolve } = withResolvers<HeadlessEnd>();
  const end = (code: number | null, signal: NodeJS.Signals | null): void => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    const elapsedMs = Math.round(performance.now() - startedAt);
    const result = lastResult(events);
    resolve({ code, signal, result, lines: events, stderr, timedOut, elapsedMs });
    wake();
  };
  child.once('error', (error) => {
    stderr += error.message;
    end(null, null);
  });
  child.once('close', end);

  return {
    pid: child.pid,
    command: [options.client, ...command],
    events,
    stderr: () => stderr,
    done,
    kill,
    waitFor(fits, timeoutMs = 90_000) {
      const found = withResolvers<StreamEvent>();
      const limit = setTimeout(() => {
        watchers.delete(check);
        found.reject(new Error(`The client sent no such event within ${timeoutMs} ms.`));
      }, timeoutMs);
      const settle = (): void => {
        clearTimeout(limit);
        watchers.delete(check);
      };
      const check = (): void => {
        const event = events.find(fits);
        if (event !== undefined) {
          settle();
          found.resolve(event);
        } else if (ended) {
          settle();
          found.reject(new Error('The client ended without sending such an event.'));
        }
      };
      watchers.add(check);
      check();
      return found.promise;
    },
    async [Symbol.asyncDispose]() {
      kill();
      await done;
    },
  };
}

function headlessArguments(options: HeadlessOptions): string[] {
  return [
    ...(options.resume === undefined ? [] : ['--resume', options.resume]),
    ...(options.continueLast === true ? ['--continue'] : []),
    ...(options.permissionMode === undefined ? [] : ['--permission-mode', options.permissionMode]),
    '-p',
    options.prompt,
    '--output-format',
    'stream-json',
    '--verbose',
    ...(options.args ?? []),
  ];
}

function lastResult(events: readonly StreamEvent[]): StreamEvent | undefined {
  return events.findLast((event) => event.type === 'result' && Number(event.num_turns) > 0);
}

/** A line that is no JSON object is kept as it is, so that a dump shows it. */
function parseEvent(line: string): StreamEvent {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && 'type' in value) {
      return { ...value, type: String(value.type) };
    }
  } catch {
    return { type: 'unreadable', line };
  }
  return { type: 'unreadable', line };
}
