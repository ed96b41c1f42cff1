// What stands between a driver and whatever carries out a run outside of a session. An adapter is one file
// and one entry in adapters.ts; docs/executors.md shows how one is added.
//
// Nothing that comes through here proves anything: the end of a process, its output and its result are what
// it says. The driver hands the result to takeResult (engine/results), and the runtime looks at the tree
// and runs the checks itself.

import type { Elsewhere } from '../../model/actors/lease.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { ExecutorSettings } from '../../model/documents/executor.ts';
import type { Result } from '../../model/failure.ts';
import type { GateApproval } from '../../model/gate.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';
import type { ExecutorType } from '../../model/vocabulary.ts';
import type { Collected } from '../folder/collect-result.ts';
import type { OrderCopy } from '../folder/copy-order.ts';
import type { ClientSaid } from '../headless/read-stream.ts';

export type StartRequest = Readonly<{
  order: WorkOrderFile;
  copy: OrderCopy;
  /** As a person set it up in this clone. */
  settings: ExecutorSettings;
  /** The commands a person approved, that count for the goal. */
  approvals: readonly GateApproval[];
  /** Where its output is kept; never in its own folder, where it could write it itself. */
  logs: string;
  /** Variables of the person's that it may see, with their values. */
  env: Readonly<Record<string, string>>;
  /** How many drivers and executors stand above it. */
  depth: number;
  /** Dollars it may use, where its goal has such a limit. */
  mostUsd?: number | undefined;
  /** Between two signs of life. */
  heartbeatMs: number;
  /** For whoever sits before the driver: what the log does not say. */
  tell?: ((text: string) => void) | undefined;
}>;

/** A run that was started. `process` leads a group of its own; null on another machine. */
export type Handle = Readonly<{ run: string; process: ProcessRef | null }>;

export type StartFault =
  /** Nobody approved this command in this clone, as it is now. */
  | Readonly<{ kind: 'not-approved'; command: readonly string[] }>
  | Readonly<{ kind: 'cannot-start'; why: string }>;

/** Why it was ended before it ended by itself. */
export type CutShort = 'time' | 'silent' | 'cancelled';

export type Seen =
  | Readonly<{ kind: 'output'; stream: 'stdout' | 'stderr'; bytes: number }>
  /** It is there. */
  | Readonly<{ kind: 'alive' }>
  /** A worker of the team has it; undefined: none any more, and it waits for another. */
  | Readonly<{ kind: 'held'; by: Elsewhere | undefined }>
  /** The last one: nothing of its group is left. `code` is null where a signal ended it. */
  | Readonly<{ kind: 'exit'; code: number | null; cut: CutShort | null }>;

/** What came back, once it ended. */
export type Brought = Readonly<{
  left: Collected;
  exit: Extract<Seen, { kind: 'exit' }>;
  /** Its whole output, without secrets; by name in `logs`. */
  outputs: readonly string[];
  /** Of a headless client, whose own hooks took its report: how it ended, as it says. */
  client?: ClientSaid;
}>;

export type Executor = Readonly<{
  type: ExecutorType;
  start: (request: StartRequest) => Promise<Result<Handle, StartFault>>;
  /** What happens from now on, to the end. One watcher a run. */
  watch: (handle: Handle) => AsyncIterable<Seen>;
  /** Ends it with all it started. Comes back when nothing of it is left. */
  cancel: (handle: Handle) => Promise<void>;
  /** Waits for its end. */
  collect: (handle: Handle) => Promise<Brought>;
}>;
