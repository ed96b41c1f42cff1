import type { AttributedChange, Change } from '../../model/evidence.ts';

type Edits = Readonly<{
  /** Files the run's own transcript shows it edited, as written there. See `editedFiles`. */
  ownEdits: readonly string[];
  /** The same from other transcripts that worked in this tree meanwhile. */
  foreignEdits: readonly string[];
  /** Names of the working tree's top that may stand before a path: as given, and its real path. */
  roots: readonly string[];
}>;

/**
 * Says for each change who made it, by what the transcripts show. A file edited by the run and by
 * others is the run's own; one that nobody was seen to edit (a shell did) is unattributed, and the
 * run answers for it too.
 */
export function attribute(
  changes: readonly Change[],
  { ownEdits, foreignEdits, roots }: Edits,
): AttributedChange[] {
  const own = new Set(ownEdits.map((path) => comparable(path, roots)));
  const foreign = new Set(foreignEdits.map((path) => comparable(path, roots)));
  return changes.map((change) => {
    const path = comparable(change.path, roots);
    const attribution = own.has(path) ? 'own' : foreign.has(path) ? 'foreign' : 'unattributed';
    return { ...change, attribution };
  });
}

/** Repository-relative with forward slashes; a path outside stays as it is. */
export function repositoryPath(path: string, roots: readonly string[]): string {
  const same = onWindows(roots) ? lower : asIs;
  const slashed = withoutDots(forward(path));
  for (const root of roots) {
    const top = withoutDots(forward(root));
    const prefix = top.endsWith('/') ? top : `${top}/`;
    if (same(slashed).startsWith(same(prefix))) return slashed.slice(prefix.length);
  }
  return slashed;
}

function comparable(path: string, roots: readonly string[]): string {
  const same = onWindows(roots) ? lower : asIs;
  // macOS gives file names decomposed, agents write them composed.
  return same(repositoryPath(path, roots)).normalize('NFC');
}

/** File systems of Windows don't distinguish `SRC` from `src`; a drive letter gives such a root away. */
function onWindows(roots: readonly string[]): boolean {
  return roots.some((root) => /^[A-Za-z]:[\\/]/.test(root));
}

function lower(path: string): string {
  return path.toLowerCase();
}

function asIs(path: string): string {
  return path;
}

function forward(path: string): string {
  return /^[A-Za-z]:[\\/]|^\\\\/.test(path) || !path.includes('/')
    ? path.replaceAll('\\', '/')
    : path;
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && kept.length > 0)) continue;
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..' && kept.at(-1) !== '') kept.pop();
    else kept.push(part);
  }
  return kept.join('/');
}
