// Folders that a project of Python is imported from, as its manifest names them. Where it is installed "editable"
// outside of the repository (the user's packages, the system's, pyenv), that leads a test in a copy to the program of
// the working tree, unless Python finds the copy's before. Pure.

import { posix } from 'node:path';

const MANIFESTS = ['pyproject.toml', 'setup.cfg', 'setup.py'] as const;
/** Of a workspace. */
const MOST_PROJECTS = 20;

type Read = (path: string) => string | undefined;

/** Below the top, those of the project there first. `files`: what was checked out. */
export function pythonSources(files: readonly string[], read: Read): readonly string[] {
  const manifests = files.filter(isManifest);
  const projects = [...new Set(manifests.map((path) => posix.dirname(path)))]
    .sort((a, b) => a.length - b.length)
    .slice(0, MOST_PROJECTS);
  const modules = files.filter((path) => path.endsWith('.py'));
  const found = projects.flatMap((project) => {
    const [toml = '', cfg = '', py = ''] = MANIFESTS.map((name) => read(posix.join(project, name)));
    // A `src` that is a package itself is imported as `src`.
    const isPackage = files.includes(posix.join(project, 'src/__init__.py'));
    const named = [...(isPackage ? [] : ['src']), ...inToml(toml), ...inCfg(cfg), ...inPy(py)];
    return named.map((folder) => posix.join(project, folder).replace(/\/$/, ''));
  });
  // The top stands for all that lies in it, and would be found before what Python itself has of that name.
  const below = found.filter(
    (one) => one !== '.' && !one.startsWith('..') && !posix.isAbsolute(one),
  );
  return [...new Set(below)].filter((one) => modules.some((path) => path.startsWith(`${one}/`)));
}

export function isManifest(path: string): boolean {
  return MANIFESTS.some((one) => posix.basename(path) === one);
}

const STRING = /["']([^"'\n]*)["']/g;

/** Of setuptools, hatch, poetry and pdm; a package's folder is its parent's. */
function inToml(text: string): readonly string[] {
  const where = lists(text, /^[ \t]*where\s*=\s*\[([^\]]{0,4000})\]/gm);
  const packages = lists(text, /^[ \t]*(?:packages|only-include)\s*=\s*\[([^\]]{0,4000})\]/gm);
  const sources = lists(text, /^[ \t]*sources\s*=\s*\[([^\]]{0,4000})\]/gm);
  const named = [
    /^[ \t]*(?:package-dir|package_dir)\s*=\s*\{[^}\n]*["']{2}\s*=\s*["']([^"'\n]*)["']/gm,
    /^[ \t]*package-dir\s*=\s*["']([^"'\n]+)["']/gm,
    /^[ \t]*["']{2}\s*=\s*["']([^"'\n]+)["']/gm,
    /\bfrom\s*=\s*["']([^"'\n]+)["']/g,
  ].flatMap((pattern) => firsts(text, pattern));
  const parents = packages.filter((one) => one.includes('/')).map((one) => posix.dirname(one));
  return [...named, ...where, ...sources, ...parents];
}

function inCfg(text: string): readonly string[] {
  return [/^package_dir\s*=\s*=\s*(\S+)/gm, /^where\s*=\s*(\S+)/gm].flatMap((pattern) =>
    firsts(text, pattern),
  );
}

function inPy(text: string): readonly string[] {
  return [
    /package_dir\s*=\s*\{\s*["']{2}\s*:\s*["']([^"'\n]*)["']/g,
    /\bfind_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?["']([^"'\n]+)["']/g,
  ].flatMap((pattern) => firsts(text, pattern));
}

function lists(text: string, pattern: RegExp): string[] {
  return firsts(text, pattern).flatMap((list) => firsts(list, STRING));
}

function firsts(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, one = '']) => one || '.');
}
