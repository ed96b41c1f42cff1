import type { ChangeStatus } from '../../model/evidence.ts';
import { AskedOnce } from '../trees/asked-once.ts';
import { fields, git } from '../trees/git.ts';
import { type Result, success } from '../trees/result.ts';
import type { Repository } from '../trees/tree-store.ts';

export type Differing = Readonly<{
  path: string;
  /** A path that names alone can be asked about. */
  what: string;
  status: ChangeStatus;
  /** Modes of git then and now, empty where it is not there: `100644`, `120000`, `160000`. */
  modes: Readonly<{ before: string; after: string }>;
  /** A plain file on both sides. */
  isText: boolean;
  /** The ids of the content then and now; empty if the file is gone. */
  before: string;
  after: string;
}>;

const differences = new AskedOnce<Differing>();

/** Every file that two trees do not have in common. */
export async function differingFiles(
  repository: Repository,
  first: string,
  tree: string,
): Promise<Result<readonly Differing[]>> {
  const ids = [repository.top, first, tree];
  return differences.answer(ids, () => compare(repository, first, tree));
}

async function compare(
  { top, env }: Repository,
  first: string,
  tree: string,
): Promise<Result<readonly Differing[]>> {
  const args = ['diff-tree', '-r', '--no-renames', '--raw', '-z', '--no-abbrev'];
  const all = ['--no-ext-diff', '--ignore-submodules=none'];
  const output = await git({ cwd: top, env, args: [...args, ...all, first, tree] });
  if (!output.ok) return output;
  const parts = fields(output.value.stdout);
  const found: Differing[] = [];
  // `:100644 100644 <id> <id> M`, then the path.
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [modeBefore = '', mode = '', before = '', id = '', letter = 'M'] = (
      parts[at] ?? ''
    ).split(' ');
    const path = parts[at + 1] ?? '';
    // Of an inner repository there is only its commit: all that is in it may be different.
    const isInner = modeBefore === ':160000' || mode === '160000';
    const what = isInner ? `${path}/x` : path;
    const status = isStatus(letter) ? letter : 'M';
    const isText = status === 'M' && mode.startsWith('100');
    const modes = { before: modeOf(modeBefore.slice(1)), after: modeOf(mode) };
    const after = status === 'D' ? '' : id;
    found.push({ path, what, status, modes, isText, before, after });
  }
  return success(found);
}

function isStatus(letter: string): letter is ChangeStatus {
  return letter === 'A' || letter === 'D' || letter === 'T';
}

function modeOf(mode: string): string {
  return mode === '000000' ? '' : mode;
}
