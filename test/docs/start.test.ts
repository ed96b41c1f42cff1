// docs/start.md is typed as it stands there, as far as it needs no client.

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { homeWithWukong } from './home.ts';
import { readPage } from './pages.ts';

const PAGE = readPage('docs/start.md');
const TYPED = [...PAGE.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, text]) => text).join('');
const [, SHOWN = ''] = /^```text\n(shown[\s\S]*?)^```$/m.exec(PAGE) ?? [];

test('the first page sets a repository up as it says, and its change is shown by what it prints', {
  timeout: 180_000,
}, () => {
  const { home, env } = homeWithWukong();
  const ended = spawnSync('sh', ['-e', '-c', TYPED], { cwd: home, env, encoding: 'utf8' });
  expect(ended.status, `${ended.stdout}${ended.stderr}`).toBe(0);
  expect(SHOWN).toContain('nothing costs nothing');
  expect(ended.stdout).toContain(SHOWN.trimEnd());
  const status = spawnSync('sh', ['-c', 'wukong'], { cwd: `${home}/start`, env, encoding: 'utf8' });
  expect(status.stdout).toContain('/wukong_fix');
});

test('the page in Chinese has the same to type, in the same order', () => {
  const blocks = (text: string) =>
    text.replaceAll(/ +# .*$/gm, '').match(/^```\w+\n[\s\S]*?^```$/gm);
  expect(blocks(PAGE)?.length).toBeGreaterThan(5);
  expect(blocks(readPage('docs/start.zh-CN.md'))).toEqual(blocks(PAGE));
});
