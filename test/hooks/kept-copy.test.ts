// The copy that reports take, through the built hooks: there while a goal is open, and gone with the last one.

import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SpareCopy } from '../../runtime/evidence/trees/spare-copy.ts';
import { CHECK, mend, SOURCE } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { Agents } from './agents.ts';

const TESTED = { command: CHECK, references: [`${SOURCE}:19`] };

const placeOf = (rig: Rig): string => join(rig.home, 'tmp');
const copiesOf = (rig: Rig): readonly string[] =>
  readdirSync(placeOf(rig)).filter((name) => name.startsWith('wukong-'));

/** Verifiers end a moment after what they settle. */
function untilLeft(rig: Rig, count: number): Promise<void> {
  const isKept = expect.stringMatching(/^wukong-kept-/);
  return expect
    .poll(() => copiesOf(rig), { timeout: 60_000 })
    .toEqual(Array.from({ length: count }, () => isKept));
}

/** Of a file that no report changes: that of a new copy is another file, or a younger one. */
function markOf(rig: Rig) {
  const file = join(placeOf(rig), copiesOf(rig)[0] ?? '', 'tree/many/1.txt');
  const { ino, mtimeMs } = lstatSync(file);
  return { ino, mtimeMs };
}

/** One as a report leaves it. */
async function leaveCopy(rig: Rig): Promise<void> {
  const folder = join(placeOf(rig), 'made');
  mkdirSync(join(folder, 'tree'), { recursive: true });
  const objectsDir = join(rig.repo, '.wukong/objects');
  await using spare = new SpareCopy({ objectsDir, isWanted: () => true });
  const none = { laid: [], found: new Map(), left: new Map(), isPlain: true };
  spare.put({ folder, path: join(folder, 'tree'), tree: 'a'.repeat(40), ...none });
}

test('a report in a large repository takes the copy of the one before, and none is left after the goal, cancel, off, gc and uninstall', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  rig.client = livingClient().CLAUDE_PID;
  for (let n = 0; n < 1_000; n += 1) rig.write(`many/${n}.txt`, `${n}`);
  const begin = (key: string) =>
    rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes', prompt_id: key });
  fromBody(rig);
  await begin('p1');
  const agents = new Agents(rig);
  await agents.untilBody({ command: CHECK, calls: [] });
  mend(rig);
  await agents.report('body', TESTED);
  await untilLeft(rig, 1);
  const mark = markOf(rig);
  await agents.dispatch('tongue');
  rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
  await agents.report('tongue', { ...TESTED, references: ['test/more.test.js:1'] });
  await untilLeft(rig, 1);
  // A time that is set again is of whole microseconds.
  expect(markOf(rig)).toEqual({ ino: mark.ino, mtimeMs: expect.closeTo(mark.mtimeMs, 0) });
  await agents.carryOut('nose', { header: 'Verdict: accept' });
  await agents.carryOut('mind');
  expect(rig.events().map(({ type }) => type)).toContain('graph.completed');
  await untilLeft(rig, 0);

  await leaveCopy(rig);
  expect((await rig.cli(['gc', '--yes'])).stdout).toContain('.wukong/objects/kept-copy.json');
  await untilLeft(rig, 0);
  await begin('p2');
  await leaveCopy(rig);
  // The next report takes it.
  expect((await rig.cli(['gc'])).stdout).not.toContain('kept-copy.json');
  await rig.person(['goal', 'cancel']);
  await untilLeft(rig, 0);
  for (const words of [['off'], ['uninstall', '--yes']]) {
    await leaveCopy(rig);
    const { code, stdout, stderr } = await rig.cli(words);
    expect(code, stdout + stderr).toBe(0);
    await untilLeft(rig, 0);
  }
});
