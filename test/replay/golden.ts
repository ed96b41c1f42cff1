// Golden logs: one of each release, kept for ever. A log outlives the version that wrote it, so every later
// one has to read it and to make the same of it.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { decodeWhole } from '../crash/counted.ts';
import { type Meaning, meaningOf } from '../crash/meaning.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';

/** Beside each `<release>.jsonl`. */
export type Golden = Readonly<{
  events: number;
  void_steps: number;
  /** SHA-256 of the canonical JSON of what the log means at the end of each of its steps, in order. */
  sha256: string;
}>;

const FOLDER = import.meta.dirname;

export function releases(): string[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
  return names.map((name) => name.slice(0, -'.jsonl'.length)).sort();
}

export function readGolden(release: string): { log: Buffer; expected: Golden } {
  const log = readFileSync(join(FOLDER, `${release}.jsonl`));
  return { log, expected: JSON.parse(readFileSync(join(FOLDER, `${release}.json`), 'utf8')) };
}

export function writeGolden(release: string, log: Buffer): void {
  writeFileSync(join(FOLDER, `${release}.jsonl`), log);
  writeFileSync(join(FOLDER, `${release}.json`), `${JSON.stringify(replay(log), null, 2)}\n`);
}

/** Replays the log up to the end of each step, without any cache. */
export function replay(log: Buffer): Golden {
  using at = temporaryWorkspace();
  writeFileSync(files.log(at.ws), log);
  const { records, voidSteps } = decodeWhole(log);
  const meanings: unknown[] = [];
  for (const end of stepEnds(log).reverse()) {
    truncateSync(files.log(at.ws), end);
    meanings.push(projection(at.ws));
  }
  const sha256 = createHash('sha256').update(JSON.stringify(meanings.reverse())).digest('hex');
  return { events: records.length, void_steps: voidSteps, sha256 };
}

function stepEnds(log: Buffer): number[] {
  const ends: number[] = [];
  for (let at = log.indexOf(10); at >= 0; at = log.indexOf(10, at + 1)) {
    const start = log.lastIndexOf(10, at - 1) + 1;
    if (JSON.parse(log.toString('utf8', start, at)).left === 0) ends.push(at + 1);
  }
  return ends;
}

/**
 * What may never change about an old log: which graphs are open and which finished last, their template,
 * edges and status; of each node its role, status, attempts and what it gave back; and how each goal, run
 * and node ended. Keys are in alphabetical order. Caches and further fields are free to change.
 */
function projection(ws: Workspace): unknown {
  const { graphs, outcomes }: Meaning = meaningOf(ws);
  return {
    graphs: graphs.map((graph) => ({
      edges: graph.edges.map(({ from, to, condition }) => ({ condition, from, to })),
      goal_id: graph.goal_id,
      graph_id: graph.graph_id,
      nodes: graph.nodes.map((node) => ({
        id: node.id,
        outputs: { artifacts_dir: node.outputs.artifacts_dir, summary: node.outputs.summary },
        retries: node.retries,
        role: node.role,
        status: node.status,
      })),
      status: graph.status,
      template: graph.template,
    })),
    outcomes: Object.fromEntries(Object.entries(outcomes).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
