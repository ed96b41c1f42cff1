// What a person sees of a goal with very many nodes, and of one whose plan is lost.

import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { storeGraph } from '../../runtime/log/plan-files.ts';
import { readState } from '../../runtime/step/run-step.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { Sandbox } from '../install/temporary.ts';
import { FIX, node, plan } from '../kernel/plan.ts';
import { block, DEAD, must, start, work } from './goals.ts';

async function withLargeGoal(nodes: number): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  const specs = Array.from({ length: nodes }, (_, i) => node(`N-${1000 + i}`, 'ear'));
  const owner = ofSession('s-large', DEAD, '');
  const large = storeGraph(sandbox.ws, plan(specs, []));
  must(sandbox.ws, (step) => startGoal(step, owner, 'very much to hear', large));
  return sandbox;
}

function graphIn({ ws }: Sandbox): string {
  const [name = ''] = readdirSync(files.graphs(ws));
  return join(files.graphs(ws), name);
}

test('of two thousand nodes status and replay tell how many there are, and name a few', async () => {
  await using sandbox = await withLargeGoal(2000);
  const run = work(sandbox.ws, 'G-0001', 'ear');
  for (let n = 1; n <= 20; n += 1) {
    block(sandbox.ws, 'G-0001', `N-${1000 + n}`, 'questions', `what is ${n}?`);
  }
  const status = await sandbox.wukong(['status']);
  expect(status.stdout).toContain('2000 nodes: 1979 ready, 1 running, 20 blocked');
  expect(status.stdout).toContain('N-1000  ear     running');
  expect(status.stdout).toContain('12 more wait for you.');
  expect(status.stdout.split('\n').length).toBeLessThan(40);
  const replay = await sandbox.wukong(['replay']);
  expect(replay.stdout).toContain(`Running: N-1000 as ${run}`);
  expect(replay.stdout).toContain('and 1971 more');
  expect(replay.stdout.split('\n').length).toBeLessThan(20);
  const resumed = await sandbox.person(['resume', '--node', 'N-1003', '--answer', 'three']);
  expect(resumed.stdout).toContain('Unblocked: N-1003.');
  const why = await sandbox.wukong(['why', 'N-1003']);
  expect(why.stdout).toMatch(/answered by \S+ at terminal .*: three/);
  const all = await sandbox.json(['status']);
  expect(all.out.goals[0].nodes).toHaveLength(2000);
});

test('fsck says what brings taskgraph.json up to date that only Stop writes', async () => {
  await using sandbox = await withLargeGoal(600);
  await sandbox.wukong(['rebuild']);
  work(sandbox.ws, 'G-0001', 'ear');
  const { stdout } = await sandbox.wukong(['fsck']);
  expect(stdout).toMatch(/taskgraph\.json .*log continues to E-.*\n.*`wukong rebuild`/);
  await sandbox.wukong(['rebuild']);
  expect((await sandbox.wukong(['fsck'])).stdout).toMatch(/^Clean/);
});

test('fsck finds nothing wrong with a large goal, and rebuild makes its file again', async () => {
  await using sandbox = await withLargeGoal(200);
  start(sandbox.ws, 'a small one');
  expect((await sandbox.wukong(['fsck'])).stdout).toContain('Clean');
  rmSync(files.goals(sandbox.ws), { recursive: true });
  const { stdout, code } = await sandbox.wukong(['rebuild']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/goals\/G-0001\S* was missing, and is there again/);
  expect((await sandbox.wukong(['fsck'])).stdout).toContain('Clean');
});

