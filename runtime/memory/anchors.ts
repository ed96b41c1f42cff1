import { codeOf } from '../files/file-failure.ts';
import { readBytes } from '../files/reading.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { type AnchorEntry, partsOf } from './anchor-sections.ts';

export type { AnchorEntry } from './anchor-sections.ts';

const MAX_BYTES = 1024 * 1024;

/** The reviewed anchors by id. No file, no anchors. */
export function readAnchors(ws: Workspace): Map<string, AnchorEntry> {
  return parseAnchors(readAnchorsFile(ws));
}

/** Of two with the same id the first counts. */
export function parseAnchors(markdown: string): Map<string, AnchorEntry> {
  const anchors = new Map<string, AnchorEntry>();
  for (const { entry } of partsOf(markdown)) {
    if (entry && !anchors.has(entry.id)) anchors.set(entry.id, entry);
  }
  return anchors;
}

export function readAnchorsFile(ws: Workspace): string {
  try {
    const bytes = readBytes(files.anchors(ws));
    return bytes.toString('utf8', 0, MAX_BYTES);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return '';
    throw error;
  }
}
