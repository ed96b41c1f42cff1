import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfFile } from '../files/hash.ts';
import type { Finding } from '../model/finding.ts';
import type { Workspace } from '../workspace/paths.ts';
import type { JudgedFolder, JudgedFolders } from './collect.ts';
import type { OnProgress } from './read-log.ts';

/** Every file that was there when a report was judged, or a goal ended, has the SHA-256 the log names. */
export function checkArtifacts(
  ws: Workspace,
  { folders }: JudgedFolders,
  onProgress: OnProgress,
): Finding[] {
  return folders.flatMap((folder): Finding[] => {
    const { dir, event, files } = folder;
    if (!isInside(dir)) return [{ severity: 'finding', kind: 'artifact-outside', event }];
    if (!lstatSync(join(ws.dir, dir), { throwIfNoEntry: false })?.isDirectory()) {
      const missing = { kind: 'artifacts-missing', file: dir, event, files: files.length } as const;
      return [{ severity: 'finding', ...missing }];
    }
    return files.flatMap(({ name, sha256 }) => {
      onProgress(`${dir}/${name}`);
      return checkFile(ws, folder, name, sha256);
    });
  });
}

function checkFile(ws: Workspace, folder: JudgedFolder, name: string, sha256: string): Finding[] {
  const { dir, event, isBeingJudged } = folder;
  if (!/^[^/\\]+$/.test(name) || name === '..') {
    return [{ severity: 'finding', kind: 'artifact-outside', event }];
  }
  const file = `${dir}/${name}`;
  const path = join(ws.dir, file);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return [{ severity: 'finding', kind: 'artifact-missing', file, event }];
  if (hashOfFile(path, stat.size) === sha256) return [];
  const severity = isBeingJudged ? 'note' : 'finding';
  return [{ severity, kind: 'artifact-changed', file, event, isBeingJudged }];
}

/** The log is ours, and its names are checked all the same: this opens files. */
function isInside(dir: string): boolean {
  const parts = dir.split('/');
  return parts[0] === 'artifacts' && !parts.includes('..') && !/[\\\0]/.test(dir);
}
