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

/** A command that ran in a copy of a tree: `red` before the first change, `green` after this one. */
export type CheckFact = Readonly<{
  side: string;
  command: readonly string[];
  outcome: string;
  why: string;
  tree: string;
  log: string;
}>;

/** What became of the tests and gates that were there before the first change. */
export type SealFact = Readonly<{ held: boolean; why: string; changed: readonly string[] }>;

export type StoredFile = Readonly<{ name: string; sha256: string }>;

export type RunFacts = {
  id: string;
  node: string;
  gates: GateFact[];
  checks: CheckFact[];
  seal?: SealFact;
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
      const run = runs.get(run_id) ?? {
        id: run_id,
        node: node_id,
        gates: [],
        checks: [],
        sentBack: 0,
      };
      runs.set(run_id, run);
      switch (type) {
        case 'run.reported':
          // Judged anew: gates of the report before say nothing about this one.
          run.gates = [];
          run.checks = [];
          delete run.seal;
          break;
        case 'check.measured':
          run.checks.push(checkOf(payload));
          break;
        case 'seal.checked':
          run.seal = {
            held: payload.held === true,
            why: String(payload.why ?? ''),
            changed: payload.changed ?? [],
          };
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

// biome-ignore lint/suspicious/noExplicitAny: payloads of the log, as the kernel emitted them.
type Payload = Readonly<Record<string, any>>;

function checkOf({ side, command, outcome, why, tree, log }: Payload): CheckFact {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    side: text(side),
    command: Array.isArray(command) ? command : [],
    outcome: text(outcome),
    why: text(why),
    tree: text(tree),
    log: text(log),
  };
}

function gradedOf(event: string, payload: Payload): GradedFact {
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
