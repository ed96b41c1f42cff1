// What a record says was used: tokens by model, and what they cost.

import { upcast } from '../kernel/reduce/upcast.ts';
import type { EventRecord } from '../model/event.ts';
import type { Priced } from '../model/usage/usage.ts';

/** Its dollars are null where the price of a model is not known. */
export type Usage = Readonly<Priced>;

/** Undefined for a record of anything else. */
export function usageIn(record: EventRecord): Usage | undefined {
  if (record.type !== 'usage.recorded') return undefined;
  const fact = upcast(record);
  if (fact.type !== 'usage.recorded') return undefined;
  return Object.values(fact.payload.models).reduce<Usage | undefined>(sumOf, undefined);
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
