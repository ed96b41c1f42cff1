import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORGED } from './cases.ts';
import { Tries } from './tries.ts';

const tries = new Tries(FORGED);
beforeAll(() => tries.begin());
afterAll(() => tries.end());

describe.concurrent('no higher than its true level stands whoever', () => {
  test.each(FORGED.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const result = await tries.of(one);
    expect(result, result?.why.join('\n')).toMatchObject({ ok: true });
  });
});
