// `wukong run` at a terminal: the picture of `wukong status --watch` while it works, and questions.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { ended, events, REQUEST, repositoryWith, waiting, wukong } from './driven.ts';
import { type Answers, personAt as person } from './person-at.ts';

describe('a goal that is run at a terminal', () => {
  test('is drawn as it goes, asks its person there, and goes on with what they say', async () => {
    const repository = await repositoryWith('asks');
    const answers: Answers = [[/◆ +N-010: .*Which format\?/, 'The old one\r']];
    const shown = await person(repository, answers, 'run', REQUEST, '--track', 'direct');
    expect(shown, shown.stdout).toMatchObject({ code: 0 });
    // The picture stands below what happened.
    expect(shown.stdout).toMatch(
      /goal created from direct[\s\S]*N-010 +body[\s\S]*N-010 waits for you: It asks: Which format\?/,
    );
    // What a session prints at the end of a goal.
    expect(shown.stdout).toMatch(/^Proven: .* G-0001 is complete, 1 of 1 nodes done in .*\.\r?$/m);
    expect(shown.stdout).toMatch(/^Changed: src\/decoder\.js \+\d/m);
    expect(shown.stdout).toMatch(
      /^Next: git diff, then git commit; undo: git apply -R \.wukong\//m,
    );
    expect(shown.stdout).toMatch(/^Summary: \.wukong\/artifacts\/S-\d{8}-001\/summary\.md/m);
    const [told] = events(repository, 'node.answered');
    expect(told?.payload).toMatchObject({ answer: 'The old one' });
    expect(events(repository, 'run.dispatched')).toHaveLength(2);
  });

  test('asks as well why the goal is paused, and goes on with a budget alone', async () => {
    const repository = await repositoryWith();
    const mine = join(repository.path, '.wukong', 'templates');
    mkdirSync(mine, { recursive: true });
    writeFileSync(join(mine, 'mine.yaml'), TOO_DEAR);
    const terms = ['--budget', 'usd=1', '--priority', '80', '--issue', 'org/repo#12'];
    const later: Answers = [[/◆ +G-0001 is paused: .*budget/, '\r']];
    const left = await person(repository, later, 'run', REQUEST, '--track', 'mine', ...terms);
    expect(left, left.stdout).toMatchObject({ code: 3 });
    const [begun] = events(repository, 'goal.created');
    expect(begun?.payload).toMatchObject({
      terms: { priority: 80, budget: { max_cost_usd: 1 } },
      issue_ref: 'org/repo#12',
    });
    const raised = await ended(wukong(repository, 'run', 'G-0001', '--budget', 'usd=20'));
    expect(raised.code).toBe(2);
    expect(raised.out).toContain('wukong goal set G-0001 --budget usd=20');
    const answers: Answers = [
      [/◆ +G-0001 is paused: [\s\S]*as usd=10/, 'usd=2\r'],
      [/usd=2 is not enough to go on/, '0\r'],
      [/Set for G-0001: .*20/, 'y'],
    ];
    const shown = await person(repository, answers, 'run', 'G-0001');
    expect(shown, shown.stdout).toMatchObject({ code: 0 });
    const [set] = events(repository, 'goal.set');
    expect(set?.payload).toMatchObject({ terms: { budget: { max_cost_usd: 20 } } });
    expect(events(repository, 'graph.resumed')[0]?.payload).toMatchObject({ answer: 'usd=20' });
  });
});

const TOO_DEAR = `name: mine
version: 1
description: Mine
success_criteria: [it works]
nodes:
  - { id: N-010, title: Fix it, role: body, cost_estimate: 5 }
`;

test('a goal that is run where nobody sits ends with an escalation, and says how to answer', async () => {
  const repository = await repositoryWith('asks');
  const run = await ended(wukong(repository, 'run', REQUEST, '--track', 'direct'));
  expect(run).toMatchObject({
    code: 3,
    out: expect.stringContaining('N-010 of G-0001 waits for you'),
  });
  expect(run.out).toContain('wukong answer G-0001/N-010');
  expect(run.out).not.toContain('\u001b');
  expect(events(repository, 'escalation.opened')).toHaveLength(1);
  const words = ['resume', 'ESC-0001', '--answer', 'JSON'];
  expect(await ended(wukong(repository, ...words))).toMatchObject({ code: 3 });
  const answered = await person(repository, [], ...words);
  expect(answered).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('`wukong run G-0001`'),
  });
});

test('a goal that its person aborts meanwhile is not said to be complete', async () => {
  const repository = await repositoryWith('waits', '~/held');
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  const driver = ended(wukong(repository, 'run', REQUEST, '--track', 'direct'));
  const [executor] = await waiting(held);
  expect(await person(repository, [[/Yes/, 'y']], 'abort', 'G-0001')).toMatchObject({ code: 0 });
  expect(await driver).toMatchObject({ code: 1, out: expect.stringContaining('was cancelled') });
  expect(executor && isAlive(executor)).toBe(false);
});
