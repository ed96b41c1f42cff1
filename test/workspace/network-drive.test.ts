import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { networkRefused } from '../../runtime/hosts/claude-code/install/plan-install.ts';
import { networkText } from '../../runtime/hosts/claude-code/session/text.ts';
import { fileSystemType, networkName } from '../../runtime/workspace/file-system-type.ts';
import { mountedShare, networkDrive, windowsShare } from '../../runtime/workspace/network-drive.ts';

describe('a network drive is recognized by what the system says of it', () => {
  const none = () => '';

  test.each([
    ['NFS', 0x6969],
    ['CIFS', 0xff534d42],
    ['SMB', 0xfe534d42],
    ['AFS', 0x5346414f],
    ['Lustre', 0x0bd00bd0],
  ])('%s on Linux', (name, type) => {
    expect(networkName(type, '/home/ada', none)).toBe(name);
  });

  test.each([
    ['ext4', 0xef53],
    ['xfs', 0x58465342],
    ['btrfs', 0x9123683e],
    ['tmpfs', 0x01021994],
    ['overlayfs', 0x794c7630],
    ['zfs', 0x2fc12fc1],
    ['9p, which WSL uses for the disks of Windows', 0x01021997],
  ])('not %s', (_, type) => {
    expect(networkName(type, '/home/ada', none)).toBeUndefined();
  });

  test('FUSE by its mount: sshfs is one, an encrypted folder below it is none', () => {
    const mounts = () =>
      [
        '22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw',
        '36 22 0:31 / /mnt/far\\040away rw,nosuid shared:2 - fuse.sshfs ada@host:/srv rw',
        '37 36 0:32 / /mnt/far\\040away/vault rw,nosuid shared:3 - fuse.gocryptfs /c rw',
      ].join('\n');
    const at = (path: string) => networkName(0x65735546, path, mounts);
    expect(at('/mnt/far away')).toBe('sshfs');
    expect(at('/mnt/far away/project')).toBe('sshfs');
    expect(at('/mnt/far away/vault/project')).toBeUndefined();
    expect(at('/mnt/far awayish')).toBeUndefined();
  });

  test('macOS by its mount table', () => {
    const table = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
//ada@host/share on /Volumes/share (smbfs, nodev, nosuid, mounted by ada)
host:/export on /Volumes/export (nfs)
`;
    expect(mountedShare(table, '/Volumes/share/project')).toBe('smbfs');
    expect(mountedShare(table, '/Volumes/export')).toBe('nfs');
    expect(mountedShare(table, '/Volumes/shared')).toBeUndefined();
    expect(mountedShare(table, '/Users/ada')).toBeUndefined();
  });

  test('Windows by the path behind a drive letter', () => {
    expect(windowsShare('\\\\server\\share\\project')).toBe('a Windows share');
    expect(windowsShare('\\\\?\\UNC\\server\\share')).toBe('a Windows share');
    expect(windowsShare('\\\\?\\C:\\project')).toBeUndefined();
    expect(windowsShare('C:\\project')).toBeUndefined();
  });

  test('the folder for temporary files of this machine is none', () => {
    expect(networkDrive(tmpdir())).toBeUndefined();
    expect(fileSystemType(tmpdir())).toBeGreaterThan(0);
  });
});

test('init refuses a network drive with its name and the way to go on; a session warns', () => {
  expect(networkRefused('NFS')).toEqual({
    kind: 'refuse',
    path: '.wukong',
    why: 'would lie on a network drive (NFS), where the log cannot be kept safe',
    hint: 'Clone the repository onto a disk of this machine and run `wukong init` there. Give each host a clone of its own.',
  });
  expect(networkText('NFS')).toContain('network drive (NFS)');
});
