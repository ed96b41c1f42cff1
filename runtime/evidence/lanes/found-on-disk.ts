// What the disk has at a path of a tree, by its very bytes.

import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../../files/reading.ts';
import { blobId } from '../trees/lfs-pointers.ts';
import { type Found, foldersAbove } from './landing-rules.ts';

export type Disk = Readonly<{
  top: string;
  /** By which objects are named. */
  format: string;
  /** Whether it knows which files are programs. */
  knowsModes: boolean;
}>;

const MAY_MISS = { throwIfNoEntry: false } as const;

/** `exactly`: names are asked of the folder, since the disk may take another for the same. */
export function foundAt(disk: Disk, path: string, exactly = false): Found {
  const folders = foldersAbove(path).reverse();
  for (const folder of folders) {
    const stat = lstatSync(join(disk.top, folder), MAY_MISS);
    if (!stat) return { is: 'nothing' };
    if (!stat.isDirectory()) return { is: 'behind', path: folder };
  }
  const file = join(disk.top, path);
  const stat = lstatSync(file, MAY_MISS);
  if (!stat) return { is: 'nothing' };
  const as = exactly ? nameOnDisk(disk.top, path) : path;
  return as === path ? foundIn(disk, path, stat) : { is: 'nothing', as };
}

function foundIn(disk: Disk, path: string, stat: Stats): Found {
  const file = join(disk.top, path);
  if (stat.isSymbolicLink()) {
    return { is: 'link', id: blobId(readlinkSync(file, { encoding: 'buffer' }), disk.format) };
  }
  if (stat.isDirectory()) return { is: 'folder', holds: heldBy(disk.top, path) };
  if (!stat.isFile()) return { is: 'odd' };
  const id = blobId(readBytes(file), disk.format);
  const mode = stat.mode & 0o100 ? '100755' : '100644';
  return disk.knowsModes ? { is: 'file', id, mode } : { is: 'file', id };
}

function heldBy(top: string, folder: string): string[] {
  return readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? [`${path}/`, ...heldBy(top, path)] : [path];
  });
}

function nameOnDisk(top: string, path: string): string {
  let found = '';
  for (const name of path.split('/')) {
    const names = readdirSync(join(top, found));
    const is = names.includes(name) ? name : names.find((one) => sameName(one) === sameName(name));
    found = found === '' ? (is ?? name) : `${found}/${is ?? name}`;
  }
  return found;
}

/** What a disk may take for the same. */
export function sameName(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
