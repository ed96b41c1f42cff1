import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { relativeInside } from '../files/relative-inside.ts';

/** Paths of transcripts come from payloads: what lies outside the client's own folder is not read. */
export function isClientFile(path: string): boolean {
  const folder = process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude');
  try {
    const way = relativeInside(realpathSync(folder), realpathSync(path));
    return way !== undefined && path.endsWith('.jsonl');
  } catch {
    return false; // One of the two is not there.
  }
}
