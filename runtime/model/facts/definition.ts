import type { z } from 'zod';

/** What a fact is about: it tells which ids stand in its record beside the payload. */
type Subject = 'workspace' | 'session' | 'goal' | 'node' | 'run';

/** The ids a record has by its subject; others may stand beside them. */
export const IDS = {
  workspace: [],
  session: ['session_id'],
  goal: ['goal_id'],
  node: ['goal_id', 'node_id'],
  run: ['goal_id', 'node_id', 'run_id'],
} as const satisfies Readonly<Record<Subject, readonly Id[]>>;

type Id = 'session_id' | 'goal_id' | 'node_id' | 'run_id';
type Required<S extends Subject> = (typeof IDS)[S][number];
type IdsOf<S extends Subject> = { [id in Required<S>]: string } & {
  [id in Exclude<Id, Required<S>>]?: string | undefined;
};

/** One type of fact: what docs/events.md, the published schema and the types are made from. */
export type Definition = Readonly<{
  about: Subject;
  /** What is true from here on, one sentence. */
  means: string;
  /** What made it happen, one sentence. */
  when: string;
  payload: z.ZodObject;
  /** A payload as it stands in a log. */
  example: Readonly<Record<string, unknown>>;
}>;

/** Keeps the exact type of a family of definitions, so that facts are inferred from it. */
export function family<T extends Readonly<Record<string, Definition>>>(definitions: T): T {
  return definitions;
}

/** The union of the facts of a family: type, ids and payload. */
export type FactsOf<T extends Readonly<Record<string, Definition>>> = {
  [K in keyof T & string]: Readonly<
    { type: K } & IdsOf<T[K]['about']> & { payload: z.infer<T[K]['payload']> }
  >;
}[keyof T & string];
