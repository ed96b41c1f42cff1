import * as z from 'zod';
import { ERROR_CODES, PROTOCOL_VERSION, RESULT_STATUSES } from './vocabulary.ts';

const MAX_TEXT = 10_000;
const MAX_ITEMS = 200;

const text = z.string().max(MAX_TEXT);
const word = z.string().trim().min(1).max(500);
const texts = z.array(text.trim().min(1)).max(MAX_ITEMS);

/** proto-json writes 64 bits as text, and both are read. */
const count = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/)])
  .transform(Number)
  .pipe(z.number().int().min(0));

const changesSchema = z.strictObject({
  pr: word.optional().describe('URL of a pull or merge request.'),
  commit: word.optional().describe('Hash or URL of a commit.'),
  patch: word.optional().describe('A patch among what was left in the folder.'),
});

const artifactSchema = z.strictObject({
  path: word.optional().describe('Below the folder, with forward slashes.'),
  url: word.optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('64 hex digits in lower case.'),
  description: text.optional(),
});

const usageSchema = z.strictObject({
  model: word.optional(),
  input_tokens: count.optional(),
  output_tokens: count.optional(),
  cache_read_tokens: count.optional(),
  cache_creation_tokens: count.optional(),
  cost_usd: z.number().min(0).optional(),
});

/** What an executor says came of its run. Every field is a claim; none of them raises a level. */
export const workResultSchema = z
  .strictObject({
    schema_version: z.literal(PROTOCOL_VERSION).default(PROTOCOL_VERSION),
    issue_ref: word.describe('As in the work order: org/repo#12 or local#12.'),
    run_id: word.describe('As in the work order: 2026-02-14-body-0003.'),
    status: z.enum(RESULT_STATUSES).describe('ok, fail or blocked.'),
    changes: changesSchema.describe(
      '{"pr": URL} or {"commit": HASH}; {} where nothing was changed.',
    ),
    tests: texts.min(1).describe('["go test ./... => pass"], or ["n/a"] where none were run.'),
    summary: text.trim().min(1).describe('One sentence.'),
    blocked_by: texts.default([]),
    questions: texts.default([]),
    artifacts: z.array(artifactSchema).max(MAX_ITEMS).default([]),
    usage: z.array(usageSchema).max(MAX_ITEMS).default([]),
    error_code: z.enum(ERROR_CODES).optional(),
  })
  .describe('A work result.');
export type WorkResult = z.infer<typeof workResultSchema>;
