import type { Owner } from '../model/actors/owner.ts';
import type { Terms } from '../model/goal-terms.ts';
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
export function termsText({ priority, deadline, budget }: Terms = {}): string {
  const { max_tokens, max_hours, max_cost_usd, max_retries } = budget ?? {};
  const limits = [
    ...(max_tokens === undefined ? [] : [`${max_tokens.toLocaleString('en')} tokens`]),
    ...(max_hours === undefined ? [] : [`${max_hours} h`]),
    ...(max_cost_usd === undefined ? [] : [`${max_cost_usd} USD`]),
    ...(max_retries === undefined ? [] : [`${max_retries} runs a node`]),
  ];
  return [
    ...(priority === undefined ? [] : [`priority ${priority}`]),
    ...(deadline === undefined ? [] : [`until ${deadline}`]),
    ...(limits.length === 0 ? [] : [`at most ${limits.join(', ')}`]),
  ].join(', ');
}
