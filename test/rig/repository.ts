import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { commitExample, copyExample, git, gitEnvironment, PROJECT } from '../../scripts/example.ts';
import { prepared } from './prepared.ts';

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
  /** Wukong is in it, its gates approved, as `wukong init --yes` does it. */
  installed?: boolean;
}>;

export type Repository = Readonly<{
  /** The temporary folder that holds everything; removed at the end. */
  root: string;
  /** The path a user would type: with `viaSymlink` it leads through the link. */
  path: string;
  remove(): void;
}>;

const CLI = join(PROJECT, 'dist', 'cli.js');

/** A fresh copy of an example with one commit, the broken state. */
export async function makeRepository(options: RepositoryOptions): Promise<Repository> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wukong-rig-')));
  const dirName = options.dirName ?? 'decoder';
  const real = join(root, 'checkout', dirName);
  await fill(real, options);
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

async function fill(folder: string, options: RepositoryOptions): Promise<void> {
  const example = options.example ?? 'decoder';
  if (options.git === false) {
    mkdirSync(folder, { recursive: true });
    return copyExample(example, folder);
  }
  const name = options.installed === true ? `${example}-installed` : example;
  await prepared(name, folder, async (empty) => {
    copyExample(example, empty);
    await commitExample(empty);
    if (options.installed === true) await install(empty);
  });
  // To git the files of a copy are others until it has looked.
  await git(folder, 'update-index', '-q', '--refresh');
}

async function install(folder: string): Promise<void> {
  const ended = await run(process.execPath, [CLI, 'init', folder, '--yes'], {
    cwd: folder,
    env: { ...systemPaths(), ...gitEnvironment(), HOME: folder },
    timeoutMs: 120_000,
  });
  if (ended.code !== 0) throw new Error(`wukong init failed.\n${ended.stdout}${ended.stderr}`);
}
