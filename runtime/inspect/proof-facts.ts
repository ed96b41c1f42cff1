// What the log says about the evidence of one goal: judgements, gates, and the files that prove them.

import type { EvidenceLevel, LevelReason } from '../model/evidence.ts';
import type { Failure } from '../model/failure.ts';
import type { GateResult } from '../model/gate.ts';
import { FORMAT_VERSION } from '../model/words.ts';
import { readHistory } from '../store/history.ts';
import type { Workspace } from '../store/paths.ts';
import type { OnWork } from './on-work.ts';

export type GateFact = Readonly<{
  gate: string;
  outcome: GateResult;
  error?: string | undefined;
  event: string;
}>;

/** The last judgement of a run, as `evidence.graded` has it. */
export type GradedFact = Readonly<{
  event: string;
  level: EvidenceLevel;
  required: EvidenceLevel;
  claimed: EvidenceLevel | null;
  overclaimed: boolean;
  passes: boolean;
  reasons: readonly LevelReason[];
  missing: readonly string[];
  /** Missing in logs of older versions. */
  citations?: Readonly<{ resolved: number; total: number }>;
  changed: readonly string[];
  tree: string | null;
  /** What newer versions add. */
  more: Readonly<Record<string, unknown>>;
}>;

export type StoredFile = Readonly<{ name: string; sha256: string }>;

export type RunFacts = {
  id: string;
  node: string;
  gates: GateFact[];
  graded?: GradedFact;
  stored?: Readonly<{ dir: string; event: string; files: readonly StoredFile[] }>;
  sentBack: number;
};

export type ProofFacts =
  | Readonly<{
      ok: true;
      /** In the order of their dispatch. */
      runs: readonly RunFacts[];
      summary: Readonly<{ file: string; sha256: string; event: string }> | undefined;
    }>
  | Readonly<{ ok: false; failure: Failure }>;

export function proofFacts(ws: Workspace, goalId: string, onWork: OnWork): ProofFacts {
  const runs = new Map<string, RunFacts>();
  let summary: Readonly<{ file: string; sha256: string; event: string }> | undefined;
  const history = readHistory(
    ws,
    ({ event_id: event, v, type, goal_id, node_id, run_id, payload }) => {
      onWork(`${event} read`);
      if (goal_id !== goalId || v > FORMAT_VERSION) return true;
      if (type === 'summary.written')
        summary = { file: payload.file, sha256: payload.sha256, event };
      if (run_id === undefined || node_id === undefined) return true;
      const run = runs.get(run_id) ?? { id: run_id, node: node_id, gates: [], sentBack: 0 };
      runs.set(run_id, run);
      switch (type) {
        case 'run.reported':
          // Judged anew: gates of the report before say nothing about this one.
          run.gates = [];
          break;
        case 'gate.finished': {
          const { gate, outcome, error } = payload;
          run.gates.push({ gate, outcome, error, event });
          break;
        }
        case 'artifacts.stored':
          run.stored = { dir: payload.dir, event, files: payload.artifacts };
          break;
        case 'evidence.graded':
          run.graded = gradedOf(event, payload);
          break;
        case 'run.sent_back':
          run.sentBack += 1;
      }
      return true;
    },
    'count',
  );
  return history.ok
    ? { ok: true, runs: [...runs.values()], summary }
    : { ok: false, failure: history.failure };
}

// biome-ignore lint/suspicious/noExplicitAny: a payload of the log, as the kernel emitted it.
function gradedOf(event: string, payload: Readonly<Record<string, any>>): GradedFact {
  const { level, required, claimed, overclaimed, passes, reasons, missing, ...rest } = payload;
  const { citations, outputs, ran: _, proven: _proven, decisions: _decisions, ...more } = rest;
  return {
    event,
    level,
    required,
    claimed: claimed ?? null,
    overclaimed: overclaimed === true,
    passes: passes === true,
    reasons: reasons ?? [],
    missing: missing ?? [],
    ...(citations ? { citations } : {}),
    changed: outputs?.patch_files ?? [],
    tree: outputs?.tree ?? null,
    more,
  };
}
