// A goal whose first node is checked by gates a test steers, and built hooks that can be killed while
// they wait for them.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventRecord } from '../../runtime/model/event.ts';
import { type Delivery, FAULTS, type Fault, Scene, SESSION } from '../crash/scene.ts';
import { Gates } from './steered.ts';

export type Options = Readonly<{
  /** Names of the gates of the first node. */
  gates?: readonly string[];
  gateWaitSec?: number;
  stopWaitSec?: number;
  /** Two such nodes side by side. */
  both?: boolean;
  /** The goal has no other node. */
  alone?: boolean;
}>;

export type Hook = Readonly<{
  pid: number;
  ended: Promise<Readonly<{ code: number | null; stdout: string; stderr: string }>>;
  kill: () => Promise<void>;
}>;

export const KEY = 'sk-ant-api03-not-a-real-key-of-anybody-0123456789';

/** Long enough that no test ever sees the end of it. */
const FOR_EVER = 540;

export class Checked implements AsyncDisposable {
  readonly scene: Scene;
  readonly gates: Gates;
  readonly #hooks: ChildProcess[] = [];

  private constructor(scene: Scene, gates: Gates) {
    this.scene = scene;
    this.gates = gates;
  }

  static async create(options: Options = {}): Promise<Checked> {
    const scene = await Scene.create();
    const gates = await Gates.listen(join(scene.rig.root, 'gate.sock'));
    const names = options.gates ?? ['one'];
    const entries = names.map((name) => ({ type: 'lint', name, command: gates.command(name) }));
    const limits = {
      gate_wait_sec: options.gateWaitSec ?? FOR_EVER,
      stop_wait_sec: options.stopWaitSec ?? FOR_EVER,
    };
    // JSON is YAML.
    scene.rig.write('.wukong/config.yaml', JSON.stringify({ gates: entries, limits }));
    mkdirSync(scene.path('templates'), { recursive: true });
    writeFileSync(scene.path('templates', 'checked.yaml'), JSON.stringify(plan(options)));
    const approved = await scene.rig.cli(['trust', '--approve']);
    if (approved.code !== 0) throw new Error(`${approved.stdout}${approved.stderr}`);
    return new Checked(scene, gates);
  }

  /** Up to an agent that works at the first node. */
  static async working(options: Options = {}): Promise<Checked> {
    const checked = await Checked.create(options);
    await checked.work(SESSION, 'a1');
    return checked;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#hooks) child.kill('SIGKILL');
    await this.scene[Symbol.asyncDispose]();
    await this.gates[Symbol.asyncDispose]();
  }

  async work(session: string, agent: string, cwd = this.scene.rig.repo): Promise<void> {
    const at = { session_id: session, cwd };
    await this.must('UserPromptSubmit', {
      ...at,
      prompt: '/wukong_checked look',
      prompt_id: `p-${agent}`,
    });
    await this.dispatch(agent, at);
  }

  /** The main agent dispatches the next eye node. Returns the work order. */
  async dispatch(agent: string, at: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const call = {
      ...at,
      tool_name: 'Agent',
      tool_use_id: `toolu_${agent}`,
      tool_input: { description: 'd', prompt: 'go', subagent_type: 'eye' },
    };
    const order = await this.must('PreToolUse', call);
    const tool_response = { isAsync: true, status: 'async_launched', agentId: agent };
    await this.must('PostToolUse', { ...call, tool_response });
    return order;
  }

  report(agent = 'a1', more: Readonly<Record<string, unknown>> = {}): Delivery {
    const started = this.ofType('run.started').findLast((one) => one.payload.agent_id === agent);
    const [line = ''] = readFileSync(join(this.scene.rig.repo, 'README.md'), 'utf8').split('\n');
    const text = `RunId: ${started?.run_id}\nStatus: done\nEvidence-Level: L1\n\n## Summary\nLooked at it.\n\n## Evidence\n- References:\n  - README.md:1 "${line}"\n`;
    const payload = { agent_id: agent, agent_type: 'eye', last_assistant_message: text, ...more };
    return { event: 'SubagentStop', payload };
  }

