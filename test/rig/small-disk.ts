import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own at `path`, or why there is none here. */
export function smallDisk(path: string, sizeKb: number): SmallDisk | string {
  mkdirSync(path, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'none', path]);
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    return mounted.error?.message ?? mounted.stderr.toString().trim();
  }
  return new SmallDisk(path);
}

class SmallDisk implements Disposable {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.path);
    writeFileSync(join(this.path, FILLER), Buffer.alloc(bavail * bsize));
  }

  /** There is space again. */
  empty(): void {
    rmSync(join(this.path, FILLER), { force: true });
  }

  [Symbol.dispose](): void {
    spawnSync('umount', ['-l', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }
}

const FILLER = '.filler';
