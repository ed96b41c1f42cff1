// `wukong fsck`: everything below .wukong/ checked against the log. Reads only, and takes no lock: what a
// hook writes meanwhile must not look like damage, so a bad first look is taken once more.

import { statSync } from 'node:fs';
import { sleep } from '../files/atomic-write.ts';
import { fileFailure } from '../files/file-failure.ts';
import { hashOfFile } from '../files/hash.ts';
import type { Segment } from '../log/segments.ts';
import type { Finding } from '../model/finding.ts';
import type { Workspace } from '../workspace/paths.ts';
import { checkArtifacts } from './check-artifacts.ts';
import { checkCaches, readCaches } from './check-caches.ts';
import { checkFiles } from './check-files.ts';
import { checkGraphs } from './check-graphs.ts';
import { collect } from './collect.ts';
import { type OnProgress, readLog } from './read-log.ts';

export type Checked = Readonly<{
  /** The last event that counts; null if the log cannot be read to its end. */
  asOf: string | null;
  events: number;
  /** Of the log, oldest first. */
  files: readonly string[];
  artifacts: number;
  findings: readonly Finding[];
}>;

/** Longer than any write of a hook takes. */
const SETTLE_MS = 300;

export function checkWorkspace(ws: Workspace, onProgress: OnProgress): Checked {
  const first = checkOnce(ws, onProgress);
  if (!first.findings.some((finding) => finding.severity === 'finding')) return first;
  sleep(SETTLE_MS);
  return checkOnce(ws, onProgress);
}

function checkOnce(ws: Workspace, onProgress: OnProgress): Checked {
  // Before the log: a cache is never newer than the log that is read after it.
  const caches = readCaches(ws);
  const collected = collect(ws, caches.wanted);
  const read = orFinding(() =>
    readLog(ws, (record) => {
      onProgress(`${record.event_id} read`);
      collected.take(record);
    }),
  );
  const { segments, findings: broken, voids, isWhole } = read;
  const sealed = segments.flatMap((segment) => orFindings(() => checkSealed(segment, onProgress)));
  const sealedEvents = segments.at(-1)?.from.events ?? 0;
  const graphs = orFindings(() =>
    checkGraphs(ws, collected.graphs, collected.state.goals, segments, onProgress),
  );
  // What the caches ought to say is not known without the plan; they may be all that has it.
  const isKnown = isWhole && !Object.values(collected.state.goals).some(({ lost }) => lost);
  const entities = collected.finish(isWhole);
  return {
    asOf: isWhole ? collected.state.as_of : null,
    events: collected.events,
    files: segments.map((segment) => segment.name),
    artifacts: collected.proofs.files,
    findings: [
      ...broken,
      ...sealed,
      ...collected.newer,
      ...graphs,
      ...(isKnown
        ? checkCaches(ws, caches, collected, { voids, sealedEvents })
        : [{ severity: 'note', kind: 'caches-unchecked' } as const]),
      ...entities,
      ...orFindings(() => checkArtifacts(ws, collected.proofs, onProgress)),
      ...checkFiles(ws, segments, isWhole ? collected.aside : undefined),
    ],
  };
}

function orFinding(read: () => ReturnType<typeof readLog>): ReturnType<typeof readLog> {
  try {
    return read();
  } catch (error) {
    const failure = fileFailure(error);
    const finding: Finding = { severity: 'finding', kind: 'log', failure };
    return { segments: [], findings: [finding], voids: [], isWhole: false };
  }
}

function orFindings(check: () => Finding[]): Finding[] {
  try {
    return check();
  } catch (error) {
    return [{ severity: 'finding', kind: 'log', failure: fileFailure(error) }];
  }
}

/** A sealed file is what the record after it says: so many bytes with this SHA-256. */
function checkSealed({ path, name, bytes, sha256 }: Segment, onProgress: OnProgress): Finding[] {
  if (bytes === null || sha256 === null) return [];
  onProgress(`${name}: SHA-256`);
  const { size } = statSync(path);
  // A shorter file is damage, and was reported as such.
  if (size < bytes) return [];
  const actual = hashOfFile(path, bytes);
  const found: Finding[] = [];
  if (actual !== sha256) {
    found.push({
      severity: 'finding',
      kind: 'sealed-changed',
      file: name,
      expected: sha256,
      actual,
    });
  }
  if (size > bytes) {
    const behind = { file: name, byte: bytes, bytes: size - bytes };
    found.push({ severity: 'note', kind: 'behind-seal', ...behind });
  }
  return found;
}
