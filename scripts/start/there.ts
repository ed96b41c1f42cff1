// Where the overnight example publishes: a GitHub on this machine that the real GitHub CLI talks to, and a bare
// repository behind it. Nothing leaves the machine.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pc from 'picocolors';
import { hashOf } from '../../runtime/engine/publish/target.ts';
import { lackOf } from '../../runtime/publish/github/gh-call.ts';
import { git } from '../example.ts';
import { startGitHub } from '../github/server.ts';

const TOKEN = 'gho_of_the_overnight_example';
const URL = 'https://github.com/example/settings.git';
const TO = 'github.com/example/settings';
const LONGEST_MS = 120_000;
const LOOK_EVERY_MS = 200;

export async function startThere(repo: string, home: string) {
  const server = await startGitHub();
  server.memory.users.set(TOKEN, { login: 'you', id: 1 });
  const bare = join(home, 'settings.git');
  const { pulls } = server.memory.addRepository({
    ...{ owner: 'example', name: 'settings', writers: ['you'], defaultBranch: 'main' },
  });
  const { GH_CONFIG_DIR = '' } = server.environment(TOKEN);
  const lack = lackOf(spawnSync('gh', ['--version'], { encoding: 'utf8' }).stdout ?? '');
  return {
    env: { GH_CONFIG_DIR },
    async connect(): Promise<void> {
      await git(home, 'init', '--quiet', '--bare', bare);
      await git(repo, 'config', 'user.name', 'You');
      await git(repo, 'config', 'user.email', 'you@example.com');
      await git(repo, 'config', `url.${bare}.insteadOf`, URL);
      await git(repo, 'remote', 'add', 'origin', URL);
      await git(repo, 'push', '--quiet', 'origin', 'main');
    },
    /** `wukong trust --publish … --daemon` asks a person; here the example says it, of a server of its own. */
    async trust(): Promise<void> {
      const file = join(repo, '.git', 'wukong', 'trust.json');
      const entry = { to: TO, remote: 'origin', shown: bare, sha256: hashOf(bare), daemon: true };
      const trust = { ...JSON.parse(readFileSync(file, 'utf8')), publish: [entry] };
      writeFileSync(file, JSON.stringify(trust));
    },
    async untilPublished(most: number): Promise<void> {
      const endsAt = Date.now() + LONGEST_MS;
      while (lack === undefined && pulls.length < most && Date.now() < endsAt) {
        await delay(LOOK_EVERY_MS);
      }
      // The text and the state of the last one follow.
      if (lack === undefined) await delay(SETTLES_MS);
    },
    show(say: (text: string) => void): void {
      if (lack) {
        say(
          pc.dim(
            `\nNo pull requests: the GitHub CLI (gh) is ${lack.kind}. wukong publish --dry-run shows them.`,
          ),
        );
      }
      for (const { number, title, body, isDraft, branch } of pulls) {
        say(
          `\n${pc.bold(`Pull request ${number}, ${isDraft ? 'a draft' : 'ready'}: ${title}`)} (${branch})`,
        );
        say(body.trimEnd().replaceAll(/^/gm, '  '));
      }
    },
    [Symbol.asyncDispose]: server.close,
  };
}

const SETTLES_MS = 2_000;
