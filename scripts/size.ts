// Prints lines and files of each room beside the figures of test/architecture/size.json, and exits 1 where one is above
// its figure. With --lower it writes the figures that fell; a figure is raised by hand.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Size = Readonly<{ lines: number; files: number }>;
type Sizes = Readonly<Record<string, Size>>;

const ROOT = join(import.meta.dirname, '..');
const FIGURES = join(ROOT, 'test/architecture/size.json');

/** Each room of runtime/, and what stands beside it, by its path below the root. */
function rooms(): readonly string[] {
  const inRuntime = readdirSync(join(ROOT, 'runtime')).map((name) => `runtime/${name}`);
  return [...inRuntime.sort(), 'scripts', 'test', 'docs'];
}

function sizeOf(room: string): Size {
  const files = readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .map((name) => join(ROOT, room, name))
    .filter((path) => statSync(path).isFile() && /\.(?:[cm]?[jt]s|md)$/.test(path));
  const lines = files.reduce(
    (sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1,
    0,
  );
  return { lines, files: files.length };
}

function cells(room: string, size: Size, figure: Size | undefined): string {
  const pair = (now: number, most: number | undefined): string =>
    `${now} of ${most ?? 0}`.padStart(18);
  return `${room.padEnd(22)}${pair(size.lines, figure?.lines)}${pair(size.files, figure?.files)}`;
}

const figures: Sizes = JSON.parse(readFileSync(FIGURES, 'utf8'));
const now: Sizes = Object.fromEntries(rooms().map((room) => [room, sizeOf(room)]));
const above = Object.entries(now).filter(
  ([room, { lines, files }]) =>
    lines > (figures[room]?.lines ?? 0) || files > (figures[room]?.files ?? 0),
);
process.stdout.write(`${'room'.padEnd(22)}${'lines'.padStart(18)}${'files'.padStart(18)}\n`);
for (const [room, size] of Object.entries(now)) {
  process.stdout.write(`${cells(room, size, figures[room])}\n`);
}
if (process.argv.includes('--lower')) {
  const lowered = Object.entries(now).map(([room, { lines, files }]) => [
    room,
    {
      lines: Math.min(lines, figures[room]?.lines ?? 0),
      files: Math.min(files, figures[room]?.files ?? 0),
    },
  ]);
  writeFileSync(FIGURES, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}
if (above.length > 0) {
  process.stderr.write(
    `Above the figure in test/architecture/size.json: ${above.map(([room]) => room).join(', ')}. Take something away, or raise the figure in a commit of its own that says why.\n`,
  );
}
process.exitCode = above.length > 0 ? 1 : 0;
