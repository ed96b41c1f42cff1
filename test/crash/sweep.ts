// One step, again and again, with a fault at each of its file operations in turn.

import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import type { EventRecord } from '../../runtime/model/event.ts';
import { sample } from './kill-points.ts';
import type { Fault, Faulty, Scene } from './scene.ts';
import { type Step, talk } from './steps.ts';
import type { Tally } from './tally.ts';

/** How many operations of a step fail in the quick form. */
const EACH = 6;

type Before = Readonly<{ kept: ReadonlyMap<string, Buffer>; records: readonly EventRecord[] }>;

/**
 * Runs `step` once for each fault that `faultsAt` names for an operation, from the same start, and lets
 * `judge` look at what came of it. Then the client delivers again, and everything is there once.
 */
export async function sweep(
  scene: Scene,
  step: Step,
  tally: Tally,
  faultsAt: (line: string, at: number) => readonly Fault[],
  judge: (faulty: Faulty, isThere: boolean) => void,
): Promise<void> {
  await step.prepare(scene);
  const before: Before = { kept: scene.keep(), records: scene.counted() };
  // The first one may leave something beside the log, in the git directory: every later one is like the second.
  await scene.deliverWith(undefined, step.delivery(scene));
  scene.putBack(before.kept);
  const clean = await scene.deliverWith(undefined, step.delivery(scene));
  expect(clean).toMatchObject({ code: 0, stderr: '' });
  const all = clean.trace
    .map((line, i) => faultsAt(line, i + 1))
    .filter(({ length }) => length > 0);
  const strike = async (faults: readonly Fault[]): Promise<boolean> => {
    let fired = false;
    for (const fault of faults) {
      scene.putBack(before.kept);
      const faulty = await scene.deliverWith(fault, step.delivery(scene));
      if (faulty.fired === undefined) continue;
      fired = true;
      tally.faults += 1;
      const where = `${step.name}, ${fault.how} at ${faulty.fired}`;
      tally.holds(where, () => judge(faulty, isThere(scene, step, before)));
      await settle(scene, step, before, where, tally);
    }
    return fired;
  };
  for (const faults of sample(all, EACH)) {
    await strike(faults);
  }
  // A fault can lead to more operations than there are without one: each, until none is reached.
  for (let at = clean.trace.length + 1; await strike(faultsAt(`${at} beyond`, at)); at += 1);
}

/** Counted, or waiting in the inbox for the next step. */
function isThere(scene: Scene, step: Step, before: Before): boolean {
  const fresh = scene.counted().slice(before.records.length);
  return fresh.some(step.recorded) || spooled(scene).length > 0;
}

function spooled(scene: Scene): string[] {
  try {
    return readdirSync(scene.path('inbox')).filter((name) => name.endsWith('.json'));
  } catch {
    return []; // No folder: nothing ever waited.
  }
}

async function settle(
  scene: Scene,
  step: Step,
  before: Before,
  where: string,
  tally: Tally,
): Promise<void> {
  tally.holds(where, () => {
    const now = scene.counted();
    expect(now.slice(0, before.records.length)).toEqual(before.records);
  });
  const again = await scene.deliver(step.delivery(scene));
  tally.holds(`${where}, delivered again`, () => {
    expect(again).toMatchObject({ code: 0, stderr: '' });
  });
  const fresh = () => scene.counted().slice(before.records.length);
  const complete = () => step.once.every((fits) => fresh().some(fits));
  for (const delivery of step.afterwards ?? []) if (!complete()) await scene.deliver(delivery);
  // A delivery that was counted before adds nothing, and cleans nothing up either: the next one does.
  await scene.deliver(talk('next'));
  tally.holds(`${where}, in the end`, () => {
    expect(step.once.map((fits) => fresh().filter(fits).length)).toEqual(step.once.map(() => 1));
    expect(spooled(scene)).toEqual([]);
    if (step.looksAlike) return;
    const keys = fresh().flatMap((record) => record.payload.key ?? []);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });
}
