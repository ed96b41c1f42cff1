// P1 for the process that verifies: killed at any of its file operations, its work is done by another, and
// the agent's never twice.

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Checked } from '../verifier/checked.ts';
import { isKillPoint, sample } from './kill-points.ts';
import { Tally } from './tally.ts';

test('P1 a verifier that is killed at any of its file operations is replaced by the next Stop', async () => {
  await using checked = await Checked.working({ gates: ['one', 'two'] });
  using tally = new Tally('killed verifiers');
  const { scene, gates } = checked;
  gates.answerAll(0);
  const before = scene.keep();
  const trace = `${scene.rig.root}/verifier-trace`;
  await checked.start(checked.report(), { trace, at: 0, how: 'none' }).ended;
  const lines = readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && isKillPoint(line));
  expect(lines.some((line) => line.includes('events.jsonl'))).toBe(true);
  for (const [i, line] of sample([...lines.entries()], 6)) {
    scene.putBack(before);
    const at = Number(line.split(' ')[0]);
    const how = i % 2 === 0 ? 'kill-before' : 'kill-after';
    await checked.start(checked.report(), { at, how }).ended;
    await checked.say(checked.stop());
    const left = await checked.leftProcesses();
    tally.faults += 1;
    tally.holds(`${how} ${line}`, () => {
      expect(checked.ofType('node.done')).toHaveLength(1);
      expect(checked.ofType('run.dispatched')).toHaveLength(1);
      expect(left).toEqual([]);
      expect(existsSync(scene.path('inbox'))).toBe(false);
    });
  }
  tally.rounds = tally.faults;
  expect(tally.faults).toBeGreaterThan(2);
});
