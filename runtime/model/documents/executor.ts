import * as z from 'zod';
import { variableNameSchema } from '../gate-schema.ts';
import { ARGV_VARIABLES } from '../protocol/vocabulary.ts';
import { ROLES } from '../vocabulary.ts';

const seconds = z.number().int().min(1).max(86_400);

/** A program that carries out runs, as a person sets it up. */
export const commandExecutorSchema = z
  .strictObject({
    type: z.literal('command').describe('Any program.'),
    command: z
      .array(z.string().min(1))
      .min(1)
      .max(100)
      .describe(
        `Program and arguments, one list item each; no shell reads them. In them ${ARGV_VARIABLES.map((name) => `{${name}}`).join(', ')} stand for what they are in each run.`,
      ),
    roles: z
      .array(z.enum(ROLES))
      .min(1)
      .optional()
      .describe('Whose nodes it is given. Without it only those of templates that name it.'),
    input: z
      .enum(['folder', 'stdin'])
      .optional()
      .describe('Where it gets its order: its folder, or on stdin as well. Default folder.'),
    output: z
      .enum(['folder', 'stdout'])
      .optional()
      .describe('Where it gives its result: a file in its folder, or stdout. Default folder.'),
    env: z
      .array(variableNameSchema)
      .max(50)
      .optional()
      .describe('Variables it needs, by name. They must stand in gate_env, too.'),
    time_limit_sec: seconds
      .optional()
      .describe('After so long it is ended. Default: the time of its node.'),
    no_output_limit_sec: seconds
      .optional()
      .describe('After so long without output it is ended. Default: no such limit.'),
  })
  .describe('A program that carries out runs outside of a session.');
export type CommandExecutor = z.infer<typeof commandExecutorSchema>;
