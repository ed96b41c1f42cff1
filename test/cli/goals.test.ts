import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askApproval } from '../../runtime/kernel/requests/approvals.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { readState } from '../../runtime/step/run-step.ts';
import { Sandbox } from '../install/temporary.ts';
import { report } from '../kernel/drive.ts';
import { FIX } from '../kernel/plan.ts';
import { git } from '../rig/repository.ts';
import { block, DEAD, LIVING, must, start, work } from './goals.ts';

async function installed(): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  return sandbox;
}

function nodeStatus(sandbox: Sandbox, goal: string, node: string): string | undefined {
  const read = readState(sandbox.ws);
  return read.ok ? read.state.goals[goal]?.nodes[node]?.status : undefined;
}

test('status of a quiet workspace says how to start', async () => {
  using sandbox = await installed();
  const ended = await sandbox.wukong(['status']);
  expect(ended.stdout).toBe(
    'No goal is open.\nIn Claude Code, type: /wukong_fix <what is wrong>\n',
  );
});

test('status, doctor and config name all that is wrong in config.yaml before a hook has read it', async () => {
  using sandbox = await installed();
  const good = sandbox.read('.wukong/config.yaml');
  sandbox.write('.wukong/config.yaml', 'limits: [');
  const { out } = await sandbox.json(['status']);
  expect(out.config_problem).toMatch(/^\.wukong\/config\.yaml:1:\d+ /);
  const doctor = await sandbox.json(['doctor']);
  expect(doctor.code).toBe(1);
  expect(doctor.out.findings).toMatchObject([{ kind: 'configuration' }]);
  sandbox.write('.wukong/config.yaml', 'recrod: all\nproduct: [src/]\nlimits: { send_backs: x }\n');
  const places = ['1:1', '2:11', '3:23'].map((at) => `.wukong/config.yaml:${at}`);
  const { findings } = (await sandbox.json(['doctor'])).out;
  expect(findings.map(({ place }: { place: string }) => place)).toEqual(places);
  const listed = await sandbox.wukong(['config', 'list']);
  for (const place of places) expect(listed.stdout).toContain(`${place}  `);
  const status = await sandbox.wukong(['status']);
  expect(status.stdout).toContain('Unknown field "recrod". And 2 more: wukong config list');
  sandbox.write('.wukong/config.yaml', good);
  expect((await sandbox.json(['status'])).out.config_problem).toBe(null);
  expect((await sandbox.json(['doctor'])).code).toBe(0);
  sandbox.write('.wukong/config.local.yaml', 'record: all\n');
  expect((await sandbox.json(['status'])).out.config_problem).toBe(null);
  await git(sandbox.repo, 'add', '--force', '.wukong/config.local.yaml');
  expect((await sandbox.json(['status'])).out.config_problem).toContain('This file is in git');
});

test('status names the gates that failed and did not hold their node', async () => {
  using sandbox = await installed();
  const goal = start(sandbox.ws, 'the decoder crashes', LIVING);
  const run = work(sandbox.ws, goal, 'ear', LIVING);
  const warning = 'The gate "lint" failed (exit code 1, expected 0); it need not pass.';
  must(sandbox.ws, (step) => {
    const found = step.state.goals[goal]?.runs[run];
    if (found) report(step, found, { warnings: [warning] });
  });
  const { stdout } = await sandbox.wukong(['status']);
  expect(stdout).toMatch(/N-001 {3}ear {5}done .*\n\s+warning: The gate "lint" failed/);
  const { out } = await sandbox.json(['status']);
  expect(out.goals[0].nodes[0].warnings).toEqual([warning]);
});

test('status shows all of a reason, however long it is', async () => {
  using sandbox = await installed();
  const goal = start(sandbox.ws, 'the decoder crashes', LIVING);
  const reason = `${'Which of the many formats, '.repeat(20)}and why?`;
  block(sandbox.ws, goal, 'N-001', 'questions', reason);
  expect((await sandbox.wukong(['status'])).stdout).toContain(`waits for you: ${reason} Answer`);
});

