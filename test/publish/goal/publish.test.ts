// `wukong publish` with the real git, the real GitHub CLI and a GitHub on this machine.

import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HAS_GH, TOKEN } from '../github/acme.ts';
import { BRANCH, GOAL, Publishing } from './published.ts';

describe.skipIf(!HAS_GH)('a goal is published', () => {
  const rig = new Publishing();
  beforeAll(() => rig.make());
  beforeEach(() => rig.restore());
  afterEach(async () => {
    expect(rig.server.faults).toEqual([]);
    await rig.end();
  });

  const index = () => readFileSync(join(rig.repo, '.git/index'));
  const tip = (): string => rig.atRemote('rev-parse', BRANCH).trim();

  test('from a tree full of what is the person’s own, of which nothing leaves or changes', async () => {
    const planned = JSON.parse(rig.must('publish', GOAL, '--dry-run', '--json'));
    expect(rig.posts()).toEqual([]);
    const before = [rig.git('status', '--porcelain'), rig.git('rev-parse', 'HEAD'), index()];
    const ended = await rig.publish();
    expect(ended).toMatchObject({
      code: 0,
      text: expect.stringContaining('Ready for review: sent'),
    });
    expect([rig.git('status', '--porcelain'), rig.git('rev-parse', 'HEAD'), index()]).toEqual(
      before,
    );
    expect(tip()).toBe(planned.branch.tip);
    const changed = rig.atRemote('diff', '--name-only', 'main', BRANCH).trim().split('\n');
    expect(changed).toEqual(planned.commits[0].paths);
    const [pull] = rig.there.pulls;
    expect(pull).toMatchObject({
      ...{ title: planned.pull.title, body: planned.pull.body },
      isDraft: false,
    });
    expect(rig.there.comments).toHaveLength(1);
    const out = `${rig.atRemote('log', '-p', BRANCH)}${JSON.stringify(rig.there)}`;
    expect(out).not.toContain('MINE');
    const message = rig.atRemote(
      'log',
      '-1',
      '--format=%(trailers:key=Wukong-Verdict,valueonly)%T%n%(trailers:key=Wukong-Tree,valueonly)',
      BRANCH,
    );
    const [verdict, , tree, named] = message.trim().split('\n');
    expect([verdict, named ?? tree]).toEqual([
      'shown',
      rig.atRemote('rev-parse', `${BRANCH}^{tree}`).trim(),
    ]);
  });

  test('once: a second time nothing is asked and nothing is sent', async () => {
    await rig.publish();
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
    expect(statSync(hook).mode & 0o111).not.toBe(0);
    expect(await rig.publish()).toMatchObject({
      code: 3,
      text: expect.stringContaining('not on a Friday'),
    });
    expect(rig.posts()).toEqual([]);
    rig.write('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n');
    expect(await rig.publish()).toMatchObject({ code: 0 });
    expect(rig.there.pulls).toHaveLength(1);
  });

  test('once, where the answers were cut off after it was carried out', async () => {
    rig.server.fault({ does: 'cut', carriedOut: true }, { method: 'POST', path: /\/pulls$/ });
    rig.server.fault({ does: 'drop', carriedOut: true }, { method: 'POST', path: /\/comments$/ });
    expect(await rig.publish()).toMatchObject({ code: 0 });
    expect([rig.there.pulls.length, rig.there.comments.length]).toEqual([1, 1]);
  });

  test('not by the comment of a stranger that has its marks', async () => {
    rig.server.fault({ does: 'drop', carriedOut: false }, { method: 'POST', path: /\/comments$/ });
    const { comments } = JSON.parse(rig.must('publish', GOAL, '--dry-run', '--json'));
    const user = { login: 'eve', id: 7 };
    rig.server.memory.addComment(rig.there, { issue: 1, user, body: comments[0].text });
    const ended = await rig.publish();
    expect(ended).toMatchObject({ code: 3, text: expect.stringContaining('arrive yet') });
    expect(rig.there.comments.map((one) => one.user.login)).toEqual(['eve']);
  });

  test('once by two at once', async () => {
    const both = await Promise.all([rig.publish(), rig.publish()]);
    expect(both.map(({ code }) => code).sort()).toContain(0);
    expect([rig.there.pulls.length, rig.there.comments.length]).toEqual([1, 1]);
  });

  test('later where GitHub does not let it, and what to type is said', async () => {
    const made = { method: 'POST', path: /\/pulls$/ };
    rig.server.fault({ does: 'answer', status: 401, body: { message: 'Bad credentials' } }, made);
    expect(await rig.publish()).toMatchObject({
      code: 3,
      text: expect.stringContaining('gh auth login --hostname github.com'),
    });
    rig.server.fault({ does: 'answer', status: 404, body: { message: 'Not Found' } }, made);
    expect(await rig.publish()).toMatchObject({
      code: 3,
      text: expect.stringContaining('gh auth status'),
    });
    const headers = { 'retry-after': '30' };
    rig.server.fault(
      { does: 'answer', status: 429, headers, body: { message: 'slow down' } },
      made,
    );
    expect(await rig.publish()).toMatchObject({
      code: 3,
      text: expect.stringContaining('again in 30 s'),
    });
    expect(rig.there.comments).toEqual([]);
    expect(await rig.publish()).toMatchObject({ code: 0 });
    expect([rig.there.pulls.length, rig.there.comments.length]).toEqual([1, 1]);
  });
});
