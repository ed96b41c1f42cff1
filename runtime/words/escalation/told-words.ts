// What became of an answer in a file, as data; and what a language says of it. Which is said is decided in told.ts.

import type { Does } from '../../model/ways.ts';
import type { Misread } from './answer.ts';
import type { Letter } from './way.ts';

export type Told = Readonly<{ id: string }> &
  (
    | Readonly<{ kind: 'taken'; goal: string; node: string | null; says: string }>
    /** It stands in its file, and nobody confirmed it. */
    | Readonly<{ kind: 'proposed'; says: string }>
    /** It is not what the person was shown last, or they were not shown it: they are now. */
    | Readonly<{ kind: 'unseen'; says: string }>
    /** Nobody answered for so many hours. */
    | Readonly<{ kind: 'urgent'; goal: string; node: string | null; hours: number }>
    /** Words or a mark, and nothing says that they are finished. */
    | Readonly<{ kind: 'not-done' }>
    | Readonly<{ kind: 'misread'; misread: Misread }>
    /** The same, of what was typed. */
    | Readonly<{ kind: 'mistyped'; misread: Omit<Misread, 'line'> }>
    /** What was chosen says nothing without words of the person. */
    | Readonly<{ kind: 'no-words'; option: Letter }>
    /** The run that could have written it, or may now. */
    | Readonly<{ kind: 'writer'; run: string; now: boolean }>
    /** It widens what may happen or pass. */
    | Readonly<{
        kind: 'power';
        option: Letter;
        does: Does;
        goal: string;
        node: string | null;
        says: string;
      }>
    /** Words that decide what a mark in a file may not: a rejection, whose a change is. */
    | Readonly<{ kind: 'words-decide'; says: string }>
    | Readonly<{ kind: 'typed'; option: Letter; command: string }>
    /** Another hook or command took an answer to it just before. */
    | Readonly<{ kind: 'over' }>
    /** Its file was saved when it was over. */
    | Readonly<{ kind: 'late' }>
  );

/** What sentences name; empty or 0 where it is nothing of theirs. */
type ToldAt = Readonly<{
  id: string;
  file: string;
  /** What is typed to take it, by who is told. */
  resume: string;
  where: string;
  /** What stands in a file may be anybody’s. */
  says: string;
  hours: number;
  line: number;
  message: string;
  hint: string;
  option: string;
  run: string;
  command: string;
}>;

/** Each a sentence; what a shell is told otherwise has a key of its own. */
export type ToldWords = Readonly<
  Record<
    | Exclude<Told['kind'], 'writer'>
    | 'proposed-in-shell'
    | 'power-in-shell'
    | 'run-may-write'
    | 'run-could-write',
    (at: ToldAt) => string
  >
>;
