import { fold } from '../cache/fold.ts';
import { upcast } from '../kernel/reduce/upcast.ts';
import { emptyState } from '../kernel/state/empty-state.ts';
import { closeViolations, dispatchViolations, uncheckedNodes } from '../kernel/views/goal-rules.ts';
import { goalViolations, stateViolations } from '../kernel/views/invariants.ts';
import { refOf } from '../log/plan-files.ts';
import type { EventRecord } from '../model/event.ts';
import type { FactOf, Recorded } from '../model/facts/fact.ts';
import type { Finding, Violation } from '../model/finding.ts';
import type { State } from '../model/state/state.ts';
import type { GraphRef } from '../model/taskgraph.ts';
import { FORMAT_VERSION } from '../model/vocabulary.ts';
import type { Workspace } from '../workspace/paths.ts';

/** An order folder, as the last judgement of its run left it. */
export type JudgedFolder = Readonly<{
  dir: string;
  event: string;
  files: ReadonlyArray<Readonly<{ name: string; sha256: string }>>;
  /** Its run may be writing a new report at this moment. */
  isBeingJudged: boolean;
}>;

/** The plan of a goal that is in a file of its own. */
export type Adopted = Readonly<{ event: string; goal: string; ref: GraphRef }>;

export type JudgedFolders = Readonly<{ folders: readonly JudgedFolder[]; files: number }>;

/** What one pass over the log gathers for all checks. */
export type Collected = {
  readonly take: (record: EventRecord) => void;
  readonly state: State;
  /** The state as of the events that were asked for. */
  readonly snapshots: ReadonlyMap<string, State>;
  readonly newer: Finding[];
  /** What of entities does not hold; with `isWhole` also of those that are open now. */
  readonly finish: (isWhole: boolean) => Finding[];
  events: number;
  proofs: JudgedFolders;
  readonly graphs: Adopted[];
  /** Damaged files that repairs kept, below .wukong/. */
  readonly aside: Set<string>;
};

