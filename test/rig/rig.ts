import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import {
  type Headless,
  type HeadlessOptions,
  startHeadless,
} from '../../scripts/client/headless.ts';
import { makeHome, trustFolder } from '../../scripts/client/home.ts';
import {
  startTerminal,
  type Terminal,
  type TerminalOptions,
} from '../../scripts/client/terminal.ts';
import type { Script } from '../../scripts/model/call.ts';
import { type Model, startModel } from '../../scripts/model/server.ts';
import { requireClient } from './client.ts';
import { dumpText, type Trace } from './dump.ts';
import { type Answer, atTerminal } from './person.ts';
import { killProcessesOf, processesOf } from './processes.ts';
import { type LogRecord, parseLines, type Taskgraph, type TaskgraphNode } from './records.ts';
import type { RepositoryOptions } from './repository.ts';
import {
  git,
  gitEnvironment,
  makeRepository,
  NO_TRIALS,
  PROJECT,
  type Repository,
} from './repository.ts';
import { waitUntil } from './wait.ts';

export type RigOptions = Omit<RepositoryOptions, 'installed'> &
  Readonly<{
    /** `false`: no Wukong in the repository. */
    install?: boolean;
    /** What the person allowed the client everywhere; goes into their own settings. */
    allow?: readonly string[];
    /** The Node that runs what is installed, and is on PATH; this one unless told. */
    node?: string;
    /** `false`: what it saw is printed by who made it. */
    prints?: boolean;
  }>;

/** What the rig fills in itself can be replaced, and everything else left out. */
type Filled = 'client' | 'cwd' | 'home' | 'baseUrl';
export type RunOptions<T extends { baseUrl: string }> = Partial<Pick<T, Filled & keyof T>> &
  Omit<T, Filled | 'prompt'>;

export type HookRun = Ended & Readonly<{ json: Readonly<Record<string, unknown>> | undefined }>;

// Limits end what hangs. On a busy machine everything takes several times as long.
const HOOK_LIMIT_MS = 120_000;
const CLI_LIMIT_MS = 120_000;
const WAIT_LIMIT_MS = 90_000;

/**
 * A repository with Wukong in it, a home, a model, and whatever a test starts there. Leaving the test
 * ends all of it: `await using rig = await Rig.create()`.
 */
export class Rig implements AsyncDisposable {
  /** Where a user would stand: the repository's top folder. */
  readonly repo: string;
  readonly home: string;
  /** Whose hooks run: this process, above all it starts, or one of its own (livingClient), so that a person decides. */
  client: string = String(process.pid);
  readonly #node: string;
  readonly #repository: Repository;
  readonly #trace: Trace = { commands: [], models: [], headless: [], terminals: [] };
  #dumpAtTheEnd: string | undefined;
  #prompts = 0;

  private constructor(repository: Repository, home: string, node = process.execPath) {
    this.#node = node;
    this.#repository = repository;
    this.repo = repository.path;
    this.home = home;
  }

  static async create(options: RigOptions = {}): Promise<Rig> {
    // Whoever asks for another Node or another path wants to see init there.
    const { install = true, node, dirName, viaSymlink } = options;
    const installed = install && !node && !dirName && !viaSymlink && options.git !== false;
    const repository = await makeRepository({ ...options, installed });
    const tests = options.testsBy === 'node' ? 'Bash(node --test:*)' : 'Bash(npm test)';
    const allow = options.allow ?? [tests];
    const home = makeHome(join(repository.root, 'home'), [repository.path], { allow });
    const rig = new Rig(repository, home, options.node);
    try {
      if (options.prints !== false) await printOnFailure(rig);
      if (install && !installed) await rig.#install();
      return rig;
    } catch (error) {
      await rig[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #install(): Promise<void> {
    const ended = await this.cli(['init', this.repo, '--yes']);
    if (ended.code !== 0) throw new Error(`wukong init failed.\n${this.dump()}`);
    this.write('.wukong/config.local.yaml', NO_TRIALS);
  }

  /** The temporary folder around repository and home. */
  get root(): string {
    return this.#repository.root;
  }

  get models(): readonly Model[] {
    return this.#trace.models;
  }

  /** Runs the built CLI as a user in the repository would. */
  async cli(
    args: readonly string[],
    options: {
      env?: Readonly<Record<string, string>>;
      stdin?: string;
      cwd?: string;
      limitMs?: number;
    } = {},
  ): Promise<Ended> {
    return this.#record(
      await run(this.#node, [join(PROJECT, 'dist', 'cli.js'), ...args], {
        cwd: options.cwd ?? this.repo,
        env: { ...this.#environment(), ...options.env },
        ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
        timeoutMs: options.limitMs ?? CLI_LIMIT_MS,
      }),
    );
  }

  /** The same at a terminal, where a person answers its question with this key. */
  async person(
    args: readonly string[],
    key: string | readonly Answer[] = 'y',
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    return this.#record(
      await atTerminal(this.#node, [join(PROJECT, 'dist', 'cli.js'), ...args], {
        cwd: this.repo,
        env: { ...this.#environment(), ...env },
        key,
        timeoutMs: CLI_LIMIT_MS,
      }),
    );
  }

