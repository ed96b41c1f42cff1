// The suite over the log of a repository: the queue that `wukong run` and the daemon have.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { commitExample, gitEnvironment, PROJECT } from '../../scripts/example.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { clockAt } from '../rig/clock.ts';
import { killProcessesOf } from '../rig/processes.ts';
import type { Bench, How } from './bench.ts';
import { queueSuite } from './suite.ts';
import { bundled, Worker } from './worker.ts';

queueSuite({
  title: 'orders in the log',
  // Windows has no signal that freezes a process.
  isThere: process.platform !== 'win32',
  make: benchOnLog,
  operations: [100, 2_000],
});

const LIMIT_MS = 60_000;

async function benchOnLog(): Promise<Bench> {
  const root = temporaryFolder('wukong-team-log-');
  const repo = join(root, 'repo');
  const env = { ...systemPaths(), ...gitEnvironment(), HOME: root, TMPDIR: join(root, 'tmp') };
  mkdirSync(env.TMPDIR);
  mkdirSync(join(repo, '.wukong', 'templates'), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(repo, name), text);
  write('README.md', '# What is to be done\n');
  await commitExample(repo);
  const wukong = async (...args: readonly string[]): Promise<void> => {
    const program = [join(PROJECT, 'dist', 'cli.js'), ...args];
    const ended = await run(process.execPath, program, { cwd: repo, env, timeoutMs: LIMIT_MS });
    if (ended.code !== 0) throw new Error(`${args.join(' ')}: ${ended.stdout}${ended.stderr}`);
  };
  await wukong('init', '.', '--yes');
  // JSON is YAML.
  for (const [name, role] of [
    ['look', 'eye'],
    ['write', 'body'],
  ] as const) {
    write(`.wukong/templates/${name}.yaml`, JSON.stringify(templateOf(name, role)));
  }
  write('.wukong/config.yaml', JSON.stringify({ limits: LIMITS }));
  const chores = { type: 'command', command: ['true'], roles: ['eye', 'body'] };
  write('.wukong/config.local.yaml', JSON.stringify({ try_gates: false, executors: { chores } }));
  await wukong('trust', '--approve');
  const script = bundled(join(import.meta.dirname, 'log-worker.ts'));
  let made = 0;
  const start = ({ aheadMs = 0 }: How = {}): Promise<Worker> => {
    made += 1;
    const time = new Date(Date.now() + aheadMs).toISOString();
    const clock = aheadMs === 0 ? {} : clockAt(root, time).env;
    return Worker.start(`w${made}`, {
      ...{ node: process.execPath, script, args: [repo], cwd: repo },
      env: { ...env, ...clock },
    });
  };
  return {
    place: { reads: 'eye', writes: 'body' },
    home: start,
    worker: start,
    async [Symbol.asyncDispose]() {
      killProcessesOf(root);
    },
  };
}

/** Else the second writer gets a tree of its own. */
const LIMITS = { writers: 1 };

/** One run: what fails is for a person, as it is for the home of an order elsewhere. */
function templateOf(name: string, role: string) {
  const node = { id: 'N-001', title: name, role, instructions: name, max_retries: 1 };
  return {
    ...{ name, version: 1, description: name, proof: 'none', success_criteria: ['It is done.'] },
    nodes: [
      {
        ...node,
        quality: { evidence_level_required: 'L1' },
        verification_plan: { deterministic: [{ type: 'builtin', name: 'references' }] },
      },
    ],
    edges: [],
  };
}
