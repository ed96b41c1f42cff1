// Tokens and dollars from lines of a transcript.

import { describe, expect, test } from 'vitest';
import type { Price } from '../../runtime/model/usage/prices.ts';
import { countUsage } from '../../runtime/usage/count-usage.ts';
import { LIST_PRICES, priceOf, withOwn } from '../../runtime/usage/prices.ts';
import { spentIn } from '../../runtime/usage/sums.ts';

const OPUS = 'claude-opus-5-5';

function line(id: string, usage: object, more: object = {}): string {
  const message = { id, role: 'assistant', model: OPUS, usage, content: [], ...more };
  return JSON.stringify({ type: 'assistant', message });
}

function count(...lines: string[]) {
  return countUsage(lines, undefined, LIST_PRICES);
}

describe('what a transcript says was used', () => {
  test('counts a message once, with the largest of each counter, however many lines it has', () => {
    const { models } = count(
      line('m1', { input_tokens: 100, output_tokens: 1, cache_read_input_tokens: 30 }),
      line('m1', { input_tokens: 100, output_tokens: 40, cache_read_input_tokens: 30 }),
      line('m1', { input_tokens: 100, output_tokens: 40, cache_read_input_tokens: 30 }),
      line('m2', { input_tokens: 7, output_tokens: 3, cache_creation_input_tokens: 11 }),
    );
    expect(models[OPUS]).toMatchObject({
      input: 107,
      output: 43,
      cache_creation: 11,
      cache_read: 30,
    });
    expect(spentIn(models)).toMatchObject({ tokens: 107 + 43 + 11, cache_read: 30 });
  });

  test('is the same, read at once or line by line', () => {
    const lines = [
      line('m1', { input_tokens: 100, output_tokens: 1 }),
      line('m1', { input_tokens: 100, output_tokens: 40 }),
      line('m2', { input_tokens: 5, output_tokens: 5 }),
    ];
    let last: ReturnType<typeof count>['last'];
    let [input, output, usd] = [0, 0, 0];
    for (const one of lines) {
      const part = countUsage([one], last, LIST_PRICES);
      last = part.last;
      input += part.models[OPUS]?.input ?? 0;
      output += part.models[OPUS]?.output ?? 0;
      usd += part.models[OPUS]?.usd ?? 0;
    }
    const whole = count(...lines).models[OPUS];
    expect({ input, output }).toEqual({ input: whole?.input, output: whole?.output });
    expect(usd).toBeCloseTo(whole?.usd ?? 0, 9);
  });

  test('passes over what is no answer of a model, and what is no JSON', () => {
    const { models } = count(
      '{"type":"assistant"',
      '',
      '{"type":"user","message":{"content":"\\"assistant\\""}}',
      line('x', { input_tokens: 9 }, { model: '<synthetic>' }),
      line('y', { input_tokens: -4, output_tokens: 'many' }),
    );
    expect(spentIn(models).tokens).toBe(0);
  });

  test('keeps a model without a price in tokens, and says that it has none', () => {
    const { models } = count(line('m1', { input_tokens: 5 }, { model: 'other-model\u001b[31m' }));
    expect(models).toEqual({
      'other-model[31m': { input: 5, output: 0, cache_creation: 0, cache_read: 0, usd: null },
    });
    expect(spentIn(models)).toEqual({
      tokens: 5,
      cache_read: 0,
      usd: 0,
      unpriced: ['other-model[31m'],
    });
  });
});

describe('what it costs', () => {
  const usd = (usage: object, model = OPUS) =>
    count(line('m1', usage, { model })).models[model]?.usd;

  test('is what the client itself says of the same usage', () => {
    // result-success.json of the client: 504 in, 50 out.
    expect(usd({ input_tokens: 504, output_tokens: 50 })).toBeCloseTo(0.003016, 9);
  });

  test('has caches at their own prices, by how long they are kept', () => {
    expect(
      usd({
        cache_creation_input_tokens: 1_000_000,
        cache_creation: { ephemeral_1h_input_tokens: 400_000, ephemeral_5m_input_tokens: 600_000 },
        cache_read_input_tokens: 1_000_000,
      }),
    ).toBeCloseTo(0.6 * 5 + 0.4 * 8 + 0.2, 9);
  });

  test('is more for long prompts, in fast mode, in one country, and for searches', () => {
    const haiku = 'claude-haiku-5-5';
    expect(usd({ input_tokens: 100_000 }, haiku)).toBeCloseTo(0.01, 9);
    expect(usd({ input_tokens: 100_001 }, haiku)).toBeCloseTo(0.0500005, 9);
    expect(usd({ input_tokens: 1_000_000, speed: 'fast' })).toBeCloseTo(8, 9);
    expect(usd({ input_tokens: 1_000_000, inference_geo: 'us' })).toBeCloseTo(4.4, 9);
    expect(usd({ server_tool_use: { web_search_requests: 3 } })).toBeCloseTo(0.03, 9);
  });

  test('is that of a person where they have a price of their own', () => {
    const own: Price = {
      input: 1,
      output: 2,
      cache_write_5m: 3,
      cache_write_1h: 4,
      cache_read: 5,
    };
    const table = withOwn({ date: '2027-01-01', models: { [OPUS]: own } });
    const lines = [line('m1', { input_tokens: 1_000_000 })];
    expect(countUsage(lines, undefined, table).models[OPUS]?.usd).toBe(1);
    expect(priceOf('claude-haiku-4-5', table)?.input).toBe(1);
    expect(table.date).toBe('2027-01-01');
  });

  test.each([
    ['claude-opus-5-5', 4],
    ['claude-opus-5-5[1m]', 4],
    ['claude-haiku-4-5-20251001', 1],
    ['claude-opus-4-20250514', 15],
    ['us.anthropic.claude-3-5-haiku-20241022-v1:0', 0.8],
    ['claude-3-5-haiku@20241022', 0.8],
    ['claude-opus-5-9', undefined],
    ['constructor', undefined],
    ['scripted', undefined],
  ])('of %s is %s for a million tokens of input', (model, price) => {
    expect(priceOf(model, LIST_PRICES)?.input).toBe(price);
  });
});
