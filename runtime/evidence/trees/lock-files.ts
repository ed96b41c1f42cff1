/** What says which versions of packages are installed. */
const LOCK =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|uv\.lock|poetry\.lock|pdm\.lock|Pipfile\.lock|go\.(?:work\.)?sum|Cargo\.lock|Gemfile\.lock|composer\.lock|mix\.lock|pubspec\.lock|Package\.resolved|gradle\.lockfile|packages\.lock\.json|flake\.lock)$/;

export function isLockFile(path: string): boolean {
  return LOCK.test(path.slice(path.lastIndexOf('/') + 1));
}
