// What is wrong with the entries of anchors.md, each with its line and what to do. Pure: what the repository
// has is asked.

import { type AnchorEntry, partsOf } from '../anchor-sections.ts';
import { type Change, changedPaths } from '../recall/changed.ts';
import { type AnchorFields, fieldsOf } from '../recall/fields.ts';
import { standingOf } from '../recall/standing.ts';

export type AnchorFault = Readonly<{
  id: string;
  line: number;
  kind:
    | 'duplicate'
    | 'no-type'
    | 'no-source'
    | 'expired'
    | 'replaced'
    | 'conflict'
    | 'path-gone'
    | 'path-changed'
    | 'unknown-id';
  message: string;
  hint: string;
}>;

export type Repository = Readonly<{
  isThere: (path: string) => boolean;
  changesSince: (day: string, paths: readonly string[]) => readonly Change[];
}>;

type Placed = Readonly<{ entry: AnchorEntry; fields: AnchorFields; line: number }>;
type Fault = Omit<AnchorFault, 'id' | 'line'>;

/** `today` is yyyy-mm-dd. */
export function checkAnchors(
  markdown: string,
  today: string,
  repository: Repository,
): AnchorFault[] {
  const all = partsOf(markdown).flatMap(({ entry, line }) =>
    entry ? [{ entry, line, fields: fieldsOf(entry) }] : [],
  );
  const first = new Map<string, Placed>();
  for (const one of all) if (!first.has(one.entry.id)) first.set(one.entry.id, one);
  const standing = standingOf(
    [...first.values()].map(({ entry }) => entry),
    today,
  );
  const changed = changedPaths(standing.live, repository.changesSince);
  const titles = titlesOf([...first.values()], standing.gone);
  return all.flatMap((one): AnchorFault[] => {
    const { id } = one.entry;
    const at = { id, line: one.line };
    const earlier = first.get(id);
    if (earlier !== one) {
      const message = `${id} stands in line ${earlier?.line} already, and this one does not count.`;
      return [{ ...at, kind: 'duplicate', message, hint: 'Take out the one that is wrong.' }];
    }
    const gone = standing.gone.get(id);
    const faults = [
      ...ownFaults(one, first),
      ...(gone ? [goneFault(id, gone)] : []),
      ...(titles.has(id) && gone === undefined ? [sameTitle(id, titles.get(id) ?? '')] : []),
      ...one.fields.paths.filter((path) => !repository.isThere(path)).map((path) => goneFile(path)),
      ...(changed.has(id) ? [changedFault(one.fields.validated)] : []),
    ];
    return faults.map((fault) => ({ ...at, ...fault }));
  });
}

function ownFaults({ entry, fields }: Placed, all: ReadonlyMap<string, Placed>): Fault[] {
  const unknown = fields.replaces.filter((id) => !all.has(id));
  return [
    ...(entry.type === null
      ? [fault('no-type', 'Its heading names no type.', '## A-2026-k3f7 Decision: title')]
      : []),
    ...(fields.source === ''
      ? [fault('no-source', 'It has no source.', 'Source: an event, a commit, a person and a day')]
      : []),
    // One that was replaced is often taken out; one that never was is a slip of the pen.
    ...unknown
      .filter((id) => id === entry.id)
      .map((id) => fault('unknown-id', `It replaces ${id}, itself.`, 'Name the older one.')),
  ];
}

type Standing = ReturnType<typeof standingOf>;
type Gone = Standing['gone'] extends ReadonlyMap<string, infer G> ? G : never;

function goneFault(id: string, gone: Gone): Fault {
  switch (gone.because) {
    case 'expired':
      return fault(
        'expired',
        `It expired on ${gone.on}.`,
        `Take it out, or confirm it: a later day in Expires.`,
      );
    case 'replaced':
      return fault('replaced', `${gone.by} replaces it.`, 'Take it out.');
    case 'older':
      return conflict(id, gone.than);
  }
}

function conflict(id: string, other: string): Fault {
  const message = `${other} is a newer Decision on the same, and neither replaces the other.`;
  return fault('conflict', message, `In ${other}: Replaces: ${id}. Or give them different titles.`);
}

function sameTitle(id: string, other: string): Fault {
  const message = `${other} is a Decision of the same title, and neither replaces the other.`;
  return fault('conflict', message, `In ${other}: Replaces: ${id}. Or give them different titles.`);
}

/** Decisions that still count, of one title: each with the one after it in the file. */
function titlesOf(all: readonly Placed[], gone: Standing['gone']): Map<string, string> {
  const last = new Map<string, string>();
  const found = new Map<string, string>();
  for (const { entry } of all) {
    if (entry.type !== 'Decision' || gone.has(entry.id)) continue;
    const title = entry.title.trim().toLowerCase();
    const before = last.get(title);
    if (before !== undefined) found.set(before, entry.id);
    last.set(title, entry.id);
  }
  return found;
}

function goneFile(path: string): Fault {
  return fault('path-gone', `${path} is not there any more.`, 'Correct Paths, or take it out.');
}

function changedFault(validated: string | null): Fault {
  const message = `Files it names were changed after ${validated}, when it was last validated.`;
  return fault('path-changed', message, 'Look whether it still holds; then renew Validated.');
}

function fault(kind: Fault['kind'], message: string, hint: string): Fault {
  return { kind, message, hint };
}
