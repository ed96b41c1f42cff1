// Where copies lie. Tools look for their configuration in every folder above the one they start in, so
// what lies above a copy decides about it as well, and is in no tree.

import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolders } from '../../files/changing.ts';
import { relativeInside } from '../../files/relative-inside.ts';

/**
 * What tools look for upwards, by name. Files of any name lie in a folder for temporary files, and a home
 * has settings of shells and editors that say nothing of a program, so it takes a list.
 */
const CONFIGURATION: readonly RegExp[] = [
  /^(?:package|lerna|nx|turbo|rush)\.json$|^package\.(?:json5|ya?ml)$/,
  /^(?:node_modules|pnpm-workspace\.yaml|\.pnpmfile\.[cm]?js|\.pnp\.(?:js|cjs|loader\.mjs)|bunfig\.toml)$/,
  /^\.(?:npm|yarn|babel|swc|eslint|prettier|mocha|nyc|c8|tap|stylelint|browserslist|postcss|jshint|coverage|pylint)rc(?:\.\w+)?$/,
  /^\.(?:eslint|prettier)ignore$|^\.(?:editorconfig|rspec|flake8)$/,
  /^[\w-]+\.(?:config|conf|workspace)\.(?:[cm]?[jt]s|json)$/,
  /^(?:tsconfig|jsconfig)(?:\.[\w-]+)?\.json$|^(?:deno|biome|jsr)\.jsonc?$/,
  /^(?:\.?pytest|tox|\.?mypy|\.?ruff|setup|uv|pdm|poetry|pixi|pyproject)\.(?:ini|cfg|toml)$/,
  /^(?:conftest|noxfile|setup|sitecustomize|usercustomize)\.py$|^Pipfile$|^pyvenv\.cfg$/,
  /^(?:Cargo|rust-toolchain|\.?rustfmt|\.?clippy|\.?nextest)\.toml$|^(?:\.cargo|rust-toolchain)$/,
  /^go\.(?:mod|work)$|^\.golangci\.(?:ya?ml|toml|json)$/,
  /^pom\.xml$|^\.mvn$|^(?:settings|build)\.gradle(?:\.kts)?$|^gradle\.properties$|^build\.sbt$/,
  /^Directory\.(?:Build|Packages)\.(?:props|targets|rsp)$|^(?:global\.json|nuget\.config)$|\.sln$/i,
  /^(?:GNUm|M|m)akefile$|^CMake(?:Lists\.txt|Presets\.json)$|^meson\.build$|^\.?[Jj]ustfile$|^Taskfile\.ya?ml$/,
  /^(?:Gemfile|Rakefile|\.bundle|\.rubocop\.yml|composer\.json|phpunit\.xml(?:\.dist)?|mix\.exs|Package\.swift|pubspec\.yaml)$/,
  /^(?:WORKSPACE|MODULE)(?:\.bazel)?$|^\.bazelrc$|^BUILD(?:\.bazel)?$/,
  /^\.env(?:\.\w+)*$|^\.envrc$|^\.(?:clang-format|clang-tidy|clangd)$/,
  /^\.(?:nvmrc|tool-versions)$|^\.(?:node|python|ruby|java|go|swift)-version$|^\.?mise(?:\.local)?\.toml$/,
];

/** Read as the user's own wherever a tool runs, if it lies in the home. */
const OF_THE_USER =
  /^\.(?:npmrc|yarnrc|yarnrc\.yml|cargo|bundle|rspec|rubocop\.yml|tool-versions)$/;

export function isConfigurationOfTools(name: string): boolean {
  return CONFIGURATION.some((pattern) => pattern.test(name));
}

/** The first file above a folder that a tool in it would read as its configuration. */
export function configurationAbove(folder: string): string | undefined {
  const parent = dirname(folder);
  if (parent === folder) return undefined;
  const isHome = parent === realOf(homedir());
  const name = namesIn(parent)
    .sort()
    .find((one) => isConfigurationOfTools(one) && !(isHome && OF_THE_USER.test(one)));
  return name === undefined ? configurationAbove(parent) : join(parent, name);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // A folder of somebody else that nobody of us may look into: we cannot have put anything there.
    if (process.getuid?.() !== statSync(folder).uid) return [];
    throw error;
  }
}

function realOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** The system's folders for temporary files, then one of the user's own. */
export function copyPlaces(): readonly string[] {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const shared = process.platform === 'win32' ? [] : ['/tmp', '/var/tmp'];
  return [tmpdir(), ...shared, join(cache, 'wukong')];
}

type Place = Readonly<{ ok: true; base: string } | { ok: false; why: string }>;

/** The first of these folders that is not in the repository, and has no configuration in or above it. */
export function placeOutside(top: string, places: readonly string[]): Place {
  const inTheWay: string[] = [];
  for (const place of places) {
    // The last one is ours to make, and the others are there or are none.
    if (place === places.at(-1)) makeFolders(place);
    if (!existsSync(place)) continue;
    const base = realpathSync(place);
    const found = configurationAbove(join(base, 'copy'));
    if (relativeInside(realpathSync(top), base) !== undefined) {
      inTheWay.push(`the folder for temporary files (${base}) is inside the repository`);
    } else if (found === undefined) {
      return { ok: true, base };
    } else if (!inTheWay.includes(lyingAt(found))) {
      inTheWay.push(lyingAt(found));
    }
  }
  const why = `there is no place for a copy: ${inTheWay.join('; ')}. Take that away, or set TMPDIR to a folder outside of the repository with no such file in it or above it`;
  return { ok: false, why };
}

function lyingAt(path: string): string {
  return `tools that run in one would find ${path}`;
}
