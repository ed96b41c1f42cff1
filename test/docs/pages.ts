// The pages people read, and what in them can be held against the code.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT = join(import.meta.dirname, '..', '..');

export const READMES = ['README.md', 'README.zh-CN.md'];
const TOP = [...READMES, 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

/** Paths below the project, with forward slashes. */
export function pages(): string[] {
  const below = readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' });
  const docs = below.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  return [...TOP, ...docs.map((name) => name.replaceAll('\\', '/')).sort()];
}

export function readPage(name: string): string {
  return readFileSync(join(PROJECT, name), 'utf8');
}

/** The lines of its ```sh blocks, without comments. */
export function shellLines(text: string): string[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap((block) => (block[1] ?? '').split('\n'))
    .map((line) => line.replace(/(?:^|\s+)#.*$/, '').trim())
    .filter((line) => line !== '');
}

export function prose(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/** Inline code, a `|` of a table cell as it reads. */
export function codeSpans(text: string): string[] {
  return [...prose(text).matchAll(/`([^`\n]+)`/g)].map((span) =>
    (span[1] ?? '').replaceAll('\\|', '|'),
  );
}

export type Link = Readonly<{ words: string; target: string }>;

export function links(text: string): Link[] {
  return [...prose(text).matchAll(/\[([^\]\n]+)\]\(([^)\s]+)\)/g)].map((link) => ({
    words: link[1] ?? '',
    target: link[2] ?? '',
  }));
}

/** The anchor that a heading gets. */
export function anchors(text: string): string[] {
  return [...prose(text).matchAll(/^#+ (.+)$/gm)].map((heading) =>
    (heading[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

/** The rows of the table whose header begins with these cells. */
export function tableRows(text: string, ...header: string[]): string[][] {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${header.join(' | ')} |`));
  if (at < 0) throw new Error(`There is no table with the header ${header.join(', ')}.`);
  const rows: string[][] = [];
  for (const line of lines.slice(at + 2)) {
    if (!line.startsWith('|')) break;
    rows.push(
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  }
  return rows;
}
