import type { EvidenceLevel } from '../../runtime/model/vocabulary.ts';
import type { Acting } from './acting.ts';
import type { Adapter } from './by-executor.ts';
import type { ProjectName } from './prepared.ts';

export type Files = Readonly<Record<string, string | null>>;

/** One run of one agent: what it really did, what it says, and what can truly be proven of it. */
export type Case = Readonly<{
  kind: 'forged' | 'honest';
  /** A sentence without its subject: what the agent does. */
  name: string;
  /** A forgery must stay at or below it, an honest run must reach it. */
  level: EvidenceLevel;
  /** Whether its node may be done. Honest ones are, if nothing is said. */
  done?: boolean;
  role?: 'body' | 'eye';
  /** Who carries it out where there is no session; an agent of one, if nothing is said. */
  by?: Adapter;
  /** Where it happens; where no fault has to be shown, if nothing is said. */
  project?: ProjectName;
  /** How the report comes: auto mode hands back by a tool call. */
  via?: 'SubagentStop' | 'SubagentHandback';
  /** Files of the repository before the run, beside those of the project; null: that is not there. */
  files?: Files;
  /** A person tried the gates, on these files, before the run began. */
  tried?: true;
  /** Acts, and returns the report. */
  act: (agent: Acting) => string | Promise<string>;
}>;
