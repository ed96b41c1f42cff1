import { fields, git } from './git.ts';
import { type Result, success } from './result.ts';

/** What git ignores in a working tree, below its top; a folder of which all is ignored as one, with `/` at its end. */
export async function ignoredPaths(top: string): Promise<Result<readonly string[]>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await git({ cwd: top, args });
  return listed.ok ? success(fields(listed.value.stdout)) : listed;
}

/** Without `/`: what ignores itself from within is listed with all that is in it. */
export function outermost(paths: readonly string[]): readonly string[] {
  const all = paths.map((path) => path.replace(/\/$/, ''));
  return all.filter((path) => !all.some((other) => path.startsWith(`${other}/`)));
}
