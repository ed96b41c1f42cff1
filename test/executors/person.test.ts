// A step that a person carries out, and one that is switched in the middle, through the built hooks and
// commands, in a real repository.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeSaved } from '../../runtime/engine/results/take-saved.ts';
import { locateRepository } from '../../runtime/workspace/repository.ts';
import { Agents } from '../hooks/agents.ts';
import { livingClient } from '../rig/living-client.ts';
import { writeLocal } from '../rig/local-config.ts';
import { Rig } from '../rig/rig.ts';
import { waitUntil } from '../rig/wait.ts';

const env = livingClient();

function template(executor: string): string {
  return `name: look
version: 1
description: Looks.
success_criteria: [It was looked at.]
nodes:
  - { id: N-010, title: Look, role: eye${executor} }
`;
}

const REPORT = `## Summary
It was looked at.

## Steps
1. Read.

## Evidence
- References:
  - README.md:1
`;

async function begun(rig: Rig, executor: string, more = ''): Promise<Agents> {
  rig.write('.wukong/templates/look.yaml', `${template(executor)}${more}`);
  const typed = { prompt: '/wukong_look what the decoder says', prompt_id: 'p1' };
  await rig.hook('UserPromptSubmit', typed, env);
  return new Agents(rig, env);
}

function factOf(rig: Rig, type: string) {
  return rig.events().findLast((record) => record.type === type);
}

function save(dir: string, run: string, more = '', issue = 'org/board#7'): void {
  writeFileSync(join(dir, 'report.md'), REPORT);
  const head = `IssueRef: ${issue}\nRunId: ${run}\nStatus: ok\nCommit: none\nTests: n/a\n`;
  writeFileSync(join(dir, 'work_result.txt'), `${head}${more}\nIt was looked at.\n`);
}

async function callEye(rig: Rig): Promise<string> {
  const call = { tool_name: 'Agent', tool_use_id: `toolu_${rig.events().length}` };
  const input = { subagent_type: 'eye', prompt: 'go', description: 'go' };
  const answer = await rig.hook('PreToolUse', { ...call, tool_input: input }, env);
  return JSON.stringify(answer.json);
}

