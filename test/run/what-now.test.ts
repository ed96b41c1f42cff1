import { expect, test } from 'vitest';
import { UnderWay } from '../../runtime/engine/drive/under-way.ts';
import { whatNow } from '../../runtime/engine/drive/what-now.ts';
import type { Command } from '../../runtime/kernel/decide.ts';

const start = (node: string): Command => {
  return { type: 'start_node', goal: 'G-0001', node, role: 'eye', by: 'subagent' };
};
const awaited = (node: string): Command => {
  return { type: 'await_run', goal: 'G-0001', node, run: 'r' };
};
const CLOSE: Command = { type: 'complete_goal', goal: 'G-0001' };
const VERIFY: Command = { type: 'verify_report', goal: 'G-0001', node: 'N-010', run: 'r' };
const NONE: ReadonlySet<string> = new Set();

test('all that can be done now is begun, beside what is under way, and nothing twice', () => {
  const commands = [awaited('N-010'), start('N-020'), start('N-030')];
  const turn = whatNow(commands, new Set(['N-010', 'N-020']), NONE);
  expect(turn).toEqual({ kind: 'begin', work: [start('N-030')] });
  expect(whatNow([VERIFY], NONE, NONE)).toEqual({ kind: 'begin', work: [VERIFY] });
});

test('while something is under way, or somebody else works, it waits', () => {
  expect(whatNow([awaited('N-010')], NONE, NONE)).toEqual({ kind: 'wait' });
  expect(whatNow([start('N-010')], new Set(['N-010']), NONE)).toEqual({ kind: 'wait' });
  // Paused meanwhile: what works is not cut short.
  expect(whatNow([], new Set(['N-010']), NONE)).toEqual({ kind: 'wait' });
});

test('a node that nothing can be done for holds up no other', () => {
  const passedOver = new Set(['N-010']);
  const turn = whatNow([start('N-010'), start('N-020')], NONE, passedOver);
  expect(turn).toEqual({ kind: 'begin', work: [start('N-020')] });
  expect(whatNow([start('N-010')], NONE, passedOver)).toEqual({ kind: 'nothing' });
});

test('a goal is closed by nobody who has something under way', () => {
  expect(whatNow([CLOSE], new Set(['N-010']), NONE)).toEqual({ kind: 'wait' });
  expect(whatNow([CLOSE], NONE, NONE)).toEqual({ kind: 'close', by: CLOSE });
});

test('work that fails is told of in its turn, and what is beside it goes on to its end', async () => {
  const underWay = new UnderWay<string>();
  let finish = (_end: string): void => undefined;
  const other = new Promise<string>((resolve) => {
    finish = resolve;
  });
  underWay.begin('N-010', Promise.reject(new Error('broken')));
  underWay.begin('N-020', other);
  await expect(underWay.next(60_000)).rejects.toThrow('broken');
  expect([...underWay.nodes]).toEqual(['N-020']);
  finish('done');
  expect(await underWay.next(60_000)).toEqual({ node: 'N-020', end: 'done' });
  expect(await underWay.next(0)).toBeUndefined();
});
