// Kinds of file systems by the number Linux gives them. Apart from network-drive.ts, because hooks ask
// too when a session starts, and need nothing but this.

import { readFileSync, statfsSync } from 'node:fs';

/** As statfs(2) names them. */
const NETWORKS: ReadonlyArray<readonly [type: number, name: string]> = [
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
  [0x20030528, 'OrangeFS'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
];
/** sshfs and S3 are FUSE, and so are encrypted folders and foreign disks of this very machine. */
const FUSE = 0x65735546;
const REMOTE_FUSE =
  /^fuse\.(?:sshfs|s3fs|s3ql|rclone|gcsfuse|goofys|blobfuse2?|davfs2?|curlftpfs|glusterfs|cephfs|ceph-fuse|juicefs|seaweedfs|smbnetfs|afp|gvfsd-fuse)$/;

export function fileSystemType(path: string): number {
  // Some systems sign the number.
  return statfsSync(path).type >>> 0;
}

/** The network file system a type stands for. 9P is none: WSL and virtual machines use it at home. */
export function networkName(
  type: number,
  path: string,
  mounts: () => string = () => readFileSync('/proc/self/mountinfo', 'utf8'),
): string | undefined {
  if (type === FUSE) return remoteFuse(mounts(), path);
  return NETWORKS.find(([known]) => known === type)?.[1];
}

/** `36 35 0:31 / /mnt/remote rw,nosuid shared:1 - fuse.sshfs ada@host:/srv rw`; a blank in a path is `\040`. */
function remoteFuse(mountinfo: string, path: string): string | undefined {
  let best = { at: '', type: '' };
  for (const line of mountinfo.split('\n')) {
    const [mount = '', system = ''] = line.split(' - ');
    const at = (mount.split(' ')[4] ?? '').replaceAll(/\\(\d{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    if (at === '') continue;
    const isAbove = path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`);
    if (isAbove && at.length >= best.at.length) best = { at, type: system.split(' ')[0] ?? '' };
  }
  return REMOTE_FUSE.test(best.type) ? best.type.slice('fuse.'.length) : undefined;
}
