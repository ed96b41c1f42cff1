// A worker as a test holds it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import type { Json, Lease, NewOrder, OrderState } from '../../runtime/team/order-queue.ts';
import { withResolvers } from '../../scripts/client/child.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import type { Answer, Question } from './serve.ts';

export type Started = Readonly<{
  node: string;
  script: string;
  args: readonly string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
}>;

export class Worker {
  readonly name: string;
  readonly #child;
  readonly #asked = new Map<number, (answer: Answer) => void>();
  #n = 0;
  #said = '';

  private constructor(name: string, { node, script, args, cwd, env }: Started) {
    this.name = name;
    this.#child = spawn(node, [script, ...args], { env, ...(cwd && { cwd }) });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
    });
    // Of one that is gone: its answers never come.
    this.#child.stdin.on('error', () => undefined);
  }

  static async start(name: string, started: Started): Promise<Worker> {
    const worker = new Worker(name, started);
    const { stdout } = worker.#child;
    const ready = withResolvers<void>();
    createInterface(stdout).on('line', (line) => {
      if (line === 'ready') return ready.resolve();
      const answer: Answer = JSON.parse(line);
      worker.#asked.get(answer.n)?.(answer);
    });
    worker.#child.once('close', (code) =>
      ready.reject(new Error(`${name} ended with ${code}: ${worker.#said}`)),
    );
    await ready.promise;
    return worker;
  }

  /** Never settles where it is killed before it answers. */
  async #ask(question: Question): Promise<unknown> {
    this.#n += 1;
    const n = this.#n;
    const { promise, resolve } = withResolvers<Answer>();
    this.#asked.set(n, resolve);
    this.#child.stdin.write(`${JSON.stringify({ n, ...question })}\n`);
    const answer = await promise;
    if ('error' in answer) throw new Error(`${this.name}: ${answer.error}`);
    return answer.value;
  }

  enqueue = (order: NewOrder) => this.#ask({ do: 'enqueue', order }) as Promise<boolean>;
  claim = (place: string) => this.#ask({ do: 'claim', place }) as Promise<Lease | undefined>;
  heartbeat = (lease: Lease) => this.#ask({ do: 'heartbeat', lease }) as Promise<boolean>;
  complete = (lease: Lease, result: Json) =>
    this.#ask({ do: 'complete', lease, result }) as Promise<boolean>;
  fail = (lease: Lease, why: string) => this.#ask({ do: 'fail', lease, why }) as Promise<boolean>;
  release = (lease: Lease) => this.#ask({ do: 'release', lease }) as Promise<boolean>;
  cancel = (order: Pick<NewOrder, 'id' | 'place'>) =>
    this.#ask({ do: 'cancel', order }) as Promise<boolean>;
  age = (lease: Lease) => this.#ask({ do: 'age', lease }) as Promise<void>;
  states = () => this.#ask({ do: 'states' }) as Promise<Readonly<Record<string, OrderState>>>;
  clear = () => this.#ask({ do: 'clear' }) as Promise<void>;

  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await gone;
  }
}

/** One file, so that it starts at once, also on a Node that is not this one. */
export function bundled(entry: string): string {
  const folder = temporaryFolder('wukong-worker-');
  const script = join(folder, basename(entry).replace(/\.ts$/, '.mjs'));
  buildSync({
    ...{ entryPoints: [entry], outfile: script, bundle: true, platform: 'node', format: 'esm' },
    target: 'node20',
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'silent',
  });
  return script;
}
