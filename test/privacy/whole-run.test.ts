// A goal from its first word to its summary through the built hooks, with a secret in everything that
// comes from outside. Afterwards every file below .wukong/ is searched for them.

import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { filesBelow } from '../../runtime/files/folders.ts';
import { takeLock } from '../../runtime/log/lock.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { noise } from './secrets.ts';

/** By the place they come from. All differ, so that a leak names its place. */
const SECRET = {
  prompt: `gh${'p'}_${noise(36, 201)}`,
  answer: `Answer-7${noise(10, 202)}`,
  cliAnswer: `xox${'b'}-${noise(12, 203, '0123456789')}-${noise(24, 204)}`,
  source: `quoted-${noise(12, 205)}`,
  report: `s${'k'}-ant-api03-${noise(60, 206)}`,
  late: `np${'m'}_${noise(36, 207)}`,
  question: `glp${'at'}-${noise(20, 208)}`,
  command: `cmd-${noise(14, 209)}`,
  output: `AKI${'A'}${noise(16, 210, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
  gate: `sk_${'live'}_${noise(24, 211)}`,
  patch: `patch-${noise(16, 212)}`,
  finding: `AIz${'a'}${noise(35, 213)}`,
  decision: `S${'G'}.${noise(22, 214)}.${noise(43, 215)}`,
  failure: `${'ey'}J${noise(20, 216)}.${'ey'}J${noise(30, 217)}.${noise(43, 218)}`,
  commit: `Commit${noise(12, 219)}`,
  variable: `plain words ${noise(8, 220)} here`,
  clipped: `gh${'o'}_${noise(36, 221)}`,
  accepted: `gh${'s'}_${noise(36, 222)}`,
};
const ENV = { MY_SERVICE_TOKEN: SECRET.variable };

let rig: Rig;
let orders: Record<string, string> = {};
let answers: string[] = [];

beforeAll(async () => {
  rig = await Rig.create();
  orders = {};
  answers = [];
  await wholeRun();
  return () => rig[Symbol.asyncDispose]();
});

async function hook(event: string, payload: Record<string, unknown>) {
  const ended = await rig.hook(event, payload, ENV);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  answers.push(ended.stdout);
  return ended;
}

async function wholeRun(): Promise<void> {
  rig.write('src/settings.js', `export const password = '${SECRET.source}';\n`);
  // A test that passes, and prints what no test should print.
  rig.write(
    'test/decoder.test.js',
    `import test from 'node:test';
test('prints', () => {
  process.stdout.write('key ${SECRET.gate}\\n${SECRET.variable}\\n');
});\n`,
  );
  await rig.git('add', '--all');
  await rig.git('commit', '--quiet', '--message', `Set password=${SECRET.commit}`);
  const padding = 'x '.repeat(985);
  const prompt = `/wukong_fix it crashes with ${SECRET.prompt}\n${padding}${SECRET.clipped} ${SECRET.variable}`;
  await hook('UserPromptSubmit', { prompt, prompt_id: 'p1' });

  await dispatch('ear');
  await report('ear', `Criterion: it works. (request: "it crashes with")`, {
    // Judged on the words as they came: this quotation stands in the file only with its secret.
    references: [`src/settings.js:1 "export const password = '${SECRET.source}';"`],
  });
  await dispatch('eye');
  await report('eye', `Questions:\n- Is ${SECRET.question} still in use?`, { status: 'blocked' });
  await hook('UserPromptSubmit', {
    prompt: `/wukong_resume The password is ${SECRET.answer} now`,
    prompt_id: 'p2',
  });
  // The run of the first one is over, and its agent says more.
  await report('eye', `And ${SECRET.late}`);
  await dispatch('eye', 'eye2');
  await hook('StopFailure', {
    error: `authentication_failed ${'y'.repeat(460)} ${SECRET.failure}`,
    last_assistant_message: `API Error 401 ${'z'.repeat(265)} ${SECRET.failure}`,
  });
  await hook('UserPromptSubmit', { prompt: '/wukong_resume', prompt_id: 'p3' });
  await report('eye', `The key ${SECRET.report} is read there.`, { agent: 'eye2' });

  await dispatch('body');
  rig.write('src/index.js', `export const token = '${SECRET.patch}';\n`);
  const command = `API_TOKEN=${SECRET.command} npm test`;
  await report('body', 'Changed it.', {
    calls: [
      ['Edit', { file_path: join(rig.repo, 'src/index.js') }, 'ok'],
      ['Bash', { command }, `AWS says ${SECRET.output}\n1 passed`],
      ['Bash', { command: `echo ${'a'.repeat(280)} ${SECRET.clipped}` }, 'x'],
    ],
    command,
  });
  await dispatch('tongue');
  rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
  // The gate loads nothing of the program: a person is asked.
  await report('tongue', 'No test can show it.', {
    calls: [
      ['Write', { file_path: join(rig.repo, 'test/more.test.js') }, 'ok'],
      ['Bash', { command: 'npm test' }, '1 passed'],
    ],
    command: 'npm test',
  });
  const accepted = `/wukong_resume N-030 --unproven it shows with ${SECRET.accepted} alone`;
  await hook('UserPromptSubmit', { prompt: accepted, prompt_id: 'p4' });
  await dispatch('nose');
  await report('nose', `Finding: low src/index.js:1 it holds ${SECRET.finding}`, {
    header: 'Verdict: accept',
  });
  await dispatch('mind');
  const met = `Criterion 1: met, src/settings.js:1 "export const password = '${SECRET.source}';"`;
  await report(
    'mind',
    `${met}\nDecision: Keep ${SECRET.decision} out of it, ${SECRET.variable} too.`,
  );
}

async function dispatch(role: string, agent = role): Promise<void> {
  const call = {
    tool_name: 'Agent',
    tool_use_id: `toolu_${agent}`,
    tool_input: { description: 'd', prompt: 'go', subagent_type: role },
  };
  const { json } = await hook('PreToolUse', call);
  const output = (json?.hookSpecificOutput ?? {}) as Record<string, Record<string, unknown>>;
  orders[agent] = String(output.updatedInput?.prompt ?? '');
  expect(orders[agent], rig.dump()).toContain('RunId: ');
  const tool_response = { isAsync: true, status: 'async_launched', agentId: agent };
  await hook('PostToolUse', { ...call, tool_response });
}

type Call = readonly [tool: string, input: Record<string, unknown>, output: string];

/** Writes the agent's transcript as the client does, and stops the agent. */
async function report(
  role: string,
  words: string,
  more: Readonly<{
    agent?: string;
    status?: string;
    header?: string;
    references?: readonly string[];
    calls?: readonly Call[];
    command?: string;
  }> = {},
): Promise<void> {
  const agent = more.agent ?? role;
  const runId = /^RunId: (\S+)$/m.exec(orders[agent] ?? '')?.[1] ?? '';
  const text = [
    `RunId: ${runId}`,
    `Status: ${more.status ?? 'done'}`,
    ...(more.header ? [more.header] : []),
    `\n## Summary\nDone by ${role}; it used password=${SECRET.report}.\n\n${words}\n`,
    `## Evidence\n${more.command ? `- Repro:\n  - command: \`${more.command}\`\n` : ''}- References:`,
    ...(more.references ?? ['package.json:1']).map((reference) => `  - ${reference}`),
    `\n## Risks\n- A risk with ${SECRET.report}.`,
  ].join('\n');
  const path = join(rig.home, '.claude', 'projects', 'rig', 'subagents', `agent-${agent}.jsonl`);
  const at = new Date().toISOString();
  const lines = (more.calls ?? []).flatMap(([name, input, content], i) => [
    {
      type: 'assistant',
      cwd: rig.repo,
      timestamp: at,
      message: {
        id: `m${i}`,
        content: [{ type: 'tool_use', id: `toolu_${agent}_${i}`, name, input }],
      },
    },
    {
      type: 'user',
      timestamp: at,
      message: { content: [{ type: 'tool_result', tool_use_id: `toolu_${agent}_${i}`, content }] },
    },
  ]);
  const last = {
    type: 'assistant',
    timestamp: at,
    message: { id: 'last', content: [{ type: 'text', text }] },
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, [...lines, last].map((line) => `${JSON.stringify(line)}\n`).join(''));
  // A writing run is accepted only if its guard was seen; its first call is enough for that.
  const [first] = more.calls ?? [];
  if (first) {
    const [tool_name, tool_input] = first;
    const call = { tool_name, tool_input, tool_use_id: `toolu_${agent}_0` };
    await hook('guard', { ...call, agent_id: agent, agent_type: role });
  }
  await hook('SubagentStop', {
    agent_id: agent,
    agent_type: role,
    agent_transcript_path: path,
    last_assistant_message: text,
  });
}

