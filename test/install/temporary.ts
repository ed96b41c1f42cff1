import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { type Answer, atTerminal } from '../rig/person.ts';
import { prepared } from '../rig/prepared.ts';
import { git, gitEnvironment, PROJECT } from '../rig/repository.ts';

/** What `init` copies from: the built output, as users get it. */
export const DIST = join(PROJECT, 'dist');
const CLI = join(DIST, 'cli.js');

/** An empty git repository, and the built CLI to use in it. */
export class Sandbox implements Disposable {
  readonly root: string;
  readonly repo: string;

  private constructor(root: string, repo: string) {
    this.root = root;
    this.repo = repo;
  }

  static async create(name = 'repository'): Promise<Sandbox> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'wukong-install-')));
    const repo = join(root, name);
    mkdirSync(repo, { recursive: true });
    await git(repo, 'init', '--quiet', '--initial-branch=main');
    return new Sandbox(root, repo);
  }

  /** With Wukong in it, for tests that begin after `wukong init --yes`. They all have one log. */
  static async installed(): Promise<Sandbox> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'wukong-install-')));
    const repo = join(root, 'repository');
    await prepared('empty-installed', repo, async (empty) => {
      await git(empty, 'init', '--quiet', '--initial-branch=main');
      const ended = await new Sandbox(root, empty).wukong(['init', '--yes']);
      if (ended.code !== 0) throw new Error(`${ended.stdout}${ended.stderr}`);
    });
    return new Sandbox(root, repo);
  }

  get ws(): Workspace {
    const ws = findRepository(this.repo);
    if (!ws) throw new Error('the sandbox is no repository');
    return ws;
  }

  wukong(args: readonly string[], options: WukongOptions = {}): Promise<Ended> {
    return run(process.execPath, [CLI, ...args], {
      cwd: options.cwd ?? this.repo,
      env: { ...systemPaths(), ...gitEnvironment(), HOME: this.root, ...options.env },
      timeoutMs: options.timeoutMs ?? 30_000,
    });
  }

  /** The same at a terminal, where a person answers its question with this key, or its questions. */
  person(
    args: readonly string[],
    key: string | readonly Answer[] = 'y',
    options: WukongOptions = {},
  ): Promise<Ended> {
    return atTerminal(process.execPath, [CLI, ...args], {
      cwd: options.cwd ?? this.repo,
      env: { ...systemPaths(), ...gitEnvironment(), HOME: this.root, ...options.env },
      key,
    });
  }

  /** `wukong … --json`, parsed. */
  async json(
    args: readonly string[],
    options: WukongOptions = {},
  ): Promise<Readonly<{ code: number | null; out: Json }>> {
    const ended = await this.wukong([...args, '--json'], options);
    return { code: ended.code, out: JSON.parse(ended.stdout) };
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.repo, path)), { recursive: true });
    writeFileSync(join(this.repo, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.repo, path), 'utf8');
  }

  remove(path: string): void {
    rmSync(join(this.repo, path), { recursive: true });
  }

  has(path: string): boolean {
    return statSync(join(this.repo, path), { throwIfNoEntry: false }) !== undefined;
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

export type WukongOptions = Readonly<{
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  timeoutMs?: number;
}>;

// biome-ignore lint/suspicious/noExplicitAny: what a program printed; each test says what it expects in it.
export type Json = any;
