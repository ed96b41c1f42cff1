// A goal that a program carried out, in the clone of a person; and a GitHub to publish it to.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { commitExample, copyExample, PROJECT } from '../../../scripts/example.ts';
import { type GitHubServer, startGitHub } from '../../../scripts/github/server.ts';
import type { StoredRepository } from '../../../scripts/github/stored.ts';
import { temporaryFolder } from '../../evidence/temporary.ts';
import { atTerminal } from '../../rig/person.ts';
import { copyFolder } from '../../rig/prepared.ts';
import { ANN, TOKEN } from '../github/acme.ts';

const CLI = join(PROJECT, 'dist', 'cli.js');
const WORKER = join(PROJECT, 'scripts', 'start', 'worker.mjs');
const GATES = [{ type: 'test', name: 'tests', command: ['node', '--test', 'test/reader.test.js'] }];
const URL = 'https://github.com/acme/settings.git';
const ALL = ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'];
/** What of it the worker knows is in `scripts/start/worker.mjs`. */
export const REQUEST = 'acme/settings#1 refuse lines that were mistyped';
export const GOAL = 'G-0001';
export const BRANCH = 'wukong/G-0001-refuse-lines-that-were-mistyped';

export type Ended = Readonly<{ code: number | null; text: string }>;
type Given = Readonly<{ roles?: readonly string[]; more?: string }>;
type Variables = Readonly<Record<string, string>>;

export class Publishing {
  readonly dir = temporaryFolder('wukong-publish-');
  readonly repo = join(this.dir, 'a clone of ann');
  readonly bare = join(this.dir, 'over there.git');
  readonly #kept = join(this.dir, 'kept');
  readonly #home = join(this.dir, 'home');
  server!: GitHubServer;
  there!: StoredRepository;
  #env: Variables = {};
  readonly #there = new Map<string, Partial<StoredRepository>>();

  /** The example in a clone of what is there. `own`: what is committed of more; `roles`, `more`: as of `executor`. */
  async make({ own, ...given }: Given & Readonly<{ own?: () => void }> = {}): Promise<void> {
    await this.#begin();
    mkdirSync(this.repo);
    mkdirSync(this.#home);
    copyExample('settings', this.repo);
    await commitExample(this.repo);
    this.git('init', '-q', '--bare', this.bare);
    this.git('config', '--global', 'user.name', 'Ann');
    this.git('config', '--global', 'user.email', 'ann@example.com');
    this.git('config', '--global', `url.${this.bare}.insteadOf`, URL);
    this.git('remote', 'add', 'origin', URL);
    this.must('init', '.', '--yes');
    this.write('.wukong/config.yaml', JSON.stringify({ gates: GATES }));
    own?.();
    // Else a branch is another tree than its goal was judged on.
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'Install Wukong');
    this.git('push', '-q', 'origin', 'main');
    await this.executor(given);
  }

  /** Who carries out nodes of these roles. `more`: in sh, behind what the worker does. */
  async executor({ roles = ALL, more = '' }: Given = {}): Promise<void> {
    const command = ['sh', '-ec', `"$@"\n${more}`, 'sh', 'node', WORKER, '{order_dir}'];
    const executors = { worker: { type: 'command', command, roles } };
    this.write('.wukong/config.local.yaml', JSON.stringify({ try_gates: false, executors }));
    await this.person('trust', '--approve');
  }

  async trust(): Promise<void> {
    const trusted = await this.person('trust', '--publish', 'GitHub.com/acme/settings');
    if (trusted.code !== 0) throw new Error(trusted.text);
  }

  /** A goal, as far as the worker gets with it. */
  carryOut(request = REQUEST, template = 'direct'): void {
    this.must('goal', 'add', request, '--template', template);
    this.alone({}, 'run', GOAL);
  }

  /** All of it, as it is now. */
  keep(name = 'made'): void {
    copyFolder(this.repo, join(this.#kept, name, 'repo'));
    copyFolder(this.bare, join(this.#kept, name, 'bare'));
    const { pulls, comments } = this.there;
    this.#there.set(name, structuredClone({ pulls, comments }));
  }

  async restore(name = 'made'): Promise<void> {
    await this.#begin();
    rmSync(this.repo, { recursive: true, force: true });
    rmSync(this.bare, { recursive: true, force: true });
    copyFolder(join(this.#kept, name, 'repo'), this.repo);
    copyFolder(join(this.#kept, name, 'bare'), this.bare);
    const { pulls = [], comments = [] } = this.#there.get(name) ?? {};
    this.there.pulls.push(...structuredClone(pulls));
    this.there.comments.push(...structuredClone(comments));
  }

  async #begin(): Promise<void> {
    this.server = await startGitHub();
    this.server.memory.users.set(TOKEN, ANN);
    const about = { owner: 'acme', name: 'settings', writers: ['ann'], defaultBranch: 'main' };
    this.there = this.server.memory.addRepository(about);
    this.server.memory.openIssue(this.there);
    this.#env = {
      ...{ PATH: process.env.PATH ?? '', TERM: 'xterm', GIT_CONFIG_NOSYSTEM: '1' },
      ...this.server.environment(TOKEN),
      HOME: this.#home,
    };
  }

  end(): Promise<void> {
    return this.server.close();
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.repo, path)), { recursive: true });
    writeFileSync(join(this.repo, path), text);
  }

  git(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync('git', args, {
      ...{ cwd: this.repo, env: this.#env, encoding: 'utf8' },
    });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
    return stdout;
  }

  atRemote(...args: readonly string[]): string {
    return this.git('-C', this.bare, ...args);
  }

  must(...args: readonly string[]): string {
    const { status, stdout, stderr } = this.alone({}, ...args);
    if (status !== 0) throw new Error(`wukong ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }

  /** Without a terminal. */
  alone(more: Variables, ...args: readonly string[]) {
    const env = { ...this.#env, ...more };
    return spawnSync(process.execPath, [CLI, ...args], { cwd: this.repo, env, encoding: 'utf8' });
  }

  /** At a terminal, saying yes. The server is in this process, so nothing here may wait for it. */
  person(...args: readonly string[]): Promise<Ended> {
    return this.personWith({}, ...args);
  }

  async personWith(more: Variables, ...args: readonly string[]): Promise<Ended> {
    const env = { ...this.#env, ...more };
    const ended = await atTerminal(process.execPath, [CLI, ...args], { cwd: this.repo, env });
    return { code: ended.code, text: ended.stdout };
  }

  publish(): Promise<Ended> {
    return this.person('publish', GOAL);
  }

  /** What was last about to be sent, as the log has it. */
  lastIntent(): Readonly<{ key: string; sender: Readonly<{ pid: number }> }> {
    const lines = readFileSync(join(this.repo, '.wukong/events.jsonl'), 'utf8').split('\n');
    const last = lines.findLast((line) => line.includes('"post.intended"'));
    if (last === undefined) throw new Error('nothing was about to be sent');
    return JSON.parse(last).payload;
  }

  posts(): string[] {
    const { arrived } = this.server;
    return arrived.filter(({ method }) => method !== 'GET').map(({ path }) => path);
  }
}

/** One that was carried out and may be published, and is so again for each test of the describe it is called in. */
export function carriedOut(): Publishing {
  const rig = new Publishing();
  beforeAll(async () => {
    await rig.make();
    rig.carryOut();
    await rig.trust();
    rig.keep();
    await rig.end();
  });
  beforeEach(() => rig.restore());
  endsEach(rig);
  return rig;
}

export function endsEach(rig: Publishing): void {
  afterEach(async () => {
    expect(rig.server.faults).toEqual([]);
    await rig.end();
  });
}
