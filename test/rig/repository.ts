import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitExample, copyExample } from '../../scripts/example.ts';

export { git, gitEnvironment, PROJECT } from '../../scripts/example.ts';

export type RepositoryOptions = Readonly<{
  /** A folder of `examples/` to start from. */
  example?: 'decoder';
  /** Name of the repository's folder; may hold spaces. */
  dirName?: string;
  /** `false`: the files only, no repository. */
  git?: boolean;
  /** Reach the repository through a symlink, as on machines where /tmp is one. */
  viaSymlink?: boolean;
}>;

export type Repository = Readonly<{
  /** The temporary folder that holds everything; removed at the end. */
  root: string;
  /** The path a user would type: with `viaSymlink` it leads through the link. */
  path: string;
  remove(): void;
}>;

/** A fresh copy of an example with one commit, the broken state. */
export async function makeRepository(options: RepositoryOptions): Promise<Repository> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wukong-rig-')));
  const dirName = options.dirName ?? 'decoder';
  const real = join(root, 'checkout', dirName);
  mkdirSync(real, { recursive: true });
  copyExample(options.example ?? 'decoder', real);
  if (options.git !== false) await commitExample(real);
  let path = real;
  if (options.viaSymlink === true) {
    symlinkSync(join(root, 'checkout'), join(root, 'linked'), 'dir');
    path = join(root, 'linked', dirName);
  }
  return {
    root,
    path,
    // The client may still be writing its last file while we remove the folder.
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}
