// A virtual environment of Python, laid out again for a copy: its programs name the interpreter of the copy, what is
// installed in it "editable" leads into the copy, and packages are links. What `pip` installs there stays there.

import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { copyFile, makeFolders, setMode } from '../../files/changing.ts';
import { linkTo } from '../../files/folders.ts';
import { readBytes } from '../../files/reading.ts';
import { copyInto, folderOutside, type LaidPlace, ledTo, realOr } from './copy-into.ts';

const PROGRAMS: ReadonlySet<string> = new Set(['bin', 'Scripts']);
const LIBRARIES = /^(?:lib|lib64|Lib|python[\d.]+t?|pypy[\d.]+|site-packages)$/;
/** What an install writes of a package beside the package. */
const RECORDS = /\.(?:dist-info|egg-info)$/;
/** Files that say where something lies. */
const LEADS_AWAY = /\.(?:pth|egg-link|cfg|py)$/;
const MOST_BYTES = 1024 * 1024;
/** Run by Python as it starts, whoever starts it: a check, an agent in a lane. */
const NO_BYTECODE = 'import sys; sys.dont_write_bytecode = True\n';

/** What of it is linked, absolute. */
export function layEnvironment({ path, ...place }: LaidPlace): readonly string[] {
  const from = realOr(join(place.top, path));
  return layFolder(
    { ...place, root: { from, to: join(place.copy, path) } },
    from,
    join(place.copy, path),
  );
}

/** One that lies outside of the repository, to `to`, which lies in no copy. */
export function layEnvironmentFrom(
  root: Readonly<{ from: string; to: string }>,
  place: Omit<LaidPlace, 'path'>,
): readonly string[] {
  return layFolder({ ...place, root }, root.from, root.to);
}

type Environment = Omit<LaidPlace, 'path'> & Readonly<{ root: { from: string; to: string } }>;

function layFolder(place: Environment, from: string, to: string): string[] {
  makeFolders(to, 0o777);
  const isLibrary = basename(from) === 'site-packages';
  // A package is a link, through which Python would write what it compiled.
  if (isLibrary && !place.isWhole) putFile(join(to, 'wukong-copy.pth'), NO_BYTECODE);
  return readdirSync(from).flatMap((name) => {
    const [own, there] = [join(from, name), join(to, name)];
    const stat = lstatSync(own);
    if (stat.isSymbolicLink()) {
      linkTo(ledTo(place, own), there);
      return folderOutside(place, own);
    }
    if (stat.isFile()) {
      layFile(place, own, there);
      return [];
    }
    if (!stat.isDirectory() || name === '__pycache__') return [];
    const isOpened = PROGRAMS.has(name) || (!isLibrary && LIBRARIES.test(name));
    if (isOpened) return layFolder(place, own, there);
    if (place.isWhole || RECORDS.test(name)) {
      copyInto(place, own, there);
      return [];
    }
    linkTo(own, there);
    return [own];
  });
}

function layFile(place: Environment, from: string, to: string): void {
  const { size, mode } = lstatSync(from);
  const isProgram = PROGRAMS.has(basename(join(from, '..')));
  if (size > MOST_BYTES || !(isProgram || LEADS_AWAY.test(from))) {
    copyFile(from, to);
    return;
  }
  const bytes = readBytes(from);
  const text = bytes.toString('utf8');
  const led = bytes.includes(0) ? text : ledText(place, text);
  if (led === text) {
    copyFile(from, to);
    return;
  }
  putFile(to, led);
  setMode(to, mode & 0o777);
}

/** The environment first: it may lie in the repository. */
function ledText({ top, copy, root }: Environment, text: string): string {
  const pairs = [
    [root.from, root.to],
    [top, copy],
    [realOr(top), copy],
  ] as const;
  const led = pairs.reduce((now, [was, is]) => withPath(now, was, is), text);
  const first = /^#!(\S.*)\n/.exec(led)?.[1] ?? '';
  const isTold = first.startsWith(root.to) && (/\s/.test(root.to) || first.length > 120);
  // The system splits such a line, or cuts it.
  return isTold
    ? `#!/bin/sh\n'''exec' "${first}" "$0" "$@"\n' '''\n${led.slice(first.length + 3)}`
    : led;
}

function withPath(text: string, was: string, is: string): string {
  return text.split(was).reduce((all, part) => {
    const isWhole = /^(?:[/\\'"\s:;,)\]]|$)/.test(part);
    return `${all}${isWhole ? is : was}${part}`;
  });
}