export function collect(ws: Workspace, wanted: ReadonlySet<string>): Collected {
  const state = emptyState();
  const snapshots = new Map([['E-000000', emptyState()]]);
  const violations: Array<Readonly<{ violation: Violation; event?: string; severity?: 'note' }>> =
    [];
  const sizes = new Map<string, number>();
  const folders = new Map<
    string,
    Omit<JudgedFolder, 'isBeingJudged'> & { run: string | undefined }
  >();
  const active = new Set<string>();
  const ids = new Set<string>();
  let newerRecords = 0;
  let firstNewer = '';

  const given = (id: string | undefined, rule: Violation['rule'], event: string): void => {
    if (id === undefined) return;
    if (ids.has(id)) violations.push({ violation: { rule, at: id, names: [] }, event });
    ids.add(id);
  };

  const adopt = (record: Recorded<FactOf<'goal.created'>>): void => {
    const { event_id: event, goal_id: goal = '' } = record;
    const ref = refOf(record) ?? { sha256: String(record.payload.graph?.sha256), bytes: -1 };
    collected.graphs.push({ event, goal, ref });
  };

  const pastBudget = (fact: FactOf<'run.dispatched'> & Recorded): Violation[] => {
    const goal = state.goals[fact.goal_id];
    const { node_id: node, run_id: run, payload, timestamp } = fact;
    const about = { node, run, expects: payload.expected !== undefined };
    return goal ? dispatchViolations(goal, about, timestamp) : [];
  };

  const collectFact = (fact: Recorded): void => {
    const { event_id, goal_id = '', run_id } = fact;
    switch (fact.type) {
      case 'log.repaired':
        for (const { file } of fact.payload.set_aside) collected.aside.add(file);
        return;
      case 'goal.created':
        given(goal_id, 'repeated-goal', event_id);
        if (fact.payload.graph) adopt(fact);
        if (fact.payload.allowed_actions?.length === 0) {
          violations.push({
            violation: { rule: 'no-actions', at: goal_id, names: [] },
            event: event_id,
          });
        }
        return;
      case 'run.dispatched':
        given(run_id, 'repeated-run', event_id);
        for (const violation of pastBudget(fact)) violations.push({ violation, event: event_id });
        if (run_id) active.add(run_id);
        return;
      case 'run.ended':
        if (run_id) active.delete(run_id);
        return;
      case 'artifacts.stored':
        folders.set(fact.payload.dir, {
          dir: fact.payload.dir,
          event: event_id,
          files: fact.payload.artifacts,
          run: run_id,
        });
        for (const violation of artifactViolations(fact, ids, sizes)) {
          violations.push({ violation, event: event_id });
        }
        return;
      case 'artifacts.collected': {
        // On purpose: from here on nobody looks for them.
        const { dir } = fact.payload;
        for (const known of folders.keys()) {
          if (known === dir || known.startsWith(`${dir}/`)) folders.delete(known);
        }
        return;
      }
      case 'summary.written': {
        const { file, sha256 } = fact.payload;
        const cut = file.lastIndexOf('/');
        const dir = file.slice(0, cut);
        const files = [{ name: file.slice(cut + 1), sha256 }];
        folders.set(dir, { dir, event: event_id, files, run: undefined });
        return;
      }
      case 'graph.completed':
      case 'graph.aborted': {
        // Closed graphs leave the state, so this is the last look at this one.
        const goal = state.goals[goal_id];
        if (!goal) return;
        const isCompleted = fact.type === 'graph.completed';
        for (const violation of [...goalViolations(goal), ...closeViolations(goal, isCompleted)]) {
          violations.push({ violation, event: event_id });
        }
        for (const violation of uncheckedNodes(goal)) {
          violations.push({ violation, event: event_id, severity: 'note' });
        }
      }
    }
  };

  const collected: Collected = {
    state,
    snapshots,
    newer: [],
    graphs: [],
    aside: new Set(),
    events: 0,
    proofs: { folders: [], files: 0 },
    take(record) {
      collected.events += 1;
      if (record.v > FORMAT_VERSION) {
        newerRecords += 1;
        firstNewer ||= record.event_id;
      } else {
        collectFact(upcast(record));
      }
      fold(state, record, ws);
      if (wanted.has(record.event_id)) snapshots.set(record.event_id, structuredClone(state));
    },
    finish(isWhole) {
      const proofs = [...folders.values()].map(({ run, ...proof }) => ({
        ...proof,
        isBeingJudged: run !== undefined && active.has(run),
      }));
      const files = proofs.reduce((sum, proof) => sum + proof.files.length, 0);
      collected.proofs = { folders: proofs, files };
      if (newerRecords > 0) {
        const newer = { kind: 'newer-records', event: firstNewer, records: newerRecords } as const;
        collected.newer.push({ severity: 'note', ...newer });
      } else if (isWhole) {
        for (const violation of stateViolations(state)) violations.push({ violation });
      }
      return violations.map((found) => ({ severity: 'finding', kind: 'entity', ...found }));
    },
  };
  return collected;
}

/** `sizes`: by SHA-256, of the artifacts before. */
function artifactViolations(
  { run_id, payload }: Recorded<FactOf<'artifacts.stored'>>,
  dispatched: ReadonlySet<string>,
  sizes: Map<string, number>,
): Violation[] {
  const found: Violation[] = [];
  if (!dispatched.has(run_id))
    found.push({ rule: 'artifact-run', at: run_id, names: [payload.dir] });
  for (const { name, sha256, bytes } of payload.artifacts) {
    if (!(bytes >= 0)) found.push({ rule: 'artifact-size', at: run_id, names: [name, `${bytes}`] });
    const known = sizes.get(sha256) ?? bytes;
    if (known !== bytes) found.push({ rule: 'hash-twice', at: run_id, names: [name, sha256] });
    sizes.set(sha256, known);
  }
  return found;
}
