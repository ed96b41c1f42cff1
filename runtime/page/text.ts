// Words that were cut say so, and code in them looks like code. Pure.

import { type Html, html } from './html.ts';

/** At most so many characters, never half of one. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** What stands between backticks is code, as in all sentences of the runtime. */
export function prose(text: string, max: number): Html {
  const parts = cut(text, max).split(/`([^`\n]+)`/);
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
