// Plans too large for a record: `graphs/<sha256>.json`, written before the event that adopts it by hash
// and size. Named by content, so a plan that was written and never adopted (its hook was killed) is
// written again under the same name, and does no harm where it lies.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { codeOf } from '../files/file-failure.ts';
import { readBytes } from '../files/reading.ts';
import { syncFolder } from '../files/sync.ts';
import { withJoins } from '../kernel/reduce/upcast.ts';
import type { Plan } from '../kernel/requests/goals.ts';
import type { FactOf, Recorded } from '../model/facts/fact.ts';
import type { GraphRef, Lost } from '../model/taskgraph.ts';
import { makeFolder } from '../workspace/links.ts';
import { files, type Workspace } from '../workspace/paths.ts';

/** A record has 64 KB, and goal.created says more than the plan: the request, criteria, ids. */
const MAX_INLINE_BYTES = 48 * 1024;

type Graph = Pick<Plan, 'nodes' | 'edges'>;

/** The plan as `startGoal` wants it: a large one is on disk when this returns. Takes no lock. */
export function storeGraph(ws: Workspace, plan: Plan): Plan {
  const { nodes, edges, criteria, other_gates: gates } = plan;
  const beside = Buffer.byteLength(JSON.stringify({ criteria, gates }));
  const bytes = Buffer.from(`${JSON.stringify({ nodes, edges } satisfies Graph)}\n`);
  if (bytes.length + beside <= MAX_INLINE_BYTES) return plan;
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

type Created = Recorded<FactOf<'goal.created'>>;

/** The fact with the plan it names; without its nodes, and why, where the plan cannot be had. */
export function withPlan(ws: Workspace, record: Created): Created {
  if (!record.payload.graph) return record;
  const ref = refOf(record);
  const read = ref ? readGraph(ws, ref) : 'altered';
  return { ...record, payload: { ...record.payload, ...planIn(read) } };
}

function planIn(read: Buffer | Lost): Graph & { lost?: Lost } {
  if (typeof read === 'string') return { nodes: [], edges: [], lost: read };
  const { nodes, edges }: Graph = JSON.parse(read.toString());
  return { nodes: withJoins(nodes), edges };
}

/** What a record names as its plan. */
export function refOf({ payload }: Created): GraphRef | undefined {
  const { sha256, bytes } = payload.graph ?? {};
  const isRef = typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
  return isRef && typeof bytes === 'number' ? { sha256, bytes } : undefined;
}

function readGraph(ws: Workspace, ref: GraphRef): Buffer | Lost {
  const path = join(ws.dir, graphFile(ref));
  let read: Buffer;
  try {
    read = readBytes(path);
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
