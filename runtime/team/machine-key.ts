// The key of a clone, by which others of its team know what it says. It is made once, lies in the git directory, which
// nothing carries elsewhere, and leaves it never.

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { dirname } from 'node:path';
import { createFile } from '../files/atomic-write.ts';
import { makeFolders } from '../files/changing.ts';
import { codeOf } from '../files/file-failure.ts';
import { readIfThere } from '../files/reading.ts';

/** `id`: the public half, `wk_` and 43 letters, of which the first may be a `-`; what persons name. */
export type MachineKey = Readonly<{ id: string; key: KeyObject }>;

/** Undefined: none was made yet. Throws where the file holds none. */
export function readKey(path: string): MachineKey | undefined {
  const bytes = readIfThere(path);
  return bytes && withId(createPrivateKey(bytes));
}

/** Two at once: the first one made counts for both. */
export function keyOf(path: string): MachineKey {
  const known = readKey(path);
  if (known) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  makeFolders(dirname(path));
  try {
    createFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600, true);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return keyOf(path);
  }
  return withId(privateKey);
}

const PREFIX = 'wk_';

export function isKeyId(text: string): boolean {
  return /^wk_[\w-]{43}$/.test(text);
}

function withId(key: KeyObject): MachineKey {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  return { id: `${PREFIX}${x}`, key };
}

/** Words as they are, whose they are, and what shows it. */
export type Signed = Readonly<{ text: string; by: string; signature: string }>;

/** `about` says what the words are, so that none can be taken for another kind. */
export function signed(text: string, about: string, { id, key }: MachineKey): Signed {
  const signature = sign(null, Buffer.from(`${about}\n${text}`), key).toString('base64url');
  return { text, by: id, signature };
}

export function isSignedBy({ text, by, signature }: Signed, about: string): boolean {
  if (!isKeyId(by)) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: by.slice(PREFIX.length) },
    format: 'jwk',
  });
  return verify(null, Buffer.from(`${about}\n${text}`), key, Buffer.from(signature, 'base64url'));
}
