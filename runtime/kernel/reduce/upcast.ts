// From lines to facts: the only place where a payload is not known yet. What an older version wrote is
// said here in the words of the present one; the log keeps its bytes.

import type { EventRecord } from '../../model/event.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Cause } from '../../model/reason.ts';
import { FORMAT_VERSION, type Join } from '../../model/vocabulary.ts';
import { isKnownType } from './reduce.ts';

/** Brings a record of one version to the next; its `v` is set for it. */
export type Upcaster = (record: EventRecord) => EventRecord;

/** A plan that was recorded before there were joins keeps the rule it began with. */
export function withJoins(nodes: readonly PlannedNode[]): NodeSpec[] {
  return nodes.map((node) => ({ ...node, join: node.join ?? 'legacy' }));
}

type PlannedNode = Omit<NodeSpec, 'join'> & Readonly<{ join?: Join }>;

/** By the version they take. */
const UPCASTERS: Readonly<Record<number, Upcaster>> = {
  1: (record) =>
    Object.hasOwn(FROM_1, record.type) ? (FROM_1[record.type]?.(record) ?? record) : record,
};

/**
 * What a counted record says. Its checksum vouches that a version of this program wrote it, so its
 * payload is believed to have the form of its type. A type nobody knows changes nothing, and neither
 * does a record of a newer version, or of none.
 */
export function upcast(record: EventRecord): Recorded {
  const isReadable = record.v >= 1 && record.v <= FORMAT_VERSION;
  if (!isReadable || !isKnownType(record.type)) {
    return { ...record, type: 'unknown', payload: { type: record.type } };
  }
  return toVersion(record, UPCASTERS, FORMAT_VERSION) as Recorded;
}

/**
 * Version 1 had no joins, every run was an agent of a session and every owner a session, and reasons,
 * findings and notices were sentences.
 */
const FROM_1: Readonly<Record<string, Upcaster>> = {
  'goal.created': withJoin,
  'run.dispatched': withBy,
  'goal.owned': withOwner,
  'notice.added': (record) =>
    become(record, { about: { kind: 'text', text: record.payload.text } }),
  'node.ready': ({ payload: { because, ...kept }, ...record }) =>
    become(record, { ...kept, ...(because === undefined ? {} : { because: inWords(because) }) }),
  'node.answered': (record) =>
    become(record, { ...record.payload, to: inWords(record.payload.to) }),
  'node.failed': withReason,
  'node.skipped': withReason,
  'node.blocked': withWait,
  'node.reopened': withReason,
  'run.ended': withReason,
  'run.excused': withReason,
  'run.refused': withReason,
  'verify.stopped': withReason,
  'graph.paused': withReason,
  'graph.aborted': withReason,
};

function become(
  record: Omit<EventRecord, 'payload'>,
  payload: EventRecord['payload'],
): EventRecord {
  return { ...record, payload };
}

function inWords(text: unknown): Cause {
  return { kind: 'text', text: String(text ?? '') };
}

function withReason({ payload, ...record }: EventRecord): EventRecord {
  const { reason, why, findings, ...kept } = payload;
  const said = Array.isArray(findings)
    ? { findings: findings.map((text) => ({ kind: 'said', text: String(text) })) }
    : {};
  return become(record, { ...kept, ...said, because: inWords(reason ?? why) });
}

/** What it waits for follows from the reason today. */
function withWait(record: EventRecord): EventRecord {
  const { payload, ...risen } = withReason(record);
  const because = { ...Object(payload.because), waits: String(payload.kind) };
  return become(risen, { ...payload, because });
}

/** Plans that were recorded before there were joins keep the rule they began with. */
function withJoin(record: EventRecord): EventRecord {
  const { nodes } = record.payload;
  return Array.isArray(nodes)
    ? become(record, { ...record.payload, nodes: withJoins(nodes) })
    : record;
}

function withBy({ payload, ...record }: EventRecord): EventRecord {
  const { tool_use_id, client = null, worktree, tree = null, head, ...kept } = payload;
  const by = { kind: 'subagent', session_id: record.session_id ?? '', tool_use_id, client };
  const lane = { worktree, base: tree, ...(head ? { head } : {}) };
  return become(record, { ...kept, by, lane });
}

function withOwner({ payload, ...record }: EventRecord): EventRecord {
  const { client = null, ...kept } = payload;
  const owner = { kind: 'session', session_id: record.session_id ?? '', client };
  return become(record, { ...kept, owner });
}

/** Through all versions between. Versions whose records mean the same need no upcaster. */
export function toVersion(
  record: EventRecord,
  upcasters: Readonly<Record<number, Upcaster>>,
  present: number,
): EventRecord {
  let risen = record;
  while (risen.v < present) {
    const next = upcasters[risen.v];
    risen = { ...(next ? next(risen) : risen), v: risen.v + 1 };
  }
  return risen;
}
