// What an executor left, put into the order folder in `.wukong/`, where it stays. Text is kept without its
// secrets; a patch stays exact, so that it can be applied.

import { join } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { crc32 } from '../../files/crc32.ts';
import type { Redact } from '../../privacy/redact.ts';
import type { LeftFile } from './collect-result.ts';
import { RESULT_FILES } from './copy-order.ts';

/** `sha256` is of the file as it was left; `file` is its name in the order folder. */
type KeptFile = Readonly<{ name: string; file: string; sha256: string; bytes: number }>;

export function keepLeft(folder: string, left: readonly LeftFile[], clean: Redact): KeptFile[] {
  return left.map(({ name, sha256, bytes, content }) => {
    const file = keptName(name);
    putFile(join(folder, file), withoutSecrets(name, content, clean));
    return { name, file, sha256, bytes };
  });
}

/** One file of the folder, and no name that the runtime itself writes there. */
function keptName(name: string): string {
  const results: readonly string[] = RESULT_FILES;
  if (results.includes(name)) return name;
  const plain = name.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(-80);
  return `left-${crc32(Buffer.from(name))}-${plain}`;
}

/** Bytes that are no UTF-8 stay as they came. */
function withoutSecrets(name: string, content: Buffer, clean: Redact): Buffer {
  if (/\.(?:patch|diff|bundle)$/.test(name)) return content;
  const text = content.toString('utf8');
  const shown = clean(text);
  return shown === text ? content : Buffer.from(shown);
}
