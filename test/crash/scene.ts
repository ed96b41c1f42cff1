// A repository with Wukong in it whose data can be put back, and built hooks that can be made to fail
// there. The log is read by the one helper `counted`.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '../../runtime/files/folders.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { counted } from './counted.ts';

export const SESSION = '11111111-1111-4111-8111-111111111111';
export const FAULTS = join(import.meta.dirname, 'faults.cjs');

/** `how`: an errno, or short, kill-before, kill-half, kill-after, stop-before, stop-after. See faults.cjs. */
export type Fault = Readonly<
  { how: string; untilEnd?: boolean } & (
    | { at: number }
    | { op: string; path?: string; nth?: number }
  )
>;
export type Delivery = Readonly<{ event: string; payload: Readonly<Record<string, unknown>> }>;
export type Faulty = Ended & Readonly<{ trace: readonly string[]; fired: string | undefined }>;

const LIMIT_MS = 120_000;
/** Put there by init, and never changed by a hook. */
const PROGRAM = 'runtime';

export class Scene implements AsyncDisposable {
  readonly rig: Rig;
  readonly ws: Workspace;
  #runs = 0;

  private constructor(rig: Rig, ws: Workspace) {
    this.rig = rig;
    this.ws = ws;
  }

  static async create(): Promise<Scene> {
    const rig = await Rig.create();
    const ws = findRepository(rig.repo);
    if (!ws) throw new Error('the rig made no repository');
    return new Scene(rig, ws);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.rig[Symbol.asyncDispose]();
  }

  path(...names: readonly string[]): string {
    return join(this.ws.dir, ...names);
  }

  counted(): EventRecord[] {
    return counted(this.ws);
  }

  /** The environment the client gives its hooks. */
  environment(): Record<string, string> {
    return {
      ...systemPaths(),
      ...gitEnvironment(),
      HOME: this.rig.home,
      TMPDIR: join(this.rig.home, 'tmp'),
      LANG: 'C.UTF-8',
      CLAUDECODE: '1',
      CLAUDE_PROJECT_DIR: this.rig.repo,
      CLAUDE_PID: this.rig.client,
      CLAUDE_CODE_SESSION_ID: SESSION,
    };
  }

  get hookScript(): string {
    return this.path('runtime', 'hook.cjs');
  }

  stdin({ event, payload }: Delivery): string {
    return JSON.stringify({
      session_id: SESSION,
      transcript_path: join(this.rig.home, '.claude', 'projects', 'rig', `${SESSION}.jsonl`),
      cwd: this.rig.repo,
      hook_event_name: event === 'guard' ? 'PreToolUse' : event,
      ...payload,
    });
  }

  deliver(delivery: Delivery): Promise<Ended> {
    return run(process.execPath, [this.hookScript, delivery.event], {
      cwd: this.rig.repo,
      env: this.environment(),
      stdin: this.stdin(delivery),
      timeoutMs: LIMIT_MS,
    });
  }

  /** The same with what it asks of the file system written down, and a fault in it. */
  async deliverWith(fault: Fault | undefined, delivery: Delivery): Promise<Faulty> {
    const args = ['--require', FAULTS, this.hookScript, delivery.event];
    return this.runWith(fault, args, { stdin: this.stdin(delivery) });
  }

  async runWith(
    fault: Fault | undefined,
    args: readonly string[],
    options: Readonly<{ stdin?: string; env?: Record<string, string> }> = {},
  ): Promise<Faulty> {
    this.#runs += 1;
    const file = join(this.rig.root, `trace-${this.#runs}`);
    const ended = await run(process.execPath, args, {
      cwd: this.rig.repo,
      env: {
        ...(options.env ?? this.environment()),
        WUKONG_FAULT: JSON.stringify({ trace: file, ...fault }),
      },
      stdin: options.stdin ?? '',
      timeoutMs: LIMIT_MS,
    });
    const trace = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    rmSync(file, { force: true });
    return { ...ended, trace, fired: trace.find((line) => line.includes(' !')) };
  }

  /** Every file of `.wukong` but the program. */
  keep(): ReadonlyMap<string, Buffer> {
    return new Map(dataFiles(this.ws).map((name) => [name, readFileSync(join(this.ws.dir, name))]));
  }

  putBack(kept: ReadonlyMap<string, Buffer>): void {
    for (const name of dataFiles(this.ws)) {
      if (!kept.has(name)) rmSync(join(this.ws.dir, name), { force: true });
    }
    for (const [name, bytes] of kept) {
      const path = join(this.ws.dir, name);
      // What nobody touched keeps its time: the configuration is known by it.
      if (existsSync(path) && readFileSync(path).equals(bytes)) continue;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
  }
}

function dataFiles({ dir }: Workspace): string[] {
  return filesBelow(dir).filter(
    (name) => !name.startsWith(PROGRAM) && statSync(join(dir, name)).isFile(),
  );
}
