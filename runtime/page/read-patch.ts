// A patch of git as files, hunks and lines, each line marked with whether a test holds it. Pure.

import type { FileChange, Mark, PatchHunk, PatchLine } from './goal-page.ts';

/** Places as `path:line`, as the runtime names the hunks it put back. */
export type HeldPlaces = Readonly<{ held: ReadonlySet<string>; notHeld: ReadonlySet<string> }>;

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;

export function readPatch(text: string, places: HeldPlaces): FileChange[] {
  // Content has a sign before each line, so only a file begins like this.
  const parts = `\n${text}`.split('\ndiff --git ').slice(1);
  return parts.map((part) => fileOf(part.split('\n'), places));
}

function fileOf(lines: readonly string[], places: HeldPlaces): FileChange {
  const begins = lines.findIndex((line) => HUNK.test(line));
  const header = begins < 0 ? lines : lines.slice(0, begins);
  const headed = (word: string): string | undefined =>
    header.find((line) => line.startsWith(word))?.slice(word.length);
  const named = [headed('+++ '), headed('--- ')].find((name) => name && name !== '/dev/null');
  const path = named === undefined ? bothNames(lines[0] ?? '') : withoutSide(unquoted(named));
  const isNew = headed('new file mode') !== undefined;
  const isGone = headed('deleted file mode') !== undefined;
  const hunks = begins < 0 ? [] : hunksOf(lines.slice(begins));
  const marked = hunks.map((hunk) => withMarks(hunk, path, isNew || isGone, places));
  const count = (sign: string): number =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.sign === sign).length, 0);
  return {
    path,
    how: isNew ? 'new' : isGone ? 'deleted' : 'changed',
    isBinary: header.some((line) => /^(?:GIT binary patch|Binary files )/.test(line)),
    added: count('+'),
    removed: count('-'),
    hunks: marked,
  };
}

function hunksOf(lines: readonly string[]): PatchHunk[] {
  const hunks: Array<{ header: string; lines: PatchLine[] }> = [];
  let [before, after] = [0, 0];
  for (const line of lines) {
    const [header, from, , to] = HUNK.exec(line) ?? [];
    if (header !== undefined) {
      [before, after] = [Number(from), Number(to)];
      hunks.push({ header, lines: [] });
      continue;
    }
    const sign = line[0];
    const text = line.slice(1);
    const into = hunks.at(-1)?.lines;
    if (!into || (sign !== ' ' && sign !== '+' && sign !== '-')) continue;
    into.push({
      sign,
      before: sign === '+' ? null : before,
      after: sign === '-' ? null : after,
      text,
      mark: null,
    });
    if (sign !== '+') before += 1;
    if (sign !== '-') after += 1;
  }
  return hunks;
}

/** Lines that follow each other without one that stayed are what the runtime put back as one. */
function withMarks(hunk: PatchHunk, path: string, isWhole: boolean, places: HeldPlaces): PatchHunk {
  const lines: PatchLine[] = [];
  let group: PatchLine[] = [];
  let last = 0;
  const close = (): void => {
    const line = isWhole ? 1 : namedLine(group, last);
    const mark = markOf(`${path}:${line}`, places);
    lines.push(...group.map((one) => ({ ...one, mark })));
    group = [];
  };
  for (const line of hunk.lines) {
    if (line.sign !== ' ') {
      group.push(line);
      continue;
    }
    close();
    lines.push(line);
    last = line.after ?? last;
  }
  close();
  return { ...hunk, lines };
}

/** The first line that is there now and not blank; of what is gone, the line before it. */
function namedLine(group: readonly PatchLine[], before: number): number {
  const added = group.filter(({ sign }) => sign === '+');
  const named = added.find(({ text }) => text.trim() !== '') ?? added[0];
  return Math.max(1, named?.after ?? before);
}

function markOf(place: string, { held, notHeld }: HeldPlaces): Mark | null {
  if (notHeld.has(place)) return 'not held';
  return held.has(place) ? 'held' : null;
}

/** `a/x b/x`: of a file without lines git says its name only so, and the same twice. */
function bothNames(line: string): string {
  const quoted = /^("(?:[^"\\]|\\.)*") /.exec(line)?.[1];
  const first = quoted ?? line.slice(0, Math.floor(line.length / 2));
  return withoutSide(unquoted(first));
}

function withoutSide(name: string): string {
  return name.replace(/^[ab]\//, '');
}

const SIGNS: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
};

/** Git quotes names with signs beyond ASCII, byte by byte. */
function unquoted(name: string): string {
  const plain = name.replace(/\t$/, '');
  if (!/^".*"$/.test(plain)) return plain;
  const bytes: number[] = [];
  for (const [part] of plain.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]+/g)) {
    if (!part.startsWith('\\')) bytes.push(...Buffer.from(part));
    else if (part.length === 4) bytes.push(Number.parseInt(part.slice(1), 8));
    else bytes.push(SIGNS[part.slice(1)] ?? part.charCodeAt(1));
  }
  return Buffer.from(bytes).toString('utf8');
}
