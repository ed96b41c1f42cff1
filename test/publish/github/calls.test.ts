// What the real GitHub CLI makes of each thing that can go wrong on the way, one a test.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitHub } from '../../../runtime/publish/github/github.ts';
import { temporaryFolder } from '../../evidence/temporary.ts';
import { HAS_GH, PLACE, startAcme, TOKEN } from './acme.ts';

const folder = temporaryFolder('wukong-gh-');

describe.skipIf(!HAS_GH)('with the real gh (skipped where there is none of 2.23 or newer)', () => {
  test('a token that is taken no more asks for a login', async () => {
    await using acme = await startAcme({ token: 'gho_revoked0123456789abcdefghijklmnopqrst' });
    expect(await acme.host.login()).toEqual({
      kind: 'not-logged-in',
      message: 'Bad credentials',
      toType: 'gh auth login --hostname github.com',
    });
  });

  test('a person who never logged in is told how', async () => {
    await using acme = await startAcme({ token: null });
    expect(await acme.host.createComment(acme.issue, '写'.repeat(60_000))).toMatchObject({
      kind: 'not-logged-in',
      toType: 'gh auth login --hostname github.com',
    });
    expect(acme.server.arrived).toEqual([]);
  });

  test('the token of an app has no login, and is told so', async () => {
    await using acme = await startAcme();
    acme.server.memory.users.set(TOKEN, null);
    expect(await acme.host.login()).toEqual({
      kind: 'refused',
      status: 403,
      message: 'Resource not accessible by integration',
    });
  });

  test('an issue that is not there is refused', async () => {
    await using acme = await startAcme();
    expect(await acme.host.createComment(77, 'hello')).toEqual({
      kind: 'refused',
      status: 404,
      message: 'Not Found',
    });
  });

  test('a second pull request of a branch is refused, in the words of GitHub', async () => {
    await using acme = await startAcme();
    const pull = { branch: 'w/1', base: 'trunk', title: 't', body: 'b', draft: true };
    expect(await acme.host.createPull(pull)).toMatchObject({ kind: 'ok' });
    expect(await acme.host.createPull(pull)).toEqual({
      kind: 'refused',
      status: 422,
      message: 'Validation Failed: A pull request already exists for acme:w/1.',
    });
    expect(acme.repository.pulls).toHaveLength(1);
  });

  test('a limit says how long it lasts', async () => {
    await using acme = await startAcme();
    const body = { message: 'API rate limit exceeded' };
    acme.server.fault({ does: 'answer', status: 429, headers: { 'retry-after': '17' }, body });
    expect(await acme.host.createComment(acme.issue, 'hello')).toEqual({
      kind: 'limited',
      waitSec: 17,
      message: 'API rate limit exceeded',
    });
    expect(acme.repository.comments).toEqual([]);
  });

  test('a secondary limit is a limit by its words', async () => {
    await using acme = await startAcme();
    const body = { message: 'You have exceeded a secondary rate limit.' };
    acme.server.fault({ does: 'answer', status: 403, body });
    expect(await acme.host.defaultBranch()).toMatchObject({ kind: 'limited', waitSec: 60 });
  });

  test('a comment whose answer is cut in the middle is there, and not known to be', async () => {
    await using acme = await startAcme();
    acme.server.fault({ does: 'cut', carriedOut: true }, { method: 'POST' });
    expect(await acme.host.createComment(acme.issue, 'hello')).toEqual({
      kind: 'unknown',
      why: 'unexpected EOF',
    });
    expect(acme.repository.comments.map(({ body }) => body)).toEqual(['hello']);
  });

  test('one that never was carried out looks the same from here', async () => {
    await using acme = await startAcme();
    acme.server.fault({ does: 'cut', carriedOut: false }, { method: 'POST' });
    expect(await acme.host.createComment(acme.issue, 'hello')).toMatchObject({ kind: 'unknown' });
    expect(acme.repository.comments).toEqual([]);
  });

  test('a connection that ends without an answer leaves open what was done', async () => {
    await using acme = await startAcme();
    acme.server.fault({ does: 'drop', carriedOut: true });
    expect(await acme.host.createComment(acme.issue, 'hello')).toMatchObject({ kind: 'unknown' });
    // Neither gh nor its library sent it a second time.
    expect(acme.server.arrived).toHaveLength(1);
    expect(acme.repository.comments).toHaveLength(1);
  });

  test('an answer that never comes is waited for until the time is up', async () => {
    await using acme = await startAcme({ limitMs: 3_000 });
    acme.server.fault({ does: 'hold', carriedOut: true });
    const began = performance.now();
    expect(await acme.host.createComment(acme.issue, 'hello')).toEqual({
      kind: 'unknown',
      why: 'no answer within 3 s',
    });
    expect(performance.now() - began).toBeGreaterThan(2_900);
    expect(acme.repository.comments).toHaveLength(1);
  });

  test('trouble of the server leaves open what was done', async () => {
    await using acme = await startAcme();
    acme.server.fault({ does: 'answer', status: 502, body: '<html>Bad Gateway</html>' });
    expect(await acme.host.createComment(acme.issue, 'hello')).toEqual({
      kind: 'unknown',
      why: 'HTTP 502',
    });
  });

  test('a write that is led elsewhere is not taken for done', async () => {
    await using acme = await startAcme();
    const location = `https://api.github.com/repos/acme/decoder/issues/${acme.issue}/comments`;
    const body = { message: 'Moved' };
    acme.server.fault({ does: 'answer', status: 301, headers: { location }, body });
    expect(await acme.host.createComment(acme.issue, 'hello')).toMatchObject({ kind: 'unknown' });
    acme.server.fault({ does: 'answer', status: 307, headers: { location }, body });
    expect(await acme.host.createComment(acme.issue, 'hello')).toMatchObject({
      kind: 'refused',
      status: 307,
    });
    expect(acme.repository.comments).toEqual([]);
  });

  test('a host that takes no connection got nothing', async () => {
    await using acme = await startAcme();
    await acme.server.goAway();
    expect(await acme.host.createComment(acme.issue, 'hello')).toMatchObject({
      kind: 'unreachable',
    });
    await acme.server.comeBack();
    expect(await acme.host.createComment(acme.issue, 'hello')).toMatchObject({ kind: 'ok' });
    expect(acme.repository.comments).toHaveLength(1);
  });

  test('a token in the environment is used, and told to nobody', async () => {
    await using acme = await startAcme();
    const token = 'wukong-test-token-of-no-known-shape-1';
    const env = { PATH: process.env.PATH, ...acme.server.environment(), GH_TOKEN: token };
    const body = { message: `${token} may not` };
    acme.server.fault({ does: 'answer', status: 403, body });
    expect(await gitHub(PLACE, env).login()).toEqual({
      kind: 'refused',
      status: 403,
      message: '[redacted:environment] may not',
    });
    expect(acme.server.arrived[0]?.token).toBe(token);
  });
});

