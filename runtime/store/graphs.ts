// Plans too large for a record: `graphs/<sha256>.json`, written before the event that adopts it by hash
// and size. Named by content, so a plan that was written and never adopted (its hook was killed) is
// written again under the same name, and does no harm where it lies.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../kernel/goals.ts';
import type { EventRecord } from '../model/event.ts';
import type { GraphRef, Lost } from '../model/large.ts';
import { replaceFile } from './atomic.ts';
import { codeOf } from './code-of.ts';
import { makeFolder } from './links.ts';
import { files, type Workspace } from './paths.ts';
import { syncFolder } from './sync.ts';

/** A record has 64 KB, and goal.created says more than the plan: the request, criteria, ids. */
const MAX_INLINE_BYTES = 48 * 1024;

type Graph = Pick<Plan, 'nodes' | 'edges'>;

/** The plan as `startGoal` wants it: a large one is on disk when this returns. Takes no lock. */
export function storeGraph(ws: Workspace, plan: Plan): Plan {
  const { nodes, edges } = plan;
  const bytes = Buffer.from(`${JSON.stringify({ nodes, edges } satisfies Graph)}\n`);
  if (bytes.length <= MAX_INLINE_BYTES) return plan;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(ws.dir, graphFile({ sha256 }));
  if (lookAtGraph(ws, { sha256, bytes: bytes.length }) !== null) {
    makeFolder(ws, files.graphs(ws));
    replaceFile(path, bytes, true);
    syncFolder(files.graphs(ws));
  }
  return { ...plan, graph: { sha256, bytes: bytes.length } };
}

/** Below .wukong/. */
export function graphFile({ sha256 }: Pick<GraphRef, 'sha256'>): string {
  return `graphs/${sha256}.json`;
}

/** Null: it is there, and it is what the log says. */
export function lookAtGraph(ws: Workspace, ref: GraphRef): Lost | null {
  const read = readGraph(ws, ref);
  return typeof read === 'string' ? read : null;
}

/** The record with the plan it names; without its nodes, and why, where the plan can't be had. */
export function withPlan(ws: Workspace, record: EventRecord): EventRecord {
  const ref = refOf(record);
  const read = ref ? readGraph(ws, ref) : 'altered';
  const plan: Graph & { lost?: Lost } =
    typeof read === 'string' ? { nodes: [], edges: [], lost: read } : JSON.parse(read.toString());
  return { ...record, payload: { ...record.payload, ...plan } };
}

/** What a record names as its plan. */
export function refOf({ payload }: EventRecord): GraphRef | undefined {
  const { sha256, bytes } = payload.graph ?? {};
  const isRef = typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
  return isRef && typeof bytes === 'number' ? { sha256, bytes } : undefined;
}

function readGraph(ws: Workspace, ref: GraphRef): Buffer | Lost {
  const path = join(ws.dir, graphFile(ref));
  let read: Buffer;
  try {
    read = readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing';
    // A folder in its place is not what was written there either.
    if (codeOf(error) === 'EISDIR') return 'altered';
    throw error;
  }
  const isSame =
    read.length === ref.bytes && createHash('sha256').update(read).digest('hex') === ref.sha256;
  return isSame ? read : 'altered';
}