describe('a plan that is lost', () => {
  test('fsck names the file, the line and byte of the event that has its hash, and the way on', async () => {
    await using sandbox = await withLargeGoal(200);
    const path = graphIn(sandbox);
    const text = readFileSync(path, 'utf8');
    const log = readFileSync(files.log(sandbox.ws), 'utf8');
    const line = log.split('\n').findIndex((one) => one.includes('"goal.created"'));
    const byte = Buffer.byteLength(log.split('\n').slice(0, line).join('\n')) + 1;
    for (const how of ['missing', 'altered'] as const) {
      if (how === 'missing') rmSync(path);
      else writeFileSync(path, text.replace('ear work', 'EAR work'));
      const { out, code } = await sandbox.json(['fsck']);
      expect(code).toBe(1);
      const place = { file: 'events.jsonl', line: line + 1, byte };
      expect(out.findings).toMatchObject([{ kind: 'graph-lost', ...place }]);
      expect(out.findings[0].message).toMatch(how === 'missing' ? /is missing/ : /was altered/);
      expect(out.findings[0].hint).toContain('Put it back');
    }
    writeFileSync(path, text);
    expect((await sandbox.json(['fsck'])).code).toBe(0);
  });

  test('commands say what is lost and change nothing of that goal; a small one beside it goes on', async () => {
    await using sandbox = await withLargeGoal(200);
    start(sandbox.ws, 'a small one');
    const kept = join(sandbox.repo, 'kept.json');
    const path = graphIn(sandbox);
    renameSync(path, kept);
    expect((await sandbox.wukong(['rebuild'])).stderr).toContain('WK3009');
    rmSync(files.state(sandbox.ws));
    expect((await sandbox.wukong(['status'])).stdout).toContain('the plan of G-0001, is missing.');
    expect((await sandbox.wukong(['resume', 'G-0001'])).stderr).toContain('WK3009');
    work(sandbox.ws, 'G-0002', 'ear');
    renameSync(kept, path);
    expect((await sandbox.wukong(['rebuild'])).code).toBe(0);
    const now = readState(sandbox.ws);
    expect(now.ok && now.state.goals['G-0001']?.specs).toHaveLength(200);
    expect(now.ok && now.state.goals['G-0002']?.nodes[FIX.nodes[0]?.id ?? '']?.status).toBe(
      'running',
    );
  });

  test('who asks for its nodes reads of the plan, and not that there are none', async () => {
    await using sandbox = await withLargeGoal(200);
    start(sandbox.ws, 'a small one');
    rmSync(graphIn(sandbox));
    rmSync(files.state(sandbox.ws));
    for (const words of [
      ['why', 'G-0001/N-1000'],
      ['evidence', 'G-0001/N-1000'],
      ['graph', 'render', 'G-0001'],
    ]) {
      const ended = await sandbox.wukong(words);
      expect([words, ended.code, ended.stdout]).toEqual([words, 1, '']);
      expect(ended.stderr).toContain('WK3009');
    }
    const replay = await sandbox.wukong(['replay']);
    expect(replay.stdout).toContain('the plan of G-0001, is missing.');
    expect((await sandbox.wukong(['why', 'G-0002/N-001'])).code).toBe(0);
    expect((await sandbox.wukong(['why', 'G-0002/N-999'])).stderr).toContain('There is no');
  });

  test('of a goal that is over nobody is asked to abort it', async () => {
    await using sandbox = await withLargeGoal(200);
    rmSync(graphIn(sandbox));
    expect((await sandbox.json(['fsck'])).out.findings[0].hint).toContain(
      'wukong goal cancel G-0001',
    );
    expect((await sandbox.person(['goal', 'cancel', 'G-0001'], 'y')).code).toBe(0);
    const [lost] = (await sandbox.json(['fsck'])).out.findings;
    expect(lost).toMatchObject({ kind: 'graph-lost' });
    expect(lost.hint).toContain('Put it back');
    expect(lost.hint).not.toContain('cancel');
  });

  test('a plan that nobody adopted is a note', async () => {
    await using sandbox = await withLargeGoal(200);
    const stray = storeGraph(
      sandbox.ws,
      plan(
        FIX.nodes.map((one) => ({ ...one, instructions: 'z'.repeat(9000) })),
        [],
      ),
    );
    const { out, code } = await sandbox.json(['fsck']);
    expect(code).toBe(0);
    expect(out.notes.slice(0, 1)).toMatchObject([
      { kind: 'orphan', file: `graphs/${stray.graph?.sha256}.json` },
    ]);
  });
});
