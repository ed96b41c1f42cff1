// The port between a driver and what holds its work. Behind it is the log itself (log-queue.ts), and no
// second store; another engine can be put behind it without a change of the driver.

import type { OrderCopy } from '../../executors/folder/copy-order.ts';
import type { Elsewhere } from '../../model/actors/lease.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Failure, Result } from '../../model/failure.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';
import type { Reason } from '../../model/reason.ts';
import type { ExecutorEnd } from '../../model/vocabulary.ts';
import type { ResultAnswer, ResultBrought } from '../results/take-result.ts';

/** A run that is this driver's, with the order of whoever carries it out. */
export type Claimed = Readonly<{
  goal: string;
  node: string;
  run: string;
  order: WorkOrderFile;
  copy: OrderCopy;
  /** The order folder in `.wukong/`, where outputs are kept. */
  folder: string;
  /** Dollars it may use, where the goal has such a limit. */
  mostUsd?: number | undefined;
}>;

export type ClaimAnswer =
  | Readonly<{ kind: 'claimed'; claimed: Claimed }>
  /** Somebody else was first, or the node is not ready any more. */
  | Readonly<{ kind: 'none' }>
  /** Another goal writes in this working tree. */
  | Readonly<{ kind: 'busy'; by: string }>
  /** A person has to say something first. */
  | Readonly<{ kind: 'waits'; because: Reason }>
  | Readonly<{ kind: 'failed'; why: string }>;

/** `isPerson`: no process works on it, so this driver’s end is not the run’s. */
export type Wanted = Readonly<{ goal: string; node: string; executor: string; isPerson?: boolean }>;

/** What was started for a run. */
export type Started = Readonly<{
  process: ProcessRef | null;
  timeLimitSec: number;
  noOutputLimitSec: number | null;
  elsewhere?: Elsewhere | undefined;
}>;

export type Queue<Work = never> = Readonly<{
  /** New work; its id. */
  enqueue: (work: Work) => Result<string, Failure>;
  /** Makes a run of a ready node, and nobody else's. */
  claim: (wanted: Wanted) => Promise<ClaimAnswer>;
  /** The first one says what was started. False: the run is over, and what works on it has to end. */
  heartbeat: (claimed: Claimed, started?: Started) => boolean;
  /** A result came. Whether it counts is judged behind the port. */
  complete: (
    claimed: Claimed,
    brought: Omit<ResultBrought, 'goal' | 'run'>,
  ) => Promise<Result<ResultAnswer, Failure>>;
  /** There is none, and none will come. False: the run was over before. */
  fail: (claimed: Claimed, how: ExecutorEnd, why?: string) => boolean;
}>;
