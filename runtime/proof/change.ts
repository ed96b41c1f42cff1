// A change of a repository, as the judge is given it: plain values, read once at the edge (read-change.ts).

import type { ChangeStatus } from '../model/evidence.ts';
import type { CommandGate } from '../model/gate.ts';
import type { DOUBT_KINDS } from '../model/trial-kinds.ts';

/**
 * What a file is to the program, one meaning a file.
 *
 *   program  what is being changed: put back for `red`, kept for `seal`
 *   judge    tests, their data, configuration of runners and tools: kept for `red`, put back for `seal`
 *   both     a manifest or a source with tests inside: each part by itself
 *   prose    nobody runs it
 */
export type Meaning = 'program' | 'judge' | 'both' | 'prose';

export type ChangedFile = Readonly<{
  /** Below the top of the repository, with `/`. */
  path: string;
  status: ChangeStatus;
  meaning: Meaning;
  /** What says so, in a few words: `package.json lists it`, `a test by its name`. */
  because: string;
  /** The id of its content now; empty if it is gone. */
  after: string;
  /** Of what judges: a person said yes to exactly this content, so it is not put back. */
  accepted?: true;
  /** Of what judges: the content that showed the fault before the change, by another hand. It goes back to this. */
  sealed?: string;
}>;

/** A place of the program that changed: the smallest thing that can be put back alone. */
export type Place = Readonly<{
  path: string /** From 1, as it is now. */;
  line: number;
  size: number;
  /** It stands in a test inside of the program: what judges, wherever it is. */
  isTest?: true;
}>;

/** What runs. That it may run was decided before. */
export type Check = Readonly<{
  gate: CommandGate;
  /** Where its text stands: `package.json:7`. */
  from?: string | undefined;
}>;

/** A line that the change added and that makes a pass worth less. */
export type Doubt = Readonly<{
  path: string;
  /** Null: the file as a whole. */
  line: number | null;
  /** As it stands there, without blanks around. */
  text: string;
  kind: DoubtKind;
  /** Who looked at it, and said yes: it is told, and asks nobody any more. */
  looked?: string | undefined;
}>;

export type DoubtKind = (typeof DOUBT_KINDS)[number];

/** A person's yes to a doubt: to this line of this content. */
export type LookedAt = Pick<Doubt, 'path' | 'line' | 'kind'> &
  Readonly<{ blob: string; by: string }>;

export type Change = Readonly<{
  /** Trees of git, both of raw bytes. */
  base: string;
  tree: string;
  /** Every file that differs. */
  files: readonly ChangedFile[];
  /** Of the program, in the order of the files. A recipe names them by their index. */
  places: readonly Place[];
  checks: readonly Check[];
  doubts: readonly Doubt[];
  /** What persons said yes to, of this content or of any other. */
  looked?: readonly LookedAt[];
}>;

export function filesOf(
  { files }: Pick<Change, 'files'>,
  ...meanings: Meaning[]
): readonly ChangedFile[] {
  return files.filter(({ meaning }) => meanings.includes(meaning));
}
