// The steps of which a session has many: hooks that the user waits for, and `wukong status`.

import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { files } from '../../runtime/store/paths.ts';
import { PROJECT } from '../example.ts';
import { HOT_STEPS, type HotStep } from './hot-steps.ts';
import { type Batch, interleaved } from './interleave.ts';
import { payloadOf } from './payload.ts';
import type { Row, Run } from './row.ts';
import type { Call } from './timed.ts';
import { firstLane, hookScript, type Lane, type Prepared } from './workspace.ts';

/** Processes in one batch. Several of a step in a row, because a cache may be replaced every so often. */
const BATCH = 8;

export const STATUS = 'status';
export const BARE = 'bare';

/** The names of all rows at one size: the control first, which is bare Node against bare Node. */
export function hotNames(where: string): string[] {
  return [BARE, ...HOT_STEPS.map(({ name }) => name), STATUS].map((name) => `${where}/${name}`);
}

export function measureHot(prepared: Prepared, where: string, run: Run): Row[] {
  const first = firstLane(prepared);
  const empty = join(prepared.home, 'no-input');
  writeFileSync(empty, '');
  const batches = HOT_STEPS.filter(({ name }) => run.wants(`${where}/${name}`)).map((step) =>
    batchOf(prepared, step, where),
  );
  if (run.wants(`${where}/${STATUS}`)) {
    const call = {
      cwd: first.repo,
      args: [join(PROJECT, 'dist', 'cli.js'), 'status'],
      input: empty,
    };
    const before = (): void => first.restore('working');
    batches.push({ name: `${where}/${STATUS}`, before, calls: Array(BATCH / 2).fill(call) });
  }
  const bare: Call = { cwd: first.repo, args: ['-e', '0'], input: empty };
  if (run.wants(`${where}/${BARE}`)) {
    const before = (): void => first.restore('working');
    batches.push({ name: `${where}/${BARE}`, before, calls: Array(BATCH).fill(bare) });
  }
  return interleaved(prepared, batches, Array(BATCH).fill(bare), run);
}

function batchOf(prepared: Prepared, step: HotStep, where: string): Batch {
  const first = firstLane(prepared);
  const lanes = step.once ? prepared.lanes : [first];
  const restore = (): void => {
    for (const lane of lanes) lane.restore(step.stage);
  };
  const calls = Array.from({ length: step.once ? lanes.length : BATCH }, (_, i): Call => {
    const lane = lanes[i % lanes.length] ?? first;
    const call = step.call(i);
    const input = join(prepared.home, `${step.name}-${i}.json`);
    writeFileSync(input, payloadOf(lane, prepared.home, call));
    return { cwd: lane.repo, args: [hookScript(lane.repo), call.event], input };
  });
  restore();
  check(prepared, first, step);
  return { name: `${where}/${step.name}`, limit: step.limit, before: restore, calls };
}

/** A hook that did nothing would be the fastest: what is timed is what is meant. */
function check(prepared: Prepared, lane: Lane, step: HotStep): void {
  const log = files.log(lane.ws);
  const { size } = statSync(log);
  const said = prepared.hook(lane, step.call(0));
  const added = readFrom(log, size);
  const good =
    step.leaves === null ? said + added === '' : added.includes(`"type":"${step.leaves}"`);
  if (!good) throw new Error(`${step.name} is not what it is meant to be: ${said}\n${added}`);
}

function readFrom(path: string, from: number): string {
  const bytes = Buffer.alloc(statSync(path).size - from);
  const fd = openSync(path, 'r');
  try {
    readSync(fd, bytes, 0, bytes.length, from);
  } finally {
    closeSync(fd);
  }
  return bytes.toString();
}