function ownFiles(rig: Rig): string[] {
  const dir = join(rig.repo, '.wukong');
  return filesBelow(dir)
    .map((name) => join(dir, name))
    .filter((path) => lstatSync(path).isFile());
}

/** `place: file` for each secret that is in a file, whole or the first two thirds of it. */
function leaks(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return Object.entries(SECRET)
      .filter(([, secret]) => text.includes(secret.slice(0, Math.ceil(secret.length * 0.66))))
      .map(([place]) => `${place}: ${path.slice(rig.repo.length)}`);
  });
}

describe('after a goal with secrets in everything that came from outside', () => {
  test('all nodes are done: what was judged are the words as they came', () => {
    const nodes = rig.taskgraph()?.graphs.at(-1)?.nodes ?? [];
    const done = nodes.map((node) => [node.id, node.status]);
    expect(done).toEqual(nodes.map((node) => [node.id, 'done']));
    expect(nodes).toHaveLength(6);
    const graded = rig.events('evidence.graded');
    const levels = graded.map((event) => event.payload.level);
    expect(levels.join(' ')).toBe('L1 L1 L1 L2 L2 L1 L1');
    expect(rig.events().map((event) => event.type)).toContain('graph.completed');
  });

  test('no file below .wukong/ holds one, but the patch and the private git objects', () => {
    const files = ownFiles(rig).filter(
      (path) =>
        !path.includes('/.wukong/objects/') &&
        !path.includes('/.wukong/runtime/') &&
        !path.includes('/.git/wukong/runtime/'),
    );
    expect(files.length).toBeGreaterThan(40);
    // Patches are to be applied as they are.
    const exact = files.filter((path) => /\/(?:patch\.diff|change\.patch)$/.test(path));
    expect(leaks(files.filter((path) => !exact.includes(path)))).toEqual([]);
    expect(new Set(leaks(exact).map((leak) => leak.split(':')[0]))).toEqual(new Set(['patch']));
  });

  test('each place it came from shows a mark instead', () => {
    const at = (name: string): string =>
      ownFiles(rig)
        .filter((path) => path.endsWith(name))
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n');
    const log = at('events.jsonl');
    for (const kind of [
      'github-token',
      'environment',
      'password',
      'gitlab-token',
      'jwt',
      'api-key',
    ]) {
      expect(log).toContain(`[redacted:${kind}]`);
    }
    expect(at('gate-npm-test.log')).toContain(
      'key [redacted:stripe-key]\n# [redacted:environment]',
    );
    expect(at('transcript.md')).toContain('API_TOKEN=[redacted:token] npm test');
    expect(at('evidence.md')).toContain('AWS says [redacted:aws-key]');
    expect(at('evidence.md')).toContain('| `API_TOKEN=[redacted:token] npm test` |');
    expect(at('history.txt')).toContain('Set password=[redacted:password]');
    expect(at('references.json')).toContain("export const password = '[redacted:password]';");
    expect(at('late_report.md')).toContain('And [redacted:npm-token]');
    expect(at('summary.md')).toContain('it crashes with [redacted:github-token]');
    expect(at('anchors_candidates.md')).toContain('Keep [redacted:sendgrid-key] out of it');
    expect(at('patch.redacted.diff')).toContain("token = '[redacted:token]'");
  });

  test('no agent and no session was shown one: work orders quote the patch without it', () => {
    const told = [...Object.values(orders), ...answers].join('\n');
    const said = Object.entries(SECRET).filter(([, secret]) => told.includes(secret));
    expect(said).toEqual([]);
    expect(orders.nose).toContain("+export const token = '[redacted:token]';");
  });

  test('the command line takes them out of an answer, and shows none', async () => {
    const prompt = { prompt: '/wukong_fix another one', prompt_id: 'p9' };
    await rig.hook('UserPromptSubmit', prompt, { ...ENV, ...livingClient() });
    await rig.cli(['pause']);
    const ended = await rig.person(['resume', '--answer', `use ${SECRET.cliAnswer}`]);
    expect(ended.stdout).toContain('Resumed G-');
    const shown = (await rig.cli(['log', '--json'])).stdout;
    expect(Object.values(SECRET).filter((secret) => shown.includes(secret))).toEqual([]);
  });
});

