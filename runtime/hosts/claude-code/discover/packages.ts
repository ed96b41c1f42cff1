// Packages of a repository that holds several: the folder nearest to a touched file that has a
// manifest of its own.

import { posix } from 'node:path';
import { compileGlob } from '../../../documents/globs.ts';
import { type Folder, has, lineOf, namesIn, read, type Source } from './proposal.ts';

const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle.kts',
  'build.gradle',
];
const MAX_PACKAGES = 20;

/** `touched`: the file that led here. `listed`: where the repository names it as one of its packages. */
type Package = Readonly<{ folder: Folder; touched: string; listed?: Source }>;

/** Paths are relative to the repository, with forward slashes. */
export function packagesNear(root: string, touched: readonly string[]): Package[] {
  const found = new Map<string, Package>();
  for (const path of touched) {
    const below = nearest(root, path);
    if (below === undefined || found.has(below) || found.size >= MAX_PACKAGES) continue;
    const listed = whereListed({ root, below: '' }, below);
    found.set(below, { folder: { root, below }, touched: path, ...(listed ? { listed } : {}) });
  }
  return [...found.values()];
}

/** A touched folder may be the package itself. The top is no package. */
function nearest(root: string, path: string): string | undefined {
  for (let below = path.replace(/\/+$/, ''); below !== '.' && below !== ''; ) {
    const folder = { root, below };
    const isPackage =
      MANIFESTS.some((name) => has(folder, name)) ||
      namesIn(folder).some((name) => /\.[cf]sproj$/.test(name));
    if (isPackage) return below;
    below = posix.dirname(below);
  }
  return undefined;
}

function whereListed(top: Folder, below: string): Source | undefined {
  const manifest = read(top, 'package.json');
  const line = lineOf(manifest, /"workspaces"\s*:/);
  if (line !== undefined && fits(npmPatterns(manifest ?? ''), below)) {
    return { file: 'package.json', line };
  }
  const pnpm = read(top, 'pnpm-workspace.yaml');
  const patterns = [...(pnpm ?? '').matchAll(/^\s*-\s*['"]?([^'"#\s]+)/gm)].map(
    ([, one = '']) => one,
  );
  const head = lineOf(pnpm, /^packages\s*:/);
  if (head !== undefined && fits(patterns, below)) {
    return { file: 'pnpm-workspace.yaml', line: head };
  }
  for (const [file, pattern] of [
    ['Cargo.toml', /^\[workspace\]/],
    ['go.work', /^use\b/],
    ['settings.gradle.kts', /^include\b/],
    ['settings.gradle', /^include\b/],
  ] as const) {
    const at = lineOf(read(top, file), pattern);
    if (at !== undefined) return { file, line: at };
  }
  return undefined;
}

function npmPatterns(text: string): string[] {
  let workspaces: unknown;
  try {
    workspaces = JSON.parse(text)?.workspaces;
  } catch {
    return []; // npm will say what is wrong with it.
  }
  const list =
    typeof workspaces === 'object' && workspaces !== null && 'packages' in workspaces
      ? workspaces.packages
      : workspaces;
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

/** As workspaces are named: globs, and with `!` what is none of them. */
function fits(patterns: readonly string[], below: string): boolean {
  const matches = (pattern: string): boolean => {
    const source = compileGlob(pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, ''));
    return source !== undefined && new RegExp(source).test(below);
  };
  return (
    patterns.some((one) => !one.startsWith('!') && matches(one)) &&
    !patterns.some((one) => one.startsWith('!') && matches(one.slice(1)))
  );
}