test('a machine without gh says what to type', async () => {
  expect(await gitHub(PLACE, { PATH: folder }).login()).toEqual({
    kind: 'missing',
    toType: expect.stringMatching(/\binstall\b.*\bgh\b|GitHub\.cli/),
  });
});

describe.skipIf(process.platform === 'win32')('a program named gh', () => {
  /** It answers every call with `json`, in which the shell fills in what it wants to tell. */
  function programThatTells(json: string): string {
    const path = temporaryFolder('wukong-gh-');
    const said = [
      '#!/bin/sh',
      `if [ "$1" = --version ]; then echo "gh version 2.99.0"; exit; fi`,
      `printf 'HTTP/2.0 200 OK\n\r\n%s' "${json.replaceAll('"', '\\"')}"`,
    ];
    writeFileSync(join(path, 'gh'), `${said.join('\n')}\n`, { mode: 0o755 });
    return `${path}:/usr/bin:/bin`;
  }

  test('gets of the environment what is named, and nothing else', async () => {
    const names = '$(env | cut -d= -f1 | sort | grep -v -e _$ -e PWD -e SHLVL | tr "\n" " ")';
    const told = programThatTells(`{"login":"${names.replaceAll('"', "'")}"}`);
    const env = { PATH: told, HOME: folder, HTTPS_PROXY: 'http://127.0.0.1:9' };
    const others = {
      ANTHROPIC_API_KEY: 'x',
      GH_DEBUG: 'api',
      GH_HOST: 'evil.example',
      GIT_DIR: 'x',
    };
    expect(await gitHub(PLACE, { ...env, ...others }).login()).toMatchObject({
      value: 'GH_NO_UPDATE_NOTIFIER GH_PAGER GH_PROMPT_DISABLED HOME HTTPS_PROXY NO_COLOR PATH ',
    });
  });

  test('sees neither a body nor a token in its arguments', async () => {
    const told = programThatTells(`{"html_url":"$*","body":"$(cat | wc -c)"}`);
    const answer = await gitHub(PLACE, { PATH: told, GH_TOKEN: TOKEN }).createComment(7, 'secret');
    expect(answer).toMatchObject({ value: { url: expect.stringContaining('--input -') } });
    expect(JSON.stringify(answer)).not.toMatch(/secret|gho_/);
    expect(answer).toMatchObject({ value: { body: expect.stringMatching(/^ *17$/) } });
  });

  test('that is too old is asked nothing', async () => {
    const old = temporaryFolder('wukong-old-');
    const asks = 'echo "$1" >> "$HOME/asked"';
    writeFileSync(join(old, 'gh'), `#!/bin/sh\n${asks}\necho "gh version 2.22.1 (x)"\n`, {
      mode: 0o755,
    });
    expect(await gitHub(PLACE, { PATH: old, HOME: old }).createComment(1, 'hello')).toEqual({
      kind: 'too-old',
      found: '2.22.1',
      needs: '2.23.0',
    });
    expect(readFileSync(join(old, 'asked'), 'utf8')).toBe('--version\n');
  });
});
