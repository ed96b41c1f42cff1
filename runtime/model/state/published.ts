// What of a goal has left this machine: the branch, its pull request, comments on its issue. It outlives the goal,
// since most of it happens when that is closed.

import * as z from 'zod';
import { processSchema } from '../actors/process-ref.ts';
import { POST_KINDS, VERDICTS_TOLD } from '../vocabulary.ts';

const commitSchema = z.strictObject({
  node: z.string(),
  steps: z.array(z.string()).describe('Its runs; `back:E-000123` for work a person rolled back.'),
  id: z.string(),
  tree: z.string().describe('As git has it, with what filters make of files.'),
});

export const branchSchema = z.strictObject({
  name: z.string().describe('wukong/G-0001-the-decoder'),
  base: z.string().describe('The commit the goal began on.'),
  onto: z.string().optional().describe('The branch that was checked out then.'),
  tip: z.string(),
  commits: z.array(commitSchema).describe('One of each writing node; the oldest first.'),
  verdict: z.enum(VERDICTS_TOLD).describe('Of what the branch has, judged by itself.'),
  failed: z.array(z.string()).describe('Gates that do not pass with it, by name.'),
  doubts: z
    .array(z.string())
    .optional()
    .describe('What only a person can say of it, where it was judged by itself.'),
  same: z.boolean().describe('It has what its goal was judged on, and nothing else.'),
});
export type Branch = z.infer<typeof branchSchema>;

export const pullSchema = z.strictObject({
  number: z.number().int(),
  url: z.string(),
  node_id: z.string(),
  draft: z.boolean(),
});
export type Pull = z.infer<typeof pullSchema>;

export const postSchema = z.strictObject({
  what: z.enum(POST_KINDS),
  to: z.string().describe('github.com/org/repo'),
  about: z.string().describe('A branch, a run, or the issue.'),
  sha256: z.string().describe('Of what is sent, the first 16 characters.'),
  intended_at: z.string(),
  sender: processSchema,
  stands: z.enum(['intended', 'sent', 'failed', 'unsure']),
  why: z.string().optional().describe('Of what failed, or is not known.'),
  url: z.string().optional(),
});
export type Post = z.infer<typeof postSchema>;

export const publishedSchema = z.strictObject({
  branch: branchSchema.optional().describe('The newest that was made.'),
  pushed: z.string().optional().describe('The commit that is known to have arrived.'),
  pull: pullSchema.optional(),
  posts: z.record(z.string(), postSchema).describe('By what names each: `comment:<run>`, `pull`.'),
});
export type Published = z.infer<typeof publishedSchema>;
