// Python packages that are installed "editable": a file among the installed packages names a folder of the
// working tree, so a test in a copy would load the program from there.

import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { readText } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';

/** What pip, setuptools, hatch and their like leave there: `x.pth`, `x.egg-link`, `__editable___x_finder.py`. */
const LEADS_AWAY = /\.(?:pth|egg-link)$|^__editable__.*\.py$/;
const MAX_BYTES = 256 * 1024;

/** Folders of the copy that stand for those of the working tree, to be looked through before them. */
export function editableFolders(top: string, copy: string, linked: readonly string[]): string[] {
  const found = linked
    .flatMap((folder) => sitePackages(join(top, folder)))
    .flatMap((site) =>
      readdirSync(site)
        .filter((name) => LEADS_AWAY.test(name))
        .flatMap((name) => pathsIn(join(site, name), name.endsWith('.py'))),
    );
  const roots = [top, realpathSync(top)];
  const inside = found.filter(isAbsolute).flatMap((path) => {
    const below = roots.map((root) => relativeInside(root, path)).find((one) => one !== undefined);
    return below === undefined ? [] : [join(copy, below)];
  });
  return [...new Set(inside)].filter((path) => existsSync(path));
}

/** Folders outside of the repository that packages in there lead to. */
export function foldersElsewhere(top: string, linked: readonly string[]): readonly string[] {
  const sites = linked.flatMap((folder) => sitePackages(join(top, folder)));
  const named = sites.flatMap((site) => {
    const files = readdirSync(site).filter((name) => LEADS_AWAY.test(name));
    return files.flatMap((name) => namedIn(join(site, name), name.endsWith('.py')));
  });
  const outside = named.filter((path) => {
    if (!isAbsolute(path) || !existsSync(path)) return false;
    return relativeInside(realpathSync(top), realpathSync(path)) === undefined;
  });
  return [...new Set(outside)];
}

function sitePackages(folder: string): string[] {
  const libraries = ['lib', 'lib64'].flatMap((name) => {
    const library = join(folder, name);
    return existsSync(library)
      ? readdirSync(library).map((version) => join(library, version, 'site-packages'))
      : [];
  });
  const all = [...libraries, join(folder, 'Lib', 'site-packages')];
  return all.filter((path) => existsSync(path));
}

/** Folders it puts on the path: a line each, or what lies around the packages that a finder names. */
function pathsIn(file: string, isFinder: boolean): string[] {
  const named = namedIn(file, isFinder);
  return isFinder ? named.map((path) => dirname(path)) : named;
}

/** The lines of a file, or what stands between quotes in a finder. */
function namedIn(file: string, isFinder: boolean): string[] {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_BYTES) return [];
  const text = readText(file);
  if (!isFinder) return text.split(/\r?\n/).map((line) => line.trim());
  return [...text.matchAll(/(['"])(.+?)\1/g)].map(([, , path = '']) => path);
}
