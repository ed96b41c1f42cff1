// Recall at the start of a goal: once, for every node, by its role, the request, and the files that the
// request and the template name. What is found out later recalls nothing more.

import { readAnchors } from '../../memory/anchors.ts';
import { changedPaths } from '../../memory/recall/changed.ts';
import {
  indexAnchors,
  type Ranked,
  type RecallIndex,
  rank,
  take,
} from '../../memory/recall/recall.ts';
import type { RecalledAnchor, RecalledFor } from '../../model/facts/memory.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { changesSince } from './past-changes.ts';

/** A template may name a glob that matches everything, and then it names nothing. */
const MOST_FILES = 20;

/** Above, nodes are told apart by their roles alone: each group is ranked by itself. */
const MOST_GROUPS = 32;

type Group = Readonly<{ role: NodeSpec['role']; files: readonly string[]; nodes: string[] }>;

/** `now` is an ISO time: anchors expire by the day. */
export function recallAnchors(
  ws: Workspace,
  nodes: readonly NodeSpec[],
  request: string,
  now: string,
): RecalledFor[] {
  const anchors = readAnchors(ws);
  if (anchors.size === 0) return [];
  const index = indexAnchors(anchors.values(), now.slice(0, 10));
  const groups = groupsOf(nodes, ({ inputs }) => inputs.files.slice(0, MOST_FILES));
  const asked = groups.length <= MOST_GROUPS ? groups : groupsOf(nodes, () => []);
  const recalled = asked
    .map(({ role, files, nodes: of }) => {
      const ranked = rank(index, { text: request, role, files });
      return { nodes: of, given: take(index, ranked) };
    })
    .filter(({ given }) => given.length > 0);
  const ids = new Set(recalled.flatMap(({ given }) => given.map(({ id }) => id)));
  const changed = changedAnchors(ws, index, ids);
  return recalled.map(({ nodes: of, given }) => ({
    nodes: of,
    anchors: given.map((one) => recorded(index, one, changed)),
  }));
}

function groupsOf(
  nodes: readonly NodeSpec[],
  filesOf: (node: NodeSpec) => readonly string[],
): Group[] {
  const groups = new Map<string, Group>();
  for (const node of nodes) {
    const files = filesOf(node);
    const key = JSON.stringify([node.role, files]);
    const group = groups.get(key) ?? { role: node.role, files, nodes: [] };
    group.nodes.push(node.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function changedAnchors(
  ws: Workspace,
  { docs }: RecallIndex,
  ids: ReadonlySet<string>,
): ReadonlySet<string> {
  const named = docs
    .map(({ anchor }) => anchor)
    .filter(({ entry, fields }) => ids.has(entry.id) && fields.paths.length > 0);
  return changedPaths(named, (since, paths) => changesSince(ws.worktree, since, paths));
}

/** A score is for people to compare: two decimals, and no parts that are nothing. */
function recorded(
  { standing }: RecallIndex,
  { id, score, parts }: Ranked,
  changed: ReadonlySet<string>,
): RecalledAnchor {
  const some = Object.entries(parts).filter(([, value]) => value > 0);
  const older = [...standing.gone].flatMap(([other, why]) =>
    why.because === 'older' && why.than === id ? [other] : [],
  );
  return {
    id,
    score: inHundredths(score),
    parts: Object.fromEntries(some.map(([name, value]) => [name, inHundredths(value)])),
    ...(changed.has(id) && { changed: true }),
    ...(older.length > 0 && { instead_of: older.slice(0, 5) }),
  };
}

function inHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
