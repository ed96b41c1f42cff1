import * as z from 'zod';
import { ARTIFACT_TYPES } from './words.ts';

/** Null where nothing says it. */
const known = z.number().int().min(0).nullable();

export const artifactSchema = z
  .strictObject({
    id: z.string().describe('The run and the name: 2026-11-21-body-0001/patch.diff.'),
    run_id: z.string(),
    type: z.enum(ARTIFACT_TYPES),
    path: z
      .string()
      .describe(
        'Of `code` in the repository, of `branch` its name, of `pr` its URL, else below .wukong/.',
      ),
    content_hash: z
      .string()
      .nullable()
      .describe('SHA-256. Null of `code` and `branch`, which git has, and of `pr`.'),
    size_bytes: z.number().int().min(0).nullable().describe('Null of `code`, `branch` and `pr`.'),
    created_at: z.string(),
    metadata: z.strictObject({
      tree: z.string().nullable().describe('Of `code`: the git tree in which it is so.'),
      lines_added: known.describe('Of `patch`; binary files are not counted.'),
      lines_deleted: known.describe('Of `patch`.'),
      base: z
        .string()
        .nullable()
        .describe(
          'Of `patch`: the branch its run began on; of `branch` the commit; of `pr` the branch it goes into.',
        ),
      commit: z
        .string()
        .nullable()
        .describe('Of `patch`: the commit its run began on; of `branch` and `pr`: its newest.'),
      passed: known.describe('Of `test_result`: cases, where its gate says so.'),
      failed: known.describe('Of `test_result`.'),
      skipped: known.describe('Of `test_result`.'),
      commits: known.describe('Of `branch` and `pr`.'),
      number: known.describe('Of `pr`.'),
      coverage: z.number().nullable().describe('Null: nothing counts lines.'),
    }),
  })
  .describe('A file that a run left.');
export type Artifact = z.infer<typeof artifactSchema>;
