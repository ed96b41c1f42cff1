import { spawn } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DIST, type Sandbox } from '../install/temporary.ts';
import { answerNode, block, must, start } from './goals.ts';
import { withHistory } from './whole-goal.ts';

test('each event is a line with id, time, place and words', async () => {
  using sandbox = await withHistory();
  const ended = await sandbox.wukong(['log', '--utc']);
  const lines = ended.stdout.trimEnd().split('\n');
  expect(lines[1]).toMatch(
    /^E-000002 \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}G-0001 {8}goal created from fix: the decoder crashes$/,
  );
  expect(lines.find((line) => line.includes('dispatched'))).toMatch(
    /G-0001\/N-001 {2}dispatched to ear \(run 1 of this node\) \d{4}-\d\d-\d\d-ear-0001$/,
  );
});

test('--json prints the lines of the log as they are', async () => {
  using sandbox = await withHistory();
  expect((await sandbox.wukong(['log', '--json'])).stdout).toBe(
    sandbox.read('.wukong/events.jsonl'),
  );
});

test('filters and limit work together', async () => {
  using sandbox = await withHistory();
  start(sandbox.ws, 'another');
  const types = async (...args: string[]): Promise<string[]> => {
    const ended = await sandbox.wukong(['log', '--json', ...args]);
    expect(ended.code).toBe(0);
    const lines = ended.stdout.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line)).map((event) => `${event.goal_id} ${event.type}`);
  };
  expect(await types('--type', 'run')).toEqual(['G-0001 run.dispatched', 'G-0001 run.started']);
  expect(await types('--type', 'run.started')).toEqual(['G-0001 run.started']);
  expect(await types('--node', 'N-001', '--type', 'node')).toEqual([
    'G-0001 node.ready',
    'G-0002 node.ready',
  ]);
  expect(await types('--node', 'g-0002/n-001')).toEqual(['G-0002 node.ready']);
  expect(await types('--goal', 'G-0002', '--limit', '1')).toEqual(['G-0002 node.ready']);
  expect(await types('--limit', '0')).toEqual([]);
  expect(await types('--type', 'node.done')).toEqual([]);
  expect(await types('--goal', '2', '--type', 'goal.created')).toEqual(['G-0002 goal.created']);
  expect(await types('--node', '1/N-001', '--type', 'run', '--limit', '1')).toEqual([
    'G-0001 run.started',
  ]);
});

test.each([
  [['--limit', 'many'], '--limit needs a whole number.', '--limit 20'],
  [['--limit='], '--limit needs a whole number.', '--limit 20'],
  [['--goal='], '--goal is empty.', 'wukong log --help'],
  [['--node='], '--node is empty.', 'wukong log --help'],
  [['--type', ''], '--type is empty.', 'wukong log --help'],
  [['--goal', 'decoder'], '"decoder" is no goal.', 'G-0001'],
  [['--node', 'ear'], '"ear" is no node.', 'N-010'],
  [['--goal', 'G-9999'], 'The log has no event of G-9999.', 'wukong log'],
  [['--goal', '2'], 'The log has no event of G-0002.', 'Did you mean "G-0001"?'],
  [['--node', 'N-01'], 'The log has no event of N-01.', 'Did you mean "N-001"?'],
  [['--node', 'G-1/N-099'], 'The log has no event of G-0001/N-099.', 'wukong log'],
  [['--type', 'run.startde'], '"run.startde" is no type of event.', 'Did you mean "run.started"?'],
])('%j is reported as a mistake of the command line', async (args, message, hint) => {
  using sandbox = await withHistory();
  const ended = await sandbox.wukong(['log', ...args]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain(`error  ${message}\n`);
  expect(ended.stderr).toContain(hint);
});

test('a long log is shown whole, and its end is its end', async () => {
  using sandbox = await withHistory();
  must(sandbox.ws, (step) => {
    for (let i = 0; i < 2500; i += 1) {
      step.emit({
        type: 'node.answered',
        goal_id: 'G-0001',
        node_id: 'N-010',
        payload: { answer: `${i}`, to: { kind: 'text', text: '' } },
      });
    }
  });
  const whole = sandbox.read('.wukong/events.jsonl');
  expect((await sandbox.wukong(['log', '--json'])).stdout).toBe(whole);
  const lines = whole.trimEnd().split('\n');
  for (const limit of [1, 1024, 2400]) {
    const { stdout } = await sandbox.wukong(['log', '--json', '--limit', `${limit}`]);
    expect(stdout).toBe(`${lines.slice(-limit).join('\n')}\n`);
  }
});

test('a torn tail is not shown, damage is reported with its line', async () => {
  using sandbox = await withHistory();
  const path = join(sandbox.repo, '.wukong/events.jsonl');
  const before = (await sandbox.wukong(['log'])).stdout;
  appendFileSync(path, '{"event_id":"E-0000');
  expect((await sandbox.wukong(['log'])).stdout).toBe(before);
  sandbox.write(
    '.wukong/events.jsonl',
    sandbox.read('.wukong/events.jsonl').replace('crashes', 'trashes'),
  );
  const damaged = await sandbox.wukong(['log']);
  expect(damaged.code).toBe(1);
  expect(damaged.stderr).toContain('error WK3002  .wukong/events.jsonl is damaged at line 2');
});

/** `wukong log --follow` as somebody sees it. */
function following(sandbox: Sandbox, node: readonly string[] = []) {
  const args = [...node, join(DIST, 'cli.js'), 'log', '--follow', '--type', 'node'];
  const child = spawn(process.execPath, args, { cwd: sandbox.repo });
  let shown = '';
  let seen = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    seen();
  });
  const ended = new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
  return {
    times: (words: string): number => shown.split(words).length - 1,
    until: (words: string, times = 1): Promise<void> =>
      new Promise((resolve) => {
        seen = () => {
          if (shown.split(words).length > times) resolve();
        };
        seen();
      }),
    ended,
    interrupt(): Promise<unknown> {
      child.kill('SIGINT');
      return ended;
    },
  };
}

