// Which anchors still count on a day, and why the others do not.

import type { AnchorEntry } from '../anchors.ts';
import { type AnchorFields, fieldsOf } from './fields.ts';
import { touches } from './paths.ts';

export type Anchored = Readonly<{ entry: AnchorEntry; fields: AnchorFields }>;

/** `older`: another Decision on the same, and neither says that it replaces the other. */
export type Gone = Readonly<
  | { because: 'replaced'; by: string }
  | { because: 'expired'; on: string }
  | { because: 'older'; than: string }
>;

export type Standing = Readonly<{
  /** In the order of the file. */
  live: readonly Anchored[];
  gone: ReadonlyMap<string, Gone>;
}>;

/** `today` is yyyy-mm-dd. The day of its expiry is the last on which an anchor counts. */
export function standingOf(entries: Iterable<AnchorEntry>, today: string): Standing {
  const all = Array.from(entries, (entry): Anchored => ({ entry, fields: fieldsOf(entry) }));
  const gone = new Map<string, Gone>();
  // What replaced an anchor has ended its time, even when its own time is over.
  for (const { entry, fields } of all) {
    for (const id of fields.replaces) {
      if (id !== entry.id) gone.set(id, { because: 'replaced', by: entry.id });
    }
  }
  for (const { entry, fields } of all) {
    if (fields.expires !== null && fields.expires < today && !gone.has(entry.id)) {
      gone.set(entry.id, { because: 'expired', on: fields.expires });
    }
  }
  const isLive = ({ entry }: Anchored): boolean => !gone.has(entry.id);
  const decisions = all.filter(isLive).filter(({ entry }) => entry.type === 'Decision');
  for (const [older, newer] of conflicts(decisions)) {
    if (!gone.has(older)) gone.set(older, { because: 'older', than: newer });
  }
  return { live: all.filter(isLive), gone };
}

/** With so many of the newest of one topic an older Decision is compared, in a file of any size. */
const MOST_COMPARED = 100;

/** Decisions of one title or tag whose paths overlap, each with a newer one. */
function conflicts(decisions: readonly Anchored[]): Array<readonly [string, string]> {
  const newestFirst = latestFirst(decisions);
  const byTopic = new Map<string, Anchored[]>();
  return newestFirst.flatMap((decision) => {
    const { entry, fields } = decision;
    const topics = new Set([`title ${entry.title.trim().toLowerCase()}`, ...fields.tags]);
    const found: Array<readonly [string, string]> = [];
    for (const topic of topics) {
      const newer = byTopic.get(topic) ?? [];
      byTopic.set(topic, newer);
      const other = newer.find((one) => overlap(one.fields.paths, fields.paths));
      if (other) found.push([entry.id, other.entry.id]);
      if (newer.length < MOST_COMPARED) newer.push(decision);
    }
    return found.slice(0, 1);
  });
}

function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((path) => others.some((other) => touches(path, other)));
}

/** By the day of validation, else by the year in the id; of one day the later in the file is the newer. */
export function latestFirst(anchors: readonly Anchored[]): Anchored[] {
  const dayOf = ({ entry, fields }: Anchored): string => fields.validated ?? entry.id.slice(2, 6);
  return anchors
    .toReversed()
    .sort((a, b) => (dayOf(a) < dayOf(b) ? 1 : dayOf(a) > dayOf(b) ? -1 : 0));
}
