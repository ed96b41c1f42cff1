import type { EvidenceLevel } from './vocabulary.ts';

// What an agent says about its run. Every field is a claim; nothing here raises a level by itself.

/** `ok` and `fail` of the executor envelope are read as `done` and `failed`. */
const REPORT_STATUSES = ['done', 'blocked', 'failed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** What an auditor (nose) concludes. */
export const VERDICTS = ['accept', 'rework', 'reject'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A place in the repository. `path` is as written: relative or absolute, either slash. */
export type FileReference = Readonly<{
  kind: 'file';
  path: string;
  /** 1-based. Missing when the agent named only a file: such a reference resolves only by its quote. */
  line?: number;
  /** Last line of a range, 1-based and inclusive. */
  endLine?: number;
  /** Words the agent says stand there. */
  quote?: string;
  /** The item as written, at most 500 characters. */
  text: string;
}>;

/** Words of the user's own request. */
type RequestReference = Readonly<{ kind: 'request'; quote: string; text: string }>;

export type Reference = FileReference | RequestReference;

/** A command the agent says shows its result, and what it says came out. */
export type Repro = Readonly<{ command: string; result?: string }>;

/** A run of GitHub Actions that the report names. `repository` is `github.com/owner/name`. */
export type CiClaim = Readonly<{ run: string; repository?: string; text: string }>;

export const SEVERITIES = ['blocker', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One `Finding:` line. The severity is empty where none of ours, nor another word for it, was written. */
export type Finding = Readonly<{
  severity: Severity | '';
  path?: string;
  line?: number;
  text: string;
}>;

/** One line `Criterion 2: met, src/a.js:40 "…"`, or `not met`. */
export type OnCriterion = Readonly<{
  number: number;
  met: boolean;
  /** As written behind the number. */
  text: string;
  references: readonly Reference[];
}>;

/** One line `Anchor: accept A-2026-k3f7 — why`. */
export type Accepts = Readonly<{ id: string; why: string }>;

/** What the format requires of every report. */
export const REPORT_PARTS = ['RunId', 'Status', 'Summary', 'Evidence'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/** A report as read. Sections are text without their heading, trimmed, empty when absent. */
export type Report = Readonly<{
  issueRef?: string;
  runId?: string;
  status?: ReportStatus;
  commit?: string;
  pr?: string;
  tests?: string;
  /** What the agent believes it proved; header `Evidence-Level` or `Level` in the evidence. */
  claimedLevel?: EvidenceLevel;
  verdict?: Verdict;
  /** The node to open again, as written: `N-020` or `G-0001/N-020`. */
  reopen?: string;
  /** How sure it is of what it decided, from 0 to 1. */
  confidence?: number;

  /** As written under `## Plan`: the parts of a node (model/documents/growth.ts). */
  parts?: string;

  summary: string;
  steps: string;
  evidence: string;
  risks: string;
  next: string;

  repro: readonly Repro[];
  references: readonly Reference[];
  /** Missing if it names none. */
  ci?: readonly CiClaim[];
  questions: readonly string[];
  decisions: readonly string[];
  criteria: readonly string[];
  /** Missing if it says nothing of single criteria. */
  onCriteria?: readonly OnCriterion[];
  findings: readonly Finding[];
  accepts: readonly Accepts[];

  /** Required parts that are missing or unreadable, one sentence each, as said to the agent. */
  problems: readonly string[];
  /** The same as facts. */
  missingParts: readonly ReportPart[];
}>;
