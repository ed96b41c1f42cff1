// docs/daemon.md is typed as it stands there, at a terminal, where docs/first-executor.md ends.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atTerminal } from '../rig/person.ts';
import { homeWithWukong } from './home.ts';
import { readPage } from './pages.ts';

const blocks = (page: string, kind: string): string =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
    .map(([, text]) => text)
    .join('');

const BEFORE = blocks(readPage('docs/first-executor.md'), '(?:ba)?sh');
const [, NIGHT = ''] = /## A first night\n([\s\S]*?)\n## /.exec(readPage('docs/daemon.md')) ?? [];

/** Without what differs from run to run. */
function told(line: string): string {
  return line
    .replace(/process \d+/, 'process')
    .replace(/started .*$/, 'started')
    .trim();
}

test('a night with the daemon is what the page says', { timeout: 300_000 }, async () => {
  const { home, env } = homeWithWukong();
  const before = spawnSync('sh', ['-e', '-c', BEFORE], { cwd: home, env, encoding: 'utf8' });
  expect(before.status, `${before.stdout}${before.stderr}`).toBe(0);
  const script = join(home, 'night.sh');
  writeFileSync(script, blocks(NIGHT, '(?:ba)?sh'));
  const cwd = join(home, 'first-executor');
  const terminal = { ...env, TERM: 'xterm', COLUMNS: '200' };
  try {
    const night = await atTerminal('sh', ['-e', script], {
      ...{ cwd, env: terminal, key: [], timeoutMs: 240_000 },
    });
    expect(night.code, night.stdout + night.stderr).toBe(0);
    const shown = blocks(NIGHT, 'text').trimEnd().split('\n').map(told);
    expect(night.stdout.split('\n').map(told)).toEqual(expect.arrayContaining(shown));
  } finally {
    spawnSync(join(home, 'bin', 'wukong'), ['daemon', 'stop'], { cwd, env });
  }
});
