// HTML in which nothing from outside can become markup: every string put into a template is escaped, and
// what could hide text or turn it around is taken out. There is no way in but this one.

import { visible } from '../words/plain-text.ts';

export type Html = Readonly<{ html: string }>;
type Part = Html | string | number | readonly Html[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map(textOf)) };
}

/** Nothing, where there is nothing to show. */
export const NOTHING: Html = { html: '' };

function textOf(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

export function bytesOf({ html: text }: Html): number {
  return Buffer.byteLength(text);
}

/** As many of the first items as have room, and how many are left out. */
export function within<T>(
  items: readonly T[],
  maxBytes: number,
  render: (item: T) => Html,
): Readonly<{ shown: readonly Html[]; left: number }> {
  const shown: Html[] = [];
  let bytes = 0;
  for (const item of items) {
    const one = render(item);
    bytes += bytesOf(one);
    if (bytes > maxBytes) break;
    shown.push(one);
  }
  return { shown, left: items.length - shown.length };
}
