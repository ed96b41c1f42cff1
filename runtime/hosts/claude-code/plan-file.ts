import { join } from 'node:path';
import type { Workspace } from '../../store/paths.ts';
import { readIfThere } from '../../store/read-if-there.ts';
import type { InstallAction } from './install.ts';

export function planFile(ws: Workspace, path: string, content: Buffer): InstallAction {
  const before = readIfThere(join(ws.root, path));
  if (before === undefined) return { kind: 'create', path, why: 'new', content };
  if (before.equals(content) || sameText(path, before, content)) {
    return { kind: 'keep', path, why: 'up to date' };
  }
  return { kind: 'update', path, why: 'differs from this version', content };
}

/** git may have checked a text out with Windows line ends. */
function sameText(path: string, a: Buffer, b: Buffer): boolean {
  return (
    /\.(?:md|mjs)$/.test(path) && a.toString('utf8').replaceAll('\r\n', '\n') === b.toString('utf8')
  );
}
