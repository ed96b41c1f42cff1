import type { LineCount } from '../../model/evidence.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import type { Beside, Fault } from '../../model/proof.ts';
import type { Audit } from './audits.ts';
import type { FinalCheck } from './final-check.ts';
import type { MemoryAtEnd } from './memory-at-end.ts';
import type { LogSoFar } from './past.ts';

/** What summary.md is made from, beside the goal. */
export type Sources = Readonly<{
  records: readonly Recorded[];
  final: FinalCheck;
  memory: MemoryAtEnd;
  log: LogSoFar;
  asOf: string;
  fault?: Fault | undefined;
  beside?: Beside | undefined;
  /** What the goal changed, and the patch of it below .wukong/. */
  lines: readonly LineCount[];
  patch: string | undefined;
  audits: readonly Audit[];
  /** ISO time. */
  now: string;
}>;
