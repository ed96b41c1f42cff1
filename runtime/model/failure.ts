/** What went wrong with files of ours, as data. Wording lives in words/explain-failure.ts. */
export type Failure =
  | Readonly<{ kind: 'log-locked'; holder: LockHolder }>
  | Readonly<{ kind: 'log-damaged'; file: string; line: number; byte: number; why: string }>
  | Readonly<{ kind: 'log-newer' }>
  | Readonly<{ kind: 'log-missing' }>
  /** A sealed part of the log, below .wukong/. */
  | Readonly<{ kind: 'segment-missing'; file: string }>
  /** The log does not have a record that was asked for: it ends before it, or has another of that number. */
  | Readonly<{ kind: 'log-cut'; event: string; ends: string | null }>
  | Readonly<{ kind: 'record-too-large'; type: string; bytes: number }>
  /** The plan of a goal, below .wukong/; nothing is done with that goal without it. */
  | Readonly<{ kind: 'graph-lost'; goal: string; file: string; lost: 'missing' | 'altered' }>
  | Readonly<{ kind: 'file-system'; code: string; message: string }>
  /** `more`: so many others were found with it. */
  | (Readonly<{ kind: 'in-the-way'; more?: number }> & InTheWay)
  | Readonly<{ kind: 'not-a-repository'; folder: string }>
  /** A bare repository, or the folder around one; where its files are. */
  | Readonly<{ kind: 'no-working-tree'; folder: string; worktrees: readonly string[] }>
  | Readonly<{ kind: 'not-installed'; root: string }>
  | Readonly<{ kind: 'foreign'; root: string }>
  /** The log here mirrors the one of that machine, which alone writes. */
  | Readonly<{ kind: 'not-home'; home: string }>
  | Readonly<{ kind: 'bad-json'; file: string; line: number; column: number; message: string }>
  | Readonly<{ kind: 'bad-file'; problems: readonly Problem[] }>
  | Readonly<{ kind: 'git'; message: string }>
  | Readonly<{ kind: 'unknown-template'; name: string; known: readonly string[] }>
  /** A goal of high risk was asked for, and nobody in the plan judges the node. */
  | Readonly<{ kind: 'risk-unreviewed'; template: string; node: string }>
  /** It needs L3, and the runtime runs no command for it. */
  | Readonly<{ kind: 'risk-ungated'; template: string; node: string }>
  | Readonly<{
      kind: 'unknown-parameter';
      template: string;
      name: string;
      known: readonly string[];
    }>
  /** Parameters of a template that have no value. */
  | Readonly<{
      kind: 'missing-parameters';
      template: string;
      missing: ReadonlyArray<Readonly<{ name: string; description: string }>>;
    }>
  | Readonly<{ kind: 'refused'; message: string; hint: string }>;

export const KINDS = ['link', 'folder', 'file', 'pipe', 'socket', 'device', 'swapped'] as const;
/** What stands where a folder or a file of ours has to be. `swapped`: another folder than a moment before. */
export type Kind = (typeof KINDS)[number];

/** From `.wukong` on, with forward slashes. */
export type InTheWay = Readonly<{ file: string; is: Kind }>;

/** The end of a sentence about it; an error says it where no words are loaded. */
export const IN_THE_WAY: Readonly<Record<Kind, string>> = {
  link: 'is a symbolic link, and could point anywhere',
  folder: 'is a folder, where a file has to be',
  file: 'is a file, where a folder has to be',
  pipe: 'is a pipe, where a file has to be',
  socket: 'is a socket, where a file has to be',
  device: 'is a device, where a file has to be',
  swapped: 'is not the folder that it was a moment ago, so nothing more was written there',
};

/** Who has the lock. `elsewhere`: on another host, so that nobody here can see whether it lives. */
export type LockHolder = Readonly<{ name: string; elsewhere: boolean }>;

/** One thing wrong in a file a person wrote, with its place (1-based). */
export type Problem = Readonly<{
  file: string;
  line: number;
  column: number;
  message: string;
  /** The source line, for the squiggle. */
  source?: string;
  width?: number;
  hint?: string;
}>;

export type Result<T, E = Failure> =
  | Readonly<{ ok: true; value: T }>
  | Readonly<{ ok: false; error: E }>;

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function fail<E>(error: E): Result<never, E> {
  return { ok: false, error };
}

/** Closes a switch: a new member of the union fails to compile here, and throws if it got past that. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
