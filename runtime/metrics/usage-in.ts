// What a record says was used: tokens by model, and what they cost. The one place that knows its form.

import type { EventRecord } from '../model/event.ts';

export type Usage = Readonly<{
  input: number;
  output: number;
  cache_creation: number;
  cache_read: number;
  /** US dollars; null where the price of a model is not known. */
  usd: number | null;
}>;

const COUNTERS = ['input', 'output', 'cache_creation', 'cache_read'] as const;

/** Undefined for a record of anything else. */
export function usageIn({ type, payload }: EventRecord): Usage | undefined {
  if (type !== 'usage.recorded') return undefined;
  const { models } = payload;
  if (typeof models !== 'object' || models === null) return undefined;
  const used = Object.values(models as Record<string, Record<string, unknown>>);
  const one = (model: Record<string, unknown>): Usage => {
    const [input = 0, output = 0, cache_creation = 0, cache_read = 0] = COUNTERS.map((name) =>
      typeof model[name] === 'number' ? model[name] : 0,
    );
    const usd = typeof model.usd === 'number' ? model.usd : null;
    return { input, output, cache_creation, cache_read, usd };
  };
  return used.map(one).reduce<Usage | undefined>(sumOf, undefined);
}

/** What is not priced makes the sum unknown. */
export function sumOf(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (!a || !b) return a ?? b;
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cache_creation: a.cache_creation + b.cache_creation,
    cache_read: a.cache_read + b.cache_read,
    usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
  };
}
