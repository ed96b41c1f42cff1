// docs/first-executor.md is typed as it stands there, from an empty folder to the end of its goal.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeWithWukong } from './home.ts';
import { readPage } from './pages.ts';

const PAGE = readPage('docs/first-executor.md');
const SCRIPT = [...PAGE.matchAll(/^```(?:ba)?sh\n([\s\S]*?)^```$/gm)]
  .map(([, text]) => text)
  .join('');
const SHOWN = [...PAGE.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, text]) => text).join('');

/** Without what differs from run to run. */
function told(line: string): string {
  return line
    .replace(/^E-\d+ \S+ \S+|^…/, '')
    .replace(/process \d+/, 'process')
    .replace(/done in .*$/, 'done in')
    .replace(/ (?:\d{4}-\d\d-\d\d-[a-z]+-\d+|…)$/, '')
    .replace(/S-\d+-\d+|…/, '')
    .trim();
}

test('a first executor, and one of all six roles, are set up and their work is proven by what the page says', {
  timeout: 180_000,
}, () => {
  const { home, env } = homeWithWukong();
  // The runner of Node in here would take those of the page for its own.
  const ended = spawnSync('sh', ['-e', '-c', SCRIPT], { cwd: home, env, encoding: 'utf8' });
  expect(ended.status, `${ended.stdout}${ended.stderr}`).toBe(0);
  const lines = ended.stdout.split('\n').map(told);
  const shown = SHOWN.trimEnd().split('\n').map(told);
  expect(lines).toEqual(expect.arrayContaining(shown));
  const source = join(home, 'first-executor', 'src', 'add.js');
  expect(readFileSync(source, 'utf8')).toContain('a + b');
});
