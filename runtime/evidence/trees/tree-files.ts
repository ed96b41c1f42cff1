import { type FoundInTree, findInTree, type RecordedTree } from './tree-lookup.ts';
import { gitIn, openRepository, readBlobs } from './tree-store.ts';

export type TreeFile =
  | Readonly<{
      ok: true;
      /** Its name in the tree. */
      path: string;
      /** That name, if it was cited by an earlier one. */
      renamedTo?: string;
      blob: string;
      lines: readonly string[];
    }>
  | Readonly<{ ok: false; why: string }>;

/** So much is held in memory at a time. */
const MAX_BATCH_BYTES = 32 * 1024 * 1024;
/** Where git itself looks whether a file is text. */
const BINARY_LOOK_BYTES = 8000;

/**
 * Hands out each cited file as it is in the tree, by the words it was cited with; those that can't be
 * had with the reason. Of the working tree only names are read, to give that reason.
 */
export async function eachTreeFile(
  from: RecordedTree,
  cited: readonly string[],
  take: (cited: string, file: TreeFile) => void,
): Promise<void> {
  const wanted = [...new Set(cited)];
  const opened = await openRepository(from.worktree, from.objectsDir);
  if (!opened.ok) {
    const why = 'the repository could not be read';
    for (const path of wanted) take(path, { ok: false, why });
    return;
  }
  const found: FoundInTree[] = [];
  for (const one of await findInTree(opened.value, from, wanted)) {
    if ('why' in one) take(one.cited, { ok: false, why: one.why });
    else found.push(one);
  }
  for (const batch of batches(found)) {
    const ids = batch.map(({ blob }) => blob);
    const blobs = await readBlobs(opened.value, ids);
    for (const { cited: words, path, blob, renamed } of batch) {
      const text = blobs.get(blob);
      const file = text === undefined ? UNREADABLE : asLines(text);
      const name = renamed ? { path, renamedTo: path } : { path };
      take(words, 'why' in file ? file : { ok: true, ...name, blob, lines: file.lines });
    }
  }
}

/** Whether git still has the tree. */
export async function isTreeThere(from: RecordedTree): Promise<boolean> {
  const asked = await gitIn(from, { args: ['cat-file', '-t', from.tree] });
  return asked.ok && asked.value.toString('utf8').trim() === 'tree';
}

const UNREADABLE = { ok: false, why: 'git could not read it from the tree' } as const;

function* batches(found: readonly FoundInTree[]): Generator<readonly FoundInTree[]> {
  let batch: FoundInTree[] = [];
  let bytes = 0;
  for (const one of found) {
    if (bytes + one.bytes > MAX_BATCH_BYTES && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(one);
    bytes += one.bytes;
  }
  if (batch.length > 0) yield batch;
}

function asLines(
  bytes: Buffer,
): Readonly<{ lines: readonly string[] }> | Readonly<{ ok: false; why: string }> {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isUtf16 && bytes.subarray(0, BINARY_LOOK_BYTES).includes(0)) {
    return { ok: false, why: 'the file is binary; cite a command that shows what is in it' };
  }
  const text = bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
  if (text.startsWith('version https://git-lfs.github.com/spec/')) {
    return { ok: false, why: 'git keeps only a pointer to the file (Git LFS)' };
  }
  const lines = text.split(/\r\n|\n|\r/);
  return { lines: lines.at(-1) === '' ? lines.slice(0, -1) : lines };
}
