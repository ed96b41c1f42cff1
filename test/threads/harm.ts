// A goal that is published in stages, each a further commit, a further text and further comments, by processes that are
// killed at random while a GitHub fails at random, until all of a stage is there.

import { execFileSync } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { checkWorkspace } from '../../runtime/inspect/check-workspace.ts';
import { noteCame } from '../../runtime/kernel/requests/posts.ts';
import { UNDER_WAY_MS } from '../../runtime/kernel/state/posts.ts';
import type { Post } from '../../runtime/model/state/published.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { isCommentOn } from '../../runtime/words/publish/comment.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { gitEnvironment } from '../../scripts/example.ts';
import { type Fault, type GitHubServer, startGitHub } from '../../scripts/github/server.ts';
import type { StoredRepository } from '../../scripts/github/stored.ts';
import type { OrderRepository } from '../../scripts/orders/repository.ts';
import type { Random } from '../orders/random.ts';
import { ANN, PLACE, TOKEN } from '../publish/github/acme.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import { waitUntil } from '../rig/wait.ts';
import { lostInLog, lostThere } from './judge.ts';
import type { PostTask } from './poster.ts';
import { GOAL, NAME, nextStage, type Stage } from './stage.ts';
import { startPoster } from './start-poster.ts';

const TO = 'github.com/acme/decoder';
/** Of one call of gh, and what was left behind is waited for. */
const LIMIT_MS = 1_500;
/** A stage that takes more lives than this never ends. */
const MOST_LIVES = 400;

export type Counts = { kills: number; between: number; faults: number; unsure: number };

export class Publishing {
  readonly counts: Counts = { kills: 0, between: 0, faults: 0, unsure: 0 };
  readonly #at: OrderRepository;
  readonly #random: Random;
  readonly #bare: string;
  readonly #ws;
  #server!: GitHubServer;
  #repository!: StoredRepository;
  #issue = 0;
  #env: Readonly<Record<string, string>> = {};
  #aheadMs = 0;
  #freezing: readonly number[] = [];
  #frozen: readonly number[] = [];
  readonly #stages: Stage[] = [];

  private constructor(at: OrderRepository, random: Random) {
    const ws = findRepository(at.path);
    if (!ws) throw new Error('there is no repository');
    this.#ws = ws;
    this.#at = at;
    this.#random = random;
    this.#bare = join(at.root, 'there.git');
    this.#git('init', '--quiet', '--bare', this.#bare);
  }

