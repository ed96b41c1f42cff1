// Where a process has to be killed to have been killed anywhere: between two operations that change something a
// kill finds the same disk, whatever is looked at, closed or synced between them.

const SAME_DISK =
  /^\d+ (?:close|read|openForRead|readFile|readdir|stat|lstat|fstat|fsync|fdatasync)Sync /;

/** Of a line that faults.cjs wrote of an operation. */
export function isKillPoint(line: string): boolean {
  return !SAME_DISK.test(line);
}
