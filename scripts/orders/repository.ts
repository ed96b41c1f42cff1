// A repository with open goals of five orders each, four that read and one that writes, and a script as the
// executor of all of them. Its home is a folder of its own, by which every process of it is known.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLog } from '../../runtime/inspect/read-log.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import { keepConfirmed } from '../../runtime/workspace/local-config.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { type Ended, run } from '../client/child.ts';
import { systemPaths } from '../client/environment.ts';
import { commitExample, gitEnvironment, PROJECT } from '../example.ts';

export const CLI = join(PROJECT, 'dist', 'cli.js');
const EXECUTOR = join(import.meta.dirname, 'executor.mjs');
const LIMIT_MS = 120_000;

/** A line of the ledger; `pids`: of the executor and of a child that would outlive it. */
export type Noted = Readonly<{ run: string; did: 'began' | 'left'; pids: readonly number[] }>;

export class OrderRepository {
  readonly root: string;
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;

  private constructor(root: string) {
    this.root = root;
    this.path = join(root, 'repo');
    const own = { HOME: root, TMPDIR: join(root, 'tmp') };
    this.environment = { ...systemPaths(), ...gitEnvironment(), ...own };
  }

  static async make(goals: number, atOnce = READERS.length + 1): Promise<OrderRepository> {
    const made = new OrderRepository(realpathSync(mkdtempSync(join(tmpdir(), 'wukong-orders-'))));
    mkdirSync(join(made.root, 'tmp'));
    mkdirSync(made.path);
    made.#write('README.md', '# What is to be done\n');
    made.#write('check.mjs', 'process.exitCode = 0;\n');
    await commitExample(made.path);
    await made.#did('init', '.', '--yes');
    mkdirSync(join(made.path, '.wukong', 'templates'), { recursive: true });
    made.#write('.wukong/templates/chores.yaml', JSON.stringify(TEMPLATE));
    made.#write('.wukong/config.yaml', JSON.stringify(configOf(atOnce)));
    const command = ['node', EXECUTOR, '{order_dir}', made.#ledger];
    const chores = { type: 'command', command, roles: ['eye', 'body'] };
    made.#write('.wukong/config.local.yaml', JSON.stringify({ ...LOCAL, executors: { chores } }));
    await made.#did('trust', '--approve');
    await made.add(goals);
    return made;
  }

  /** Goals that nobody queued at a terminal. */
  async add(goals: number): Promise<void> {
    const list = Array.from({ length: goals }, (_, i) => ({
      ...{ title: `chores ${i + 1}`, template: 'chores' },
    }));
    writeFileSync(join(this.root, 'goals.yaml'), JSON.stringify(list));
    await this.#did('goal', 'add', '--from', join(this.root, 'goals.yaml'));
  }

  /** The daemon takes them up all the same, as a person says at a terminal. */
  admitScripts(): void {
    const ws = this.#workspace();
    const local = JSON.parse(readFileSync(files.localConfig(ws), 'utf8'));
    const autonomy_daemon = { admit_scripts: true };
    const text = JSON.stringify({ ...local, work_order_system: { autonomy_daemon } });
    writeFileSync(files.localConfig(ws), text);
    keepConfirmed(ws, { text, isAsked: true });
  }

  wukong(...args: readonly string[]): Promise<Ended> {
    const options = { cwd: this.path, env: this.environment, timeoutMs: LIMIT_MS };
    return run(process.execPath, [CLI, ...args], options);
  }

  /** All of the log that counts. */
  records(): EventRecord[] {
    const ws = this.#workspace();
    const records: EventRecord[] = [];
    const { isWhole } = readLog(ws, (record) => records.push(record));
    if (!isWhole) throw new Error('the log cannot be read whole');
    return records;
  }

  openGoals(): string[] {
    const of = (type: string) =>
      this.records().flatMap((record) => (record.type === type ? [record.goal_id ?? ''] : []));
    const completed = of('graph.completed');
    return of('goal.created').filter((goal) => !completed.includes(goal));
  }

  noted(): readonly Noted[] {
    if (!existsSync(this.#ledger)) return [];
    const lines = readFileSync(this.#ledger, 'utf8').split('\n');
    // What follows the last line end is still being written.
    return lines.slice(0, -1).map((line): Noted => JSON.parse(line));
  }

  /** Folders of orders that nobody took away. */
  copies(): string[] {
    return readdirSync(join(this.root, 'tmp')).filter((name) => name.startsWith('wukong-order-'));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }

  #workspace(): Workspace {
    const ws = findRepository(this.path);
    if (!ws) throw new Error(`${this.path} is no repository`);
    return ws;
  }

  get #ledger(): string {
    return join(this.root, 'ledger.jsonl');
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  async #did(...args: readonly string[]): Promise<void> {
    const ended = await this.wukong(...args);
    if (ended.code !== 0)
      throw new Error(`wukong ${args.join(' ')}: ${ended.stdout}${ended.stderr}`);
  }
}

const LOCAL = { try_gates: false };

function configOf(max_concurrent_work_items: number) {
  return {
    gates: [{ type: 'test', name: 'check', command: ['node', 'check.mjs'] }],
    limits: { max_concurrent_work_items },
  };
}

const READERS = ['N-001', 'N-002', 'N-003', 'N-004'];

// JSON is YAML. What is killed and ends by itself uses up runs; how many is not what is looked at.
const TEMPLATE = {
  ...{ name: 'chores', version: 1, description: 'Four look, and one writes.', proof: 'none' },
  success_criteria: ['It is done.'],
  nodes: [
    ...READERS.map((id) => ({
      ...{ id, title: 'Look', role: 'eye', instructions: 'Look.', max_retries: 10 },
      quality: { evidence_level_required: 'L1' },
      verification_plan: { deterministic: [{ type: 'builtin', name: 'references' }] },
    })),
    {
      ...{ id: 'N-010', title: 'Write', role: 'body', instructions: 'Write.', max_retries: 10 },
      quality: { evidence_level_required: 'L2' },
      verification_plan: { deterministic: [{ type: 'repository', for: 'test' }] },
    },
  ],
  edges: READERS.map((from) => ({ from, to: 'N-010' })),
};
