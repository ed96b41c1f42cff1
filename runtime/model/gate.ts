// A check that must pass, and what came of it. The zod schema people's files are held against is in
// gate-schema.ts, so that running a gate never loads zod.

/** What a command gate is for; all are run alike. */
export const COMMAND_GATE_TYPES = ['test', 'build', 'lint', 'typecheck', 'command'] as const;
export type CommandGateType = (typeof COMMAND_GATE_TYPES)[number];

/** Checks with one fixed rule each over the report and the changed files; no process is started. */
export const BUILT_IN_GATES = [
  'references',
  'criteria',
  'verdict',
  'summary',
  'plan',
  'tests_added',
  'repro_steps',
  'risk_assessment',
] as const;
export type BuiltInGateName = (typeof BUILT_IN_GATES)[number];

/** A command the runtime runs itself, once it is approved. */
export type CommandGate = Readonly<{
  type: CommandGateType;
  name: string;
  /** argv, not a shell line: `['npm', 'test']`. */
  command: readonly string[];
  /** Relative to the working tree. */
  cwd?: string | undefined;
  mustPass: boolean;
  expect_exit: number;
  timeout_sec: number;
  shell?: false | undefined;
}>;

export type BuiltInGate = Readonly<{ type: 'builtin'; name: BuiltInGateName; mustPass: boolean }>;

export type Gate = CommandGate | BuiltInGate;

/**
 * `unavailable`: it could not be judged (not approved, program missing, 126, 127). That is neither a
 * pass nor a failure.
 */
export type GateResult = 'pass' | 'fail' | 'unavailable' | 'timeout';

export type GateOutcome = Readonly<{
  /** Name of the gate. */
  gate: string;
  outcome: GateResult;
  mustPass: boolean;
  exitCode?: number;
  /** One sentence; present unless the gate passed. */
  error?: string;
  /** Tail of stdout and stderr as they came, without secrets, at most 64 KB. */
  output?: string;
  durationMs?: number;
  /** The whole output. */
  logFile?: string;
  /** The git tree it ran on; missing where no tree was taken or it changed meanwhile. */
  tree?: string;
}>;

/** A command a person approved for this clone: exactly this argv, in this folder, without a shell. */
export type GateApproval = Readonly<{
  command: readonly string[];
  cwd?: string | undefined;
  shell?: boolean | undefined;
}>;

/** A command an agent ran in this goal, under the client's own permissions. */
export type RanCommand = Readonly<{
  command: string;
  /** Where it ran, relative to the working tree; empty or missing is its top. */
  cwd?: string | undefined;
}>;
