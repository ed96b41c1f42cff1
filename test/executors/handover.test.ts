// What is handed over to the executor that goes on with a node, in a real repository.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectHandover } from '../../runtime/engine/dispatch/collect-handover.ts';
import { readState } from '../../runtime/step/run-step.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { processRef } from '../../runtime/workspace/processes.ts';
import { Rig } from '../rig/rig.ts';
import { giveRun, RUN } from './given-run.ts';

test('a run hands over the pull request that its report names, its commits, and its change as a patch', async () => {
  await using rig = await Rig.create();
  const { ws } = await giveRun(rig, processRef(process.pid));
  const now = readState(ws);
  const goal = now.ok ? now.state.goals['G-0001'] : undefined;
  const run = goal?.runs[RUN];
  if (!goal || !run) throw new Error(rig.dump());
  expect(await collectHandover(ws, goal, run)).toEqual({});

  rig.write('src/half.js', 'export const half = 1;\n');
  await rig.git('add', 'src/half.js');
  await rig.git('commit', '-q', '-m', 'Half of it');
  rig.write('src/rest.js', 'export const rest = 1;\n');
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  const pr = 'https://github.com/org/backend/pull/45';
  writeFileSync(join(folder, 'report.md'), `RunId: ${RUN}\nStatus: failed\nPR: ${pr}\n`);
  const left = await collectHandover(ws, goal, run);
  expect(left).toMatchObject({ pr, commits: [expect.stringMatching(/^[0-9a-f]{40}$/)] });
  const patch = readFileSync(join(ws.dir, left.patch?.file ?? ''), 'utf8');
  expect(patch).toContain('src/half.js');
  expect(patch).toContain('src/rest.js');

  // Words that name none are handed on to nobody.
  writeFileSync(join(folder, 'report.md'), `RunId: ${RUN}\nStatus: failed\nPR: soon\n`);
  expect((await collectHandover(ws, goal, run)).pr).toBeUndefined();
});
