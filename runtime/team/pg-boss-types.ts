// Of pg-boss what is called here: it is not there when Wukong is built.

/** `retryCount` fences: without it a result of a lease that is over would be taken. */
export type Job = Readonly<{ id: string; retryCount: number }>;

type Affected = Readonly<{ affected: number }>;

export type PgBoss = Readonly<{
  on: (event: 'error', heard: (error: Error) => void) => void;
  start: () => Promise<unknown>;
  stop: (how: Readonly<{ graceful: boolean; close: boolean }>) => Promise<void>;
  createQueue: (name: string, options: object) => Promise<void>;
  send: (name: string, data: object, options: object) => Promise<string | null>;
  fetch: (name: string) => Promise<ReadonlyArray<Job & Readonly<{ data: unknown }>>>;
  touch: (name: string, job: Job) => Promise<Affected>;
  complete: (name: string, job: Job, output: object) => Promise<Affected>;
  fail: (name: string, job: Job) => Promise<Affected>;
  cancel: (name: string, id: string) => Promise<Affected>;
  getJobById: (
    name: string,
    id: string,
  ) => Promise<Readonly<{ state: JobState; output: unknown }> | null>;
}>;

export type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';

export type PgBossModule = Readonly<{
  PgBoss: new (options: object) => PgBoss;
  getConstructionPlans: (schema: string) => string;
  getMigrationPlans: (schema: string, version: number) => string;
}>;

/** A value that PostgreSQL gives for a column. */
export type Row = Readonly<Record<string, unknown>>;

export type PgClient = Readonly<{
  connect: () => Promise<unknown>;
  query: (sql: string, values?: readonly unknown[]) => Promise<Readonly<{ rows: Row[] }>>;
  on: ((event: 'notification', heard: (what: { channel: string }) => void) => unknown) &
    ((event: 'error' | 'end', heard: (error?: Error) => void) => unknown);
  end: () => Promise<void>;
}>;

export type PgModule = Readonly<{ Client: new (options: object) => PgClient }>;
