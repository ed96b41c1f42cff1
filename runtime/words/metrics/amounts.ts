// Numbers of statistics in words.

import type { Spent } from '../../metrics/work-stats.ts';

export function spanText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** What is counted against a limit where usage is known; else what the transcripts of agents say. */
export function tokensOf({ tokens, output_tokens }: Spent): number {
  return tokens ? tokens.input + tokens.output + tokens.cache_creation : output_tokens;
}

export function amountText(spent: Spent): string {
  return `${countText(tokensOf(spent))} ${spent.tokens ? 'tokens' : 'output tokens'}`;
}

export function countText(count: number): string {
  if (count < 1000) return `${count}`;
  if (count < 1_000_000) return `${(count / 1000).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** Empty where nothing is priced. */
export function costText(usd: number | null): string[] {
  return usd === null ? [] : [`$${usd.toFixed(2)}`];
}

export function timesText(times: number): string {
  return ['never', 'once', 'twice'][times] ?? `${times} times`;
}

const BAR = 20;

/** A bar for a part of the largest. */
export function bar(part: number, largest: number): string {
  if (largest <= 0 || part <= 0) return '';
  return '█'.repeat(Math.max(1, Math.round((part / largest) * BAR)));
}
