import { crc32 } from './crc32.ts';

/** Of a cache file that is named by what is in it: two of one name are the same. */
export function contentName(bytes: Uint8Array): string {
  return `${crc32(bytes)}-${bytes.length.toString(36)}`;
}
