import { describe, expect, test } from 'vitest';
import { pushRefusal, whyNotReached } from '../../../runtime/publish/branch/push-outcome.ts';
import { redacted, repositoryOf } from '../../../runtime/publish/branch/repository-of.ts';

describe('a URL names', () => {
  test.each([
    ['https://github.com/o/r.git', 'github.com'],
    ['https://user:secret@GitHub.com/o/r/', 'github.com'],
    ['https://github.com:443/o/r', 'github.com'],
    ['https://ghes.example.org:8443/o/r.git/', 'ghes.example.org:8443'],
    ['ssh://git@ghes.example.org:122/o/r.git', 'ghes.example.org'],
    ['ssh://git@ssh.github.com:443/o/r.git', 'github.com'],
    ['git@github.com:o/r.git', 'github.com'],
    ['github.com:/o/r', 'github.com'],
  ])('%s the repository r of o at %s', (url, host) => {
    expect(repositoryOf(url)).toEqual({ host, owner: 'o', repo: 'r' });
  });

  test.each([
    ...['/srv/o/r.git', '../o/r', 'C:/o/r', 'C:\\o\\r', 'file:///srv/o/r', 'ext::sh o/r'],
    ...['https://github.com/o', 'https://gitlab.com/o/sub/r', 'git@github.com:../r'],
    ...['https://evil.org#@github.com/o/r', 'https://github.com@evil.org:x/o/r', ''],
  ])('%s none', (url) => {
    expect(repositoryOf(url)).toBe(null);
  });

  test('the host that git asks, whatever stands before it', () => {
    expect(repositoryOf('https://github.com/@evil.org/r')).toBe(null);
    expect(repositoryOf('https://github.com:x@evil.org/o/r')?.host).toBe('evil.org');
  });
});

test.each([
  [
    "fatal: unable to access 'https://u:pa55@h/o/r.git/': 403",
    "fatal: unable to access 'https://…@h/o/r.git/': 403",
  ],
  ['https://ghp_token@github.com/o/r', 'https://…@github.com/o/r'],
  ['ssh://git@github.com/o/r', 'ssh://git@github.com/o/r'],
  ['ssh://me:pa55@host/o/r', 'ssh://me:…@host/o/r'],
  ['see http://h/x?private_token=abc&y=1', 'see http://h/x?private_token=…&y=1'],
])('of %s nobody sees the secret', (text, shown) => {
  expect(redacted(text)).toBe(shown);
});

test('a secret of the URL is not shown where it stands alone', () => {
  const url = 'https://x-access-token:pa%40ss@github.com/o/r';
  expect(redacted('remote: pa@ss is wrong, so is pa%40ss', url)).toBe(
    'remote: … is wrong, so is …',
  );
  expect(redacted('remote: ghp_1 expired', 'https://ghp_1@github.com/o/r')).toBe(
    'remote: … expired',
  );
});

describe('a push that did not end well', () => {
  const line = (why: string): string => `To x\n!\tabc:refs/heads/b\t${why}\nDone`;
  test.each([
    ['[rejected] (fetch first)', 'rejected'],
    ['[rejected] (non-fast-forward)', 'rejected'],
    ['[remote rejected] (cannot lock ref)', 'rejected'],
    ['[remote rejected] (pre-receive hook declined)', 'hook-refused'],
    ['[remote rejected] (protected branch hook declined)', 'not-allowed'],
    ['[remote rejected] (push declined due to repository rule violations)', 'not-allowed'],
    [
      '[remote rejected] (refusing to allow an OAuth App to create or update workflow)',
      'not-allowed',
    ],
    ['[remote failure] (remote failed to report status)', 'unknown'],
    ['[remote rejected] (unpacker error)', 'unknown'],
  ])('%s is %s', (why, kind) => {
    expect(pushRefusal({ exitCode: 1, stdout: line(why), stderr: '' })).toBe(kind);
  });

  test('that was ended by somebody may have arrived', () => {
    expect(pushRefusal({ exitCode: null, stdout: '', stderr: '' })).toBe('unknown');
  });

  test.each([
    ['remote: Permission to o/r.git denied to me.\nfatal: … error: 403', 'not-allowed'],
    ["fatal: could not read Username for 'https://h': terminal prompts disabled", 'not-allowed'],
    [
      'me@h: Permission denied (publickey).\nfatal: Could not read from remote repository.',
      'not-allowed',
    ],
    ['ERROR: Repository not found.\nfatal: Could not read from remote repository.', 'not-allowed'],
    ['fatal: unable to access: Could not resolve host: h', 'unreachable'],
    ["fatal: '/x' does not appear to be a git repository", 'unreachable'],
    ['fatal: the remote end hung up unexpectedly', 'unknown'],
    ['fatal: something new', 'unknown'],
  ])('%s is %s', (stderr, kind) => {
    expect(whyNotReached(stderr)).toBe(kind);
  });
});
