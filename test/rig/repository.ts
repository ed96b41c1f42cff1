import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { commitExample, copyExample, git, gitEnvironment, PROJECT } from '../../scripts/example.ts';
import { prepared } from './prepared.ts';

export { git, gitEnvironment, PROJECT } from '../../scripts/example.ts';

export type RepositoryOptions = Readonly<{
  /** A folder of `examples/` to start from. */
  example?: 'decoder' | 'duration' | 'invoice' | 'pages';
  /** Name of the repository's folder; may hold spaces. */
  dirName?: string;
  /** `false`: the files only, no repository. */
  git?: boolean;
  /** Reach the repository through a symlink, as on machines where /tmp is one. */
  viaSymlink?: boolean;
  /**
   * What its tests are run by, as a gate and by agents: `npm test`, as init finds it, or else what that
   * leads to. npm takes longer to start than the tests take; for whoever does not look at it.
   */
  testsBy?: 'npm' | 'node';
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

/** The gate of a repository whose tests are run by Node. */
export const TESTS_BY_NODE = {
  type: 'test',
  name: 'tests',
  command: ['node', '--test', 'test/decoder.test.js'],
} as const;

/** Gates that run by themselves would stand between those a test waits for. JSON is YAML. */
export const NO_TRIALS = '{"try_gates": false}\n';

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
  const { installed = false, testsBy = 'npm' } = options;
  const name = installed ? `${example}-installed-${testsBy}` : example;
  await prepared(name, folder, async (empty) => {
    copyExample(example, empty);
    await commitExample(empty);
    if (installed) await install(empty, testsBy);
  });
  // To git the files of a copy are others until it has looked.
  await git(folder, 'update-index', '-q', '--refresh');
}

async function install(folder: string, testsBy: 'npm' | 'node'): Promise<void> {
  await wukong(folder, 'init', folder, '--yes');
  writeFileSync(join(folder, '.wukong', 'config.local.yaml'), NO_TRIALS);
  if (testsBy === 'npm') return;
  writeFileSync(join(folder, '.wukong', 'config.yaml'), JSON.stringify({ gates: [TESTS_BY_NODE] }));
  await wukong(folder, 'trust', '--revoke');
  await wukong(folder, 'trust', '--approve');
}

async function wukong(folder: string, ...args: readonly string[]): Promise<void> {
  const ended = await run(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { ...systemPaths(), ...gitEnvironment(), HOME: folder },
    timeoutMs: 120_000,
  });
  if (ended.code === 0) return;
  throw new Error(`wukong ${args.join(' ')} failed.\n${ended.stdout}${ended.stderr}`);
}
