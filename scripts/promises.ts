// Which test holds which promise: test/promises.yaml says it, test/PROMISES.md is made of it for readers. A test is
// named by words of its title; `npm run check` fails where no test is called so.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectOf } from '../test/rig/projects.ts';

/** `tests`: by file below test/, words of titles. */
type Held = Readonly<{ promise: string; tests: Readonly<Record<string, readonly string[]>> }>;
type Promises = Readonly<Record<string, readonly Held[]>>;

const TESTS = join(import.meta.dirname, '..', 'test');
const PAGE = join(TESTS, 'PROMISES.md');
const HEAD = `# Promises and the tests that hold them

Made of \`test/promises.yaml\` by \`npm run schemas\`. A rule is held as values, where it is decided; above that one process a fault, and a story with the real client where the client has a part in it.
`;
const COLUMNS = ['as values', 'by processes', 'with the client'] as const;

export function readPromises(): Promises {
  return parse(readFileSync(join(TESTS, 'promises.yaml'), 'utf8'));
}

export function writePromises(): void {
  writeFileSync(PAGE, pageOf(readPromises()));
}

/** What differs: the page, and each test that is named and not there. */
export function promisesDrift(): string[] {
  const promises = readPromises();
  const isStale = !existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== pageOf(promises);
  return [
    ...(isStale ? ['test/PROMISES.md is not what test/promises.yaml says'] : []),
    ...Object.values(promises).flat().flatMap(missing),
  ];
}

function missing({ promise, tests }: Held): string[] {
  return Object.entries(tests).flatMap(([file, titles]) => {
    const path = join(TESTS, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '';
    return titles
      .filter((title) => !text.includes(title))
      .map((title) => `test/promises.yaml: no test of ${file} is called "${title}" (${promise})`);
  });
}

function pageOf(promises: Promises): string {
  const parts = Object.entries(promises).map(([page, all]) => {
    const rows = all.map(({ promise, tests }) => {
      const cells = COLUMNS.map((column) =>
        Object.entries(tests)
          .filter(([file]) => columnOf(file) === column)
          .flatMap(([file, titles]) => titles.map((title) => `[${cell(title)}](${file})`))
          .join(', '),
      );
      return `| ${cell(promise)} | ${cells.join(' | ')} |`;
    });
    return `\n## ${page}\n\n| promise | ${COLUMNS.join(' | ')} |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return HEAD + parts.join('');
}

function columnOf(file: string): (typeof COLUMNS)[number] {
  if (file.startsWith('client')) return 'with the client';
  const isUnit = file.endsWith('.test.ts') && projectOf(`test/${file}`) === 'unit';
  return isUnit ? 'as values' : 'by processes';
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
