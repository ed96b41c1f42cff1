// A mined fix read whole from git, for what forges it.

import { roleIn } from './change.ts';
import type { File, Fix } from './forge/fix.ts';
import type { Git } from './git.ts';
import type { Repository } from './list.ts';
import type { Mined } from './mine.ts';

const SETTINGS = ['package.json', 'conftest.py', 'Cargo.toml', '.gitattributes', '.npmrc'];
/** Where builds and runs leave what git ignores. */
const IGNORED = ['dist', 'build', 'coverage', 'target', 'lib', '.cache', '__pycache__', 'htmlcov'];

export async function readFix(
  git: Git,
  repository: Repository,
  { commit, parent }: Pick<Mined, 'commit' | 'parent'>,
  outside: string,
): Promise<Fix> {
  const role = roleIn(repository);
  const files: File[] = [];
  for (const one of await git.changed(parent, commit)) {
    const { path, status, added } = one;
    const isText = added !== null;
    const text = async (at: string, isThere: boolean): Promise<string | null> =>
      !isThere ? null : isText ? git.text(at, path) : '';
    files.push({
      path,
      role: role(path),
      before: await text(parent, status !== 'A'),
      after: await text(commit, status !== 'D'),
      hunks: isText ? await git.hunks(parent, commit, path) : [],
      put: one.before,
    });
  }
  const there = new Set(await git.paths(commit));
  const settings: Record<string, string> = {};
  for (const name of SETTINGS.filter((one) => there.has(one))) {
    settings[name] = (await git.text(commit, name)) ?? '';
  }
  const ignored = await ignoredFolder(git, there);
  return { repository, commit, files, there, settings, outside, ignored };
}

async function ignoredFolder(git: Git, there: ReadonlySet<string>): Promise<string | undefined> {
  for (const folder of IGNORED) {
    if ([...there].some((path) => path.startsWith(`${folder}/`))) continue;
    try {
      await git.ask(['check-ignore', '--quiet', '--no-index', `${folder}/fixed.js`]);
      return folder;
    } catch {
      // It is not ignored.
    }
  }
  return undefined;
}
