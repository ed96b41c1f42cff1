import { dirname } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { readIfThere } from '../../files/reading.ts';
import { indexText } from '../../memory/review/index-text.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

/** `anchors`: the text of anchors.md. */
export function writeIndex(ws: Workspace, anchors: string): void {
  const path = files.anchorIndex(ws);
  makeFolder(ws, dirname(path));
  replaceFile(path, indexText(anchors), false);
}

export function isIndexCurrent(ws: Workspace, anchors: string): boolean {
  return readIfThere(files.anchorIndex(ws))?.toString('utf8') === indexText(anchors);
}
