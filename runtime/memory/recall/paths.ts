// Paths in requests and anchors, compared as text: most of what is named need not be there yet.

const PATH =
  /(?:[\w@.-]+\/)+[\w@.-]*|\b[\w-]+\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|sql|py|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|sh|css|html|vue)\b/g;

/** The files a request names. */
export function pathsIn(text: string): string[] {
  return [...new Set(text.match(PATH) ?? [])].map((path) =>
    path.replace(/^\.\//, '').replace(/\.+$/, ''),
  );
}

/** One is the other, or lies in it. */
export function touches(path: string, other: string): boolean {
  return path === other || isBelow(path, other) || isBelow(other, path);
}

/** How near a file that is worked on is to a path an anchor names: 1 is the same, 0 nothing to do with it. */
export function nearness(file: string, named: string): number {
  if (file === named) return 1;
  if (isBelow(file, named)) return 0.8;
  // A request often says no more of a file than its name.
  if (!file.includes('/') && named.endsWith(`/${file}`)) return 0.8;
  if (isBelow(named, file)) return 0.5;
  const folder = folderOf(file);
  return folder !== '' && folder === folderOf(named) ? 0.3 : 0;
}

function isBelow(path: string, folder: string): boolean {
  const whole = folder.endsWith('/') ? folder : `${folder}/`;
  return whole !== '/' && path.startsWith(whole);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
