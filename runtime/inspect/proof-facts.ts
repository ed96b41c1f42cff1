// What the log says about the evidence of one goal: judgements, gates, and the files that prove them.

import { upcast } from '../kernel/reduce/upcast.ts';
import { readHistory } from '../log/history.ts';
import type { LevelReason } from '../model/evidence.ts';
import type { PayloadOf } from '../model/facts/fact.ts';
import type { Failure } from '../model/failure.ts';
import type { GateResult } from '../model/gate.ts';
import type { HunksTried } from '../model/proof.ts';
import type { EvidenceLevel } from '../model/vocabulary.ts';
import type { Workspace } from '../workspace/paths.ts';
import type { OnProgress } from './read-log.ts';

type GateFact = Readonly<{
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
  /** Whether a check was red before and is green, where that was looked at. */
  fault?: PayloadOf<'evidence.graded'>['fault'];
  /** Commands a reader named that show the fault. */
  repro?: readonly string[];
  /** How sure of its decisions it says it is, 0 to 1. */
  confidence?: number;
  /** Anchor candidates it found good. */
  accepts?: ReadonlyArray<{ id: string; why: string }>;
  /** What newer versions add. */
  more: Readonly<Record<string, unknown>>;
}>;

/** A command that ran in a copy of a tree: `red` before the first change, `green` after this one. */
type CheckFact = Readonly<{
  side: string;
  command: readonly string[];
  outcome: string;
  why: string;
  tree: string;
  log: string;
}>;

/** What became of the tests and gates that were there before the first change. */
type SealFact = Readonly<{
  held: boolean;
  unchecked?: true | undefined;
  why: string;
  changed: readonly string[];
}>;

export type StoredFile = Readonly<{ name: string; sha256: string }>;

/** A report that was not enough: what it claimed, what was seen, and all that it lacked. */
export type SentBack = Readonly<{
  event: string;
  claimed: EvidenceLevel | null;
  /** Null in logs of older versions, as `seen` is where nothing says it in one sentence. */
  level: EvidenceLevel | null;
  seen: string | null;
  missing: readonly string[];
}>;

export type RunFacts = {
  id: string;
  node: string;
  gates: GateFact[];
  checks: CheckFact[];
  seal?: SealFact;
  hunks?: HunksTried;
  graded?: GradedFact;
  stored?: Readonly<{ dir: string; event: string; files: readonly StoredFile[] }>;
  /** In their order. */
  sentBack: SentBack[];
};

export type Collected = Readonly<{ at: string; by: string; event: string }>;

type EvidenceFacts =
  | Readonly<{
      ok: true;
      /** In the order of their dispatch. */
      runs: readonly RunFacts[];
      summary: Readonly<{ file: string; sha256: string; event: string }> | undefined;
      /** Its files were taken away on purpose. */
      collected: Collected | undefined;
    }>
  | Readonly<{ ok: false; failure: Failure }>;

export function evidenceFacts(
  ws: Workspace,
  goalId: string,
  onProgress: OnProgress,
): EvidenceFacts {
  const runs = new Map<string, RunFacts>();
  let summary: Readonly<{ file: string; sha256: string; event: string }> | undefined;
  let collected: Collected | undefined;
  const history = readHistory(
    ws,
    (record) => {
      onProgress(`${record.event_id} read`);
      if (record.goal_id !== goalId) return true;
      const fact = upcast(record);
      const { event_id: event, node_id, run_id } = fact;
      if (fact.type === 'summary.written') summary = { ...fact.payload, event };
      if (fact.type === 'artifacts.collected') {
        collected = { at: record.timestamp, by: fact.payload.by, event };
      }
      if (fact.type === 'unknown' || run_id === undefined || node_id === undefined) return true;
      const run = runs.get(run_id) ?? {
        id: run_id,
        node: node_id,
        gates: [],
        checks: [],
        sentBack: [],
      };
      runs.set(run_id, run);
      switch (fact.type) {
        case 'run.reported':
          // Judged again: gates of the report before say nothing about this one.
          run.gates = [];
          run.checks = [];
          delete run.seal;
          delete run.hunks;
          break;
        case 'check.measured': {
          const { side, command, outcome, why, tree, log } = fact.payload;
          run.checks.push({ side, command, outcome, why, tree, log });
          break;
        }
        case 'seal.checked': {
          const { held, unchecked, why, changed } = fact.payload;
          run.seal = { held, ...(unchecked && { unchecked }), why, changed };
          break;
        }
        case 'hunks.tried':
          run.hunks = fact.payload;
          break;
        case 'gate.finished': {
          const { gate, outcome, error } = fact.payload;
          run.gates.push({ gate, outcome, error, event });
          break;
        }
        case 'artifacts.stored':
          run.stored = { dir: fact.payload.dir, event, files: fact.payload.artifacts };
          break;
        case 'evidence.graded':
          run.graded = gradedOf(event, fact.payload);
          break;
        case 'run.sent_back':
          run.sentBack.push(sentBackOf(event, fact.payload, run.graded));
      }
      return true;
    },
    'count',
  );
  return history.ok
    ? { ok: true, runs: [...runs.values()], summary, collected }
    : { ok: false, failure: history.failure };
}

/** What an older log does not say of it stands in the judgement it followed. */
function sentBackOf(
  event: string,
  { missing, caught }: PayloadOf<'run.sent_back'>,
  graded: GradedFact | undefined,
): SentBack {
  const claimed = caught?.claimed ?? graded?.claimed ?? null;
  const level = caught?.level ?? graded?.level ?? null;
  return { event, claimed, level, seen: caught?.seen ?? null, missing };
}

function gradedOf(event: string, payload: PayloadOf<'evidence.graded'>): GradedFact {
  const { level, required, claimed, overclaimed, passes, reasons, missing, ...rest } = payload;
  const { citations, outputs, ran: _, proven: _proven, decisions: _decisions, ...other } = rest;
  const { lane: _lane, cited: _cited, fault, repro, confidence, accepts, ...more } = other;
  return {
    event,
    level,
    required,
    claimed,
    overclaimed,
    passes,
    reasons,
    missing,
    ...(citations ? { citations } : {}),
    changed: outputs.patch_files,
    tree: outputs.tree,
    ...(fault && { fault }),
    ...(repro && { repro }),
    ...(confidence !== undefined && { confidence }),
    ...(accepts && { accepts }),
    more,
  };
}
