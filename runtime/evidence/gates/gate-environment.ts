// What a gate's process sees. Hooks run with the client's own environment, API keys included, and a
// test suite is other people's code: so names are let through one by one.

import { delimiter, isAbsolute } from 'node:path';
import { isDirectory } from '../../files/folders.ts';
import { realPath } from '../../files/real-path.ts';
import { relativeInside } from '../../files/relative-inside.ts';

const PASSED_ON: ReadonlySet<string> = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM TMPDIR TMP TEMP ' +
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA ' +
    'PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE OS ' +
    'WUKONG_DEPTH'
  ).split(' '),
);

/** `named` is what the local configuration allows in addition; it wins. */
export function gateEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  named: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const passed = Object.entries(inherited).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    const upper = name.toUpperCase();
    return value !== undefined && (PASSED_ON.has(upper) || upper.startsWith('LC_'));
  });
  return { ...Object.fromEntries(passed), CI: '1', ...named };
}

/** Where tools lie that are found by no PATH alone: versions that a launcher chooses from, and what they load. */
const HOMES: ReadonlySet<string> = new Set(
  (
    'RUSTUP_HOME CARGO_HOME GOROOT GOPATH GOMODCACHE GOCACHE JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME ' +
    'GRADLE_HOME GRADLE_USER_HOME SDKMAN_DIR KOTLIN_HOME ANDROID_HOME ANDROID_SDK_ROOT ' +
    'NVM_DIR FNM_DIR VOLTA_HOME COREPACK_HOME PNPM_HOME BUN_INSTALL DENO_DIR PLAYWRIGHT_BROWSERS_PATH ' +
    'PYENV_ROOT POETRY_HOME RBENV_ROOT GEM_HOME GEM_PATH COMPOSER_HOME MIX_HOME HEX_HOME ' +
    'DOTNET_ROOT NUGET_PACKAGES GHCUP_INSTALL_BASE_PREFIX STACK_ROOT OPAMROOT PUB_CACHE FLUTTER_ROOT ' +
    'ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR'
  ).split(' '),
);

/** Those that are folders, or lists of them, and none in `repository`: what lies in there is the copy's own. */
export function toolHomes(
  inherited: Readonly<Record<string, string | undefined>>,
  repository: string,
): Record<string, string> {
  const top = realPath(repository) ?? repository;
  const isHome = (folder: string): boolean => {
    const real = isAbsolute(folder) ? realPath(folder) : undefined;
    return real !== undefined && isDirectory(real) && relativeInside(top, real) === undefined;
  };
  return Object.fromEntries(
    Object.entries(inherited).filter(
      (entry): entry is [string, string] =>
        HOMES.has(entry[0]) && entry[1]?.split(delimiter).every(isHome) === true,
    ),
  );
}
