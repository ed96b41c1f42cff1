import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../model/finding.ts';
import { hashOfFile } from '../store/hash.ts';
import type { Workspace } from '../store/paths.ts';
import type { Proof, Proofs } from './collect.ts';
import type { OnWork } from './on-work.ts';

/** Every file that was there when a report was judged, or a goal ended, has the SHA-256 the log names. */
export function checkArtifacts(ws: Workspace, { folders }: Proofs, onWork: OnWork): Finding[] {
  return folders.flatMap((proof): Finding[] => {
    const { dir, event, files } = proof;
    if (!isInside(dir)) return [{ severity: 'finding', kind: 'artifact-outside', event }];
    if (!lstatSync(join(ws.dir, dir), { throwIfNoEntry: false })?.isDirectory()) {
      const missing = { kind: 'artifacts-missing', file: dir, event, files: files.length } as const;
      return [{ severity: 'finding', ...missing }];
    }
    return files.flatMap(({ name, sha256 }) => {
      onWork(`${dir}/${name}`);
      return checkFile(ws, proof, name, sha256);
    });
  });
}

function checkFile(ws: Workspace, proof: Proof, name: string, sha256: string): Finding[] {
  const { dir, event, isBeingJudged } = proof;
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
