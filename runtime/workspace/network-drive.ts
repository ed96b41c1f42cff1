// Whether a folder lies on a network drive. There the lock proves nothing (nobody sees whether a
// process of another host lives), and appends of two hosts may land on each other.

import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileSystemType, networkName } from './file-system-type.ts';

/** What kind of network drive a folder lies on; undefined: none, or none that can be recognized. */
export function networkDrive(path: string): string | undefined {
  if (process.platform === 'win32') return windowsShare(realpathSync.native(path));
  if (process.platform === 'darwin') return mountedShare(mountTable(), realpathSync(path));
  return networkName(fileSystemType(path), path);
}

/** Mapped drives show their share once their path is resolved. */
export function windowsShare(path: string): string | undefined {
  return /^\\\\(?:\?\\UNC\\)?[^\\?.]/.test(path) ? 'a Windows share' : undefined;
}

function mountTable(): string {
  return execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 5000 });
}

const SHARES = ['smbfs', 'nfs', 'afpfs', 'webdav', 'ftp', 'macfuse', 'osxfuse', 'cifs'];

/** `//ada@host/share on /Volumes/share (smbfs, nodev, nosuid)`: macOS numbers its types again at each start. */
export function mountedShare(table: string, path: string): string | undefined {
  let best = { at: '', type: '' };
  for (const [, at = '', type = ''] of table.matchAll(/^.* on (\/.*) \((\w+)[,)]/gm)) {
    const isAbove = path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`);
    if (isAbove && at.length >= best.at.length) best = { at, type };
  }
  return SHARES.includes(best.type) ? best.type : undefined;
}
