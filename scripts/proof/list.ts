// Which public repositories are tried, as a committed list: names, commits and commands, and no code of theirs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

export const LIST = join(import.meta.dirname, 'repositories.json');

export const LANGUAGES = ['javascript', 'python', 'go', 'rust'] as const;
export type Language = (typeof LANGUAGES)[number];

const repositorySchema = z.strictObject({
  /** On the public host, owner first. */
  from: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  /** Where it is not the name of the repository: the same one may stand here twice, with another commit. */
  clone: z.string().optional(),
  /** Its history is walked from here. */
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  language: z.enum(LANGUAGES),
  runner: z.string(),
  check: z.array(z.string()).min(1),
  /** How its packages are installed, once in the clone; none where it needs none. */
  install: z.array(z.string()).nullable(),
  /** Globs of files. What fits both is a test. */
  tests: z.array(z.string()).min(1),
  program: z.array(z.string()).min(1),
  /** Seen while the judge was made better; or set aside, and judged at the end. */
  set: z.enum(['seen', 'aside']),
});
const listSchema = z.strictObject({
  repositories: z.array(repositorySchema).min(1),
});

export type Repository = z.infer<typeof repositorySchema>;

export function readList(path = LIST): readonly Repository[] {
  return listSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).repositories;
}

/** Its folder, and what it is called in every line. */
export function nameOf({ from, clone }: Pick<Repository, 'from' | 'clone'>): string {
  return clone ?? from.slice(from.indexOf('/') + 1);
}
