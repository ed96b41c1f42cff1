import { statSync } from 'node:fs';
import type { Finding } from '../model/finding.ts';
import { hashOfFile } from '../store/hash.ts';
import type { Segment } from '../store/segments.ts';
import type { OnWork } from './on-work.ts';

/** A sealed file is what the record after it says: so many bytes with this SHA-256. */
export function checkSealed({ path, name, bytes, sha256 }: Segment, onWork: OnWork): Finding[] {
  if (bytes === null || sha256 === null) return [];
  onWork(`${name}: SHA-256`);
  const { size } = statSync(path);
  // A shorter file is damage, and was told as such.
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
