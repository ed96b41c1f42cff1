// What git ignores in a lane and would go with it: in no tree, and put there by whoever worked in it.

import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDirectory } from '../../files/folders.ts';
import { readBytes } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { ignoredPaths, outermost } from '../trees/dependencies.ts';
import { isCache, kindOfName } from '../trees/ignored-folders.ts';
import { type Result, success } from '../trees/result.ts';

/** Files, and folders of which all is ignored. Links of ours, what is as in `main`, and what every build makes again are left out. */
export async function ignoredIn({
  path,
  main,
}: Readonly<{ path: string; main: string }>): Promise<Result<readonly string[]>> {
  const ignored = await ignoredPaths(path);
  if (!ignored.ok) return ignored;
  return success(outermost(ignored.value).flatMap((one) => newIn({ lane: path, main }, one)));
}

type Both = Readonly<{ lane: string; main: string }>;

function newIn(both: Both, path: string): readonly string[] {
  const name = basename(path);
  const stat = lstatSync(join(both.lane, path), { throwIfNoEntry: false });
  const kind = kindOfName(name);
  const isMade = kind === 'built' || isCache(name) || name.endsWith('.pyc');
  if (!stat || isMade || name === '.git') return [];
  if (stat.isSymbolicLink()) return isOurs(both, path) ? [] : [path];
  if (!stat.isDirectory()) return isAsInMain(both, path) ? [] : [path];
  // Laid out again for the lane; what is installed in it an install brings again.
  if (existsSync(join(both.lane, path, 'pyvenv.cfg'))) return [];
  // Installed packages are folders of links, or copies.
  const isOfMain = isDirectory(join(both.main, path));
  const isInstalled = path.split('/').some((part) => kindOfName(part) === 'installed');
  if (!isInstalled || !isOfMain) return [path];
  return readdirSync(join(both.lane, path)).flatMap((one) => newIn(both, `${path}/${one}`));
}

/** It leads to the same in the other working tree; a package of the repository itself, into the lane. */
function isOurs({ lane, main }: Both, path: string): boolean {
  const target = readlinkSync(join(lane, path));
  if (target === join(main, path)) return true;
  const there = join(main, path);
  if (isLink(there) && readlinkSync(there) === target) return true;
  const isInstalled = path.split('/').some((part) => kindOfName(part) === 'installed');
  return isInstalled && relativeInside(lane, target) !== undefined;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isAsInMain({ lane, main }: Both, path: string): boolean {
  const [own, there] = [join(lane, path), join(main, path)].map((file) =>
    lstatSync(file, { throwIfNoEntry: false }),
  );
  if (!own?.isFile() || !there?.isFile() || own.size !== there.size) return false;
  return readBytes(join(lane, path)).equals(readBytes(join(main, path)));
}
