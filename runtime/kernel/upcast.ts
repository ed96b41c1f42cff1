import type { EventRecord } from '../model/event.ts';
import { FORMAT_VERSION } from '../model/words.ts';

/** Brings a record of one version to the next; its `v` is set for it. */
export type Upcaster = (record: EventRecord) => EventRecord;

/** By the version they take. Empty: version 1 is the first, and its meaning has not changed. */
const UPCASTERS: Readonly<Record<number, Upcaster>> = {};

/**
 * What a record of an older version says in the words of the present one. The log keeps its bytes;
 * only what is folded into the state is the new record.
 */
export function upcast(
  record: EventRecord,
  upcasters: Readonly<Record<number, Upcaster>> = UPCASTERS,
  present: number = FORMAT_VERSION,
): EventRecord {
  let risen = record;
  while (risen.v < present) {
    const next = upcasters[risen.v];
    // Versions whose records mean the same need no upcaster.
    risen = { ...(next ? next(risen) : risen), v: risen.v + 1 };
  }
  return risen;
}
