// Ignored folders brought into a copy or a lane, each as the table has it (ignored-folders.ts). Nothing of it is a
// link in the place of a whole folder: what empties or fills the folder itself (`npm ci`) reaches links alone.

import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { copyFile, makeFolders } from '../../files/changing.ts';
import { linkTo } from '../../files/folders.ts';
import { readBytes } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { copyInto, folderOutside, type LaidPlace, ledTo, realOr, type Tops } from './copy-into.ts';
import { rowsIn } from './dependencies.ts';
import { type FolderRow, isBrought, isCache } from './ignored-folders.ts';
import { layEnvironment } from './python-environment.ts';

export type Link = Readonly<{
  /** The ignored folder, below the top of the repository. */
  folder: string;
  /** What is linked, absolute. */
  target: string;
}>;

export type Laid = Readonly<{
  /** All that came, below the top. */
  folders: readonly string[];
  links: readonly Link[];
  /** Of installed packages, and younger than the moment: a run may miss them. */
  young: readonly string[];
  /** What is too large to be copied, a clause each. */
  large: readonly string[];
}>;

export const NOTHING_LAID: Laid = { folders: [], links: [], young: [], large: [] };

export function bothLaid(one: Laid, other: Laid): Laid {
  return {
    folders: [...one.folders, ...other.folders],
    links: [...one.links, ...other.links],
    young: [...one.young, ...other.young],
    large: [...one.large, ...other.large],
  };
}

type Laying = Readonly<{
  top: string;
  /** The top of the copy, or of the lane. */
  copy: string;
  /** Ignored folders of the working tree, below its top. */
  folders: readonly string[];
  /** What is younger does not come. */
  sinceMs?: number;
  /** Folders that a run was seen to write into through a link. */
  written: ReadonlySet<string>;
}>;

const MOST_BYTES = 300 * 1024 * 1024;
const MOST_FILES = 20_000;

/** What the copy has itself stays. */
export function layFolders(laying: Laying): Laid {
  const { top, copy, folders, sinceMs = Number.POSITIVE_INFINITY, written } = laying;
  const laid = {
    folders: [] as string[],
    links: [] as Link[],
    young: [] as string[],
    large: [] as string[],
  };
  const rows = rowsIn(top);
  for (const path of folders) {
    const row = rows(path);
    if (!isBrought(row) || !isMissing(copy, path)) continue;
    if (cameAt(join(top, path)) > sinceMs) {
      if (holdsPackages(join(top, path))) laid.young.push(path);
      continue;
    }
    const isWhole = row.isCopied === true || written.has(path);
    if (isWhole && isTooLarge(join(top, path))) {
      laid.large.push(tooLarge(path, row));
      continue;
    }
    const place = { top, copy, path, isWhole };
    const links = row.kind === 'own-path' ? layEnvironment(place) : layInstalled(place);
    laid.links.push(...links.map((target) => ({ folder: path, target })));
    laid.folders.push(path);
  }
  return laid;
}

function tooLarge(path: string, { isCopied }: FolderRow): string {
  const why = isCopied
    ? 'what loads from it would take a link to it for the working tree'
    : 'a check was seen to write into it';
  const most = `${MOST_BYTES / 1024 / 1024} MB or ${MOST_FILES} files`;
  return `${path} has more than ${most}, too much to be copied, and ${why}`;
}

function isMissing(copy: string, path: string): boolean {
  const to = join(copy, path);
  if (lstatSync(to, { throwIfNoEntry: false })) return false;
  if (!lstatSync(dirname(to), { throwIfNoEntry: false })?.isDirectory()) return false;
  // A link of the repository's own on the way would lead out of the copy.
  return realpathSync(dirname(to)) === join(realpathSync(copy), dirname(path));
}

/** When a folder was made, or moved to where it is; where it is a link, the younger of the two. */
function cameAt(path: string): number {
  const link = lstatSync(path, { throwIfNoEntry: false });
  const folder = statSync(path, { throwIfNoEntry: false });
  return Math.max(...[link, folder].map((stat) => (stat ? bornOrMoved(stat) : 0)));
}

