import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../../files/reading.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import type { InstallAction } from './install-action.ts';

export function planFile(ws: Workspace, path: string, content: Buffer): InstallAction {
  const before = readIfThere(join(ws.root, path));
  if (before === undefined) return { kind: 'create', path, why: 'new', content };
  if (before.equals(content) || isSameText(before, content)) {
    return { kind: 'keep', path, why: 'up to date' };
  }
  return { kind: 'update', path, why: 'differs from this version', content };
}

/** All that is put into a tree is text, and git may have checked it out with Windows line ends. */
function isSameText(a: Buffer, b: Buffer): boolean {
  return a.toString('utf8').replaceAll('\r\n', '\n') === b.toString('utf8');
}

/** A file that is the user's from then on: one that is there stays as it is. */
export function planFirst(
  ws: Workspace,
  path: string,
  why: string,
  text: () => string,
): InstallAction {
  if (statSync(join(ws.root, path), { throwIfNoEntry: false })) {
    return { kind: 'keep', path, why: 'yours' };
  }
  return { kind: 'create', path, why, content: Buffer.from(text()) };
}
