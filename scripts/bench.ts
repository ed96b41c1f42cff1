// npm run bench: what a hook costs, as ratios to a bare `node -e 0` measured in the same run, turn by
// turn, because absolute times mean nothing on a shared machine.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemPaths } from './client/environment.ts';
import { commitExample, copyExample, PROJECT } from './example.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '40' }, json: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);

const SESSION = '11111111-1111-4111-8111-111111111111';
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'wukong-bench-'));
const repo = join(folder, 'decoder');
const kept = join(folder, 'kept');
const environment = {
  ...systemPaths(),
  HOME: folder,
  CLAUDE_PROJECT_DIR: repo,
  CLAUDE_PID: String(process.pid),
};

type Case = Readonly<{ name: string; event: string; session: string; payload: object }>;

function payloadOf({ event, session, payload }: Case): string {
  const hook_event_name = event === 'guard' ? 'PreToolUse' : event;
  const transcript_path = join(folder, '.claude', 'projects', 'x', `${session}.jsonl`);
  const base = {
    session_id: session,
    transcript_path,
    cwd: repo,
    prompt_id: 'p1',
    hook_event_name,
  };
  return JSON.stringify({ ...base, ...payload });
}

const agentCall = (role: string, id: string) => ({
  tool_name: 'Agent',
  tool_use_id: id,
  tool_input: { description: 'x', prompt: 'go', subagent_type: role },
});
const launched = {
  ...agentCall('ear', 'toolu_ear'),
  tool_response: { status: 'async_launched', agentId: 'agent1', isAsync: true },
};

/** Hot steps of a session with a goal whose ear is at work, and the no-op of one without. */
const CASES: readonly Case[] = [
  { name: 'no-op (Stop)', event: 'Stop', session: 'other', payload: {} },
  {
    name: 'no-op (prompt)',
    event: 'UserPromptSubmit',
    session: 'other',
    payload: { prompt: 'hi' },
  },
  {
    name: 'Stop',
    event: 'Stop',
    session: SESSION,
    payload: { background_tasks: [{ id: 'agent1', type: 'subagent', status: 'running' }] },
  },
  {
    name: 'PostToolUse',
    event: 'PostToolUse',
    session: SESSION,
    payload: { ...launched, tool_use_id: 'toolu_x' },
  },
  { name: 'PreCompact', event: 'PreCompact', session: SESSION, payload: { trigger: 'auto' } },
  { name: 'SessionEnd', event: 'SessionEnd', session: SESSION, payload: { reason: 'other' } },
  {
    name: 'guard',
    event: 'guard',
    session: SESSION,
    payload: {
      agent_id: 'agent1',
      tool_name: 'Bash',
      tool_use_id: 'toolu_y',
      tool_input: { command: 'npm test' },
    },
  },
  {
    name: 'dispatch (ear)',
    event: 'PreToolUse',
    session: SESSION,
    payload: agentCall('ear', 'toolu_new'),
  },
];

