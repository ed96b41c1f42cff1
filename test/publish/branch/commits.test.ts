// Commits of the branch, their way into the repository, and the branch itself.

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bringHome, setBranch } from '../../../runtime/publish/branch/bring-home.ts';
import { commitTrees } from '../../../runtime/publish/branch/commit-trees.ts';
import { BranchRepo } from './branch-rig.ts';

const AT = '2026-05-06T07:08:09.123Z';

let repo: BranchRepo;
beforeEach(() => {
  repo = new BranchRepo();
  repo.write('a.js', 'old\n').commit();
});

async function commit(message = '修 it', text = 'run\n'): Promise<string> {
  const made = await tryCommit(message, text);
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value.at(-1) ?? '';
}

async function tryCommit(message = 'x', text = 'run\n') {
  const patch = await repo.run(() => repo.write('a.js', text));
  const tree = await repo.laid(patch);
  repo.write('a.js', 'old\n');
  return commitTrees(repo.place, repo.head, [{ tree, message, at: AT }]);
}

/** Without names that the tests give to git by the environment, or who is at this machine by a file at home. */
async function withoutNames<T>(work: () => Promise<T>): Promise<T> {
  const isName = (name: string): boolean =>
    /^(?:GIT_(?:AUTHOR|COMMITTER)_.*|HOME|XDG_CONFIG_HOME|EMAIL)$/.test(name);
  const names = Object.keys(process.env).filter(isName);
  const kept = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) delete process.env[name];
  process.env.HOME = repo.base;
  try {
    return await work();
  } finally {
    delete process.env.HOME;
    for (const [name, value] of kept) process.env[name] = value;
  }
}

describe('a commit', () => {
  test('is by the person, of the time that is given, in UTF-8, and nowhere in .git', async () => {
    repo.configured('i18n.commitEncoding', 'ISO-8859-1');
    const before = repo.ofThePerson();
    const id = await withoutNames(() => commit());
    const text = repo.seen('cat-file', 'commit', id);
    const by = 'A <a@example.org> 1778051289 +0000';
    expect(text).toContain(`parent ${repo.head}\nauthor ${by}\ncommitter ${by}\n\n修 it\n`);
    expect(text).not.toContain('encoding');
    expect(repo.ofThePerson()).toEqual(before);
  });

  test('of the same has the same id', async () => {
    expect(await commit()).toBe(await commit());
  });

  test('of a tree that its parent has is its parent', async () => {
    const tree = repo.git('rev-parse', 'HEAD^{tree}').trim();
    const one = { tree, message: 'x', at: AT };
    const made = await commitTrees(repo.place, repo.head, [one, one]);
    expect(made).toEqual({ ok: true, value: [repo.head, repo.head] });
  });

  test('is none where git does not know the person', async () => {
    repo.configured('user.useConfigOnly', 'true').git('config', '--unset', 'user.name');
    const made = await withoutNames(() => tryCommit());
    expect(!made.ok && made.error).toEqual({
      kind: 'identity',
      said: expect.stringContaining('no name was given'),
    });
  });

  test('is none without the signature that the person wants', async () => {
    repo.configured('commit.gpgSign', 'true').configured('gpg.program', '/nowhere/gpg');
    const made = await tryCommit();
    expect(!made.ok && made.error).toEqual({
      kind: 'signature',
      said: expect.stringContaining('/nowhere/gpg'),
    });
  });

  test('has the signature that the person wants', async () => {
    const signer = `#!/bin/sh
cat >/dev/null
echo "[GNUPG:] SIG_CREATED " >&2
printf '%s\\n' '-----BEGIN PGP SIGNATURE-----' x '-----END PGP SIGNATURE-----'
`;
    repo.write('.git/signer', signer);
    chmodSync(join(repo.top, '.git/signer'), 0o755);
    repo.configured('commit.gpgSign', 'true');
    repo.configured('gpg.program', join(repo.top, '.git/signer'));
    expect(repo.seen('cat-file', 'commit', await commit())).toContain('gpgsig -----BEGIN PGP');
  });
});

describe('a branch', () => {
  async function home(): Promise<string> {
    const tip = await commit();
    const brought = await bringHome(repo.place, tip, repo.head);
    expect(brought).toEqual({ ok: true, value: 'home' });
    return tip;
  }

  test('has all it is made of in the repository, and is set once', async () => {
    const tip = await home();
    expect(await setBranch(repo.place, 'wukong/一', tip, null)).toEqual({ ok: true, value: 'set' });
    expect(repo.git('cat-file', 'blob', 'wukong/一:a.js')).toBe('run\n');
    repo.git('fsck', '--strict', '--connectivity-only');
    expect(await setBranch(repo.place, 'wukong/一', tip, null)).toEqual({
      ok: true,
      value: 'there',
    });
  });

  test('that is somewhere else stays there', async () => {
    const tip = await home();
    repo.git('branch', 'b');
    const refused = { ok: false, error: { kind: 'elsewhere', at: repo.head } };
    expect(await setBranch(repo.place, 'b', tip, null)).toEqual(refused);
    expect(await setBranch(repo.place, 'b', tip, tip.replace(/^./, '0'))).toEqual(refused);
    expect(repo.git('rev-parse', 'b').trim()).toBe(repo.head);
    expect((await setBranch(repo.place, 'b', tip, repo.head)).ok).toBe(true);
  });

  test('that a working tree stands on is not moved', async () => {
    const tip = await home();
    const other = join(repo.base, 'other 二');
    repo.git('worktree', 'add', '-q', '-b', 'b', other);
    expect(await setBranch(repo.place, 'b', tip, repo.head)).toEqual({
      ok: false,
      error: { kind: 'checked-out', worktree: other },
    });
    expect(await setBranch(repo.place, 'main', tip, repo.head)).toEqual({
      ok: false,
      error: { kind: 'checked-out', worktree: repo.top },
    });
  });

  test('of a name that git does not take is told in its words', async () => {
    const tip = await home();
    const set = await setBranch(repo.place, 'a..b', tip, null);
    expect(!set.ok && set.error).toEqual({ kind: 'git', said: expect.stringContaining('a..b') });
  });
});
