// A goal that is done, in a clone whose person has much of their own in it; and a GitHub to publish it to.

import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitExample, copyExample, PROJECT } from '../../../scripts/example.ts';
import { type GitHubServer, startGitHub } from '../../../scripts/github/server.ts';
import type { StoredRepository } from '../../../scripts/github/stored.ts';
import { temporaryFolder } from '../../evidence/temporary.ts';
import { atTerminal } from '../../rig/person.ts';
import { copyFolder } from '../../rig/prepared.ts';
import { ANN, TOKEN } from '../github/acme.ts';

const CLI = join(PROJECT, 'dist', 'cli.js');
const CHECK = ['node', '--test', 'test/reader.test.js'];
const URL = 'https://github.com/acme/settings.git';
export const GOAL = 'G-0001';
export const BRANCH = 'wukong/G-0001-refuse-lines-that-were-mistyped';

export type Ended = Readonly<{ code: number | null; text: string }>;

export class Publishing {
  readonly dir = temporaryFolder('wukong-publish-');
  readonly repo = join(this.dir, 'repo');
  readonly bare = join(this.dir, 'there.git');
  readonly #kept = join(this.dir, 'kept');
  readonly #home = join(this.dir, 'home');
  server!: GitHubServer;
  there!: StoredRepository;
  #env: Record<string, string> = {};

  /** Once a file: the goal takes seconds to be judged. */
  async make(): Promise<void> {
    await this.begin();
    mkdirSync(this.repo);
    mkdirSync(this.#home);
    copyExample('settings', this.repo);
    await commitExample(this.repo);
    this.git('init', '-q', '--bare', this.bare);
    this.git('config', '--global', 'user.name', 'Ann');
    this.git('config', '--global', 'user.email', 'ann@example.com');
    this.git('config', '--global', `url.${this.bare}.insteadOf`, URL);
    this.git('remote', 'add', 'origin', URL);
    this.git('push', '-q', 'origin', 'main');
    this.must('init', '.', '--yes');
    const gates = [{ type: 'test', name: 'tests', command: CHECK }];
    this.write('.wukong/config.yaml', JSON.stringify({ gates }));
    const command = ['node', join(import.meta.dirname, 'worker.mjs'), '{order_dir}'];
    const roles = ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'];
    const executors = { worker: { type: 'command', command, roles } };
    this.write('.wukong/config.local.yaml', JSON.stringify({ try_gates: false, executors }));
    this.must('trust', '--revoke');
    this.must('trust', '--approve');
    appendFileSync(join(this.repo, 'README.md'), '\nMINE uncommitted\n');
    appendFileSync(join(this.repo, 'src/reader.js'), '\n\n\n// MINE in the same file\n');
    this.write('staged.txt', 'MINE staged\n');
    this.git('add', 'staged.txt');
    this.write('notes.txt', 'MINE untracked\n');
    this.write('secret.env', 'MINE ignored\n');
    appendFileSync(join(this.repo, '.git/info/exclude'), 'secret.env\n');
    const asked = 'acme/settings#1 refuse lines that were mistyped';
    this.must('goal', 'add', asked, '--template', 'direct');
    this.must('run', GOAL);
    const trusted = await this.person('trust', '--publish', 'GitHub.com/acme/settings');
    if (trusted.code !== 0) throw new Error(trusted.text);
    copyFolder(this.repo, join(this.#kept, 'repo'));
    copyFolder(this.bare, join(this.#kept, 'bare'));
    await this.end();
  }

  /** As it was made, with a new GitHub. */
  async restore(): Promise<void> {
    await this.begin();
    rmSync(this.repo, { recursive: true, force: true });
    rmSync(this.bare, { recursive: true, force: true });
    copyFolder(join(this.#kept, 'repo'), this.repo);
    copyFolder(join(this.#kept, 'bare'), this.bare);
    this.git('update-index', '-q', '--refresh');
  }

  async begin(): Promise<void> {
    this.server = await startGitHub();
    this.server.memory.users.set(TOKEN, ANN);
    const about = { owner: 'acme', name: 'settings', writers: ['ann'], defaultBranch: 'main' };
    this.there = this.server.memory.addRepository(about);
    this.server.memory.openIssue(this.there);
    this.login(TOKEN);
  }

  login(token: string | undefined): void {
    this.#env = {
      ...{ PATH: process.env.PATH ?? '', TERM: 'xterm', GIT_CONFIG_NOSYSTEM: '1' },
      ...this.server.environment(token),
      HOME: this.#home,
    };
  }

  end(): Promise<void> {
    return this.server.close();
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.repo, path), text);
  }

  git(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync('git', args, {
      ...{ cwd: this.repo, env: this.#env, encoding: 'utf8' },
    });
    if (status !== 0 && args[0] !== 'update-index') throw new Error(`git ${args[0]}: ${stderr}`);
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
  alone(more: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const env = { ...this.#env, ...more };
    return spawnSync(process.execPath, [CLI, ...args], { cwd: this.repo, env, encoding: 'utf8' });
  }

  /** At a terminal, saying yes. The server is in this process, so nothing here may wait for it. */
  async person(...args: readonly string[]): Promise<Ended> {
    return this.personWith({}, ...args);
  }

  async personWith(
    more: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<Ended> {
    const env = { ...this.#env, ...more };
    const ended = await atTerminal(process.execPath, [CLI, ...args], { cwd: this.repo, env });
    return { code: ended.code, text: ended.stdout };
  }

  publish(): Promise<Ended> {
    return this.person('publish', GOAL);
  }

  posts(): string[] {
    const { arrived } = this.server;
    return arrived.filter(({ method }) => method !== 'GET').map(({ path }) => path);
  }
}
