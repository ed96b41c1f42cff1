// `wukong publish` with the real git, the real GitHub CLI and a GitHub on this machine.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HAS_GH, TOKEN } from '../github/acme.ts';
import { BRANCH, carriedOut, GOAL } from './published.ts';

describe.skipIf(!HAS_GH)('a goal is published', () => {
  const rig = carriedOut();

  const tip = (): string => rig.atRemote('rev-parse', BRANCH).trim();

  test('once: a second time nothing is asked and nothing is sent', async () => {
    const first = await rig.publish();
    expect(first.text).toContain('It has what the goal was judged on: shown.');
    expect(first.text).toContain('Ready for review: sent');
    const sent = rig.posts();
    const again = rig.alone({}, 'publish', GOAL);
    expect(again).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('All of it is published already.'),
    });
    expect(rig.posts()).toEqual(sent);
    const log = rig.must('log', '--goal', GOAL, '--json');
    const outbox = join(rig.repo, '.wukong/outbox/acme/settings#1.md');
    expect(readFileSync(outbox, 'utf8')).toContain(
      'posted, https://github.com/acme/settings/issues/1',
    );
    for (const text of [log, readFileSync(outbox, 'utf8'), again.stdout])
      expect(text).not.toContain(TOKEN);
    expect(readdirSync(join(rig.repo, '.wukong/outbox'))).toEqual(['acme']);
  });

  test('by a person alone, neither without a terminal nor below the client of an agent', async () => {
    expect(rig.alone({}, 'publish', GOAL)).toMatchObject({ status: 3 });
    const below = await rig.personWith({ CLAUDECODE: '1' }, 'publish', GOAL);
    expect(below).toMatchObject({ code: 3, text: expect.stringContaining('agent’s client') });
    expect([rig.posts(), rig.atRemote('branch', '--format=%(refname:short)').trim()]).toEqual([
      [],
      'main',
    ]);
  });

  test('nowhere any more where the push URL is another one, and that is said', async () => {
    rig.git(
      'remote',
      'set-url',
      '--push',
      'origin',
      'https://me:pa55word@evil.example/acme/settings',
    );
    rig.git('remote', 'set-url', 'origin', 'https://github.com/acme/settings.git');
    const other = await rig.publish();
    expect(other.text).not.toContain('pa55word');
    rig.git('config', '--unset', 'remote.origin.pushurl');
    rig.git(
      'config',
      `url.${rig.dir}/elsewhere.git.pushInsteadOf`,
      'https://github.com/acme/settings.git',
    );
    const moved = await rig.publish();
    expect(moved).toMatchObject({
      code: 0,
      text: expect.stringContaining('The push URL is another one now'),
    });
    expect(moved.text).not.toContain('May this leave');
    expect(rig.posts()).toEqual([]);
  });

  test('never over what others pushed there', async () => {
    rig.atRemote('branch', BRANCH, 'main');
    const ended = await rig.publish();
    expect(ended).toMatchObject({ code: 3, text: expect.stringContaining('others pushed to') });
    expect([tip(), rig.posts()]).toEqual([rig.atRemote('rev-parse', 'main').trim(), []]);
  });

  test('as a hook of the person lets it, in whose words a refusal is told', async () => {
    const hook = join(rig.repo, '.git/hooks/pre-push');
    rig.write('.git/hooks/pre-push', '#!/bin/sh\necho not on a Friday >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    expect(await rig.publish()).toMatchObject({
      code: 3,
      text: expect.stringContaining('not on a Friday'),
    });
    expect(rig.posts()).toEqual([]);
    rig.write('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n');
    expect(await rig.publish()).toMatchObject({ code: 0 });
    expect(rig.there.pulls).toHaveLength(1);
  });

  test('once by two at once', async () => {
    const both = await Promise.all([rig.publish(), rig.publish()]);
    expect(both.map(({ code }) => code).sort()).toContain(0);
    expect([rig.there.pulls.length, rig.there.comments.length]).toEqual([1, 1]);
  });

  test('whole by the next one, where one was killed while it was sent', async () => {
    for (const path of [/\/pulls$/, /\/comments$/]) {
      const meant = { method: 'POST', path };
      rig.server.fault({ does: 'hold', carriedOut: true }, meant);
      const arrived = rig.server.arrival(meant);
      const killed = rig.publish();
      await arrived;
      process.kill(rig.lastIntent().sender.pid, 'SIGKILL');
      expect((await killed).text).not.toMatch(/^Pull request: /m);
    }
    expect(await rig.publish()).toMatchObject({ code: 0 });
    expect([rig.there.pulls.length, rig.there.comments.length]).toEqual([1, 1]);
    expect(rig.there.pulls[0]?.isDraft).toBe(false);
  });

  test('as far as git alone can do it, where there is no gh, and what to type is said', async () => {
    const bin = join(rig.dir, 'bin');
    mkdirSync(bin);
    for (const name of ['git', 'sh', 'script', 'stty', 'cat', 'npm', 'node']) {
      const folders = (process.env.PATH ?? '').split(delimiter);
      const found = folders.map((one) => join(one, name)).find((file) => existsSync(file));
      if (found) symlinkSync(found, join(bin, name));
    }
    const ended = await rig.personWith({ PATH: bin }, 'publish', GOAL);
    expect(ended.code).toBe(3);
    expect(ended.text).toMatch(/Branch: sent\n.*\(gh\) is not here\. .*install gh/);
    expect([tip().length, rig.posts()]).toEqual([40, []]);
  });

  test('nowhere without a person’s trust: all of it is shown, and how to give it', async () => {
    rig.must('trust', '--publish', 'github.com/acme/settings', '--revoke');
    const shown = await rig.publish();
    expect(shown.code).toBe(0);
    for (const said of ['Make the change: refuse', '    src/reader.js', 'Trigger: workrun:']) {
      expect(shown.text).toContain(said);
    }
    expect(shown.text).toMatch(
      /Nothing has left this machine\. .*wukong trust --publish github\.com\/acme\/settings/,
    );
    expect(shown.text).not.toContain('May this leave');
    expect([rig.posts(), rig.atRemote('branch', '--list', 'wukong/*')]).toEqual([[], '']);
  });
});
