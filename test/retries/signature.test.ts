import { describe, expect, test } from 'vitest';
import { normalized, signatureOf } from '../../runtime/kernel/retries/signature.ts';

const ESC = String.fromCharCode(27);

describe('the same error has the same signature', () => {
  test.each([
    ['other numbers', '3 of 12 tests failed after 1.25 s', '4 of 13 tests failed after 310 ms'],
    ['other folders', 'at /tmp/copy-1/src/decode.js:14:3', 'at /home/u/repo/src/decode.js:14:3'],
    ['other lines', 'src/decode.js:14:3 is not defined', 'src/decode.js:22 is not defined'],
    ['folders of Windows', 'C:\\repo\\src\\decode.js is bad', '/home/u/src/decode.js is bad'],
    ['file addresses', 'file:///home/u/a.mjs:3 SyntaxError', 'file:///tmp/x/a.mjs:9 SyntaxError'],
    ['other times', 'at 2026-11-23T10:00:01.5Z: refused', 'at 2026-12-01 07:59:59: refused'],
    ['clocks', '[10:00:01] refused', '[9:12:44.120] refused'],
    ['hex', 'tree 3a9f11c0d2 at 0x7ffd1200', 'tree 99bb02e1fa77 at 0x1'],
    [
      'ids',
      'run 2026-11-21-body-0001 of G-0001/N-020, 6f1c2d3e-aaaa-4bbb-8ccc-0123456789ab',
      'run 2026-11-22-body-0042 of G-0007/N-030, 11111111-2222-4333-8444-555555555555',
    ],
    ['colours', `${ESC}[31merror${ESC}[0m: boom`, 'error: boom'],
    ['spaces and lines', 'error:\n   boom', 'error: boom '],
    ['ports', 'connect ECONNREFUSED 127.0.0.1:34567', 'connect ECONNREFUSED 127.0.0.1:40001'],
  ])('with %s', (_, one, other) => {
    expect(normalized(one)).toBe(normalized(other));
    expect(signatureOf(one)).toBe(signatureOf(other));
  });
});

describe('another error has another signature', () => {
  test.each([
    ['in another file', 'src/decode.js:14 is not defined', 'src/encode.js:14 is not defined'],
    ['in another folder of the repository', 'a/index.ts is bad', 'b/index.ts is bad'],
    ['in a file with another number', 'part1.ts is bad', 'part2.ts is bad'],
    ['of another gate', 'The gate "test" fails', 'The gate "lint" fails'],
    ['with another word', 'x is not defined', 'y is not defined'],
  ])('%s', (_, one, other) => {
    expect(signatureOf(one)).not.toBe(signatureOf(other));
  });
});

test('a signature is short, whatever the message', () => {
  for (const message of ['', 'x', '/'.repeat(100_000), '1'.repeat(100_000), '中文'.repeat(5000)]) {
    expect(signatureOf(message)).toMatch(/^sha256:[0-9a-f]{64}$/);
  }
});
