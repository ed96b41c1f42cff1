import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORGED_SAMPLE } from './sampled.ts';
import { Tries } from './tries.ts';

const tries = new Tries(FORGED_SAMPLE);
beforeAll(() => tries.begin());
afterAll(() => tries.end());

describe.concurrent('no higher than its true level stands whoever', () => {
  test.each(FORGED_SAMPLE.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const result = await tries.of(one);
    expect(result, result?.why.join('\n')).toMatchObject({ ok: true });
  });
});