test('--follow shows what happens, and Ctrl-C ends it well', async () => {
  using sandbox = await withHistory();
  const log = following(sandbox);
  await log.until('ready');
  block(sandbox.ws, 'G-0001', 'N-010', 'questions', 'Which one?');
  await log.until('waits for a person (questions): Which one?');
  answerNode(sandbox.ws, 'both');
  await log.until('answered: both');
  expect(log.times('Which one')).toBe(1);
  expect(await log.interrupt()).toEqual([0, null]);
});

test('--follow shows the last of what happens close together, too', async () => {
  using sandbox = await withHistory();
  const log = following(sandbox);
  await log.until('ready');
  for (let round = 1; round <= 12; round += 1) {
    block(sandbox.ws, 'G-0001', 'N-010', 'questions', 'Which one?');
    // From at once to after all the watcher waits for: it tells of no change soon after a change.
    await sleep(round * 6);
    answerNode(sandbox.ws, 'both');
    await log.until('answered: both', round);
  }
  expect(log.times('Which one')).toBe(12);
  expect(await log.interrupt()).toEqual([0, null]);
});

test('--follow goes on in the next file when the log is sealed', async () => {
  using sandbox = await withHistory();
  const log = following(sandbox);
  await log.until('ready');
  for (let round = 1; round <= 3; round += 1) {
    expect((await sandbox.wukong(['archive'])).code).toBe(0);
    block(sandbox.ws, 'G-0001', 'N-010', 'questions', 'Which one?');
    answerNode(sandbox.ws, 'both');
    await log.until('answered: both', round);
  }
  expect(log.times('ready')).toBe(1);
  expect(log.times('Which one')).toBe(3);
  expect(await log.interrupt()).toEqual([0, null]);
});

test('--follow goes on where the system watches no more files', async () => {
  using sandbox = await withHistory();
  const log = following(sandbox, ['--require', join(import.meta.dirname, 'no-watch.cjs')]);
  await log.until('ready');
  block(sandbox.ws, 'G-0001', 'N-010', 'questions', 'Which one?');
  await log.until('Which one?');
  expect(log.times('Which one')).toBe(1);
  expect(await log.interrupt()).toEqual([0, null]);
});

test('--follow needs no leave to write', async () => {
  using sandbox = await withHistory();
  const log = following(sandbox, ['--require', join(import.meta.dirname, 'read-only.cjs')]);
  await log.until('ready');
  block(sandbox.ws, 'G-0001', 'N-010', 'questions', 'Which one?');
  const shown = log.until('Which one?').then(() => 'shown');
  expect(await Promise.race([shown, log.ended])).toBe('shown');
  expect(await log.interrupt()).toEqual([0, null]);
});

test('--follow ends when the log is gone', async () => {
  using sandbox = await withHistory();
  const log = following(sandbox);
  await log.until('ready');
  rmSync(join(sandbox.repo, '.wukong/events.jsonl'));
  expect(await log.ended).toEqual([1, null]);
});
