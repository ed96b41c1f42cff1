// Python packages that are installed "editable": a file among the installed packages names a folder of the
// working tree, so a test in a copy would load the program from there.

import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { readText } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { isManifest, pythonSources } from './python-sources.ts';

/** What pip, setuptools, hatch and their like leave there: `x.pth`, `x.egg-link`, `__editable___x_finder.py`. */
const LEADS_AWAY = /\.(?:pth|egg-link)$|^__editable__.*\.py$/;
const MAX_BYTES = 256 * 1024;

/**
 * Folders of the copy that stand for those of the working tree, to be looked through before them: those that packages
 * in `linked`, of the user and of the interpreters in reach lead to, and those that the manifests in it name.
 */
export function editableFolders(
  top: string,
  { path: copy, files }: Readonly<{ path: string; files: readonly string[] }>,
  linked: readonly string[],
): string[] {
  const read = (path: string): string | undefined => textOf(join(copy, path));
  const sources = pythonSources(files, read);
  // Without a manifest nothing can be installed from here.
  const isPython = files.some(isManifest);
  const all = [...linked.map((folder) => join(top, folder)), ...(isPython ? prefixes() : [])];
  const found = [...new Set(all)].flatMap(sitePackages).flatMap((site) =>
    readdirSync(site)
      .filter((name) => LEADS_AWAY.test(name))
      .flatMap((name) => pathsIn(join(site, name), name.endsWith('.py'))),
  );
  const roots = [top, realpathSync(top)];
  const inside = found.filter(isAbsolute).flatMap((path) => {
    const below = roots.map((root) => relativeInside(root, path)).find((one) => one !== undefined);
    return below === undefined ? [] : [join(copy, below)];
  });
  const named = sources.map((path) => join(copy, path));
  return [...new Set([...inside, ...named])].filter((path) => existsSync(path));
}

/** Where packages are installed outside of a repository: of the user, of what PATH leads to, of pyenv. */
function prefixes(): string[] {
  const paths = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const versions = [join(homedir(), '.pyenv'), ...paths.map(dirname)]
    .map((root) => join(root, 'versions'))
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  return [join(homedir(), '.local'), ...paths.map(dirname), ...versions];
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
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
    return namesIn(library)
      .filter((version) => /^(?:python|pypy)/.test(version))
      .flatMap((version) => [
        join(library, version, 'site-packages'),
        join(library, version, 'dist-packages'),
      ]);
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
  const text = textOf(file);
  if (text === undefined) return [];
  if (!isFinder) return text.split(/\r?\n/).map((line) => line.trim());
  return [...text.matchAll(/(['"])(.+?)\1/g)].map(([, , path = '']) => path);
}

function textOf(file: string): string | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= MAX_BYTES ? readText(file) : undefined;
}
