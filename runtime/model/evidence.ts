import type { Reference } from './report.ts';
import type { EvidenceLevel } from './vocabulary.ts';

// What the runtime saw for itself.

/** One tool call in a run's own transcript, with its result where one was seen. */
export type Observation = Readonly<{
  /** Order of the calls in the transcript, from 0. */
  seq: number;
  toolUseId: string;
  tool: string;
  /** Bash only. Above 16,384 characters it is cut and ends in `…`, so it equals nothing a report cites. */
  command?: string;
  /** Edit, Write, MultiEdit, NotebookEdit and Read only, as the agent gave it. */
  filePath?: string;
  /** Where the client stood at the call, if the transcript says so. */
  cwd?: string;
  isError: boolean;
  /** Only where the client reported one, which it does for failures. Missing is not 0. */
  exitCode?: number;
  /** Of the whole result text of a command; of the empty text for other tools and while none was seen. */
  outputSha256: string;
  outputBytes: number;
  /** The first and last lines of a command's result, secrets included: not for showing as it is. */
  excerpt: string;
  /** ISO time of the call; empty if the transcript has none. */
  at: string;
  /** ISO time of the result, if the transcript has it. */
  endedAt?: string;
  /** A result was seen. A command sent to the background, or interrupted, is not finished. */
  finished: boolean;
  /** The client did not let it run, in these words. */
  denied?: string;
}>;

/** Summed over requests; lines of one request share a message id and count once. */
export type Usage = Readonly<{
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  requests: number;
}>;

export type Transcript = Readonly<{
  observations: readonly Observation[];
  usage: Usage;
  /** Models that answered, in order of first appearance. */
  models: readonly string[];
  /** Lines that were no JSON object, or too long to be read. Unknown types are normal and not counted. */
  skippedLines: number;
  /** Text of the last assistant message that had any. */
  lastText?: string;
  /** What the agent was given, where the transcript begins with it: at most 16,384 characters. */
  prompt?: string;
}>;

/** Where a reference was found in the tree of its run, so that anybody can look there again. */
export type CitedPlace = Readonly<{
  /** In the tree: with forward slashes, and under the name the file has there. */
  path: string;
  /** 1-based, both inclusive: of the quoted words, or as cited. */
  line: number;
  endLine: number;
  /** Id of the git blob. */
  blob: string;
  /** Of these lines as UTF-8, joined by line feeds. */
  sha256: string;
}>;

/** A reference looked up in the tree of the run, or in the request. */
export type ResolvedReference = Readonly<{
  reference: Reference;
  resolved: boolean;
  /** 1-based line where the quote begins. */
  foundLine?: number;
  /** Why it does not resolve, or what was different (the quote is two lines further down). */
  why?: string;
  /** Missing for words of the request. */
  place?: CitedPlace;
}>;

/** A CI result the report names. Confirmed it is a gate as well, otherwise this and no more. */
export type CiResult = Readonly<{ run: string; text: string; confirmed: boolean; why: string }>;

/** references.json of a run. */
export type ReferencesFile = Readonly<{
  schema_version: 1;
  /** The git tree they were resolved against, in .wukong/objects; null if it could not be taken. */
  tree: string | null;
  resolved: number;
  total: number;
  references: readonly ResolvedReference[];
  /** Missing if the report names none. */
  ci?: readonly CiResult[];
}>;

/** Who changed a path, by what the transcripts show. The run answers for `own` and `unattributed`. */
type Attribution = 'own' | 'foreign' | 'unattributed';

/** A difference between two trees. `T`: the kind changed (file, link, embedded repository). */
export type ChangeStatus = 'A' | 'M' | 'D' | 'T';
/** `path` is relative to the top of the working tree, with forward slashes. */
export type Change = Readonly<{ path: string; status: ChangeStatus }>;
/** Lines of a file that came and went; none of a binary one. */
export type LineCount = Readonly<{ path: string; added: number; removed: number }>;
export type AttributedChange = Change & Readonly<{ attribution: Attribution }>;

/** One rule of the ladder and whether it holds. `why` is a sentence for people. */
export type LevelReason = Readonly<{ level: EvidenceLevel; met: boolean; why: string }>;

/** The outcome of grading one report. */
export type Grade = Readonly<{
  level: EvidenceLevel;
  required: EvidenceLevel;
  passes: boolean;
  reasons: readonly LevelReason[];
  /** What the agent has to do, one imperative sentence each; empty iff `passes`. */
  missing: readonly string[];
  /** What the report claims for itself. */
  claimed?: EvidenceLevel;
  /** The claim is above what was proven. */
  overclaimed: boolean;
  /** Resolved references over all references, 0 to 1; 0 without any. */
  citationCoverage: number;
}>;
