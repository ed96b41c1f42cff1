// The tests inside one version of a file put in the place of those of another. Pure.

import { type Region, testRegions } from './test-regions.ts';

/** `text` with the tests that stand in `other`, and none of its own. Undefined: nobody can say where. */
export function withRegionsOf(
  path: string,
  text: string,
  other: string,
  regionsOf: typeof testRegions = testRegions,
): string | undefined {
  const [own, wanted] = [regionsOf(path, text), regionsOf(path, other)];
  if (!own || !wanted) return undefined;
  const from = other.split('\n');
  const blocks = wanted.map(({ from: start, to }) => from.slice(start, to));
  const lines = text.split('\n');
  if (own.length === wanted.length) return inPlace(lines, own, blocks);
  const program = without(lines, own);
  const places = wanted.map((_, at) => placeOf(program, from, wanted, at));
  if (places.some((place) => place === undefined)) return undefined;
  const laid = program.flatMap((line, at) => [...blocksAt(at), line]);
  return [...laid, ...blocksAt(program.length)].join('\n');

  function blocksAt(at: number): string[] {
    return blocks.flatMap((block, i) => (places[i] === at ? block : []));
  }
}

/** As many as there were: each in the place of its like. */
function inPlace(
  lines: readonly string[],
  own: readonly Region[],
  blocks: readonly (readonly string[])[],
): string {
  const after = own.map(({ to }, i) => [
    ...(blocks[i] ?? []),
    ...lines.slice(to, own[i + 1]?.from ?? lines.length),
  ]);
  return [...lines.slice(0, own[0]?.from ?? lines.length), ...after.flat()].join('\n');
}

function without(lines: readonly string[], regions: readonly Region[]): string[] {
  return lines.filter((_, at) => !regions.some(({ from, to }) => from <= at && at < to));
}

/** Before which line of the program it stands: between the lines it stands between in its own version. */
function placeOf(
  program: readonly string[],
  from: readonly string[],
  regions: readonly Region[],
  which: number,
): number | undefined {
  const start = regions[which]?.from ?? 0;
  const before = without(from.slice(0, start), regions).findLast(says);
  // Those behind it may be of the next region.
  const rest = from.map((line, at) => (at >= (regions[which]?.to ?? 0) ? line : ''));
  const after = without(rest, regions).find(says);
  // A region at the end may stand at the end, whatever has become of the line before.
  if (after === undefined) return end(program);
  const behind = program.flatMap((line, at) => (line === before ? [at + 1] : []));
  const ahead = program.flatMap((line, at) => (line === after ? [at] : []));
  const between = behind.filter((at) => ahead.includes(at + program.slice(at).findIndex(says)));
  return only(between) ?? only(ahead) ?? only(behind);
}

/** Before the empty line a file ends with. */
function end(program: readonly string[]): number {
  return program.findLastIndex(says) + 1;
}

function only(places: readonly number[]): number | undefined {
  return places.length === 1 ? places[0] : undefined;
}

function says(line: string): boolean {
  return line.trim() !== '';
}
