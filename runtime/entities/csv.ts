// Tables as RFC 4180 has them: CRLF, a quote doubled inside quotes. Lists and objects are JSON in one cell.

import { visible, visibleJson } from '../words/plain-text.ts';

export type Row = Readonly<Record<string, unknown>>;

export function csvOf(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return harmless(value);
  return typeof value === 'object' ? visibleJson(JSON.stringify(value)) : String(value);
}

/**
 * A spreadsheet computes what begins like this, and titles and reports are anybody's words. Nothing in them
 * steers a terminal either.
 */
function harmless(text: string): string {
  const plain = visible(text);
  return /^[=+\-@\t]/.test(plain) ? `'${plain}` : plain;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
