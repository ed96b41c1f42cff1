// npm run plugin:publish: puts the built plugin on a branch of its own, where Claude Code takes it from by the URL
// of the repository. Built files are on no other branch. The working tree and its index stay as they are.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { run } from './client/child.ts';
import { within } from './example.ts';

const USAGE = `npm run plugin:publish [-- --remote NAME-OR-URL] [--branch NAME]

  --remote   where it is pushed to; origin by default
  --branch   plugin by default`;

const ROOT = join(import.meta.dirname, '..');
const PLUGIN = join(ROOT, 'dist', 'plugin');

async function publish(remote: string, branch: string): Promise<string> {
  const ref = `refs/heads/${branch}`;
  const parent = await tipOf(remote, ref);
  const tree = await treeOf(PLUGIN);
  if (parent !== undefined && (await git('rev-parse', `${parent}^{tree}`)) === tree) {
    return `${branch} of ${remote} has this plugin already.`;
  }
  const { version } = JSON.parse(
    readFileSync(join(PLUGIN, '.claude-plugin', 'plugin.json'), 'utf8'),
  );
  const message = `The plugin of Wukong ${version}\n\nBuilt from ${await git('rev-parse', 'HEAD')}.`;
  const parents = parent === undefined ? [] : ['-p', parent];
  const commit = await git('commit-tree', tree, ...parents, '-m', message);
  // Without force: had somebody else published meanwhile, it is refused.
  await git('push', '--quiet', remote, `${commit}:${ref}`);
  return `${branch} of ${remote} has the plugin of Wukong ${version} now: ${commit.slice(0, 12)}`;
}

/** What was published last; undefined before the first time. */
async function tipOf(remote: string, ref: string): Promise<string | undefined> {
  const [tip = ''] = (await git('ls-remote', remote, ref)).split('\t');
  if (tip === '') return undefined;
  await git('fetch', '--quiet', '--depth=1', '--no-write-fetch-head', remote, ref);
  return tip;
}

/** The folder as it is, whatever git ignores here or makes of line ends. */
async function treeOf(folder: string): Promise<string> {
  return within('plugin', async (scratch) => {
    const env = { GIT_INDEX_FILE: join(scratch, 'index') };
    const here = [
      `--git-dir=${await git('rev-parse', '--absolute-git-dir')}`,
      `--work-tree=${folder}`,
    ];
    const add = ['-c', 'core.autocrlf=false', 'add', '--all', '--force', '.'];
    await gitIn(folder, env, ...here, ...add);
    return await gitIn(folder, env, ...here, 'write-tree');
  });
}

function git(...args: readonly string[]): Promise<string> {
  return gitIn(ROOT, {}, ...args);
}

async function gitIn(
  cwd: string,
  more: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string> {
  const env = { ...(process.env as Record<string, string>), ...more };
  const ended = await run('git', args, { cwd, env, timeoutMs: 120_000 });
  if (ended.code !== 0) throw new Error(`git ${args.join(' ')} failed: ${ended.stderr.trim()}`);
  return ended.stdout.trim();
}

const options = {
  remote: { type: 'string', default: 'origin' },
  branch: { type: 'string', default: 'plugin' },
} as const;
const typed = readArguments(options, USAGE);
if (typeof typed === 'number') process.exitCode = typed;
else {
  try {
    process.stdout.write(`${await publish(typed.remote, typed.branch)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
