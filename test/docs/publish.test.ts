// docs/publish.md is typed as it stands there, at a terminal, where docs/first-executor.md ends. GitHub is one on this
// machine that the real GitHub CLI talks to.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startGitHub } from '../../scripts/github/server.ts';
import { HAS_GH } from '../publish/github/acme.ts';
import { atTerminal } from '../rig/person.ts';
import { homeWithWukong } from './home.ts';
import { readPage } from './pages.ts';

const blocks = (page: string, kind: string): string =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
    .map(([, text]) => text)
    .join('');

const BEFORE = blocks(readPage('docs/first-executor.md'), '(?:ba)?sh');
const PAGE = readPage('docs/publish.md');
const TOKEN = 'gho_0123456789abcdefghijklmnopqrstuvwxyz';

/** Without what differs from run to run. */
function told(line: string): string {
  return line
    .replaceAll(/\b[0-9a-f]{12}\b/g, '…')
    .replaceAll(/\d{4}-\d\d-\d\d-/g, '')
    .replace(/ of (?:main|master):/, ' of …:')
    .replace(/\([^ ]*outbox/, '(…outbox')
    .replace(/\(origin, .*\)/, '(origin)')
    .trimEnd();
}

test.skipIf(!HAS_GH)(
  'publishes the first goal as the page says (needs gh)',
  { timeout: 240_000 },
  async () => {
    const { home, env } = homeWithWukong();
    const before = spawnSync('sh', ['-e', '-c', BEFORE], { cwd: home, env, encoding: 'utf8' });
    expect(before.status, `${before.stdout}${before.stderr}`).toBe(0);
    await using server = await startGitHub();
    server.memory.users.set(TOKEN, { login: 'you', id: 1 });
    const repository = server.memory.addRepository({
      ...{ owner: 'you', name: 'first-executor', writers: ['you'], defaultBranch: 'main' },
    });
    const bare = join(home, 'there.git');
    const cwd = join(home, 'first-executor');
    const url = 'https://github.com/you/first-executor.git';
    for (const args of [
      ['init', '--quiet', '--bare', bare],
      ['-C', cwd, 'config', `url.${bare}.insteadOf`, url],
    ]) {
      expect(spawnSync('git', args, { cwd: home, env }).status).toBe(0);
    }
    const script = join(home, 'publish.sh');
    writeFileSync(script, blocks(PAGE, 'bash'));
    const { GH_CONFIG_DIR = '' } = server.environment(TOKEN);
    const typed = await atTerminal('sh', ['-e', script], {
      cwd,
      env: { ...env, GH_CONFIG_DIR, TERM: 'xterm', COLUMNS: '200' },
      key: [
        [/May goals be published to .*Yes \/ .*No/s, 'y'],
        [/May this leave .*Yes \/ .*No/s, 'y'],
      ],
      timeoutMs: 200_000,
    });
    expect(typed.code, typed.stdout + typed.stderr).toBe(0);
    const shown = blocks(PAGE, 'text').trimEnd().split('\n').map(told);
    expect(typed.stdout.split('\n').map(told)).toEqual(expect.arrayContaining(shown));
    expect(repository.pulls.map(({ isDraft, state }) => ({ isDraft, state }))).toEqual([
      { isDraft: false, state: 'open' },
    ]);
    expect(JSON.stringify([repository.pulls, server.arrived])).not.toContain('notes of my own');
    expect(server.faults).toEqual([]);
  },
);