test('what a person saves in the folder of their order is judged, and the goal is done with it', async () => {
  await using rig = await Rig.create();
  await begun(rig, ', issue_ref: org/board#7, executor: { type: human, name: ada }');
  const said = await callEye(rig);
  expect(said, rig.dump()).toContain('carried out by a person (ada), not by an agent');
  const copied = factOf(rig, 'order.copied');
  const dir = String(copied?.payload.dir);
  const run = String(copied?.run_id);
  expect(said).toContain(dir);
  const listed = await rig.cli(['escalations', 'list']);
  expect(listed.stdout).toContain(
    'G-0001/N-010  work for a person, not a question: ada carries it out.',
  );
  const status = await rig.cli(['status']);
  expect(status.stdout).toMatch(/N-010 .*org\/board#7/);
  expect(status.stdout.replaceAll(/\s+/g, ' ')).toContain('ada carries it out.');
  expect(status.stdout.replaceAll(/\s+/g, ' ')).toContain(`wukong submit ${run} --result FILE`);

  save(dir, run, 'Status: perhaps\n');
  const file = join(dir, 'work_result.txt');
  const faulty = await rig.person(['submit', run, '--result', file]);
  expect(faulty.code).toBe(1);
  expect(faulty.stdout).toMatch(/work_result\.txt:6:\d+/);

  const other = run.replace(/-\d+$/, '-0099');
  save(dir, other);
  const misled = await rig.person(['submit', run]);
  expect(misled.stdout, rig.dump()).toContain('It was refused');
  expect(factOf(rig, 'run.refused')).toMatchObject({ run_id: run, payload: { names: other } });
  expect(factOf(rig, 'run.ended')).toBeUndefined();

  save(dir, run);
  expect((await rig.cli(['submit', run])).code).toBe(3);
  await rig.cli(['status']);
  const gone = await waitUntil(rig.repo, () => factOf(rig, 'order.removed'), 90_000);
  expect(gone, rig.dump()).toMatchObject({ run_id: run, payload: { kept: [] } });
  expect(existsSync(dir)).toBe(false);
  expect(factOf(rig, 'graph.completed')).toBeDefined();
  expect(factOf(rig, 'node.done')?.payload).toMatchObject({ run, level: 'L1' });
});

test('a step that is switched in the middle goes to a person, and the late report of its agent is refused', async () => {
  await using rig = await Rig.create();
  const agents = await begun(rig, '');
  await agents.dispatch('eye');
  const old = String(factOf(rig, 'run.dispatched')?.run_id);
  const args = ['switch', 'N-010', '--executor', 'human:ada', '--why', 'it needs the board'];
  expect((await rig.cli(args)).code).toBe(3);
  const switched = await rig.person(args);
  expect(switched.stdout, rig.dump()).toContain(`Run ${old} is replaced`);
  await agents.report('eye');
  expect(factOf(rig, 'run.refused')?.run_id).toBe(old);
  expect(factOf(rig, 'node.done')).toBeUndefined();

  await callEye(rig);
  const replaced = factOf(rig, 'run.replaced');
  const copied = factOf(rig, 'order.copied');
  expect(replaced).toMatchObject({ run_id: old, payload: { run: copied?.run_id } });
  save(String(copied?.payload.dir), String(copied?.run_id), '', 'local#1');
  const submitted = await rig.person(['submit', String(copied?.run_id)]);
  expect(submitted.stdout, rig.dump()).toContain('N-010: done');
  expect(factOf(rig, 'graph.completed')).toBeDefined();
});

test('what is saved while an agent may write is not taken, and what a person left is kept when it is over', async () => {
  await using rig = await Rig.create();
  const beside = `  - { id: N-020, title: Change, role: body }
  - { id: N-030, title: Judge, role: nose }
edges: [{ from: N-010, to: N-030 }, { from: N-020, to: N-030 }]
`;
  const agents = await begun(rig, ', executor: { type: human, name: ada }', beside);
  await callEye(rig);
  const copied = factOf(rig, 'order.copied');
  const dir = String(copied?.payload.dir);
  const run = String(copied?.run_id);
  await agents.dispatch('body');
  const ws = locateRepository(rig.repo);
  if (!ws) throw new Error(rig.dump());
  save(dir, run, '', 'local#1');
  await takeSaved(ws);
  expect(factOf(rig, 'result.misread')).toBeUndefined();
  expect(factOf(rig, 'run.reported')).toBeUndefined();

  const args = ['switch', 'N-020', '--executor', 'human:eve', '--why', 'she knows it'];
  expect((await rig.person(args)).code, rig.dump()).toBe(0);
  await takeSaved(ws);
  const said = JSON.stringify(factOf(rig, 'result.misread')?.payload.problems);
  expect(said).toContain('It was saved while run');
  expect(factOf(rig, 'run.reported')).toBeUndefined();

  writeFileSync(join(dir, 'notes.md'), 'Half of it.\n');
  expect((await rig.person(['abort', 'G-0001'])).code, rig.dump()).toBe(0);
  await takeSaved(ws);
  const removed = factOf(rig, 'order.removed');
  expect(JSON.stringify(removed?.payload.kept)).toContain('notes.md');
  expect(existsSync(dir)).toBe(false);
  expect((await rig.cli(['fsck'])).code).toBe(0);
});

test('a person carries out a step of a goal without a session, and `wukong run` goes on with what they saved', async () => {
  await using rig = await Rig.create();
  rig.write('.wukong/templates/look.yaml', template(''));
  const none = await rig.cli(['run', 'what it says', '--track', 'look', '--executor', 'humn']);
  expect(none).toMatchObject({ code: 2 });
  expect(none.stderr).toContain('Did you mean "human"?');
  const args = ['run', 'what it says', '--track', 'look', '--executor', 'human:ada'];
  const waits = await rig.cli(args);
  expect(waits.code, rig.dump()).toBe(3);
  expect(waits.stderr).toContain('N-010 of G-0001: ada carries it out.');
  const copied = factOf(rig, 'order.copied');
  expect(waits.stderr).toContain(String(copied?.payload.dir));
  expect(factOf(rig, 'goal.owned')?.payload).toMatchObject({ owner: { kind: 'nobody' } });

  save(String(copied?.payload.dir), String(copied?.run_id), '', 'local#1');
  const done = await rig.cli(['run', 'G-0001']);
  expect(done.code, rig.dump()).toBe(0);
  expect(factOf(rig, 'node.done')).toMatchObject({ run_id: copied?.run_id });
  expect(rig.events('goal.created')).toHaveLength(1);
});

test('a step whose agent fails of the same again goes to a person by a rule, with the pull request it named', async () => {
  await using rig = await Rig.create();
  const rules = 'switching: [{ when: repeated_signature, to: human:ada }]\n';
  writeLocal(rig.repo, `try_gates: false\n${rules}`);
  const agents = await begun(rig, '');
  const pr = 'https://github.com/org/board/pull/7';
  for (const agent of ['first', 'second']) {
    await agents.dispatch('eye', agent);
    const words = { status: 'failed', header: `PR: ${pr}`, summary: 'There is no board' };
    await agents.report('eye', words, agent);
  }
  expect(await callEye(rig), rig.dump()).toContain('carried out by a person (ada)');
  expect(factOf(rig, 'run.replaced')?.payload).toMatchObject({
    because: { rule: 'repeated_signature' },
    handover: { pr },
  });
  const dir = String(factOf(rig, 'order.copied')?.payload.dir);
  expect(readFileSync(join(dir, 'links.md'), 'utf8')).toContain(`- Pull request: ${pr}`);
});
