// What the log says about the runs of one goal: judgements, gates, and the files that prove them.

import type { LevelReason } from '../model/evidence.ts';
import type { FactOf, PayloadOf, Recorded } from '../model/facts/fact.ts';
import type { GateOutcome } from '../model/gate.ts';
import type { Shortfall } from '../model/shortfall.ts';
import type { EvidenceLevel } from '../model/vocabulary.ts';

/** `node` is null for what ran at the end, of the whole goal; `event` while it is not in the log. */
export type GateSeen = GateOutcome & Readonly<{ node: string | null; event: string | null }>;

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
  /** As its agent was told. */
  missing: readonly string[];
  /** As a person is; empty in logs of older versions. */
  lacks: Shortfall;
}>;

export type RunResult = Readonly<{
  id: string;
  node: string;
  gates: readonly GateSeen[];
  checks: readonly CheckFact[];
  seal?: SealFact;
  graded?: GradedFact;
  stored?: Readonly<{ dir: string; event: string; files: readonly StoredFile[] }>;
  /** In their order. */
  sentBack: readonly SentBack[];
}>;

/** In the order of their dispatch. */
export function runsIn(facts: readonly Recorded[]): RunResult[] {
  const runs = new Map<string, Built>();
  for (const fact of facts) {
    const { event_id: event, node_id, run_id } = fact;
    if (fact.type === 'unknown' || run_id === undefined || node_id === undefined) continue;
    const run = runs.get(run_id) ?? begun(run_id, node_id);
    runs.set(run_id, run);
    see(run, fact, event);
  }
  return [...runs.values()];
}

type Built = { -readonly [K in keyof RunResult]: RunResult[K] } & {
  gates: GateSeen[];
  checks: CheckFact[];
  sentBack: SentBack[];
};

function begun(id: string, node: string): Built {
  return { id, node, gates: [], checks: [], sentBack: [] };
}

function see(run: Built, fact: Recorded, event: string): void {
  switch (fact.type) {
    case 'run.reported':
      // Judged again: gates of the report before say nothing about this one.
      run.gates = [];
      run.checks = [];
      delete run.seal;
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
    case 'gate.finished':
      run.gates.push(gateSeen(fact));
      break;
    case 'artifacts.stored':
      run.stored = { dir: fact.payload.dir, event, files: fact.payload.artifacts };
      break;
    case 'evidence.graded':
      run.graded = gradedOf(event, fact.payload);
      break;
    case 'run.sent_back':
      run.sentBack.push(sentBackOf(event, fact.payload, run.graded));
  }
}

/** A gate as a record has it: what holds nothing up says so. */
export function gateSeen({
  event_id: event,
  node_id,
  payload: { gate, outcome, error, counts, must_pass, overridden, excused, flaky },
}: Recorded<FactOf<'gate.finished'>>): GateSeen {
  return {
    node: node_id ?? null,
    event,
    gate,
    outcome,
    mustPass: must_pass !== false,
    ...(error !== undefined && { error }),
    ...(counts && { counts }),
    ...(overridden && { overridden }),
    ...(excused && { excused }),
    ...(flaky && { flaky }),
  };
}

/** What an older log does not say of it stands in the judgement it followed. */
export function sentBackOf(
  event: string,
  { missing, lacks = {}, caught }: PayloadOf<'run.sent_back'>,
  graded: GradedFact | undefined,
): SentBack {
  const claimed = caught?.claimed ?? graded?.claimed ?? null;
  const level = caught?.level ?? graded?.level ?? null;
  return { event, claimed, level, seen: caught?.seen ?? null, missing, lacks };
}

export function gradedOf(event: string, payload: PayloadOf<'evidence.graded'>): GradedFact {
  const { level, required, claimed, overclaimed, passes, reasons, missing, ...rest } = payload;
  const { citations, outputs, ran: _ran, proven: _proven, decisions: _decisions, ...other } = rest;
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
