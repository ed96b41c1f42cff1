// Files that say which packages a program needs, by the tools of a language.

/** In which versions they are installed. */
const LOCK =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|uv\.lock|poetry\.lock|pdm\.lock|Pipfile\.lock|go\.(?:work\.)?sum|Cargo\.lock|Gemfile\.lock|composer\.lock|mix\.lock|pubspec\.lock|Package\.resolved|gradle\.lockfile|packages\.lock\.json|flake\.lock)$/;
const WANTED = /^(?:go\.mod|Pipfile|Gemfile|requirements\.txt|\.gitmodules)$/;

export function isLockFile(path: string): boolean {
  return LOCK.test(nameOf(path));
}

/** It says nothing else. */
export function namesPackages(path: string): boolean {
  return isLockFile(path) || WANTED.test(nameOf(path));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
