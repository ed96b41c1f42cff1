// A goal that is published in stages, each a further commit, a further text and further comments, by processes that are
// killed at random while a GitHub fails at random, until all of a stage is there.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import type { PullPlan } from '../../runtime/engine/publish/posts-of.ts';
import type { Sent } from '../../runtime/engine/publish/send.ts';
import { checkWorkspace } from '../../runtime/inspect/check-workspace.ts';
import { noteCame } from '../../runtime/kernel/requests/posts.ts';
import { UNDER_WAY_MS } from '../../runtime/kernel/state/posts.ts';
import type { Branch, Post } from '../../runtime/model/state/published.ts';
import type { ThreadEntry } from '../../runtime/result/thread-of.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { isCommentOn } from '../../runtime/words/publish/comment.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { spawnGroup } from '../../scripts/client/child.ts';
import { gitEnvironment } from '../../scripts/example.ts';
import { type Fault, type GitHubServer, startGitHub } from '../../scripts/github/server.ts';
import type { StoredRepository } from '../../scripts/github/stored.ts';
import type { OrderRepository } from '../../scripts/orders/repository.ts';
import { rounds } from '../crash/tally.ts';
import type { Random } from '../orders/random.ts';
import { ANN, PLACE, TOKEN } from '../publish/github/acme.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import { waitUntil } from '../rig/wait.ts';
import type { PostTask } from './poster.ts';

const GOAL = 'G-0001';
const NAME = 'wukong/G-0001-chores';
const TO = 'github.com/acme/decoder';
const COMMENTS_EACH = rounds(2, 4);
/** Of one call of gh, and what was left behind is waited for. */
const LIMIT_MS = 1_500;
/** A stage that takes more lives than this never ends. */
const MOST_LIVES = 400;

export type Counts = { kills: number; between: number; faults: number; unsure: number };
type Stage = Readonly<{ branch: Branch; pull: PullPlan; entries: readonly ThreadEntry[] }>;

export class Publishing {
  readonly counts: Counts = { kills: 0, between: 0, faults: 0, unsure: 0 };
  readonly #at: OrderRepository;
  readonly #random: Random;
  readonly #bare: string;
  readonly #base: string;
  readonly #ws;
  #server!: GitHubServer;
  #repository!: StoredRepository;
  #issue = 0;
  #env: Readonly<Record<string, string>> = {};
  #aheadMs = 0;
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
    this.#base = this.#git('rev-parse', 'HEAD');
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
    const lost: string[] = this.#server.faults.map((error) => `the server: ${error.stack}`);
    const { comments, pulls } = this.#repository;
    const entries = this.#stages.flatMap((stage) => stage.entries);
    const { logId } = this.#known();
    for (const entry of entries) {
      const times = comments.filter(({ body }) => isCommentOn(body, entry, logId)).length;
      if (times !== 1) lost.push(`the comment on ${entry.run} is there ${times} times`);
    }
    if (comments.length !== entries.length) lost.push(`${comments.length} comments are there`);
    const last = this.#stages.at(-1);
    const [pull] = pulls;
    if (pulls.length !== 1) lost.push(`${pulls.length} pull requests are there`);
    if (pull?.body !== last?.pull.body) lost.push(`its text is ${pull?.body}`);
    if (pull?.isDraft !== false) lost.push('it is a draft');
    const commits = this.#git('-C', this.#bare, 'rev-list', '--reverse', NAME, `^${this.#base}`);
    const made = this.#stages.map(({ branch }) => branch.tip).join('\n');
    if (commits !== made) lost.push(`there are other commits: ${commits}`);
    return [...lost, ...this.#lostInLog()];
  }

