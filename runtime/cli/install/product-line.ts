// `product:` written into the configuration of a person, of which nothing else changes.

import { isDeepStrictEqual } from 'node:util';
import { dataOfText } from '../../documents/reader/yaml-text.ts';

/** The line itself; JSON is YAML. */
export function productLine(globs: readonly string[]): string {
  return `product: [${globs.map((glob) => JSON.stringify(glob)).join(', ')}]`;
}

/**
 * The same text with the line behind it, or behind the comment that names it. Undefined: that would not be
 * the same configuration (one in JSON, one that ends within something), so a person has to write it.
 */
export function withProduct(text: string, globs: readonly string[]): string | undefined {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const line = productLine(globs) + end;
  const example = /^# product:.*\r?\n/m.exec(text);
  const at = example ? example.index + example[0].length : text.length;
  const before = text.slice(0, at);
  const written =
    before + (before === '' || before.endsWith('\n') ? '' : end) + line + text.slice(at);
  const was = dataOf(text);
  const wanted = was && { ...was, product: [...globs] };
  return wanted && isDeepStrictEqual(dataOf(written), wanted) ? written : undefined;
}

/** Undefined: it cannot be read, or is no map. */
function dataOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const read = dataOfText(text);
  if (!read.ok) return undefined;
  const data = read.value ?? {};
  return typeof data === 'object' && !Array.isArray(data) ? { ...data } : undefined;
}

/** As a person types them: separated by blanks or commas. */
export function globsTyped(text: string): string[] {
  return text.split(/[\s,]+/).filter((glob) => glob !== '');
}