  static async make(at: OrderRepository, random: Random): Promise<Publishing> {
    const made = new Publishing(at, random);
    const server = await startGitHub(() => new Date(Date.now() + made.#aheadMs));
    server.memory.users.set(TOKEN, ANN);
    const options = { owner: 'acme', name: 'decoder', writers: ['ann'], defaultBranch: 'trunk' };
    made.#server = server;
    made.#repository = server.memory.addRepository(options);
    made.#issue = server.memory.openIssue(made.#repository);
    made.#env = { ...at.environment, ...server.environment(TOKEN), HOME: at.root };
    return made;
  }

  /** Until so many were killed while something was under way, and one stage more, which is ready. */
  async harm(between: number): Promise<void> {
    while (this.counts.between < between) await this.#publish(this.#stage(false));
    await this.#publish(this.#stage(true));
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  /** What is not as it was promised. */
  losses(): string[] {
    const since = `${this.#stages[0]?.branch.base}..${NAME}`;
    const commits = this.#git('-C', this.#bare, 'rev-list', '--reverse', since);
    const found = checkWorkspace(this.#ws, () => undefined).findings;
    const log = readFileSync(files.log(this.#ws), 'utf8');
    return [
      ...this.#server.faults.map((error) => `the server: ${error.stack}`),
      ...lostThere(this.#stages, this.#repository, {
        commits: commits.split('\n'),
        logId: this.#known().logId,
      }),
      ...lostInLog(this.#stages, this.#at.records()),
      ...found.filter((one) => one.severity === 'finding').map((one) => JSON.stringify(one)),
      ...(log.includes(TOKEN) ? ['a token is in the log'] : []),
    ];
  }

  async #publish(stage: Stage): Promise<void> {
    const { number, logId } = { number: this.#issue, ...this.#known() };
    for (const thread of [null, { number, logId, entries: stage.entries }]) {
      await this.#untilThere({ ...stage, thread });
    }
  }

  async #untilThere(about: Pick<PostTask, 'branch' | 'pull' | 'thread'>): Promise<void> {
    for (let lives = 0; lives < MOST_LIVES; lives += 1) {
      const sent = await this.#live(about);
      if (sent === undefined) continue;
      await this.#allArrived();
      if (sent.every(({ is }) => is === 'sent')) return;
      this.#decide();
      // As if somebody came again when nothing can be under way any more.
      if (sent.some(({ is }) => is === 'waits')) this.#aheadMs += UNDER_WAY_MS + 60_000;
    }
    throw new Error(
      `it is not there after ${MOST_LIVES} lives: ${JSON.stringify(this.#known().posts)}`,
    );
  }

  /** One process to its end; undefined: it was killed. */
  async #live(about: Pick<PostTask, 'branch' | 'pull' | 'thread'>) {
    const { counts } = this;
    const random = this.#random;
    if (random.below(4) === 0) {
      this.#server.fault(random.pick(FAULTS), {
        method: random.pick(['POST', 'POST', 'GET', 'PATCH']),
      });
      counts.faults += 1;
    }
    const isKilled = random.below(10) > 0;
    const from = readFileSync(files.log(this.#ws)).length;
    const task: PostTask = { ...about, ...this.#fixed(), aheadMs: this.#aheadMs };
    const { child, exited, end } = startPoster(task, this.#env);
    if (isKilled) {
      const moment = new AbortController();
      void exited.then(() => moment.abort());
      await this.#killingMoment(from, moment.signal);
      if (child.exitCode === null && child.pid !== undefined) this.#kill(child.pid);
    }
    const sent = await end();
    this.#thaw();
    if (sent !== undefined) return sent;
    counts.kills += 1;
    const isBetween = Object.values(this.#known().posts).some(
      ({ stands }) => stands === 'intended',
    );
    if (isBetween) counts.between += 1;
    this.#frozen = this.#freezing;
    this.#freezing = [];
    // Sometimes the next one begins beside what this one left at work.
    if (random.below(2) === 0) await this.#allArrived();
    return undefined;
  }

  /** Alone, so that what it started goes on, at once or when the next one has looked; or with its group. */
  #kill(pid: number): void {
    const how = this.#random.pick(['alone', 'alone and late', 'group']);
    process.kill(how === 'group' ? -pid : pid, 'SIGKILL');
    if (how !== 'alone and late') return;
    this.#freezing = processesOf(this.#at.root).filter((one) => one !== pid);
    for (const one of this.#freezing) signal(one, 'SIGSTOP');
  }

  /** What the one before the last left at work goes on. */
  #thaw(): void {
    for (const one of this.#frozen) signal(one, 'SIGCONT');
    this.#frozen = [];
  }

  /** Some while after it said that it will send, or after it began. */
  async #killingMoment(from: number, ended: AbortSignal): Promise<void> {
    const nth = this.#random.below(8) === 0 ? 0 : 1 + this.#random.below(3);
    if (nth > 0) {
      const log = files.log(this.#ws);
      const isThere = (): boolean =>
        readFileSync(log).subarray(from).toString('latin1').split('"post.intended"').length > nth;
      await new Promise<void>((resolve) => {
        const watcher = watch(log, () => {
          if (isThere()) done();
        });
        const done = (): void => {
          watcher.close();
          resolve();
        };
        ended.addEventListener('abort', done, { once: true });
        if (ended.aborted || isThere()) done();
      });
    }
    const afterMs = this.#random.below(nth === 0 ? 500 : 150);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, afterMs);
    });
  }

  /** Nothing is under way: what hangs has come as far as it will. */
  async #allArrived(): Promise<void> {
    this.#thaw();
    const { root } = this.#at;
    const isGone = () => processesOf(root).length === 0 || undefined;
    if (await waitUntil(root, isGone, LIMIT_MS)) return;
    killProcessesOf(root);
    await waitUntil(root, isGone, 10 * LIMIT_MS);
  }

  /** A person looks, and says what is there, as `wukong thread --sent` and `--not-sent` do. */
  #decide(): void {
    const { logId } = this.#known();
    for (const [key, { stands }] of Object.entries(this.#known().posts)) {
      if (stands !== 'unsure') continue;
      this.counts.unsure += 1;
      const run = key.replace(/^comment:/, '');
      const isThere = this.#repository.comments.some(({ body }) =>
        isCommentOn(body, { goal: GOAL, run }, logId),
      );
      const said = { by: 'ann@here' };
      const came = isThere
        ? ({ is: 'sent', ...said } as const)
        : ({ is: 'failed', why: 'a person looked', ...said } as const);
      const now = () => new Date(Date.now() + this.#aheadMs).toISOString();
      const noted = runStep(this.#ws, (step) => noteCame(step, GOAL, key, came), { now });
      if (!noted.ok) throw new Error(JSON.stringify(noted.failure));
    }
  }

  #stage(isReady: boolean): Stage {
    const stage = nextStage(this.#stages, isReady, (...args) => this.#git(...args));
    this.#stages.push(stage);
    return stage;
  }

  #fixed() {
    const url = { named: this.#bare, pushed: this.#bare, shown: this.#bare };
    const target = {
      to: TO,
      place: PLACE,
      remote: 'origin',
      url,
      trusted: undefined,
      isMoved: false,
    };
    return { repo: this.#at.path, goal: GOAL, limitMs: LIMIT_MS, target };
  }

  #known(): Readonly<{ logId: string; posts: Readonly<Record<string, Post>> }> {
    const now = readState(this.#ws, ({ log_id, published }) => ({
      logId: log_id,
      posts: published?.[GOAL]?.posts ?? {},
    }));
    if (!now.ok) throw new Error(JSON.stringify(now.failure));
    return now.value;
  }

  #git(...args: readonly string[]): string {
    const env = { ...process.env, ...gitEnvironment() };
    return execFileSync('git', args, { cwd: this.#at.path, env, encoding: 'utf8' }).trim();
  }
}

const FAULTS: readonly [Fault, ...Fault[]] = [
  { does: 'cut', carriedOut: true },
  { does: 'cut', carriedOut: false },
  { does: 'drop', carriedOut: true },
  { does: 'drop', carriedOut: false },
  { does: 'hold', carriedOut: true },
  { does: 'hold', carriedOut: false },
  { does: 'answer', status: 502, body: '<html>Bad Gateway</html>' },
  {
    does: 'answer',
    status: 429,
    headers: { 'retry-after': '1' },
    body: { message: 'API rate limit exceeded' },
  },
];

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