test('a report that is judged later is judged on its words too, out of the transcript', async () => {
  const before = rig;
  rig = await Rig.create();
  const later = rig;
  onTestFinished(async () => {
    rig = before;
    await later[Symbol.asyncDispose]();
  });
  const source = `export const password = '${SECRET.source}';`;
  rig.write('src/settings.js', `${source}\n`);
  await hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes', prompt_id: 'p1' });
  await dispatch('ear');
  // Nobody gets the log: the report waits in the inbox, and whoever took it in has ended.
  const lock = takeLock(join(rig.repo, '.wukong', 'events.lock'), 2000);
  if (!lock.ok) throw new Error(lock.holder.name);
  await report('ear', 'Criterion: it works. (request: "it crashes")', {
    references: [`src/settings.js:1 "${source}"`],
  });
  lock.held.release();
  expect(rig.node('N-001')?.status).toBe('running');
  expect(leaks(ownFiles(rig))).toEqual([]);
  await hook('Stop', {});
  expect(rig.node('N-001')?.status).toBe('done');
  expect(leaks(ownFiles(rig))).toEqual([]);
});

describe('what is recorded', () => {
  async function eventsWith(record: string) {
    const other = await Rig.create();
    onTestFinished(() => other[Symbol.asyncDispose]());
    writeFileSync(join(other.repo, '.wukong', 'config.local.yaml'), `record: ${record}\n`);
    // The configuration is taken up by the first hook that sees it.
    await other.hook('UserPromptSubmit', { prompt: 'hello there', prompt_id: 'p0' });
    const before = other.events().length;
    await other.hook('UserPromptSubmit', { prompt: 'ordinary talk', prompt_id: 'p1' });
    const talk = other.events().slice(before);
    await other.hook('UserPromptSubmit', { prompt: '/wukong_fix the crash', prompt_id: 'p2' });
    const started = other.events().slice(before + talk.length);
    return { talk, started, all: JSON.stringify(other.events()) };
  }
  const prompts = (events: Awaited<ReturnType<typeof eventsWith>>['started']) =>
    events
      .filter((event) => event.type === 'UserPromptSubmit')
      .map(({ payload }) => payload.prompt);

  test('by default: type, time and ids of any session, and the words of a goal', async () => {
    const { talk, started, all } = await eventsWith('all');
    expect(talk).toMatchObject([{ type: 'UserPromptSubmit', payload: { prompt_id: 'p1' } }]);
    expect(prompts(started)).toEqual(['/wukong_fix the crash']);
    expect(all).not.toContain('ordinary talk');
  });

  test('with `record: goals` nothing of sessions without a goal', async () => {
    const { talk, started } = await eventsWith('goals');
    expect(talk).toEqual([]);
    expect(prompts(started)).toEqual(['/wukong_fix the crash']);
  });

  test('with `record: off` no words in the events of the client either', async () => {
    const { talk, started } = await eventsWith('off');
    expect(talk).toEqual([]);
    expect(prompts(started)).toEqual([undefined]);
    const created = started.find((event) => event.type === 'goal.created');
    expect(created?.payload.request).toBe('the crash');
  });
});