test('status shows goals, nodes, who works, what waits, and what to type', async () => {
  using sandbox = await installed();
  const first = start(sandbox.ws, 'the decoder crashes', LIVING);
  const second = start(sandbox.ws, 'the encoder \u001b[31mlies\u001b[0m', DEAD);
  const run = work(sandbox.ws, first, 'ear', LIVING);
  block(sandbox.ws, second, 'N-001', 'questions', 'Which format?');

  const ended = await sandbox.wukong(['status']);
  expect(ended).toMatchObject({ code: 3, stderr: '' });
  expect(ended.stdout).toContain('G-0001  the decoder crashes\n');
  expect(ended.stdout).toContain('N-001   ear     running');
  expect(ended.stdout).toContain('Next: Nothing to do: its session works on it.');
  expect(ended.stdout).toContain(
    'N-001 waits for you: Which format? Answer with wukong answer G-0002/N-001 "<your answer>".',
  );
  expect(ended.stdout).toContain('owned by session session-of the encoder [31mlies[0m (gone)');
  // What an agent or a user wrote must not steer the terminal.
  expect(ended.stdout).not.toContain('\u001b');

  const { out } = await sandbox.json(['status']);
  expect(out.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  expect(out.goals.map((goal: { id: string }) => goal.id)).toEqual([first, second]);
  expect(out.goals[0].nodes[0]).toEqual({
    id: 'N-001',
    role: 'ear',
    title: 'ear work',
    issue_ref: null,
    status: 'running',
    level: null,
    attempts: 0,
    max_retries: 3,
    run,
    started_at: expect.any(String),
    finished_at: null,
    sent_back: 0,
    last_word: null,
    verify: null,
    warnings: [],
    lane: null,
    worker: null,
  });
  expect(out.goals[1].owner).toMatchObject({ alive: false });
  expect(out.goals[1].waiting).toMatchObject([{ node: 'N-001', kind: 'questions' }]);
});

test('status tells what an agent at work said last', async () => {
  using sandbox = await installed();
  const goal = must(sandbox.ws, (step) =>
    startGoal(step, ofSession('s1', LIVING, join(sandbox.root, 's1.jsonl')), 'it crashes', FIX),
  ).value.id;
  work(sandbox.ws, goal, 'ear', LIVING);
  const said = (text: string): string =>
    JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text }] } });
  mkdirSync(join(sandbox.root, 's1', 'subagents'), { recursive: true });
  writeFileSync(
    join(sandbox.root, 's1', 'subagents', 'agent-agent-ear.jsonl'),
    `${said('I begin.')}\n${said('I read the\ndecoder.')}\n{"type":"user"}\n{"type":"assist`,
  );
  expect((await sandbox.wukong(['status'])).stdout).toContain('          “I read the decoder.”\n');
});

test('status names the goal that finished last, also when the caches are gone', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'one');
  await sandbox.person(['abort'], 'y');
  const line = 'Last finished: G-0001 "one" (fix) cancelled, 0 of 6 nodes done';
  expect((await sandbox.wukong(['status'])).stdout).toContain(line);
  for (const name of ['state.json', 'taskgraph.json']) rmSync(join(sandbox.repo, '.wukong', name));
  expect((await sandbox.wukong(['status'])).stdout).toContain(line);
});

test.each([
  ['a folder', (path: string) => mkdirSync(path)],
  ['graphs that are none', (path: string) => writeFileSync(path, '{"graphs":[null,7]}')],
  ['no list', (path: string) => writeFileSync(path, '{"graphs":"no"}')],
  [
    'a graph without nodes',
    (path: string) => writeFileSync(path, '{"graphs":[{"goal_id":"G-0001"}]}'),
  ],
])('status says what it knows where taskgraph.json is %s', async (_what, spoil) => {
  using sandbox = await installed();
  start(sandbox.ws, 'one');
  await sandbox.person(['abort'], 'y');
  const path = join(sandbox.repo, '.wukong', 'taskgraph.json');
  rmSync(path);
  spoil(path);
  const ended = await sandbox.wukong(['status']);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('Last finished: G-0001');
});

