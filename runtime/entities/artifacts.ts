import { gateLog } from '../kernel/views/gate-log.ts';
import { factsOf, type GoalHistory } from '../kernel/views/goal-history.ts';
import type { PayloadOf } from '../model/facts/fact.ts';
import type { Artifact } from '../model/views/entities/artifact.ts';
import type { ArtifactType } from '../model/views/entities/words.ts';

/** What a run left: the files in its order folder by their hashes, and what it changed in the repository. */
export function artifactsOf(history: GoalHistory): Artifact[] {
  const found = new Map<string, Artifact>();
  const put = (artifact: Artifact): void => {
    found.set(artifact.id, artifact);
  };
  const told = new Map(factsOf(history, 'evidence.graded').map((one) => [one.run_id, one.payload]));
  const counts = countsOf(history);
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
        metadata: { ...NOTHING, ...metadataOf(type, told.get(run_id), counts.get(run_id), name) },
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
        metadata: { ...NOTHING, tree },
      });
    }
  }
  return [...found.values(), ...publishedOf(history)];
}

/** The newest of each. */
function publishedOf(history: GoalHistory): Artifact[] {
  const made = factsOf(history, 'branch.made').at(-1);
  if (!made) return [];
  const { name, base, onto = null, tip, commits } = made.payload;
  const run_id =
    commits.flatMap(({ steps }) => steps).findLast((step) => !step.includes(':')) ?? '';
  const own = { run_id, content_hash: null, size_bytes: null };
  const counted = { commit: tip, commits: commits.length };
  const branch: Artifact = {
    ...{ id: `${run_id}/${name}`, ...own, type: 'branch', path: name, created_at: made.timestamp },
    metadata: { ...NOTHING, ...counted, base },
  };
  const opened = factsOf(history, 'post.sent').findLast(({ payload }) => payload.pull);
  if (!opened?.payload.pull) return [branch];
  const { number, url } = opened.payload.pull;
  const pull: Artifact = {
    ...{
      id: `${run_id}/pr/${number}`,
      ...own,
      type: 'pr',
      path: url,
      created_at: opened.timestamp,
    },
    metadata: { ...NOTHING, ...counted, base: onto, number },
  };
  return [branch, pull];
}

const NOTHING: Artifact['metadata'] = {
  tree: null,
  lines_added: null,
  lines_deleted: null,
  base: null,
  commit: null,
  commits: null,
  number: null,
  passed: null,
  failed: null,
  skipped: null,
  coverage: null,
};

type Told = PayloadOf<'evidence.graded'>;
type Counts = NonNullable<PayloadOf<'gate.finished'>['counts']>;

/** By run and log: what its gates counted. The last counts. */
function countsOf(history: GoalHistory): ReadonlyMap<string, ReadonlyMap<string, Counts>> {
  const found = new Map<string, Map<string, Counts>>();
  for (const { run_id, payload } of factsOf(history, 'gate.finished')) {
    if (run_id === undefined || !payload.counts) continue;
    const of = found.get(run_id) ?? new Map<string, Counts>();
    of.set(gateLog(payload.gate), payload.counts);
    found.set(run_id, of);
  }
  return found;
}

function metadataOf(
  type: ArtifactType,
  told: Told | undefined,
  counts: ReadonlyMap<string, Counts> | undefined,
  name: string,
): Partial<Artifact['metadata']> {
  if (type === 'test_result') {
    const { passed, failed, skipped } = counts?.get(name)?.tests ?? NOTHING;
    return { passed, failed, skipped };
  }
  if (type !== 'patch' || !told) return {};
  const { added = null, removed = null } = told.outputs.lines ?? {};
  const [base = '', commit = ''] = told.lane?.head?.split(' ') ?? [];
  return {
    lines_added: added,
    lines_deleted: removed,
    base: base || null,
    commit: commit || null,
  };
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
