import type { Failure, InTheWay, LockHolder } from './failure.ts';

/** What `wukong fsck` looked at and found, as data. Wording lives in words/explain-finding.ts. */
export type Finding = Readonly<{
  /** `note`: nothing is wrong, and a person may like to know. */
  severity: 'finding' | 'note';
  /** Below .wukong/. */
  file?: string;
  /** From 1. */
  line?: number;
  /** From 0. */
  byte?: number;
  /** The event that says what ought to be. */
  event?: string;
}> &
  What;

type What =
  | Readonly<{ kind: 'log'; failure: Failure }>
  | Readonly<{ kind: 'torn-tail'; bytes: number }>
  | Readonly<{ kind: 'void-step'; records: number }>
  | Readonly<{ kind: 'newer-records'; records: number }>
  | Readonly<{ kind: 'sealed-changed'; expected: string; actual: string }>
  | Readonly<{ kind: 'behind-seal'; bytes: number }>
  | Readonly<{ kind: 'orphan' }>
  | Readonly<{ kind: 'unfinished-seal' }>
  | Readonly<{ kind: 'cache-differs' }>
  | Readonly<{ kind: 'cache-unreadable' }>
  | Readonly<{ kind: 'cache-foreign'; asOf: string }>
  | Readonly<{ kind: 'cache-behind'; asOf: string; now: string }>
  | Readonly<{ kind: 'cache-missing' }>
  | Readonly<{ kind: 'caches-unchecked' }>
  | Readonly<{ kind: 'artifact-missing' }>
  | Readonly<{ kind: 'artifact-changed'; isBeingJudged: boolean }>
  | Readonly<{ kind: 'artifacts-missing'; files: number }>
  | Readonly<{ kind: 'artifact-outside' }>
  | Readonly<{
      kind: 'graph-lost';
      goal: string;
      graph: string;
      lost: 'missing' | 'altered';
      /** Whether the goal is still open. */
      isOpen: boolean;
    }>
  | Readonly<{ kind: 'entity'; violation: Violation }>
  | Readonly<{ kind: 'link' }>
  | Readonly<{ kind: 'odd'; is: InTheWay['is'] }>
  | Readonly<{ kind: 'no-folder' }>
  | Readonly<{ kind: 'left-over' }>
  | Readonly<{ kind: 'deliveries'; waiting: number }>
  | Readonly<{ kind: 'stranger' }>
  | Readonly<{ kind: 'stale-lock'; holder: LockHolder }>
  | Readonly<{ kind: 'lock-elsewhere'; holder: LockHolder }>;

/** A rule that does not hold: where, and the ids or numbers it is about. */
export type Violation = Readonly<{ rule: Rule; at: string; names: readonly string[] }>;

export type Rule =
  | 'two-active-runs'
  | 'idle-escalation'
  | 'two-writers'
  | 'unknown-node'
  | 'unknown-run'
  | 'run-over'
  | 'run-without-node'
  | 'run-numbers'
  | 'unproven'
  | 'loose-edge'
  | 'repeated-node'
  | 'unplanned-node'
  | 'unknown-focus'
  | 'counter'
  | 'repeated-goal'
  | 'repeated-run'
  | 'no-title'
  | 'no-criteria'
  | 'no-actions'
  | 'no-check'
  | 'bad-budget'
  | 'past-budget'
  | 'cycle'
  | 'ready-too-soon'
  | 'not-ready'
  | 'undecided-edge'
  | 'tokens'
  | 'run-open'
  | 'open-item'
  | 'artifact-run'
  | 'artifact-size'
  | 'hash-twice';
