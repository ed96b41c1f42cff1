// `wukong answer`: what waits, the ways on there are, and one of them taken.

import { describe, expect, test } from 'vitest';
import { ended, events, REQUEST, repositoryWith, wukong } from './driven.ts';
import { type Answers, personAt as person } from './person-at.ts';

/** Its node asks, and nobody sat there. */
async function asked() {
  const repository = await repositoryWith('asks');
  await ended(wukong(repository, 'run', REQUEST, '--track', 'direct'));
  expect(events(repository, 'escalation.opened')).toHaveLength(1);
  return repository;
}

describe('what waits for a person', () => {
  test('is a secret where an executor names it by its code, whatever its words are', async () => {
    const repository = await repositoryWith('lacks');
    await ended(wukong(repository, 'run', REQUEST, '--track', 'direct'));
    expect(events(repository, 'escalation.opened')).toMatchObject([
      { payload: { reason: 'missing_credential' } },
    ]);
    const listed = await ended(wukong(repository, 'answer'));
    expect(listed.out).toContain('Ask the vendor for access.');
    expect(listed.out).toMatch(/^ {2}1 \(A\) {2}It is there now/m);
  });

  test('is listed with its ways on, and taken only from a person: words at once, a choice once it was shown and agreed to', async () => {
    const repository = await asked();
    const listed = await ended(wukong(repository, 'answer'));
    expect(listed.code).toBe(3);
    expect(listed.out).toMatch(/^ESC-0001 {2}G-0001\/N-010 {2}It asks: Which format\?$/m);
    expect(listed.out).toMatch(/^ {2}2 \(B\) {2}Leave it to the agent/m);
    const json = JSON.parse((await ended(wukong(repository, 'answer', '--json'))).out);
    expect(json.waiting).toMatchObject([
      {
        escalation: 'ESC-0001',
        goal: 'G-0001',
        node: 'N-010',
        ways: [{ option: 'A', widens: false }, { option: 'B', does: 'say' }, { does: 'type' }],
      },
    ]);
    for (const words of [['2'], ['JSON'], ['--unproven', 'it is right']]) {
      const said = await ended(wukong(repository, 'answer', 'ESC-0001', ...words));
      expect(said, said.out).toMatchObject({ code: 3 });
      expect(said.out).toContain('at a terminal');
    }
    const over = await ended(wukong(repository, 'answer', 'ESC-0002', 'JSON'));
    expect(over).toMatchObject({ code: 2, out: expect.stringContaining('ESC-0002') });
    const command = await ended(wukong(repository, 'answer', 'ESC-0001', 'C'));
    expect(command).toMatchObject({ code: 2, out: expect.stringContaining('wukong goal cancel') });
    const no = await person(repository, [[/Answer ESC-0001 so\?/, 'n']], 'answer', '2');
    expect(no, no.stdout).toMatchObject({ code: 3 });
    expect(no.stdout).toContain('Nothing was said.');
    expect(events(repository, 'node.answered')).toEqual([]);
    const taken = await person(repository, [], 'answer', 'N-010', 'the', 'old', 'one');
    expect(taken, taken.stdout).toMatchObject({ code: 0 });
    expect(events(repository, 'node.answered')).toMatchObject([
      { payload: { answer: 'the old one' } },
    ]);
  });

  test('is asked one after the other at a terminal, and goes on with the way on that is chosen there', async () => {
    const repository = await asked();
    const choice: Answers = [
      [/◆ +N-010: .*Which format\?[\s\S]*3 \(C\)/, '3\r'],
      [/That is a command of its own: wukong goal cancel G-0001/, '\u007f2\r'],
      // Enter is a yes to what was just typed.
      [/Answer ESC-0001 so\?/, '\r'],
    ];
    const said = await person(repository, choice, 'answer');
    expect(said, said.stdout).toMatchObject({ code: 0 });
    expect(said.stdout).toContain('Unblocked: N-010');
    expect(events(repository, 'node.answered')).toMatchObject([
      { payload: { answer: expect.stringContaining('leaves this to you') } },
    ]);
    expect((await ended(wukong(repository, 'answer'))).out).toContain('Nothing waits for you.');
  });

  test('is answered once by two who choose at the same time, and the other is told', async () => {
    const repository = await asked();
    const yes: Answers = [[/Answer ESC-0001 so\?/, 'y']];
    const both = await Promise.all([
      person(repository, yes, 'answer', 'ESC-0001', '2'),
      person(repository, yes, 'answer', 'ESC-0001', 'b'),
    ]);
    expect(events(repository, 'node.answered')).toHaveLength(1);
    const refused = both.filter(({ code }) => code !== 0).map(({ stdout }) => stdout);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/not what you were shown|Nothing waits for an answer at ESC-0001/);
  });
});