try {
  await prepare();
  report(measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A repository with a goal, as it stands before each measured step. */
async function prepare(): Promise<void> {
  copyExample('decoder', repo);
  await commitExample(repo);
  must(
    spawnSync(process.execPath, [join(PROJECT, 'dist', 'cli.js'), 'init', repo, '--yes'], {
      env: environment,
      encoding: 'utf8',
    }),
  );
  hook({
    name: '',
    event: 'UserPromptSubmit',
    session: SESSION,
    payload: { prompt: '/wukong_fix it crashes' },
  });
  cpSync(join(repo, '.wukong'), join(kept, 'offered'), { recursive: true });
  hook({ name: '', event: 'PreToolUse', session: SESSION, payload: agentCall('ear', 'toolu_ear') });
  hook({ name: '', event: 'PostToolUse', session: SESSION, payload: launched });
  hook({
    name: '',
    event: 'guard',
    session: SESSION,
    payload: { agent_id: 'agent1', tool_name: 'Read', tool_input: {} },
  });
  cpSync(join(repo, '.wukong'), join(kept, 'working'), { recursive: true });
}

function hook(step: Case): void {
  must(
    spawnSync(process.execPath, [join(repo, '.wukong/runtime/hook.cjs'), step.event], {
      input: payloadOf(step),
      env: environment,
      encoding: 'utf8',
    }),
  );
}

function must(ended: { status: number | null; stderr: string; stdout: string }): void {
  if (ended.status !== 0 || ended.stderr !== '') throw new Error(`${ended.stdout}${ended.stderr}`);
}

type Sample = Readonly<{ wallMs: number; cpuMs: number }>;

function measure(): Map<string, Sample[]> {
  const samples = new Map<string, Sample[]>();
  const add = (name: string, sample: Sample): void => {
    samples.set(name, [...(samples.get(name) ?? []), sample]);
  };
  const input = join(folder, 'payload.json');
  for (let round = -2; round < rounds; round += 1) {
    if (process.stderr.isTTY) process.stderr.write(`\rround ${Math.max(0, round + 1)}/${rounds}`);
    for (const step of CASES) {
      restore(step.name.startsWith('dispatch') ? 'offered' : 'working');
      writeFileSync(input, payloadOf(step));
      const bare = timed(['-e', '0'], input);
      const hooked = timed([join(repo, '.wukong/runtime/hook.cjs'), step.event], input);
      if (round < 0) continue; // The first rounds warm the page cache.
      add(`bare ${step.name}`, bare);
      add(step.name, hooked);
    }
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  return samples;
}

function restore(name: string): void {
  for (const file of ['events.jsonl', 'state.json', 'taskgraph.json']) {
    cpSync(join(kept, name, file), join(repo, '.wukong', file));
  }
}

/** The shell's own `time`: user and system time of the child from its resource usage. */
function timed(args: readonly string[], input: string): Sample {
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" < "$0" > /dev/null 2>&1';
  const ended = spawnSync('bash', ['-c', script, input, process.execPath, ...args], {
    env: environment,
    encoding: 'utf8',
  });
  const [real = 0, user = 0, system = 0] = ended.stderr.trim().split(' ').map(Number);
  return { wallMs: real * 1000, cpuMs: (user + system) * 1000 };
}

function report(samples: Map<string, Sample[]>): void {
  const rows = CASES.map(({ name }) => {
    const bare = samples.get(`bare ${name}`) ?? [];
    const hooked = samples.get(name) ?? [];
    return {
      step: name,
      cpu: ratio(hooked, bare, 'cpuMs'),
      wall: ratio(hooked, bare, 'wallMs'),
      bareCpuMs: round1(typical(bare.map((sample) => sample.cpuMs))),
    };
  });
  const bundleKb = round1(statSync(join(PROJECT, 'dist/runtime/hook.cjs')).size / 1024);
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ node: process.version, rounds, bundleKb, rows })}\n`);
    return;
  }
  process.stdout.write(
    `Node ${process.version}, ${rounds} rounds, each hook beside a bare \`node -e 0\`\n\n`,
  );
  process.stdout.write(
    `${'step'.padEnd(18)}${'CPU ×'.padStart(8)}${'wall ×'.padStart(8)}${'bare CPU ms'.padStart(14)}\n`,
  );
  for (const row of rows) {
    process.stdout.write(
      `${row.step.padEnd(18)}${row.cpu.toFixed(2).padStart(8)}${row.wall.toFixed(2).padStart(8)}${row.bareCpuMs.toFixed(1).padStart(14)}\n`,
    );
  }
  process.stdout.write(`\nhook.cjs ${bundleKb} KB (limit 64)\n`);
}

function ratio(some: readonly Sample[], others: readonly Sample[], key: keyof Sample): number {
  return typical(some.map((sample) => sample[key])) / typical(others.map((sample) => sample[key]));
}

/**
 * The mean of the lower three quarters: a neighbour's load only ever adds, and a median of whole
 * milliseconds would be too coarse.
 */
function typical(numbers: readonly number[]): number {
  const kept = [...numbers].sort((a, b) => a - b).slice(0, Math.ceil(numbers.length * 0.75));
  return kept.reduce((sum, n) => sum + n, 0) / kept.length;
}

function round1(n: number): number {
  return Math.round(n * 10) / 10;
}
