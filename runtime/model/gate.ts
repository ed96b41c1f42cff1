// A check that must pass, and what came of it. The zod schema that people's files are checked with is in
// gate-schema.ts, so that running a gate never loads zod.

import type { TrialCause } from './trial-cause.ts';

/** What a command gate is for; all are run alike. */
export const COMMAND_GATE_TYPES = [
  'test',
  'build',
  'lint',
  'typecheck',
  'command',
  'flow',
] as const;
export type CommandGateType = (typeof COMMAND_GATE_TYPES)[number];

/** Checks with one fixed rule each over the report, the changed files, or the trees of before and after. */
export const BUILT_IN_GATES = [
  'references',
  'criteria',
  'verdict',
  'summary',
  'plan',
  'plan_b',
  'tests_added',
  'repro_steps',
  'risk_assessment',
  'tests_before',
] as const;
export type BuiltInGateName = (typeof BUILT_IN_GATES)[number];

/** Machine formats a gate's own tool can write, and that are counted. jest and vitest write the same one. */
export const OUTPUT_FORMATS = ['junit', 'jest', 'vitest', 'pytest', 'go-test'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** A file a gate promises to write. `file` is relative to the tree, `*` stands within one name; `-` is its stdout. */
export type GateFile = Readonly<{ file: string; format: OutputFormat }>;

/** A command the runtime runs itself, once it is approved. */
export type CommandGate = Readonly<{
  type: CommandGateType;
  name: string;
  /** argv: `['npm', 'test']`. With `shell` one item, the line. */
  command: readonly string[];
  /** Relative to the working tree. */
  cwd?: string | undefined;
  mustPass: boolean;
  expect_exit: number;
  timeout_sec: number;
  /** A shell reads the command. It needs an approval of its own. */
  shell?: boolean | undefined;
  /** Names of variables it needs. It gets those of them that the local configuration names. */
  env?: readonly string[] | undefined;
  /** What it writes for programs to read. Counts come from there and from nowhere else. */
  outputs?: readonly GateFile[] | undefined;
}>;

type BuiltInGate = Readonly<{ type: 'builtin'; name: BuiltInGateName; mustPass: boolean }>;

/** One with a rule over report and changes alone. */
export type ReportGate = BuiltInGate & Readonly<{ name: Exclude<BuiltInGateName, 'tests_before'> }>;

/** It runs commands on the tree before the goal's first change. */
export type TreeGate = BuiltInGate & Readonly<{ name: 'tests_before' }>;

export type Gate = CommandGate | BuiltInGate;

export function isTreeGate(gate: Gate): gate is TreeGate {
  return gate.type === 'builtin' && gate.name === 'tests_before';
}

export function isReportGate(gate: Gate): gate is ReportGate {
  return gate.type === 'builtin' && !isTreeGate(gate);
}

/** How a node is checked. `llm_review` is no call of ours: a nose node behind this one judges it. */
export type VerificationPlan = Readonly<{
  deterministic: readonly Gate[];
  behavioral?: readonly CommandGate[] | undefined;
  llm_review?: Readonly<{ aspects: readonly string[] }> | undefined;
}>;

/** In the order they run. Graphs of older versions have no `behavioral`. */
export function gatesInOrder(plan: VerificationPlan): readonly Gate[] {
  return [...plan.deterministic, ...(plan.behavioral ?? [])];
}

/**
 * `unavailable`: it could not be judged (not approved, program missing, 126, 127). That is neither a
 * pass nor a failure.
 */
export const GATE_RESULTS = ['pass', 'fail', 'unavailable', 'timeout'] as const;
export type GateResult = (typeof GATE_RESULTS)[number];

/** Of the tests a gate's files name; skipped ones are neither passed nor failed. */
export type TestCounts = Readonly<{
  passed: number;
  failed: number;
  skipped: number;
  total: number;
}>;

/** What the files of a gate count. */
export type Counts = Readonly<{ tests?: TestCounts | undefined }>;

/** A file a gate promised, and what was found. */
export type OutputSeen = Readonly<{
  file: string;
  format: OutputFormat;
  sha256?: string;
  bytes?: number;
  /** Why it counts nothing. */
  problem?: string;
}>;

/** Why a failure is none of the work. */
export const EXCUSES = ['failed-before', 'passes-in-copy', 'unknown-before'] as const;
export type Excuse = (typeof EXCUSES)[number];

export type GateOutcome = Readonly<{
  /** Name of the gate. */
  gate: string;
  outcome: GateResult;
  mustPass: boolean;
  exitCode?: number;
  /** One sentence; present unless the gate passed. */
  error?: string | undefined;
  /** What it misses, so that it says nothing, with the work or without it. */
  cause?: TrialCause | undefined;
  /** Tail of stdout and stderr as they came, without secrets, at most 64 KB. */
  output?: string;
  durationMs?: number;
  /** The whole output. */
  logFile?: string;
  /** Of the call: the same one is not made twice (engine/gates/gate-call.ts). */
  key?: string;
  /** The git tree it ran on; missing where no tree was taken or it changed meanwhile. */
  tree?: string;
  counts?: Counts | undefined;
  outputs?: readonly OutputSeen[];
  /** What else is worth knowing, one sentence each. */
  notes?: readonly string[];
  /** It failed, and the local configuration lets the node pass all the same, without its proof. */
  overridden?: boolean | undefined;
  /** It failed, and sends nobody back. */
  excused?: Excuse | undefined;
  /** It passed, and had failed on the same files for the report before. */
  flaky?: true | undefined;
  /** It passed, but leaves tests out or tries them again: by which option, and how. */
  partial?: string | undefined;
}>;

/** It had to pass and did not, and nobody lets the node pass all the same. */
export function hasFailed({ mustPass, overridden, excused, outcome }: GateOutcome): boolean {
  const isExcused = overridden || excused !== undefined;
  return mustPass && !isExcused && (outcome === 'fail' || outcome === 'timeout');
}

/** It passed, or fails as it did before the work, and in nothing else. */
export function stands({ outcome, mustPass, excused }: GateOutcome): boolean {
  return outcome === 'pass' || (mustPass && excused === 'failed-before');
}

/** A command a person approved for this clone: exactly this argv, in this folder, with a shell or without. */
export type GateApproval = Readonly<{
  command: readonly string[];
  cwd?: string | undefined;
  shell?: boolean | undefined;
  /** Of a program that acts: SHA-256 of each file of the repository that its words name. */
  programs?: Readonly<Record<string, string>> | undefined;
}>;

/** As a person would type it. With `shell` it is one item, the line, and stays as it is. */
export function commandText(command: readonly string[]): string {
  return command.length === 1 ? command.join('') : command.map(shellWord).join(' ');
}

/** With its folder, where it is not the top: two packages may have the same words. */
export function callText({ command, cwd }: GateApproval): string {
  return cwd === undefined || cwd === '' || cwd === '.'
    ? commandText(command)
    : `${commandText(command)} (in ${cwd}/)`;
}

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
