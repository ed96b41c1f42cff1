// Why a check does not pass in a copy, or says nothing there.

import * as z from 'zod';

/** What keeps a gate from passing in a copy, as its output and what the copy lacks tell. */
export const TRIAL_CAUSES = [
  'not-in-copy',
  'perhaps-not-in-copy',
  'linked',
  'network',
  'terminal',
  'stdin',
  'no-tool',
  'no-module',
  'silent',
  'beside',
  'elsewhere',
] as const;

export const trialCauseSchema = z.strictObject({
  kind: z.enum(TRIAL_CAUSES),
  path: z
    .string()
    .optional()
    .describe(
      'not-in-copy, perhaps-not-in-copy: what git ignores. linked: the folder. no-tool, no-module: its name. elsewhere: the folder of the program.',
    ),
});
export type TrialCause = z.infer<typeof trialCauseSchema>;