/** A move changes the inode time alone; what comes and goes in a folder changes both. */
function bornOrMoved({ birthtimeMs, ctimeMs, mtimeMs }: Stats): number {
  return Math.max(birthtimeMs, ctimeMs === mtimeMs ? 0 : ctimeMs);
}

/** npm writes a folder also where it installs nothing. */
function holdsPackages(path: string): boolean {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return !isFolder || readdirSync(path).some((name) => !name.startsWith('.'));
}

/** To be copied for a run. */
export function isTooLarge(path: string): boolean {
  let [bytes, files] = [0, 0];
  const queue = [path];
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
    const stat = lstatSync(one, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const folder = one;
      queue.push(...readdirSync(folder).map((name) => join(folder, name)));
    } else if (stat) {
      files += 1;
      bytes += stat.size;
    }
    if (bytes > MOST_BYTES || files > MOST_FILES) return true;
  }
  return false;
}

/** What is linked of it, absolute. */
function layInstalled({ top, copy, path, isWhole }: LaidPlace): readonly string[] {
  const from = realOr(join(top, path));
  const to = join(copy, path);
  if (!statSync(from).isDirectory()) {
    copyFile(from, to);
    if (/^\.pnp\./.test(basename(path))) leadOutside(to, dirname(join(top, path)), top);
    return [];
  }
  makeFolders(to, 0o777);
  return isWhole ? layWhole({ top, copy }, from, to) : layLinks({ top, copy }, from, to);
}

/** Caches at its top stay behind. */
function layWhole(tops: Tops, from: string, to: string): readonly string[] {
  for (const name of readdirSync(from).filter((one) => !isCache(one))) {
    copyInto(tops, join(from, name), join(to, name));
  }
  return [];
}

/**
 * A folder of links, one a package. Files are copied: package managers write what they installed into one. Packages
 * of the repository itself that are linked there have to be those of the copy.
 */
function layLinks(tops: Tops, from: string, to: string): readonly string[] {
  const linked: string[] = [];
  for (const name of packageNames(from)) {
    const [own, there] = [join(from, name), join(to, name)];
    makeFolders(dirname(there), 0o777);
    const stat = lstatSync(own);
    if (stat.isSymbolicLink()) {
      linkTo(ownPackage(tops, own) ?? ledTo(tops, own), there);
      linked.push(...folderOutside(tops, own));
    } else if (stat.isDirectory()) {
      linkTo(own, there);
      linked.push(own);
    } else if (stat.isFile()) {
      copyFile(own, there);
    }
  }
  return linked;
}

/** Where in the copy a package of the repository itself lies. */
function ownPackage({ top, copy }: Tops, link: string): string | undefined {
  const target = relativeInside(realpathSync(top), realOr(link));
  const isOwn = target !== undefined && !target.split(sep).includes('node_modules');
  return isOwn ? join(copy, target) : undefined;
}

/** `a`, `@scope/b`, `.bin/c`: programs of own packages are links as well. */
function packageNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !isCache(name))
    .flatMap((name) =>
      (name.startsWith('@') || name === '.bin') && lstatSync(join(folder, name)).isDirectory()
        ? readdirSync(join(folder, name)).map((inner) => join(name, inner))
        : [name],
    );
}

/** Plug'n'Play names packages outside of the repository (a cache of all) from its own file on. */
function leadOutside(file: string, was: string, top: string): void {
  const text = readBytes(file).toString('utf8');
  const led = text.replaceAll(/"((?:\.\.\/)+)/g, (whole, ups: string) => {
    const leads = resolve(was, ups);
    if (relativeInside(top, leads) !== undefined) return whole;
    return `"${relative(dirname(file), leads).split(sep).join('/')}/`;
  });
  if (led !== text) putFile(file, led);
}
