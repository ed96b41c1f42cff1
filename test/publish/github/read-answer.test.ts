// What gh 2.23 printed in each case, as values. calls.test.ts holds it against the one that is installed.

import { describe, expect, test } from 'vitest';
import { redactor } from '../../../runtime/privacy/redact.ts';
import { lackOf } from '../../../runtime/publish/github/gh-call.ts';
import { type Printed, readAnswer } from '../../../runtime/publish/github/read-answer.ts';

const NOW = new Date('2026-11-27T04:00:00Z');
const TOKEN = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB';

function read(printed: Partial<Printed>) {
  const clean = redactor({ GH_TOKEN: TOKEN });
  return readAnswer(
    { stdout: '', stderr: '', code: 1, ...printed },
    { host: 'ghe.example.com', clean, now: NOW },
  );
}

function answered(status: string, body: unknown, headers: readonly string[] = []): string {
  const lines = ['Content-Type: application/json; charset=utf-8', ...headers];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return `HTTP/2.0 ${status}\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${text}`;
}

describe('an answer of GitHub', () => {
  test('is its JSON, with lines of its own and what looks like headers in it', () => {
    const body = { body: 'a\r\n\r\nHTTP/2.0 500\r\nLink: <x>; rel="next"' };
    expect(read({ stdout: answered('200 OK', body), code: 0 })).toEqual({
      kind: 'ok',
      value: { status: 200, body, hasNext: false },
    });
  });

  test('may have nothing in it', () => {
    expect(read({ stdout: 'HTTP/1.1 204 No Content\n\r\n', code: 0 })).toMatchObject({
      kind: 'ok',
      value: { status: 204, body: undefined },
    });
  });

  test('says whether a further page is there', () => {
    const link = 'Link: <https://x/y?page=1>; rel="prev", <https://x/y?page=3>; rel="next"';
    const last = 'Link: <https://x/y?page=1>; rel="prev"';
    expect(read({ stdout: answered('200 OK', [], [link]), code: 0 })).toMatchObject({
      value: { hasNext: true },
    });
    expect(read({ stdout: answered('200 OK', [], [last]), code: 0 })).toMatchObject({
      value: { hasNext: false },
    });
  });

  test.each([301, 307, 400, 403, 404, 409, 410, 422, 451])(
    'with status %i is refused in the words of GitHub, on one line',
    (status) => {
      const errors = [
        { message: 'A pull request\nalready exists.' },
        { resource: 'PullRequest', field: 'head', code: 'invalid' },
        'No commits',
      ];
      const stdout = answered(`${status} No`, { message: 'Validation Failed', errors });
      expect(read({ stdout })).toEqual({
        kind: 'refused',
        status,
        message:
          'Validation Failed: A pull request already exists.: PullRequest head invalid: No commits',
      });
    },
  );

  test('that is refused stays so when its end is cut off', () => {
    const stdout = answered('404 Not Found', '{"mess');
    expect(read({ stdout, stderr: 'unexpected EOF' })).toEqual({
      kind: 'refused',
      status: 404,
      message: 'HTTP 404',
    });
  });

  test('with status 401 says how to log in', () => {
    expect(read({ stdout: answered('401 No', { message: 'Bad credentials' }) })).toEqual({
      kind: 'not-logged-in',
      message: 'Bad credentials',
      toType: 'gh auth login --hostname ghe.example.com',
    });
  });

  test('to GraphQL that has errors is refused, whatever its status says', () => {
    const body = { data: { x: null }, errors: [{ type: 'NOT_FOUND', message: 'No such node' }] };
    expect(read({ stdout: answered('200 OK', body) })).toEqual({
      kind: 'refused',
      status: 200,
      message: 'No such node',
    });
  });

  test('to GraphQL that tells of its own trouble leaves open what was done', () => {
    const message = 'Something went wrong while executing your query. Please include `A:1` …';
    expect(read({ stdout: answered('200 OK', { errors: [{ message }] }) })).toEqual({
      kind: 'unknown',
      why: message,
    });
  });
});

describe('a limit', () => {
  const said = { message: 'API rate limit exceeded for user ID 1.' };

  test('ends after the seconds that are named', () => {
    const stdout = answered('429 Too Many Requests', said, ['Retry-After: 42']);
    expect(read({ stdout })).toEqual({ kind: 'limited', waitSec: 42, message: said.message });
  });

  test('ends at the time that is named, by the clock of GitHub', () => {
    const reset = Date.parse('2026-11-27T09:10:00Z') / 1000;
    const stdout = answered('403 Forbidden', said, [
      'Date: Fri, 27 Nov 2026 09:00:00 GMT',
      'X-Ratelimit-Remaining: 0',
      `X-Ratelimit-Reset: ${reset}`,
    ]);
    expect(read({ stdout })).toMatchObject({ kind: 'limited', waitSec: 600 });
  });

  test.each(['Retry-After: soon', 'Retry-After:', 'X-Ratelimit-Remaining: 0'])(
    'is waited for a minute where %j names no time',
    (header) => {
      expect(read({ stdout: answered('403 Forbidden', said, [header]) })).toMatchObject({
        kind: 'limited',
        waitSec: 60,
      });
    },
  );

  test('that is long over is waited for a second', () => {
    const headers = ['X-Ratelimit-Remaining: 0', 'X-Ratelimit-Reset: 1000'];
    expect(read({ stdout: answered('403 Forbidden', said, headers) })).toMatchObject({
      waitSec: 1,
    });
  });

  test.each([
    'You have exceeded a secondary rate limit. Please wait a few minutes.',
    'You have triggered an abuse detection mechanism.',
  ])('is told by its words alone: %s', (message) => {
    expect(read({ stdout: answered('403 Forbidden', { message }) })).toEqual({
      kind: 'limited',
      waitSec: 60,
      message,
    });
  });

  test('of GraphQL comes with status 200', () => {
    const body = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] };
    const stdout = answered('200 OK', body, ['Retry-After: 7']);
    expect(read({ stdout })).toMatchObject({ kind: 'limited', waitSec: 7 });
  });

  test('is not seen in a plain refusal', () => {
    const stdout = answered(
      '403 Forbidden',
      { message: 'Resource not accessible by integration' },
      ['X-Ratelimit-Remaining: 4999'],
    );
    expect(read({ stdout })).toMatchObject({ kind: 'refused', status: 403 });
  });
});

