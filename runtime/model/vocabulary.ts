// The closed vocabularies, as plain values: the hot path reads them without loading zod.

export const ROLES = ['ear', 'eye', 'nose', 'tongue', 'body', 'mind'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that work in the tree: one such run at a time per working tree, snapshots before and after. */
export const WRITING_ROLES: readonly Role[] = ['body', 'tongue', 'mind'];
/** Roles whose work *is* a change: a run of theirs that changed nothing is never done. */
export const CHANGING_ROLES: readonly Role[] = ['body', 'tongue'];

/** What a report may plan as parts: those whose work others judge, and those that look at it. */
export const PART_ROLES = ['body', 'tongue', 'nose', 'eye'] as const;

/** Roles whose report may accept anchors, where a person allows it in this clone. */
export const ACCEPTING_ROLES = ['nose', 'mind'] as const;
export type AcceptingRole = (typeof ACCEPTING_ROLES)[number];

/** The one form in which an issue is named: `org/repo#12`, or `local#12` where there is no tracker. */
export const ISSUE_REF = /^(?:local|[\w.-]+(?:\/[\w.-]+)+)#[1-9]\d{0,9}$/;

/** What a plan may name to carry out a node. */
/** How a run outside of a session can end without a result. */
export const EXECUTOR_ENDS = [
  'interrupted',
  'lease-lost',
  'time',
  'silent',
  'folder-missing',
  'cannot-start',
  'other-run',
  'no-report',
  'adapter-failed',
] as const;
export type ExecutorEnd = (typeof EXECUTOR_ENDS)[number];

/** Why a daemon ended. */
export const DAEMON_ENDS = ['asked', 'turned-off', 'replaced', 'cannot-go-on', 'gone'] as const;
export type DaemonEnd = (typeof DAEMON_ENDS)[number];

/** What leaves this machine. */
export const POST_KINDS = ['branch', 'pull', 'body', 'ready', 'comment'] as const;

/** What is told of a change in one word. `same`: its checks say the same before and after; `open`: its goal has not ended. */
export const VERDICTS_TOLD = [
  'shown',
  'in-doubt',
  'not-shown',
  'nothing',
  'unable',
  'same',
  'open',
] as const;
export type VerdictTold = (typeof VERDICTS_TOLD)[number];

export const EXECUTOR_TYPES = [
  'subagent',
  'skill',
  'command',
  'headless',
  'human',
  'team',
] as const;
export type ExecutorType = (typeof EXECUTOR_TYPES)[number];

export const EVIDENCE_LEVELS = ['L0', 'L1', 'L2', 'L3'] as const;
/** `L0` a claim · `L1` references resolve · `L2` a cited command was seen to pass · `L3` gates passed. */
export type EvidenceLevel = (typeof EVIDENCE_LEVELS)[number];

/** What a person is spoken to in. Agents, logs and shells are spoken to in English. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

export const NODE_STATUSES = [
  'pending',
  'ready',
  'running',
  'verify',
  'done',
  'failed',
  'blocked',
  'skipped',
  'cancelled',
] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

export const GRAPH_STATUSES = ['created', 'running', 'paused', 'completed', 'aborted'] as const;

/** Host events keep the client's own names, because people grep for them. */
export const HOST_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStop',
  'Stop',
  'StopFailure',
  'PreCompact',
  'SessionEnd',
] as const;
export type HostEvent = (typeof HOST_EVENTS)[number];

export function isHostEvent(type: unknown): type is HostEvent {
  return (HOST_EVENTS as readonly unknown[]).includes(type);
}

/**
 * Facts are ours, `noun.past_verb`, and are synced to disk before anybody is answered; host events,
 * which begin with a capital, alone are not.
 */
export function isFact(type: string): boolean {
  const first = type.charCodeAt(0);
  return first < 65 || first > 90;
}

/** Milliseconds: where the flight recorder puts its marks. */
export const HOOK_MS: readonly number[] = [
  20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000,
];

