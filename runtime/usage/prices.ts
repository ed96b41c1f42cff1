// List prices, USD for a million tokens. A person's own table goes before it (`prices` in
// config.local.yaml). Source: the model catalogue of Claude Code 2.1.330, which prices its own results by it.

import type { Price, PriceTable } from '../model/usage/prices.ts';
import type { Tokens } from '../model/usage/usage.ts';
import { roundedUsd } from './sums.ts';

/** The caches follow from the input price but for reads, which newer models have cheaper. */
function price(input: number, output: number, cache_read: number, fast?: number): Price {
  const writes = { cache_write_5m: input * 1.25, cache_write_1h: input * 2 };
  return { input, output, ...writes, cache_read, ...(fast !== undefined && { fast }) };
}

const HAIKU_5_5: Price = {
  ...price(0.1, 0.5, 0.01),
  long_prompt: { ...price(0.5, 2.5, 0.05), above: 100_000 },
};
const SONNET_4 = price(3, 15, 0.3);
const OPUS_4 = price(15, 75, 1.5);
const FABLE_5_1 = price(10, 50, 0.25);
const FABLE_5_2 = price(8, 40, 0.2, 2);

export const LIST_PRICES: PriceTable = {
  date: '2026-11-23',
  models: {
    'claude-3-5-haiku': price(0.8, 4, 0.08),
    'claude-haiku-4-5': price(1, 5, 0.1),
    'claude-haiku-5-5': HAIKU_5_5,
    'claude-3-5-sonnet': SONNET_4,
    'claude-3-7-sonnet': SONNET_4,
    'claude-sonnet-4': SONNET_4,
    'claude-sonnet-4-0': SONNET_4,
    'claude-sonnet-4-5': SONNET_4,
    'claude-sonnet-4-6': SONNET_4,
    'claude-sonnet-5': price(2, 10, 0.2),
    'claude-sonnet-5-5': price(2, 10, 0.1),
    'claude-opus-4': OPUS_4,
    'claude-opus-4-0': OPUS_4,
    'claude-opus-4-1': OPUS_4,
    'claude-opus-4-5': price(5, 25, 0.5),
    'claude-opus-4-6': price(5, 25, 0.5, 6),
    'claude-opus-4-7': price(5, 25, 0.5, 6),
    'claude-opus-4-8': price(5, 25, 0.5, 2),
    'claude-opus-5': price(5, 25, 0.5, 2),
    'claude-opus-5-5': price(4, 20, 0.2, 2),
    'claude-fable-5': price(10, 50, 1),
    'claude-fable-5-1': FABLE_5_1,
    'claude-fable-5-2': FABLE_5_2,
    'claude-mythos-5': price(10, 50, 1),
    'claude-mythos-5-1': FABLE_5_1,
    'claude-mythos-5-2': FABLE_5_2,
  },
};

/**
 * By the model as a transcript names it: the name alone, or as a provider writes it, with a date, a
 * version or a region. A newer model whose name only begins like a known one has no price.
 */
export function priceOf(model: string, table: PriceTable): Price | undefined {
  const exact = Object.hasOwn(table.models, model) ? table.models[model] : undefined;
  if (exact) return exact;
  const name = model
    .replace(/\[1m\]$/, '')
    .replace(/^.*[./]/, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/[-@]20\d{6}$/, '');
  return Object.hasOwn(table.models, name) ? table.models[name] : undefined;
}

/** Of a sum of requests nobody saw: at list price, its cache written for five minutes. */
export function usdOf(model: string, tokens: Tokens, table: PriceTable): number | null {
  const price = priceOf(model, table);
  if (!price) return null;
  const { input, output, cache_creation, cache_read } = tokens;
  const millionths =
    input * price.input +
    output * price.output +
    cache_creation * price.cache_write_5m +
    cache_read * price.cache_read;
  return roundedUsd(millionths / 1e6);
}

/** A person's own prices, and the list for all other models. */
export function withOwn(own: PriceTable | undefined): PriceTable {
  if (!own) return LIST_PRICES;
  return { date: own.date, models: { ...LIST_PRICES.models, ...own.models } };
}
