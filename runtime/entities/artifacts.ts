import type { Artifact } from '../model/views/entities/artifact.ts';
import type { ArtifactType } from '../model/views/entities/words.ts';
import { factsOf, type GoalHistory } from './history.ts';

/** What a run left: the files in its order folder by their hashes, and what it changed in the repository. */
export function artifactsOf(history: GoalHistory): Artifact[] {
  const found = new Map<string, Artifact>();
  const put = (artifact: Artifact): void => {
    found.set(artifact.id, artifact);
  };
  // Judged again, a run leaves the same names with other content: the last counts.
  for (const { run_id, timestamp, payload } of factsOf(history, 'artifacts.stored')) {
    for (const { name, sha256, bytes } of payload.artifacts) {
      const type = typeOf(name);
      if (type === undefined) continue;
      put({
        id: `${run_id}/${name}`,
        run_id,
        type,
        path: `${payload.dir}/${name}`,
        content_hash: sha256,
        size_bytes: bytes,
        created_at: timestamp,
        metadata: { tree: null },
      });
    }
  }
  for (const { run_id, timestamp, payload } of factsOf(history, 'evidence.graded')) {
    const { patch_files, tree } = payload.outputs;
    for (const path of patch_files) {
      put({
        id: `${run_id}/code/${path}`,
        run_id,
        type: 'code',
        path,
        content_hash: null,
        size_bytes: null,
        created_at: timestamp,
        metadata: { tree },
      });
    }
  }
  return [...found.values()];
}

/** What a run was given is no artifact of it. */
const GIVEN = [
  'work_order.json',
  'work_order.textproto',
  'spec_snapshot.md',
  'constraints.md',
  'links.md',
  'manifest.txt',
];
const OTHERS: Readonly<Record<string, ArtifactType>> = {
  'report.md': 'report',
  'late_report.md': 'report',
  'patch.diff': 'patch',
  'patch.redacted.diff': 'patch',
  'transcript.md': 'log',
};
/** What checks printed, as gates or in copies. */
const CHECKED = /^(?:gate-|red|green|sealed|plain|planted|broken|hunk).*\.log$/;

function typeOf(name: string): ArtifactType | undefined {
  if (GIVEN.includes(name)) return undefined;
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name];
  if (CHECKED.test(name)) return 'test_result';
  return name.endsWith('.log') ? 'log' : 'evidence';
}