/** What a node needs of the edges that lead to it (kernel/graph/edges.ts). */
export const JOINS = ['all', 'any'] as const;
/** `legacy`: of a graph that was begun before there were joins. */
export type Join = (typeof JOINS)[number] | 'legacy';

/** Why a person is asked, as programs are told; which of them it is follows from the reason (waits.ts). */
export const ESCALATION_REASONS = [
  'ambiguous',
  'missing_credential',
  'stuck',
  'approval_required',
  'budget_exceeded',
  'context_pack_missing',
  'deadline_passed',
] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

export const URGENCIES = ['low', 'medium', 'high', 'critical'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** What a run that is over leads to. `plan_b`: another way, by a plan-B node or a branch for its failure. */
export const NEXT_ACTIONS = ['retry', 'plan_b', 'escalate', 'done'] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

/**
 * What a template asks for beyond its gates: a check that is red before the work and green after it, or the same
 * cases before and after. With `none` it is told at the end what was shown.
 */
export const PROOFS_ASKED = ['red_green', 'same', 'none'] as const;
export type ProofAsked = (typeof PROOFS_ASKED)[number];

/**
 * What is typed in a session and begins no goal, `/wukong_<name>`, with the ids that may stand before its words. Where
 * prompts are taken (hooks/events/user-prompt-submit.ts) nothing compiles that leaves one out.
 */
export const SESSION_COMMANDS = {
  resume: ' [G-0001] [N-010]',
  pause: '',
  status: '',
  prove: '',
} as const;
export type SessionCommand = keyof typeof SESSION_COMMANDS;

/**
 * Names that templates cannot have: `/wukong_<name>` and `/wukong <name>` are commands, or will be.
 * `/wukong:do` is what `/wukong` is called where it comes from the plugin.
 */
export function reservedNames(): readonly string[] {
  return ['wukong', ...Object.keys(SESSION_COMMANDS), 'answer', 'trust', 'off', 'on', 'do'];
}

/** Of the records this program writes: 2 since reasons, owners, executors and joins are data in them. */
export const FORMAT_VERSION = 2;

/** Of taskgraph.json, work orders and the other files this program writes for people and programs. */
export const FILE_VERSION = 1;

/**
 * Of state.json. It rises whenever that says something in another way, or something more that later
 * steps build on: the hooks of another version, which a checkout can bring back, must not read or go on
 * with it.
 */
export const STATE_VERSION = 16;

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && (ROLES as readonly string[]).includes(value);
}

/** Of a goal, where a person gave none; from 0 to 100. */
export const DEFAULT_PRIORITY = 50;

/** As they are typed: `--priority 80`, `--budget tokens=200000,hours=4`, `--deadline 2026-12-01`. */
export const TERM_FLAGS = ['priority', 'budget', 'deadline'] as const;
export type TermFlag = (typeof TERM_FLAGS)[number];
export type TypedTerms = Readonly<Partial<Record<TermFlag, string | undefined>>>;

/** What a work item is, and how much of it there is: an hour, two to four, more. */
export const WORK_TYPES = ['code', 'test', 'doc', 'refactor', 'analysis'] as const;
export type WorkType = (typeof WORK_TYPES)[number];
export const EFFORTS = ['S', 'M', 'L'] as const;

export const DECISION_TYPES = [
  'plan_chosen',
  'tool_selected',
  'escalated',
  'model_switched',
  'plan_b_activated',
] as const;
/** When a context pack is written, beside when one is needed. */
/** When what a session changed is judged by itself; absent: when somebody asks. */
export const PROVE_WHEN = ['on_stop'] as const;

export const SAVE_FREQUENCIES = ['every_run', 'every_status'] as const;
export type SaveFrequency = (typeof SAVE_FREQUENCIES)[number];

/** What hooks record of sessions: all; nothing of those without a goal; no text at all. */
export const RECORDED = ['all', 'goals', 'off'] as const;
export type Recorded = (typeof RECORDED)[number];

/** What the score of a recalled anchor is made of. */
export const RECALL_PARTS = ['words', 'tags', 'paths', 'role', 'recent_decision'] as const;
