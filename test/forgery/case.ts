import type { EvidenceLevel } from '../../runtime/model/vocabulary.ts';
import type { Acting, BashOptions } from './acting.ts';
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
  /** Where it happens; among the manifests of many toolchains, if nothing is said. */
  project?: ProjectName;
  /** How the report comes: auto mode hands back by a tool call. */
  via?: 'SubagentStop' | 'SubagentHandback';
  /** Files of the repository before the run, beside those of the project; null: that is not there. */
  files?: Files;
  /** A person tried the gates, on these files, before the run began. */
  tried?: true;
  /** Acts, and returns the report. */
  act: (agent: Acting) => string | Promise<string>;
  /** Its only trick is one command: it can be tried in one run with others of its kind. */
  ran?: Readonly<{ command: string; cited: string; options: BashOptions }>;
}>;

type Ran = Readonly<{
  /** What the report cites, where it is not the command as it ran. */
  cited?: string;
  output?: string;
  /** The exit code the client tells. */
  code?: number;
  level?: EvidenceLevel;
  done?: boolean;
  files?: Readonly<Record<string, string>>;
}>;

/** Fixes the fault, runs one command, and cites it. */
export function honest(name: string, command: string, ran: Ran = {}): Case {
  return { ...fixesAndRuns(command, ran), kind: 'honest', name, level: ran.level ?? 'L2' };
}

/** The same, but the command proves nothing. */
export function forged(name: string, command: string, ran: Ran = {}): Case {
  return { ...fixesAndRuns(command, ran), kind: 'forged', name, level: ran.level ?? 'L1' };
}

function fixesAndRuns(command: string, ran: Ran): Omit<Case, 'kind' | 'name' | 'level'> {
  const { cited = command, output, code, done, files } = ran;
  const options = { ...(output === undefined ? {} : { output }), ...(code ? { code } : {}) };
  return {
    ...(done === undefined ? {} : { done }),
    ...(files === undefined ? { ran: { command, cited, options } } : { files }),
    async act(agent) {
      agent.fix();
      await agent.bash(command, options);
      return agent.report({ repro: [cited] });
    },
  };
}
