import * as z from 'zod';

/** `prove.json` of the git directory: what a person answered, when asked which checks may run there. */
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
});

export type ProveAnswer = z.infer<typeof proveAnswersSchema>['checks'][number];
