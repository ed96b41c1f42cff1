// The machines of `npm start -- --example team`: clones with a person's folder each, on one PostgreSQL and one bare
// repository for trees, and `wukong` there as processes of their own. What was started here ends with it.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pc from 'picocolors';
import { killGroup, spawnGroup } from '../client/child.ts';
import { git, PROJECT } from '../example.ts';
import type { Engine } from '../teams/engine.ts';
import { addressOf, environmentOn } from '../teams/machine.ts';

export type Machine = Readonly<{ name: string; path: string; root: string; key: string }>;

type Ended = Readonly<{ code: number | null; out: string }>;

export type Started = Readonly<{
  child: ChildProcess;
  said: () => string;
  done: Promise<Ended>;
}>;

export type Machines = Awaited<ReturnType<typeof machinesOn>>;

type Setting = Readonly<{
  engine: Engine;
  /** With its password, which is in no file and in no line that is shown. */
  url: string;
  folder: string;
  say: (text: string) => void;
  stop: AbortSignal;
}>;

const CLI = join(PROJECT, 'dist', 'cli.js');
const KEY_LETTERS = 8;
const ENDS_WITHIN_MS = 10_000;

export async function machinesOn({ engine, url, folder, say, stop }: Setting) {
  const { url: address, password } = addressOf(url);
  const trees = join(folder, 'trees.git');
  await git(folder, 'init', '--quiet', '--bare', trees);
  const running = new Set<ChildProcess>();

  type Place = Pick<Machine, 'name' | 'path' | 'root'>;

  function start({ path, root }: Place, args: readonly string[]): Started {
    stop.throwIfAborted();
    const env = { ...environmentOn(engine, { root }, password), COLUMNS: '120' };
    const child = spawnGroup(engine.node, [CLI, ...args], { cwd: path, env });
    running.add(child);
    let out = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
    }
    const done = once(child, 'close').then(([code]) => {
      running.delete(child);
      return { code, out };
    });
    return { child, said: () => out, done };
  }

  async function wukong(at: Place, ...args: readonly string[]): Promise<string> {
    const { code, out } = await start(at, args).done;
    stop.throwIfAborted();
    if (code === 0) return out.trim();
    throw new Error(`wukong ${args.join(' ')} failed on ${at.name}:\n${out}`);
  }

  function show(at: Pick<Machine, 'name'>, args: readonly string[]): void {
    const words = args.map((word) => shortened(word, trees));
    say(`${pc.dim(at.name.padEnd(8))} ${pc.bold(`> wukong ${words.join(' ')}`)}`);
  }

  async function endAll(): Promise<void> {
    await Promise.all([...running].map(end));
  }

  return {
    /** What it says as it says it, and how it ended. */
    follow(at: Machine, ...args: readonly string[]): Started {
      show(at, args);
      const started = start(at, args);
      for (const input of [started.child.stdout, started.child.stderr]) {
        if (!input) continue;
        createInterface({ input }).on('line', (line) =>
          say(`${pc.dim(at.name.padEnd(8))} ${line}`),
        );
      }
      return started;
    },
    async typed(at: Place, ...args: readonly string[]): Promise<string> {
      show(at, args);
      return wukong(at, ...args);
    },
    /** A clone in the team, whose nodes are carried out by these executors. */
    async add(
      name: string,
      from: string,
      executors: object,
      path = join(folder, name, 'clone'),
    ): Promise<Machine> {
      const at = { name, path, root: join(folder, name) };
      mkdirSync(at.root, { recursive: true });
      if (path !== from) await git(folder, 'clone', '--quiet', from, path);
      await wukong(at, 'init', '--yes');
      const local = { try_gates: false, executors };
      writeFileSync(join(path, '.wukong', 'config.local.yaml'), JSON.stringify(local));
      await wukong(at, 'trust', '--approve');
      const init = ['team', 'init', address, '--name', name, '--remote', trees];
      show(at, init);
      await wukong(at, ...init);
      const { key } = JSON.parse(await wukong(at, 'team', 'status', '--json'));
      return { ...at, key };
    },
    async pause(ms: number): Promise<void> {
      await delay(ms, undefined, { signal: stop });
    },
    end: endAll,
    [Symbol.asyncDispose]: endAll,
  };
}

/** A worker ends its program before itself. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(child.pid, 'SIGKILL'), ENDS_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

/** Keys and paths as far as one reads them. */
function shortened(word: string, trees: string): string {
  if (word === trees) return basename(trees);
  if (/^[\w-]{43}$/.test(word)) return `${word.slice(0, KEY_LETTERS)}…`;
  return word.includes(' ') ? `"${word}"` : word;
}
