import type { ByModel, Priced, Reserved, Spent } from '../model/usage/usage.ts';

/** Sums stay free of what binary fractions leave behind. */
export function roundedUsd(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}

export function added(one: Priced, other: Priced): Priced {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cache_creation: one.cache_creation + other.cache_creation,
    cache_read: one.cache_read + other.cache_read,
    usd: one.usd === null || other.usd === null ? null : roundedUsd(one.usd + other.usd),
  };
}

export function allAdded(one: ByModel, other: ByModel): ByModel {
  const sum = { ...one };
  for (const [model, more] of Object.entries(other)) {
    const known = Object.hasOwn(sum, model) ? sum[model] : undefined;
    sum[model] = known ? added(known, more) : more;
  }
  return sum;
}

export function spentIn(models: ByModel): Spent {
  const all = Object.entries(models);
  return {
    tokens: all.reduce((sum, [, one]) => sum + one.input + one.output + one.cache_creation, 0),
    cache_read: all.reduce((sum, [, one]) => sum + one.cache_read, 0),
    usd: roundedUsd(all.reduce((sum, [, { usd }]) => sum + (usd ?? 0), 0)),
    unpriced: all.flatMap(([model, { usd }]) => (usd === null ? [model] : [])),
  };
}

/** With what executors say beyond it, as part of it. */
export function withClaimed(spent: Spent, claimed: Reserved | undefined): Spent {
  if (!claimed) return spent;
  const before = spent.claimed ?? { tokens: 0, usd: 0 };
  return {
    ...spent,
    tokens: spent.tokens + claimed.tokens,
    usd: roundedUsd(spent.usd + claimed.usd),
    claimed: {
      tokens: before.tokens + claimed.tokens,
      usd: roundedUsd(before.usd + claimed.usd),
    },
  };
}

/** Of each counter the larger one. */
export function largestOf(one: ByModel, other: ByModel): ByModel {
  const most = { ...one };
  for (const [model, more] of Object.entries(other)) {
    const known = Object.hasOwn(most, model) ? most[model] : undefined;
    most[model] = known ? larger(known, more) : more;
  }
  return most;
}

function larger(one: Priced, other: Priced): Priced {
  return {
    input: Math.max(one.input, other.input),
    output: Math.max(one.output, other.output),
    cache_creation: Math.max(one.cache_creation, other.cache_creation),
    cache_read: Math.max(one.cache_read, other.cache_read),
    usd:
      one.usd === null || other.usd === null
        ? (one.usd ?? other.usd)
        : Math.max(one.usd, other.usd),
  };
}
