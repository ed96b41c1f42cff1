// docs/first-executor.md is typed as it stands there, from an empty folder to the end of its goal.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment } from '../rig/repository.ts';
import { PROJECT, readPage } from './pages.ts';

const PAGE = readPage('docs/first-executor.md');
const SCRIPT = [...PAGE.matchAll(/^```(?:ba)?sh\n([\s\S]*?)^```$/gm)]
  .map(([, text]) => text)
  .join('');
const SHOWN = [...PAGE.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, text]) => text).join('');

function homeWithWukong() {
  const home = mkdtempSync(join(tmpdir(), 'wukong-first-'));
  onTestFinished(() => rmSync(home, { recursive: true, maxRetries: 5, retryDelay: 100 }));
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const cli = join(PROJECT, 'dist', 'cli.js');
  writeFileSync(join(bin, 'wukong'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(join(bin, 'wukong'), 0o755);
  const system = systemPaths();
  const PATH = [bin, system.PATH].join(delimiter);
  return { home, env: { ...system, ...gitEnvironment(), HOME: home, PATH } };
}

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
