import * as z from 'zod';

/** What a rule of the configuration may switch the executor of a node at. */
export const SWITCH_EVENTS = [
  'lost_lease',
  'changes_requested',
  'environment_mismatch',
  'repeated_signature',
  'other_toolchain',
] as const;
export type SwitchEvent = (typeof SWITCH_EVENTS)[number];

/** What the next executor takes over: the first of the three that is there says it best. */
export const handoverSchema = z
  .strictObject({
    pr: z.string().optional().describe('Pull request, as the result of the run named it.'),
    commits: z
      .array(z.string())
      .optional()
      .describe('Since the work of the run began, newest first, at most 20.'),
    patch: z
      .strictObject({ file: z.string(), sha256: z.string().optional() })
      .optional()
      .describe('What it changed, below .wukong/.'),
  })
  .describe('What a run leaves to the one that replaces it.');
export type Handover = z.infer<typeof handoverSchema>;

/** The folder an executor outside of a session works from. */
export const orderCopySchema = z.strictObject({
  dir: z.string().describe('Absolute, outside of the repository.'),
  given: z.record(z.string(), z.string()).describe('SHA-256 of what was put there, by name.'),
});
