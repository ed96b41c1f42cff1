import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Prepared, prepare } from './prepared.ts';
import { FORGED_SAMPLE } from './sampled.ts';
import { tryCase } from './try-case.ts';

let prepared: Prepared;
beforeAll(async () => {
  prepared = await prepare();
});
afterAll(() => prepared.remove());

describe.concurrent('no higher than its true level stands whoever', () => {
  test.each(FORGED_SAMPLE.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const result = await tryCase(prepared, one);
    expect(result, result.why.join('\n')).toMatchObject({ ok: true });
  });
});
