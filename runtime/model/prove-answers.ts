import * as z from 'zod';
import { keptLookSchema } from './looked.ts';

/** `prove.json` of the git directory: what a person answered, when asked which checks may run there, and what is right. */
export const proveAnswersSchema = z.object({
  version: z.literal(1),
  checks: z.array(
    z.object({
      command: z.array(z.string()).readonly(),
      cwd: z.string().optional(),
      shell: z.boolean().optional(),
      may: z.boolean(),
      /** Of scripts that the change had edited, a hash: the answer is for these alone. */
      scripts: z.string().optional(),
    }),
  ),
  /** What a person said yes to though it was in doubt. */
  looked: z.array(keptLookSchema).optional(),
});

export type ProveAnswers = z.infer<typeof proveAnswersSchema>;
export type ProveAnswer = z.infer<typeof proveAnswersSchema>['checks'][number];