test('pause stops handing out work, twice is no failure, and resume goes on', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'one');
  work(sandbox.ws, 'G-0001', 'ear', LIVING);
  const paused = await sandbox.wukong(['pause']);
  expect(paused).toMatchObject({ code: 0, stderr: '' });
  expect(paused.stdout).toContain('G-0001 is paused. N-001 still works and may finish.');
  expect((await sandbox.wukong(['status'])).stdout).toContain('paused: from the command line');
  expect((await sandbox.wukong(['pause', 'G-0001'])).stdout).toContain('was paused already');

  const resumed = await sandbox.json(['resume']);
  expect(resumed).toMatchObject({ code: 0, out: { goal: 'G-0001', lost: 0, has_owner: false } });
  expect((await sandbox.json(['status'])).out.goals[0].status).toBe('running');
});

test('resume ends runs whose client is gone, and the node is ready again', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'one');
  work(sandbox.ws, 'G-0001', 'ear', DEAD);
  const ended = await sandbox.wukong(['resume']);
  expect(ended.stdout).toBe(
    'Resumed G-0001.\n1 of its runs lost their client and will be repeated.\nReady: N-001.\nIn Claude Code, type: /wukong_resume G-0001\n',
  );
  expect(nodeStatus(sandbox, 'G-0001', 'N-001')).toBe('ready');
});

test.each([
  [['resume', '--node', 'N-020', '--answer', 'yes']],
  [['pause']],
  [['accept', 'N-020', '--tests-changed', 'the old one was wrong']],
  [['abort', '--yes']],
])('without an open goal %j does nothing, and says so', async (args) => {
  using sandbox = await installed();
  const ended = await sandbox.wukong(args);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toBe(
    'error  No goal is open.\n  hint: In Claude Code, type: /wukong_fix <what is wrong>\n',
  );
});

test('an answer may begin like an option', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'the decoder crashes');
  const answers = ['--no-cache was wrong', '--json', '--', '-x'];
  for (const answer of answers) {
    block(sandbox.ws, 'G-0001', 'N-001', 'questions', 'Which format?');
    expect((await sandbox.person(['resume', '--answer', answer])).code).toBe(0);
  }
  const log = await sandbox.wukong(['log', '--type', 'node.answered', '--json']);
  const given = log.stdout.trimEnd().split('\n');
  expect(given.map((text) => JSON.parse(text).payload.answer)).toEqual(answers);
});

test('an answer reaches the node it is for, and without one a person is asked', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'one');
  block(sandbox.ws, 'G-0001', 'N-001', 'questions', 'Which format?');

  const stuck = await sandbox.wukong(['resume']);
  expect(stuck).toMatchObject({ code: 3, stdout: '' });
  expect(stuck.stderr).toContain('N-001 waits for you: Which format?');
  expect(stuck.stderr).toContain('To answer: wukong answer G-0001 "…"');

  expect((await sandbox.wukong(['resume', '--answer', '  '])).code).toBe(2);
  const words = ['resume', '--node', 'n-001', '--answer', '--big-endian', '--json'];
  const answered = await sandbox.person(words);
  const out = JSON.parse(answered.stdout);
  expect(out).toMatchObject({ ok: true, unblocked: ['N-001'], ready: ['N-001'] });
  const log = await sandbox.wukong(['log', '--type', 'node.answered', '--json']);
  expect(JSON.parse(log.stdout).payload).toEqual({
    answer: '--big-endian',
    by: expect.any(String),
    terminal: expect.objectContaining({ name: expect.any(String) }),
    to: { kind: 'text', text: 'Which format?', waits: 'questions' },
  });
});

test('a living owner stays the owner', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'one', LIVING, 'session-1');
  const resumed = await sandbox.json(['resume', 'g-1']);
  expect(resumed.out.has_owner).toBe(true);
  const read = readState(sandbox.ws);
  expect(read.ok && read.state.goals['G-0001']?.owner).toMatchObject({ session_id: 'session-1' });
});