  #lostInLog(): string[] {
    const lost: string[] = [];
    const open = new Set<string>();
    const sent = new Map<string, number>();
    for (const { type, payload } of this.#at.records()) {
      const { key } = payload as { key?: string };
      if (!type.startsWith('post.') || key === undefined) continue;
      if (type === 'post.intended') {
        if (open.has(key)) lost.push(`${key} was intended twice without an answer`);
        open.add(key);
        continue;
      }
      if (!open.has(key)) lost.push(`${type} of ${key} without an intent`);
      if (type !== 'post.unsure') open.delete(key);
      if (type === 'post.sent') sent.set(key, (sent.get(key) ?? 0) + 1);
    }
    for (const key of open) lost.push(`${key} has no end`);
    const due = [
      ...this.#stages.map(({ branch }) => `branch:${branch.tip.slice(0, 12)}`),
      ...['pull', 'ready'],
      ...this.#stages.flatMap(({ entries }) => entries.map(({ run }) => `comment:${run}`)),
    ];
    for (const key of due) if (!sent.has(key)) lost.push(`${key} was never sent`);
    for (const [key, times] of sent) if (times !== 1) lost.push(`${key} was sent ${times} times`);
    const found = checkWorkspace(this.#ws, () => undefined).findings;
    lost.push(
      ...found.filter((one) => one.severity === 'finding').map((one) => JSON.stringify(one)),
    );
    if (readFileSync(files.log(this.#ws), 'utf8').includes(TOKEN))
      lost.push('a token is in the log');
    return lost;
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
    throw new Error(`it is not there after ${MOST_LIVES} lives: ${JSON.stringify(this.#posts())}`);
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
    const args = [posterScript(), JSON.stringify(task)];
    const child = spawnGroup(process.execPath, args, { cwd: this.#at.path, env: this.#env });
    let out = '';
    let error = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      error += text;
    });
    const closed = once(child, 'close');
    const exited = once(child, 'exit');
    if (isKilled) {
      const moment = new AbortController();
      void exited.then(() => moment.abort());
      await this.#killingMoment(from, moment.signal);
      if (child.exitCode === null && child.pid !== undefined) this.#kill(child.pid);
    }
    const [code, signal] = (await exited) as [number | null, string | null];
    this.#thaw();
    if (signal === 'SIGKILL') {
      counts.kills += 1;
      if (Object.values(this.#posts()).some(({ stands }) => stands === 'intended'))
        counts.between += 1;
      this.#frozen = this.#freezing;
      this.#freezing = [];
      // Sometimes the next one begins beside what this one left at work.
      if (random.below(2) === 0) await this.#allArrived();
      return undefined;
    }
    await closed;
    if (code !== 0) throw new Error(`the poster ended with ${code}: ${error}`);
    return JSON.parse(out) as readonly Sent[];
  }

  #freezing: readonly number[] = [];

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
    for (const [key, { stands }] of Object.entries(this.#posts())) {
      if (stands !== 'unsure') continue;
      this.counts.unsure += 1;
      const run = key.replace(/^comment:/, '');
      const isThere = this.#repository.comments.some(({ body }) =>
        isCommentOn(body, { goal: GOAL, run }, logId),
      );
      const said = { by: 'ann@here' };
      const now = () => new Date(Date.now() + this.#aheadMs).toISOString();
      const noted = runStep(
        this.#ws,
        (step) =>
          noteCame(
            step,
            GOAL,
            key,
            isThere ? { is: 'sent', ...said } : { is: 'failed', why: 'a person looked', ...said },
          ),
        { now },
      );
      if (!noted.ok) throw new Error(JSON.stringify(noted.failure));
    }
  }

  #stage(isReady: boolean): Stage {
    const nth = this.#stages.length + 1;
    const before = this.#stages.at(-1)?.branch;
    const tree = this.#git('rev-parse', 'HEAD^{tree}');
    const parent = before?.tip ?? this.#base;
    const id = this.#git('commit-tree', tree, '-p', parent, '-m', `commit ${nth}`);
    const commit = { node: 'N-010', steps: [`run-${nth}`], id, tree };
    const commits = [...(before?.commits ?? []), commit];
    const branch: Branch = {
      name: NAME,
      base: this.#base,
      onto: 'trunk',
      tip: id,
      commits,
      verdict: 'shown',
      failed: [],
      same: false,
    };
    const pull = { title: 'chores', body: `what was done after ${nth} commits`, isReady };
    const entries = Array.from({ length: COMMENTS_EACH }, (_, i) =>
      entryOf(`2026-11-27-body-${nth}-${i}`),
    );
    const stage = { branch, pull, entries };
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

  #posts(): Readonly<Record<string, Post>> {
    return this.#known().posts;
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

function entryOf(run: string): ThreadEntry {
  return {
    ...{ issue: 'acme/decoder#1', goal: GOAL, run, node: 'N-010', role: 'body', title: 'Write' },
    ...{ status: 'ok', level: 'L2', because: { kind: 'no-change' }, said: 'done', changed: [] },
    ...{ gates: [], checks: [], commit: null, pull: null, from: null, questions: [] },
    goalStatus: 'running',
  };
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

let built: string | undefined;

/** The poster as one file, so that it starts at once. */
function posterScript(): string {
  if (built !== undefined && existsSync(dirname(built))) return built;
  const outfile = join(mkdtempSync(join(tmpdir(), 'wukong-poster-')), 'poster.mjs');
  const entryPoints = [join(import.meta.dirname, 'poster.ts')];
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  };
  buildSync({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner,
    logLevel: 'silent',
  });
  built = outfile;
  return outfile;
}