  /** Up to the last report: the gates of the first node have not seen the tree it leaves. */
  async untilTheEnd(): Promise<void> {
    await this.say(this.report());
    (await this.gates.next()).end(0);
    await this.event('node.done');
    this.scene.rig.write('later.txt', 'made after the gates\n');
    await this.dispatch('a2');
    await this.say(this.report('a2'));
  }

  stop(running: readonly string[] = [], session = SESSION): Delivery {
    const background_tasks = running.map((id) => ({ id, type: 'subagent', status: 'running' }));
    return { event: 'Stop', payload: { session_id: session, background_tasks } };
  }

  /** `inVerifier`: what becomes of the process this hook starts. */
  start(delivery: Delivery, inVerifier?: Fault & { trace?: string }, inHook?: Fault): Hook {
    const args = inVerifier ? ['--require', this.#preload(inVerifier)] : [];
    if (inHook) args.push('--require', FAULTS);
    const child = spawn(process.execPath, [...args, this.scene.hookScript, delivery.event], {
      cwd: this.scene.rig.repo,
      env: {
        ...this.scene.environment(),
        ANTHROPIC_API_KEY: KEY,
        ...(inHook && { WUKONG_FAULT: JSON.stringify(inHook) }),
      },
      stdio: 'pipe',
    });
    this.#hooks.push(child);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr += part;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(this.scene.stdin(delivery));
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((done) =>
      child.once('close', (code) => done({ code, stdout, stderr })),
    );
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    return { pid: child.pid ?? 0, ended, kill };
  }

  /** What a hook says, once it has ended well. */
  async say(delivery: Delivery): Promise<string> {
    const { code, stdout, stderr } = await this.start(delivery).ended;
    if (code !== 0 || stderr !== '') throw new Error(`${delivery.event}: ${stdout}${stderr}`);
    return stdout;
  }

  must(event: string, payload: Readonly<Record<string, unknown>>): Promise<string> {
    return this.say({ event, payload });
  }

  ofType(type: string): EventRecord[] {
    return this.scene.counted().filter((record) => record.type === type);
  }

  event(type: string): Promise<EventRecord> {
    return this.until(() => this.ofType(type)[0]);
  }

  async until<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined && found !== false) return found;
      await delay(20);
    }
  }

  /**
   * What goes on running. Stop answers as soon as the log says that a report is settled, and the verifier
   * that wrote it down may then still be on its way out.
   */
  async leftProcesses(): Promise<readonly string[]> {
    const { rig } = this.scene;
    const gone = await rig.waitUntil(() => rig.processes().length === 0 || undefined);
    return gone ? [] : rig.processes().map(commandOf);
  }

  async status(): Promise<string> {
    return (await this.scene.rig.cli(['status'])).stdout;
  }

  /** Faults for the verifier and not for the hook: told by a file, because its environment is its own. */
  #preload(fault: Fault): string {
    const file = join(this.scene.rig.root, 'in-verifier.cjs');
    const plan = JSON.stringify(JSON.stringify(fault));
    writeFileSync(
      file,
      `if (process.argv[2] === 'verify') {\n  process.env.WUKONG_FAULT = ${plan};\n  require(${JSON.stringify(FAULTS)});\n}\n`,
    );
    return file;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ');
  } catch {
    return `${pid}, which has ended meanwhile`;
  }
}

function plan({ both, alone }: Options) {
  const checked = {
    id: 'N-001',
    title: 'Look at it',
    role: 'eye',
    instructions: 'Look at it.',
    verification_plan: {
      deterministic: [
        { type: 'builtin', name: 'references' },
        { type: 'repository', for: 'lint' },
      ],
    },
  };
  const after = { id: 'N-009', title: 'Look again', role: 'eye', instructions: 'Look again.' };
  const first = both ? [checked, { ...checked, id: 'N-002' }] : [checked];
  const nodes = alone ? first : [...first, after];
  const edges = alone
    ? []
    : first.map(({ id }) => ({ from: id, to: after.id, condition: 'on_success' }));
  const about = { name: 'checked', version: 1, description: 'Looks at it.' };
  return { ...about, success_criteria: ['It was looked at.'], nodes, edges };
}