test.each(['resume', 'pause', 'goal cancel'])(
  '%s never guesses among several goals',
  async (command) => {
    using sandbox = await installed();
    start(sandbox.ws, 'one');
    start(sandbox.ws, 'two');
    const before = sandbox.read('.wukong/events.jsonl');
    const ended = await sandbox.wukong([
      ...command.split(' '),
      ...(command === 'goal cancel' ? ['--yes'] : []),
    ]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toBe(
      `error  Several goals are open:\n  G-0001  running  one\n  G-0002  running  two\n  hint: Type one of: wukong ${command} G-0001 · wukong ${command} G-0002\n`,
    );
    const unknown = await sandbox.wukong([...command.split(' '), 'G-0009']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('There is no open goal G-0009.');
    expect(sandbox.read('.wukong/events.jsonl')).toBe(before);
  },
);

test('a node that is not there is a usage error', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'one');
  const ended = await sandbox.wukong(['resume', 'G-0001', '--node', 'N-999']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('G-0001 has no node N-999.');
  expect((await sandbox.wukong(['resume', '--node', 'N-999'])).code).toBe(2);
});

test('goal cancel asks a person at a terminal, --yes or not, ends the runs, and keeps the log', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'one');
  const run = work(sandbox.ws, 'G-0001', 'ear', DEAD);
  for (const words of [
    ['goal', 'cancel'],
    ['goal', 'cancel', 'G-0001', '--yes'],
    ['abort', '--yes'],
  ]) {
    const unsaid = await sandbox.wukong(words);
    expect(unsaid).toMatchObject({ code: 3, stdout: '' });
    expect(unsaid.stderr).toContain('While a goal is open only a person decides this');
  }
  const declined = await sandbox.person(['goal', 'cancel', '--yes'], 'n');
  expect(declined.code).toBe(3);
  expect(nodeStatus(sandbox, 'G-0001', 'N-001')).toBe('running');

  const ended = await sandbox.person(['goal', 'cancel'], 'y');
  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stdout).toContain(`Stopped runs: ${run}.`);
  expect((await sandbox.json(['status'])).out.goals).toEqual([]);
  expect(sandbox.read('.wukong/events.jsonl')).toContain('"type":"graph.aborted"');
});

test('abort, as cancel was called once, still works, is listed nowhere, and says what it is called', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'one');
  const ended = await sandbox.person(['abort'], 'y');
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(
    /^G-0001 is cancelled\.[\s\S]*is called `wukong goal cancel` now\.\n$/m,
  );
  expect((await sandbox.wukong(['--help'])).stdout).not.toContain('abort');
});

test('an action that waits is allowed by a person in a terminal, and not from within the client', async () => {
  using sandbox = await Sandbox.create();
  await sandbox.wukong(['init']);
  const goal = start(sandbox.ws, 'it');
  work(sandbox.ws, goal, 'ear');
  must(sandbox.ws, (step) => {
    const at = step.state.goals[goal];
    const run = Object.values(at?.runs ?? {})[0];
    if (!at || !run) throw new Error('no run');
    askApproval(step, at, run, 'git push origin main', 'git push');
    report(step, run, { status: 'blocked', questions: ['May I?'] });
  });
  const asked = await sandbox.wukong(['resume']);
  expect(asked.stderr).toContain(
    'To allow exactly `git push origin main`, once: wukong resume G-0001 --node N-001 --approve',
  );
  const inside = await sandbox.wukong(['resume', '--approve'], { env: { CLAUDECODE: '1' } });
  expect(inside.code).toBe(3);
  expect(inside.stderr).toContain('While a goal is open only a person decides this');
  const allowed = await sandbox.person(['resume', '--approve']);
  expect(allowed.stdout).toContain('Allow exactly this, once?');
  expect(allowed.stdout).toContain('Unblocked: N-001.');
  expect((await sandbox.wukong(['log', '--type', 'approval.given'])).stdout).toContain(
    'allowed, once: git push origin main',
  );
});

test('in a foreign clone commands only read, and say what to type', async () => {
  using sandbox = await installed();
  start(sandbox.ws, 'one');
  rmSync(join(sandbox.repo, '.git/wukong'), { recursive: true });
  const shown = await sandbox.wukong(['status']);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain(
    'This clone was not set up; hooks answer nothing. To trust it: wukong init',
  );
  expect(shown.stdout).toContain('G-0001  one');
  const before = readFileSync(join(sandbox.repo, '.wukong/events.jsonl'), 'utf8');
  for (const args of [['pause'], ['resume'], ['abort', '--yes'], ['trust', '--approve']]) {
    const ended = await sandbox.wukong(args);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain('Type `wukong init` to trust this clone.');
  }
  expect(sandbox.read('.wukong/events.jsonl')).toBe(before);
  expect(sandbox.has('.git/wukong')).toBe(false);
});
