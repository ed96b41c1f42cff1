import { statSync } from 'node:fs';
import { hashOfFile } from '../files/hash.ts';
import type { Segment } from '../log/segments.ts';
import type { Finding } from '../model/finding.ts';
import type { OnProgress } from './read-log.ts';

/** A sealed file is what the record after it says: so many bytes with this SHA-256. */
export function checkSealed(
  { path, name, bytes, sha256 }: Segment,
  onProgress: OnProgress,
): Finding[] {
  if (bytes === null || sha256 === null) return [];
  onProgress(`${name}: SHA-256`);
  const { size } = statSync(path);
  // A shorter file is damage, and was reported as such.
  if (size < bytes) return [];
  const actual = hashOfFile(path, bytes);
  const found: Finding[] = [];
  if (actual !== sha256) {
    found.push({
      severity: 'finding',
      kind: 'sealed-changed',
      file: name,
      expected: sha256,
      actual,
    });
  }
  if (size > bytes) {
    const behind = { file: name, byte: bytes, bytes: size - bytes };
    found.push({ severity: 'note', kind: 'behind-seal', ...behind });
  }
  return found;
}
