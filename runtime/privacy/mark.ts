/** Splits a text so that marks stand alone. */
export const MARK = /(\[redacted:[a-z-]{1,40}\])/;

export function mark(kind: string): string {
  return `[redacted:${kind}]`;
}

/** Whether the text begins with a mark: what stands there was redacted already. */
export function isMark(text: string): boolean {
  return text.startsWith('[redacted:');
}

/**
 * What people write where a secret would stand: `<token>`, `${TOKEN}`, `$TOKEN`, `{{ token }}`,
 * `%s`, `***`, `xxxx`, `…`.
 */
export function isPlaceholder(text: string): boolean {
  return /^(?:[<{%]|\$[A-Za-z_{(]|\*+|[xX]{3,}|\.{3}|…|\?+$|your[_-]|changeme$)/.test(text);
}
