// One patch laid on the branch so far, path by path.

import { asEntry, withoutEntry } from '../../evidence/trees/index-entries.ts';
import type { FileOfTree } from '../../evidence/trees/overlay.ts';
import { putEntries } from '../../evidence/trees/private-index.ts';
import { type Result as Said, success } from '../../evidence/trees/result.ts';
import { isOwnData } from '../../model/own-files.ts';
import { attributesOf } from './attributes.ts';
import type { Laying } from './clean-side.ts';
import { inTheWay, isPlain, isSame, layPath } from './lay-path.ts';
import { mergeTexts } from './merge-texts.ts';
import { type Refused, recordedAfter, recordedBefore } from './recorded.ts';

/** What a run made of `before`, a raw tree, in these paths. */
export type Patch = Readonly<{ before: string; after: string; paths: readonly string[] }>;

type Files = ReadonlyMap<string, FileOfTree>;
type Sides = Readonly<{ patch: Patch; before: Files; after: Files }>;

/** Attributes first: those of the patch count for its other files. `tip` and the index are brought along. */
export async function layOne(
  laying: Laying,
  tip: Map<string, FileOfTree>,
  sides: Sides,
): Promise<Said<readonly Refused[]>> {
  const { patch, before, after } = sides;
  const isMade = (path: string): boolean =>
    !isSame(before.get(path) ?? null, after.get(path) ?? null);
  const paths = [...new Set(patch.paths)].filter((path) => !isOwnData(path) && isMade(path));
  // Not in UTF-8: git would be told another name.
  const odd = paths.filter((path) => path.includes('\uFFFD'));
  if (odd.length > 0) return success(odd.map((path): Refused => ({ path, why: 'odd-name' })));
  const groups = [paths.filter(isRules), paths.filter((path) => !isRules(path))];
  const was: Clean[] = [];
  for (const group of groups) {
    const cleaned = await cleanBefore(laying, tip, sides, group);
    if (!cleaned.ok) return cleaned;
    was.push(cleaned.value);
  }
  const refused: Refused[] = [];
  const put: string[] = [];
  for (const [nth, group] of groups.entries()) {
    const moved = await move(laying, tip, sides, { group, was: was[nth] ?? NOTHING });
    if (!moved.ok) return moved;
    refused.push(...moved.value.refused);
    put.push(...moved.value.put);
  }
  const blocked = inTheWay(put, tip).map((path): Refused => ({ path, why: RESTS }));
  return success([...refused, ...blocked]);
}

const RESTS = 'rests-on-uncommitted';

function isRules(path: string): boolean {
  return /(?:^|\/)\.gitattributes$/.test(path);
}

type Clean = Readonly<{ ids: ReadonlyMap<string, string>; refused: readonly Refused[] }>;
const NOTHING: Clean = { ids: new Map(), refused: [] };

/** Bytes that stay are not read: only the mode changed, whatever the branch has there. */
function keepsBytes({ before, after }: Sides, path: string): boolean {
  const was = before.get(path) ?? null;
  return isPlain(was) && after.get(path)?.id === was.id;
}

function plainOf(sides: Sides, files: Files, group: readonly string[]): Files {
  const found = group.flatMap((path) => {
    const file = files.get(path) ?? null;
    return isPlain(file) && !keepsBytes(sides, path) ? [[path, file] as const] : [];
  });
  return new Map(found);
}

async function cleanBefore(
  laying: Laying,
  tip: Files,
  sides: Sides,
  group: readonly string[],
): Promise<Said<Clean>> {
  // What the branch does not have needs no comparing.
  const files = plainOf(
    sides,
    sides.before,
    group.filter((path) => tip.has(path)),
  );
  return recordedBefore(laying, { tree: sides.patch.before, files });
}

async function move(
  laying: Laying,
  tip: Map<string, FileOfTree>,
  sides: Sides,
  { group, was }: Readonly<{ group: readonly string[]; was: Clean }>,
): Promise<Said<Readonly<{ refused: readonly Refused[]; put: readonly string[] }>>> {
  const files = plainOf(sides, sides.after, group);
  const now = await recordedAfter(laying, tip, { tree: sides.patch.after, files });
  if (!now.ok) return now;
  const attributes = await attributesOf(laying, group);
  if (!attributes.ok) return attributes;
  const refused = [...was.refused, ...now.value.refused];
  const isOut = new Set(refused.map(({ path }) => path));
  const moves = new Map<string, FileOfTree | null>();
  for (const path of group.filter((one) => !isOut.has(one))) {
    const held = tip.get(path) ?? null;
    const as = (side: Files, ids: ReadonlyMap<string, string>): FileOfTree | null => {
      const file = side.get(path);
      if (!file) return null;
      const kept = isPlain(held) && keepsBytes(sides, path) ? held.id : undefined;
      return { mode: file.mode, id: kept ?? ids.get(path) ?? file.id };
    };
    const next = layPath(held, as(sides.before, was.ids), as(sides.after, now.value.ids));
    if (next.is === 'put') moves.set(path, next.file);
    if (next.is === 'rests') refused.push({ path, why: RESTS });
    if (next.is !== 'merge') continue;
    const isText = attributes.value.get(path)?.isMergedAsText === true;
    const id = isText ? await mergeTexts(laying, next) : success(undefined);
    if (!id.ok) return id;
    if (id.value === undefined) refused.push({ path, why: RESTS });
    else moves.set(path, { mode: next.mode, id: id.value });
  }
  const put = await bring(laying, tip, moves);
  return put.ok ? success({ refused, put: put.value }) : put;
}

/** What goes first: a file may stand where a folder was. */
async function bring(
  laying: Laying,
  tip: Map<string, FileOfTree>,
  moves: ReadonlyMap<string, FileOfTree | null>,
): Promise<Said<readonly string[]>> {
  const { format } = laying.raw.repository;
  const gone = [...moves].flatMap(([path, file]) => (file === null ? [path] : []));
  const put = [...moves].flatMap(([path, file]) => (file === null ? [] : [{ path, ...file }]));
  for (const path of gone) tip.delete(path);
  for (const { path, mode, id } of put) tip.set(path, { mode, id });
  const lines = [...gone.map((path) => withoutEntry(path, format)), ...put.map(asEntry)];
  const brought = await putEntries(laying.cwd, laying.env, lines);
  return brought.ok ? success(put.map(({ path }) => path)) : brought;
}