  /** As an agent could leave it behind to decide for a person: `setsid nohup wukong … &`. */
  async leftBehind(args: readonly string[]): Promise<Ended> {
    const words = [this.#node, join(PROJECT, 'dist', 'cli.js'), ...args];
    const options = { cwd: this.repo, env: this.#environment(), timeoutMs: CLI_LIMIT_MS };
    return this.#record(
      await run('sh', ['-c', 'setsid nohup "$@" & wait $!', 'sh', ...words], options),
    );
  }

  /**
   * Runs the installed hook as the client does. The fields every payload has are filled in; those
   * of `payload` win.
   */
  async hook(
    event: string,
    payload: Readonly<Record<string, unknown>> = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<HookRun> {
    const session = String(payload.session_id ?? '11111111-1111-4111-8111-111111111111');
    const input = {
      session_id: session,
      transcript_path: join(this.home, '.claude', 'projects', 'rig', `${session}.jsonl`),
      cwd: this.repo,
      hook_event_name: event === 'guard' ? 'PreToolUse' : event,
      ...payload,
    };
    const sessionEnv = { CLAUDE_CODE_SESSION_ID: session, ...env };
    return this.rawHook(event, JSON.stringify(input), sessionEnv);
  }

  /** A person, or whoever `env` says, types that in a session. Each is a prompt of its own. */
  typed(prompt: string, env: Readonly<Record<string, string>> = {}): Promise<HookRun> {
    this.#prompts += 1;
    return this.hook('UserPromptSubmit', { prompt, prompt_id: `typed-${this.#prompts}` }, env);
  }

  /** The same with any text at all on stdin. */
  async rawHook(
    event: string,
    stdin: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<HookRun> {
    const script = join(this.repo, '.wukong', 'runtime', 'hook.cjs');
    const ended = await run(this.#node, [script, event], {
      cwd: this.repo,
      env: {
        ...this.#environment(),
        CLAUDECODE: '1',
        CLAUDE_PROJECT_DIR: this.repo,
        CLAUDE_PID: this.client,
        ...env,
      },
      stdin,
      timeoutMs: HOOK_LIMIT_MS,
    });
    return { ...this.#record(ended), json: parseJson(ended.stdout) };
  }

  async git(...args: readonly string[]): Promise<string> {
    return git(this.repo, ...args);
  }

  /** Starts a scripted model. The client talks to the one started last. */
  async model(script: Script): Promise<Model> {
    const model = await startModel(script);
    this.#trace.models.push(model);
    return model;
  }

  /** Starts `claude -p` in the repository. */
  async headless(prompt: string, options: RunOptions<HeadlessOptions> = {}): Promise<Headless> {
    const started = startHeadless({
      ...(await this.#clientOptions()),
      permissionMode: 'acceptEdits',
      ...options,
      prompt,
      env: { ...gitEnvironment(), ...options.env },
    });
    this.#trace.headless.push(started);
    return started;
  }

  /** Starts the client's terminal UI in the repository. */
  async terminal(options: RunOptions<TerminalOptions> = {}): Promise<Terminal> {
    const started = await startTerminal({
      ...(await this.#clientOptions()),
      permissionMode: 'acceptEdits',
      ...options,
      env: { ...gitEnvironment(), ...options.env },
    });
    this.#trace.terminals.push(started);
    return started;
  }

  /** Of the whole log, or those of a type. */
  events(type?: string): readonly LogRecord[] {
    const all = parseLines<LogRecord>(this.#read('events.jsonl') ?? '');
    return type === undefined ? all : all.filter((event) => event.type === type);
  }

  taskgraph(): Taskgraph | undefined {
    return this.#json<Taskgraph>('taskgraph.json');
  }

  state(): Readonly<Record<string, unknown>> | undefined {
    return this.#json<Record<string, unknown>>('state.json');
  }

  /** A node of the newest graph. */
  node(id: string): TaskgraphNode | undefined {
    return this.taskgraph()
      ?.graphs.at(-1)
      ?.nodes.find((node) => node.id === id);
  }

  /** The person accepts the client's trust dialog for a further folder. */
  trust(folder: string): void {
    trustFolder(this.home, folder);
  }

  write(path: string, text: string): void {
    const file = join(this.repo, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** A template that comes with Wukong, as a person would copy it. */
  builtIn(name: string): string {
    return this.file(`${this.programFolder}/templates/${name}.yaml`);
  }

  /** Where the installed program lies but for its launcher, below the repository. */
  get programFolder(): string {
    return `.git/wukong/runtime/${this.file('.git/wukong/runtime/current').trim()}`;
  }

  file(path: string): string {
    return readFileSync(join(this.repo, path), 'utf8');
  }

  /** The first event, past or future, that fits. Woken by the file system, with a poll behind it. */
  async waitForEvent(
    fits: (event: LogRecord) => boolean,
    timeoutMs = WAIT_LIMIT_MS,
  ): Promise<LogRecord> {
    const found = await this.waitUntil(() => this.events().find(fits), timeoutMs);
    if (found !== undefined) return found;
    throw new Error(`No such event within ${timeoutMs} ms.\n${this.dump()}`);
  }

  /** Asks again at every change in `.wukong/` and every 50 ms; undefined when the time is up. */
  waitUntil<T>(look: () => T | undefined, timeoutMs = WAIT_LIMIT_MS): Promise<T | undefined> {
    return waitUntil(join(this.repo, '.wukong'), look, timeoutMs);
  }

  /** What is still running of all that was started here, by anybody. Linux only. */
  processes(): readonly number[] {
    return processesOf(this.home);
  }

  /** Every command with its output, every run of the client, every question to the model, the log. */
  dump(): string {
    return this.#dumpAtTheEnd ?? dumpText(this.repo, this.#trace, this.#read('events.jsonl'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#dumpAtTheEnd !== undefined) return;
    await Promise.all(this.#trace.terminals.map((terminal) => terminal.kill()));
    await Promise.all(this.#trace.headless.map((headless) => headless[Symbol.asyncDispose]()));
    killProcessesOf(this.home);
    await Promise.all(this.#trace.models.map((model) => model.close()));
    // A failed test is reported after this, when the files are gone.
    this.#dumpAtTheEnd = this.dump();
    this.#repository.remove();
  }

  async #clientOptions() {
    const client = await requireClient();
    if (client === undefined) throw new Error('Ask requireClient() before starting the client.');
    const model = this.#trace.models.at(-1);
    if (model === undefined) throw new Error('Start rig.model() before the client.');
    return { client: client.path, cwd: this.repo, home: this.home, baseUrl: model.url };
  }

  #environment(): Record<string, string> {
    return {
      ...systemPaths(this.#node),
      ...gitEnvironment(),
      HOME: this.home,
      USERPROFILE: this.home,
      TMPDIR: join(this.home, 'tmp'),
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
    };
  }

  #record<T extends Ended>(ended: T): T {
    this.#trace.commands.push(ended);
    return ended;
  }

  #read(name: string): string | undefined {
    const file = join(this.repo, '.wukong', name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  #json<T>(name: string): T | undefined {
    const text = this.#read(name);
    if (text === undefined) return undefined;
    const value: T = JSON.parse(text);
    return value;
  }
}

/** Inside a vitest test, a failure prints what the rig saw. The bench uses the rig without vitest. */
async function printOnFailure(rig: Rig): Promise<void> {
  if (process.env.VITEST === undefined) return;
  const { expect, onTestFailed } = await import('vitest');
  // In a beforeAll there is no test that could fail yet.
  if (expect.getState().currentTestName === undefined) return;
  onTestFailed(() => {
    console.error(rig.dump());
  });
}

function parseJson(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // The client takes such output for plain text, so to a test it is no answer either.
    return undefined;
  }
}
