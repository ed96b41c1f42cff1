// A goal whose time is up asks for more of it: where the person sits, in its file, in a shell.

import { expect, test } from 'vitest';
import { type Clock, clockAt } from '../rig/clock.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const client = livingClient();
const DAY_MS = 24 * 3_600_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

function deadlines(rig: Rig): unknown[] {
  return rig.events().flatMap(({ type, payload }) => {
    const { deadline } = (payload.terms ?? {}) as Record<string, unknown>;
    return type === 'goal.set' ? [deadline] : [];
  });
}

test('a passed deadline is put off by words in its file that are typed once they were shown, or by a person in a shell', async () => {
  await using rig = await Rig.create();
  const at = (days: number): Clock => clockAt(rig.root, inDays(days));
  const typed = async (prompt: string, clock: Clock) => {
    const env = { ...client, ...clock.env };
    return JSON.stringify((await rig.typed(prompt, env)).json);
  };
  const dispatched = async (clock: Clock, agent: string, role = 'ear') => {
    const agents = new Agents(rig, { ...client, ...clock.env }, clock.now);
    return JSON.stringify((await agents.dispatch(role, agent)).json);
  };
  await typed(`/wukong_feature --deadline ${inDays(1).slice(0, 19)}Z add a health check`, at(0));

  const second = at(2);
  const asks = await dispatched(second, 'late');
  const ways = [
    '/wukong_resume ESC-0001 deadline=',
    'below \\"## Answer\\" in',
    'wukong goal set G-0001',
  ];
  const order = ways.map((way) => asks.indexOf(way));
  expect(order, asks).toEqual([...order].sort((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);

  const file = '.wukong/escalations/ESC-0001.md';
  const day = inDays(4).slice(0, 10);
  const answer = (words: string) => ['resume', 'ESC-0001', '--answer', words];
  const wrong = await rig.cli(answer('next week'), second);
  expect(wrong, rig.dump()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('A deadline is a day'),
  });
  // Nobody sits at a terminal.
  const nobody = await rig.cli(answer(day), second);
  expect(nobody.code, rig.dump()).toBe(3);
  expect(nobody.stderr).toContain(`/wukong_resume ESC-0001 ${day}`);
  expect(deadlines(rig)).toEqual([]);

  rig.write(file, rig.file(file).replace('\n\n\n\n- [ ] Done', `\n\n${day}\n\n- [x] Done`));
  // A process may have written it: it is shown first.
  expect(await typed('/wukong_resume ESC-0001', second)).toContain('you were not shown it before');
  expect(deadlines(rig)).toEqual([]);
  expect(await typed('/wukong_resume ESC-0001 ', second)).toContain(
    'the deadline of G-0001 is now',
  );
  expect(deadlines(rig)).toHaveLength(1);
  expect(await dispatched(second, 'again')).toContain('updatedInput');

  const third = at(6);
  expect(await dispatched(third, 'later', 'eye')).toContain('/wukong_resume ESC-0002');
  const later = ['resume', 'ESC-0002', '--answer', `deadline=${inDays(9).slice(0, 10)}`];
  const put = await rig.person(later, 'y', third.env);
  expect(put.code, rig.dump()).toBe(0);
  expect(put.stdout).toContain('Resumed G-0001: until ');
  expect(deadlines(rig)).toHaveLength(2);
  expect(await dispatched(third, 'last', 'eye')).toContain('updatedInput');
});
