// Puts a workspace back. Only what hooks change is kept, and of the log only what came last: a long log
// is cut, not copied.

import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const LOG = 'events.jsonl';
/** Content that is only ever added to, under names that no later run has. */
const LEFT_ALONE = new Set([LOG, 'runtime', 'artifacts', 'objects', 'archive', 'graphs']);

export type Kept = Readonly<{
  /** Path below `.wukong/` → bytes. */
  files: ReadonlyMap<string, Buffer>;
  /** What the log has beyond `length`, the part that all stages share. */
  log: Readonly<{ length: number; rest: Buffer }>;
}>;

/** `base`: an earlier state of the same workspace, whose log this one begins with. */
export function keep(folder: string, base?: Kept): Kept {
  const files = new Map(
    changing(folder).map((name) => [name, readFileSync(join(folder, name))] as const),
  );
  const log = readFileSync(join(folder, LOG));
  const length = base?.log.length ?? log.length;
  return { files, log: { length, rest: Buffer.from(log.subarray(length)) } };
}

export function putBack(folder: string, kept: Kept): void {
  for (const name of changing(folder)) if (!kept.files.has(name)) rmSync(join(folder, name));
  for (const [name, bytes] of kept.files) {
    const path = join(folder, name);
    // People's files keep their times, by which a hook knows that they did not change.
    if (existsSync(path) && readFileSync(path).equals(bytes)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, { mode: 0o600 });
  }
  const fd = openSync(join(folder, LOG), 'r+');
  try {
    ftruncateSync(fd, kept.log.length);
    writeSync(fd, kept.log.rest, 0, kept.log.rest.length, kept.log.length);
  } finally {
    closeSync(fd);
  }
}

function changing(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_ALONE.has(entry.name)) return [];
    if (!entry.isDirectory()) return [entry.name];
    return changing(join(folder, entry.name)).map((name) => join(entry.name, name));
  });
}