describe('nothing arrived', () => {
  test.each([
    'Get "https://api.github.com/user": dial unix /run/x: connect: no such file or directory',
    'Post "https://api.github.com/x": proxyconnect tcp: dial tcp 127.0.0.1:9: connect: connection refused',
    'Post "https://api.github.com/x": dial tcp 140.82.112.5:443: i/o timeout',
    'Post "https://ghe.example.com/x": x509: certificate signed by unknown authority',
    'Post "https://ghe.example.com/x": net/http: TLS handshake timeout',
    'error connecting to api.github.com\ncheck your internet connection or https://githubstatus.com',
  ])('where gh says %s', (stderr) => {
    expect(read({ stderr })).toEqual({ kind: 'unreachable', why: stderr.replace('\n', ' ') });
  });
});

describe('nobody knows whether it was carried out', () => {
  test.each([
    'Post "https://api.github.com/repos/o/r/issues/1/comments": EOF',
    'Post "https://api.github.com/x": read tcp 10.0.0.1:1->2:443: read: connection reset by peer',
    'Post "https://api.github.com/x": net/http: HTTP/1.x transport connection broken: malformed MIME header',
  ])('where gh says %s', (stderr) => {
    expect(read({ stderr })).toEqual({ kind: 'unknown', why: stderr });
  });

  test('after an answer that was cut in the middle', () => {
    const stdout = answered('201 Created', '');
    expect(read({ stdout, stderr: 'unexpected EOF\n' })).toEqual({
      kind: 'unknown',
      why: 'unexpected EOF',
    });
  });

  test.each([408, 500, 502, 503, 504])('after status %i', (status) => {
    expect(read({ stdout: answered(`${status} x`, '<html>oops</html>') })).toEqual({
      kind: 'unknown',
      why: `HTTP ${status}`,
    });
  });

  test('after a page that is no answer of GitHub', () => {
    const stdout = answered('200 OK', '<html>Log in to the network</html>');
    expect(read({ stdout, code: 0 })).toEqual({
      kind: 'unknown',
      why: 'what ghe.example.com answered is no JSON',
    });
  });

  test('when a signal ended gh', () => {
    expect(read({ code: null })).toEqual({ kind: 'unknown', why: 'gh ended with a signal' });
  });
});

test('a gh that knows no host asks for a login by its exit code', () => {
  const stderr = 'To get started with GitHub CLI, please run:  gh auth login';
  expect(read({ stderr, code: 4 })).toMatchObject({ kind: 'not-logged-in' });
});

test.each([
  { stdout: answered('404 Not Found', { message: `no ${TOKEN} here` }) },
  { stdout: answered('502 Bad', { message: `no ${TOKEN} here` }) },
  { stderr: `Get "https://x": ${TOKEN}` },
])('what gh prints is told without a token: %j', (printed) => {
  const told = JSON.stringify(read(printed));
  expect(told).not.toContain(TOKEN);
  expect(told).toContain('[redacted:');
});

test('what is told is one short line', () => {
  const message = `${'很长 😀\n'.repeat(1_000)}`;
  const answer = read({ stdout: answered('422 No', { message }) });
  const told = answer.kind === 'refused' ? [...answer.message] : [];
  expect(told).toHaveLength(300);
  expect(told).not.toContain('\n');
});

describe('a gh', () => {
  test.each(['2.23.0', '2.23.1', '2.100.0', '3.0.0', 'v2.40.1', 'DEV', 'HEAD-abc'])(
    'of version %s is taken',
    (version) => {
      expect(lackOf(`gh version ${version} (2023-02-27)\nhttps://x\n`)).toBeUndefined();
    },
  );

  test.each(['2.22.1', '2.3.0', '1.99.0', '0.0.1'])('of version %s is too old', (found) => {
    const lack = { kind: 'too-old', found, needs: '2.23.0' };
    expect(lackOf(`gh version ${found} (2022-01-01)\n`)).toEqual(lack);
  });

  test('that is another program of that name is none', () => {
    expect(lackOf('gh: git history, 4.0\n')).toMatchObject({ kind: 'missing' });
  });
});
