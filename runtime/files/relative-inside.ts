import * as system from 'node:path';

/**
 * The way from a folder to what is in it, '' to the folder itself; undefined: it is not in it. Names may
 * begin with two dots, and to another drive of Windows there is no way: then the path comes back as it was.
 */
export function relativeInside(
  folder: string,
  path: string,
  paths: system.PlatformPath = system,
): string | undefined {
  const way = paths.relative(folder, path);
  const isOut = way === '..' || way.startsWith(`..${paths.sep}`) || paths.isAbsolute(way);
  return isOut ? undefined : way;
}
