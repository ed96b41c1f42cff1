import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRuns } from './batches.ts';
import type { Case } from './case.ts';
import { FORGED } from './cases.ts';
import { type Prepared, prepare } from './prepared.ts';
import { type Tried, tryRun } from './try-case.ts';

let prepared: Prepared;
beforeAll(async () => {
  prepared = await prepare();
});
afterAll(() => prepared.remove());

/** The run of each case, begun by the first that asks for it. */
const runs = new Map(inRuns(FORGED).flatMap((run) => run.map((one) => [one, run] as const)));
const begun = new Map<readonly Case[], Promise<Tried[]>>();

async function tried(one: Case): Promise<Tried | undefined> {
  const run = runs.get(one) ?? [one];
  const all = begun.get(run) ?? tryRun(prepared, run);
  begun.set(run, all);
  return (await all)[run.indexOf(one)];
}

describe.concurrent('no higher than its true level stands whoever', () => {
  test.each(FORGED.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const result = await tried(one);
    expect(result, result?.why.join('\n')).toMatchObject({ ok: true });
  });
});
