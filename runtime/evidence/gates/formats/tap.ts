// The first failure in TAP of versions 12 to 14, as `node --test` and others print it.

import { MAX_SAID } from './shape.ts';

/** Lines of diagnostics that are looked at. */
const MAX_YAML = 100;

/**
 * The first test that failed, and what is told of it. Subtests stand before the test they are of, so it is the
 * innermost one; what diagnostics quote reports nothing.
 */
export function failedIn(text: string) {
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const yaml = yamlAt(lines, at);
    if (yaml) {
      at += yaml.length + 1;
      continue;
    }
    const name = failedName(lines[at] ?? '');
    if (name === undefined) continue;
    const diagnostics = (yamlAt(lines, at + 1) ?? [])
      .slice(0, MAX_YAML)
      .map((line) => line.slice(0, MAX_SAID));
    return { name, diagnostics, said: saidIn(diagnostics) };
  }
  return undefined;
}

/** A test that may fail, or was skipped, has not failed. */
function failedName(line: string): string | undefined {
  const [, rest] = /^ *not ok\b(?:\s+\d+)?(.*)$/.exec(line) ?? [];
  if (rest === undefined || /(?:^|[^\\])#\s*(?:skip|todo)/i.test(rest)) return undefined;
  return rest.replace(/^\s*-?\s*/, '');
}

/** The lines between the marks of diagnostics that begin there. */
function yamlAt(lines: readonly string[], at: number): readonly string[] | undefined {
  const first = lines[at] ?? '';
  if (!/^ +---\s*$/.test(first)) return undefined;
  let end = at + 1;
  while (end < lines.length && !isEnd(lines[end] ?? '', indentOf(first))) end += 1;
  return lines.slice(at + 1, end);
}

function isEnd(line: string, indent: number): boolean {
  return line.trim() === '...' && indentOf(line) === indent;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The message; where there is none, what was expected and what came. */
function saidIn(yaml: readonly string[]): string {
  const at = yaml.findIndex((line) => /^\s*(?:error|message|reason):/.test(line));
  const first = yaml[at] ?? '';
  const value = first.replace(/^\s*\w+:\s*/, '').trim();
  if (at < 0) {
    const both = yaml.filter((line) => /^\s*(?:operator|expected|actual):/.test(line));
    return both.map((line) => line.trim()).join(' ');
  }
  if (!/^[|>][-+]?$/.test(value)) return value.replace(/^(['"])(.*)\1$/, '$2');
  const rest = yaml.slice(at + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= indentOf(first));
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join('\n')
    .slice(0, MAX_SAID);
}
