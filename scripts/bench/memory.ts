// Peak memory of a hook against bare Node.

import { HOT_STEPS } from './hot-steps.ts';
import { payloadOf } from './payload.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';
import { runTold } from './told.ts';
import { firstLane, hookScript, type Prepared } from './workspace.ts';

const MOST_ROUNDS = 9;
const LIMIT = 1.1;

const MEMORY = 'memory';
/** One that reads, one that writes. */
const STEPS = ['guard', 'Stop'];

export function memoryNames(where: string): string[] {
  return STEPS.map((step) => `${where}/${MEMORY}-${step}`);
}

export function measureMemory(prepared: Prepared, where: string, run: Run): Row[] {
  const lane = firstLane(prepared);
  const rows: Row[] = [];
  for (const step of HOT_STEPS) {
    const name = `${where}/${MEMORY}-${step.name}`;
    if (!STEPS.includes(step.name) || !run.wants(name)) continue;
    run.progress(name);
    lane.restore(step.stage);
    const pairs: Array<{ bare: number; hook: number }> = [];
    for (let round = 0; round < Math.min(run.rounds, MOST_ROUNDS); round += 1) {
      const call = step.call(round);
      const input = payloadOf(lane, prepared.home, call);
      const bare = runTold(prepared, lane, ['-e', '0'], input);
      const hook = runTold(prepared, lane, [hookScript(lane.repo), call.event], input);
      pairs.push({ bare: bare.peakKb, hook: hook.peakKb });
    }
    const ratios = pairs.map(({ bare, hook }) => hook / bare);
    rows.push({
      name,
      beside: 'node -e 0',
      ratios: { memory: median(ratios) },
      spread: spread(ratios),
      limit: LIMIT,
      figures: {
        peakMb: median(pairs.map(({ hook }) => hook)) / 1024,
        barePeakMb: median(pairs.map(({ bare }) => bare)) / 1024,
      },
    });
  }
  return rows;
}
