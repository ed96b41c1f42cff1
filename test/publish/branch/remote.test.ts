// Pushing to a repository on this disk, whose name is that of one on a host.

import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ownCommits } from '../../../runtime/engine/publish/own-commits.ts';
import { pushUrlOf } from '../../../runtime/publish/branch/push-url.ts';
import { pushBranch, remoteBranch } from '../../../runtime/publish/branch/remote.ts';
import { BranchRepo } from './branch-rig.ts';

const URL = 'https://github.com/o/r.git';

let repo: BranchRepo;
let bare: string;
beforeEach(() => {
  repo = new BranchRepo();
  bare = join(repo.base, 'bare.git');
  execFileSync('git', ['init', '-q', '--bare', bare]);
  repo.write('a.js').commit();
  repo.git('remote', 'add', 'origin', URL);
  repo.configured(`url.${bare}.insteadOf`, URL);
});

const at = (name: string): string =>
  execFileSync('git', ['-C', bare, 'rev-parse', '--verify', name], { encoding: 'utf8' }).trim();

function hook(path: string, text: string): void {
  repo.write(path, `#!/bin/sh\n${text}\n`);
  chmodSync(join(repo.top, path), 0o755);
}

const push = (timeoutMs?: number) => pushBranch(repo.place, bare, 'b', repo.head, timeoutMs);

describe('a URL to push to', () => {
  test('is named as it is configured, and goes where git sends it', async () => {
    expect(await pushUrlOf(repo.place, 'origin')).toEqual({
      ok: true,
      value: { named: URL, pushed: bare, shown: bare },
    });
  });

  test('is that for pushes, and shows no secret', async () => {
    repo.configured('remote.origin.pushurl', 'https://me:pa55word@host/o/r');
    const found = await pushUrlOf(repo.place, 'origin');
    expect(found.ok && found.value).toEqual({
      named: 'https://…@host/o/r',
      pushed: 'https://me:pa55word@host/o/r',
      shown: 'https://…@host/o/r',
    });
  });

  test('is none where there are several, or no such remote', async () => {
    const none = await pushUrlOf(repo.place, 'upstream');
    expect(!none.ok && none.error.kind).toBe('no-remote');
    repo.git('remote', 'set-url', '--add', 'origin', 'https://x:pa55word@host/o/r');
    expect(await pushUrlOf(repo.place, 'origin')).toEqual({
      ok: false,
      error: { kind: 'several', shown: [bare, 'https://…@host/o/r'] },
    });
  });

  test('is not rewritten once more', async () => {
    repo.configured(`url./nowhere/.insteadOf`, repo.base);
    repo.configured(`url./nowhere/.pushInsteadOf`, repo.base);
    expect(await push()).toEqual({ ok: true, value: 'pushed' });
    expect(await remoteBranch(repo.place, bare, 'b')).toEqual({ ok: true, value: repo.head });
  });
});

describe('a push', () => {
  test('makes the branch and nothing else there, and moves nothing here', async () => {
    repo.git('tag', '-a', '-m', 'x', 'mine');
    repo.configured('push.followTags', 'true');
    const before = repo.ofThePerson();
    expect(await remoteBranch(repo.place, bare, 'b')).toEqual({ ok: true, value: null });
    expect(await push()).toEqual({ ok: true, value: 'pushed' });
    expect(await remoteBranch(repo.place, bare, 'b')).toEqual({ ok: true, value: repo.head });
    expect(execFileSync('git', ['-C', bare, 'for-each-ref'], { encoding: 'utf8' })).toBe(
      `${repo.head} commit\trefs/heads/b\n`,
    );
    expect(repo.ofThePerson()).toEqual(before);
  });

  test('of what is there already is pushed', async () => {
    await push();
    expect(await push()).toEqual({ ok: true, value: 'pushed' });
  });

  test('is rejected where others pushed', async () => {
    await push();
    const first = at('b');
    repo.git('commit', '-q', '--amend', '-m', 'other');
    const pushed = await push();
    expect(!pushed.ok && pushed.error.kind).toBe('rejected');
    expect(at('b')).toBe(first);
  });

  test.each([
    ['.git/hooks', ''],
    ['own hooks', 'own hooks'],
  ])('is refused by the hook of the person in %s, in its words', async (folder, configured) => {
    if (configured !== '') repo.configured('core.hooksPath', configured);
    hook(`${folder}/pre-push`, 'echo "no pushing 五 on $LANG days" >&2; exit 1');
    const pushed = await push();
    expect(!pushed.ok && pushed.error).toEqual({
      kind: 'hook-refused',
      said: expect.stringContaining('no pushing 五'),
    });
    expect(await remoteBranch(repo.place, bare, 'b')).toEqual({ ok: true, value: null });
  });

  test('is refused by a hook of the other side, in its words', async () => {
    hook('../bare.git/hooks/pre-receive', 'echo "not here" >&2; exit 1');
    const pushed = await push();
    expect(!pushed.ok && pushed.error).toEqual({
      kind: 'hook-refused',
      said: expect.stringContaining('remote: not here'),
    });
  });

  test('that does not end may have arrived', async () => {
    hook('.git/hooks/pre-push', 'exec tail -f /dev/null');
    const pushed = await push(1_500);
    expect(!pushed.ok && pushed.error.kind).toBe('unknown');
  });

  test('to nowhere is unreachable', async () => {
    const away = join(repo.base, 'nowhere.git');
    const pushed = await pushBranch(repo.place, away, 'b', repo.head);
    expect(!pushed.ok && pushed.error.kind).toBe('unreachable');
    const asked = await remoteBranch(repo.place, away, 'b');
    expect(!asked.ok && asked.error.kind).toBe('unreachable');
  });

  test('asks nobody for a password, and shows none', async () => {
    const url = 'ssh://me:pa55word@localhost:1/o/r';
    repo.configured(
      'core.sshCommand',
      'echo "me:pa55word is not let in: Permission denied" >&2; false',
    );
    const asked = await remoteBranch(repo.place, url, 'b');
    expect(!asked.ok && asked.error.kind).toBe('not-allowed');
    const pushed = await pushBranch(repo.place, url, 'b', repo.head);
    expect(!pushed.ok && pushed.error.kind).toBe('not-allowed');
    expect(JSON.stringify([asked, pushed])).not.toContain('pa55word');
  });
});

describe('commits that go along', () => {
  test('are those that were never pushed, the newest first', async () => {
    repo.git('update-ref', 'refs/remotes/origin/main', repo.head);
    repo.write('b.js').commit().write('c.js').commit();
    const found = await ownCommits(repo.place, repo.head, 'origin');
    expect(found).toMatchObject({ ok: true, value: { count: 2 } });
    expect(found.ok && found.value.newest[0]).toMatch(new RegExp(`^${repo.head.slice(0, 7)}`));
  });

  test('are not taken for none where git cannot list them', async () => {
    expect(await ownCommits(repo.place, 'f'.repeat(40), 'origin')).toMatchObject({ ok: false });
  });
});
