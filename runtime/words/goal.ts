import type { Owner } from '../model/actors/owner.ts';
import type { Budget, Terms } from '../model/goal-terms.ts';
import type { Budgeted, Spent } from '../model/usage/usage.ts';
import { oneLine } from './plain-text.ts';

/** Who owns a goal, behind "owned by". */
export function ownerText(owner: Owner): string {
  switch (owner.kind) {
    case 'session':
      return `session ${shortSession(owner.session_id)}`;
    case 'driver':
      return `process ${owner.ref.pid}`;
    case 'nobody':
      return 'nobody';
  }
}

/** Its first part tells it from the others of a repository; programs get all of it. */
function shortSession(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? id.slice(0, 8) : oneLine(id, 40);
}

/** `priority 80, until 2026-12-01T22:59:59.000Z, at most 200,000 tokens and 4 h`; empty without terms. */
export function termsText({ priority, deadline, budget, nodes = {} }: Terms = {}): string {
  const limits = limitsText(budget);
  const own = Object.entries(nodes).map(([id, one]) => `${id} at most ${limitsText(one)}`);
  return [
    ...(priority === undefined ? [] : [`priority ${priority}`]),
    ...(deadline === undefined ? [] : [`until ${deadline}`]),
    ...(limits === '' ? [] : [`at most ${limits}`]),
    ...own,
  ].join(', ');
}

function limitsText(budget: Budget = {}): string {
  const { max_tokens, max_hours, max_cost_usd, max_retries } = budget;
  return [
    ...(max_tokens === undefined ? [] : [`${max_tokens.toLocaleString('en')} tokens`]),
    ...(max_hours === undefined ? [] : [`${max_hours} h`]),
    ...(max_cost_usd === undefined ? [] : [`${max_cost_usd} USD`]),
    ...(max_retries === undefined ? [] : [`${max_retries} runs a node`]),
  ].join(', ');
}

/** `161,200 of 200,000 tokens`, `$1.62 of $2.00`, `3.3 of 4 h`. */
export function usedOfText(used: UsedOf): string {
  const { what, spent, limit } = used;
  switch (what) {
    case 'tokens':
      return `${countText(spent)} of ${countText(limit)} tokens${claimedText(used)}`;
    case 'usd':
      return `${usdText(spent)} of ${usdText(limit)}${claimedText(used)}`;
    case 'hours':
      return `${hoursText(spent)} of ${hoursText(limit)} h`;
  }
}

/** `39,000 tokens`, `$0.40`. */
export function usedText(what: Budgeted, spent: number): string {
  if (what === 'usd') return usdText(spent);
  return what === 'tokens' ? `${countText(spent)} tokens` : `${hoursText(spent)} h`;
}

/** With whose own limit it is, where it is that of a node. */
export function usedOfLimitText(used: UsedOf): string {
  return used.node === undefined ? usedOfText(used) : `${used.node}: ${usedOfText(used)}`;
}

/** How much of it nobody saw. */
function claimedText({ what, spent, claimed = 0 }: UsedOf): string {
  if (claimed <= 0) return '';
  return claimed === spent ? ' (claimed)' : ` (${usedText(what, claimed)} of it claimed)`;
}

export type UsedOf = Readonly<{
  what: Budgeted;
  spent: number;
  limit: number;
  /** The part of it that executors say, and nobody saw. */
  claimed?: number | undefined;
  node?: string | undefined;
}>;

/** `123,456 tokens ($0.91), 18 min of work`; what has no price is named. */
export function spentText({ tokens, usd, unpriced, claimed }: Spent, hours?: number): string {
  const cost =
    unpriced.length === 0
      ? usdText(usd)
      : `${usd > 0 ? `${usdText(usd)} and more` : 'cost unknown'}: no price for ${unpriced.map((model) => oneLine(model, 80)).join(', ')}`;
  const work = hours === undefined ? '' : `, ${workText(hours)} of work`;
  const said = claimed
    ? `, of that claimed by executors: ${countText(claimed.tokens)} tokens (${usdText(claimed.usd)})`
    : '';
  return `${countText(tokens)} tokens (${cost})${work}${said}`;
}

export function countText(count: number): string {
  return Math.round(count).toLocaleString('en');
}

/** Cents, or what is left of one. */
export function usdText(usd: number): string {
  return `$${usd > 0 && usd < 1 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

/** Below an hour minutes and seconds say more. */
export function workText(hours: number, { s, min, h } = { s: 's', min: 'min', h: 'h' }): string {
  const seconds = Math.round(hours * 3600);
  if (seconds < 60) return `${seconds} ${s}`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} ${min}` : `${hoursText(hours)} ${h}`;
}

export function hoursText(hours: number): string {
  return String(Math.round(hours * 100) / 100);
}
