import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HONEST } from './cases.ts';
import { Tries } from './tries.ts';

const tries = new Tries(HONEST);
beforeAll(() => tries.begin());
afterAll(() => tries.end());

describe.concurrent('at its level stands whoever', () => {
  test.each(HONEST.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const result = await tries.of(one);
    expect(result, result?.why.join('\n')).toMatchObject({ ok: true });
  });
});
