import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Prepared, prepare } from './prepared.ts';
import { HONEST_SAMPLE } from './sampled.ts';
import { tryCase } from './try-case.ts';

let prepared: Prepared;
beforeAll(async () => {
  prepared = await prepare();
});
afterAll(() => prepared.remove());

describe.concurrent('at its level stands whoever', () => {
  test.each(HONEST_SAMPLE.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const result = await tryCase(prepared, one);
    expect(result, result.why.join('\n')).toMatchObject({ ok: true });
  });
});
