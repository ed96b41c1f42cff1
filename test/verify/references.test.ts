import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FileReference } from '../../runtime/model/report.ts';
import { resolveReferences } from '../../runtime/verify/references.ts';
import { temporaryFolder } from './temporary.ts';

let root = '';
let outside = '';

beforeAll(async () => {
  const base = temporaryFolder('wukong refs ');
  root = join(base, 'repo');
  outside = join(base, 'secret.txt');
  await mkdir(join(root, 'src'), { recursive: true });
  await writeFile(outside, 'secret\n');
  await writeFile(
    join(root, 'src', '解码.js'),
    'export function decode(bytes) {\n  if (bytes.length   === 0) {\n    return [];\n  }\n\n  return read(bytes);\n}\n',
  );
  await writeFile(join(root, 'big.txt'), 'x'.repeat(2 * 1024 * 1024 + 1));
  await symlink(outside, join(root, 'link.txt'));
  await symlink(join(root, 'src'), join(root, 'inner'));
});

async function resolveOne(reference: Omit<FileReference, 'kind' | 'text'>) {
  const full: FileReference = { kind: 'file', text: '', ...reference };
  const [only] = await resolveReferences([full], { root, request: '' });
  return { resolved: only?.resolved, foundLine: only?.foundLine, why: only?.why };
}

describe('a reference', () => {
  test.each([
    [{ path: 'src/解码.js', line: 2 }, {}],
    [{ path: './src/解码.js', line: 2, endLine: 4 }, {}],
    [{ path: 'src\\解码.js', line: 2 }, {}],
    [{ path: 'inner/解码.js', line: 7 }, {}],
    [{ path: 'src/解码.js', line: 2, quote: 'if (bytes.length === 0)' }, { foundLine: 2 }],
    [{ path: 'src/解码.js', line: 2, quote: 'if (bytes.length === 0) {…' }, { foundLine: 2 }],
    [{ path: 'src/解码.js', line: 2, quote: '=== 0) { return [];' }, { foundLine: 2 }],
    [{ path: 'src/解码.js', line: 1, endLine: 4, quote: 'return []' }, { foundLine: 3 }],
    [
      { path: 'src/解码.js', line: 3, quote: 'return read(bytes)' },
      { foundLine: 6, why: 'the quoted text begins at line 6' },
    ],
    [{ path: 'src/解码.js', quote: 'return read(bytes)' }, { foundLine: 6 }],
  ])('%j resolves', async (reference, expected) => {
    expect(await resolveOne(reference)).toEqual({
      resolved: true,
      foundLine: undefined,
      why: undefined,
      ...expected,
    });
  });

  test.each([
    [{ path: 'src/none.js', line: 1 }, 'the file does not exist'],
    [{ path: 'src/解码.js', line: 8 }, 'line 8 does not exist (the file has 7 lines)'],
    [{ path: 'src/解码.js', line: 0 }, 'line 0 does not exist (the file has 7 lines)'],
    [
      { path: 'src/解码.js', line: 3, endLine: 9 },
      'line 3-9 does not exist (the file has 7 lines)',
    ],
    [
      { path: 'src/解码.js', line: 2, quote: 'return read(bytes)' },
      'the quoted text is not within 3 lines of it',
    ],
    [{ path: 'src/解码.js' }, 'it names no line (write path:line)'],
    [{ path: '../secret.txt', line: 1 }, 'it lies outside the repository'],
    [{ path: 'link.txt', line: 1 }, 'it lies outside the repository'],
    [{ path: '/etc/passwd', line: 1 }, 'it lies outside the repository'],
    [{ path: 'src', line: 1 }, 'it is no file'],
    [{ path: 'big.txt', line: 1 }, 'the file is larger than 2 MB'],
    [{ path: 'src/\0', line: 1 }, 'the file could not be read (ERR_INVALID_ARG_VALUE)'],
  ])('%j does not resolve: %s', async (reference, why) => {
    expect(await resolveOne(reference)).toEqual({ resolved: false, foundLine: undefined, why });
  });

  test('by its absolute path inside the repository resolves', async () => {
    expect(await resolveOne({ path: join(root, 'src', '解码.js'), line: 1 })).toMatchObject({
      resolved: true,
    });
  });

  test('to the request holds the quoted words against what the user wrote', async () => {
    const request = 'The decoder crashes\n  on empty input';
    const references = ['crashes on empty input', 'crashes on large input'].map(
      (quote) => ({ kind: 'request', quote, text: '' }) as const,
    );
    expect(await resolveReferences(references, { root, request })).toMatchObject([
      { resolved: true },
      { resolved: false, why: 'these words are not in the request' },
    ]);
  });
});
