// What `wukong prove --json` says of a change.

import * as z from 'zod';

const nullable = z.string().nullable();
const callSchema = z.strictObject({ command: z.array(z.string()), cwd: nullable, from: nullable });
const caseShape = {
  file: nullable.describe(
    'Below the top of the repository, where the report of the runner says it.',
  ),
  name: z.string().describe('Groups first, joined by " > ".'),
  nth: z.number().int().describe('Of cases with one name in one file, from 1.'),
};
const treeSchema = z.strictObject({ tree: z.string(), name: z.string() });

export const verdictSchema = z
  .strictObject({
    verdict: z
      .enum(['shown', 'in-doubt', 'not-shown', 'nothing', 'unable'])
      .describe('Of these, shown and nothing end with exit code 0.'),
    why: nullable.describe('Of not-shown, in one word.'),
    level: z.number().int().min(1).max(3).describe('3: failed before, passes now, nothing off.'),
    text: z.string(),
    more: z.array(z.string()),
    doubts: z.array(
      z.strictObject({
        path: z.string(),
        line: z.number().int().nullable(),
        text: z.string(),
        kind: z.string(),
        looked: z.string().optional().describe('Who said yes to it, and is asked no more.'),
      }),
    ),
    next: z.array(z.string()).describe('What can be done about it.'),
    check: z.number().int().nullable().describe('Which of the checks it rests on, from 0.'),
    cases: z
      .array(z.strictObject(caseShape))
      .describe('That failed without the change and pass with it.'),
    left_out: z
      .array(z.strictObject(caseShape))
      .describe('Where only tests differ: that passed before, and are skipped or gone.'),
    limits: z.array(z.string()).describe('Why it counts for less.'),
    base: treeSchema,
    head: treeSchema,
    files: z.array(
      z.strictObject({
        path: z.string(),
        status: z.string(),
        meaning: z.enum(['program', 'judge', 'both', 'prose']),
        because: z.string().describe('What says so.'),
      }),
    ),
    checks: z.array(callSchema),
    not_run: z.array(callSchema).describe('Found, and nobody said that they may run.'),
    rows: z
      .array(
        z.strictObject({
          check: z.number().int(),
          what: z.string().describe('Which tree it ran on.'),
          nth: z.number().int(),
          ended: z.string(),
          exit_code: z.number().int().nullable(),
          why: z.string(),
          cases: z
            .array(
              z.strictObject({
                ...caseShape,
                ended: z.enum(['passed', 'failed', 'skipped']),
                said: nullable.describe(
                  'One line of a failure; what differs each run is taken out.',
                ),
              }),
            )
            .nullable(),
          seconds: z.number(),
          rests_on: z.boolean().describe('Whether the verdict rests on it.'),
          output: z.string().describe('Its last lines.'),
        }),
      )
      .describe('Every run, in order.'),
    seconds: z.number(),
    lines: z
      .strictObject({
        held: z.array(z.string()).describe('Without each of these, as `path:line`, it fails.'),
        not_held: z.array(z.string()).describe('Without each of these it passes.'),
        could_not_run: z.number().int().describe('Without so many it could not run.'),
        not_tried: z.number().int().describe('For so many there was no time.'),
      })
      .optional()
      .describe(
        'Which changed places of the program a test holds: with --lines, of what is shown.',
      ),
  })
  .describe('What a change proves, by the runs it rests on.');
export type VerdictView = z.infer<typeof verdictSchema>;
