import { z } from 'zod';
import { BUILT_IN_GATES, COMMAND_GATE_TYPES } from './gate.ts';

const mustPass = z
  .boolean()
  .default(true)
  .describe('Whether a failure keeps the node from being done. A gate that cannot run is no pass.');

const commandGateSchema = z
  .strictObject({
    type: z.enum(COMMAND_GATE_TYPES).describe('What the command is for; all types run alike.'),
    name: z.string().min(1).max(80).describe('Name shown in reports, for example "unit tests".'),
    command: z
      .array(z.string().min(1))
      .min(1)
      .describe('Program and arguments, one list item each; no shell reads it.'),
    cwd: z
      .string()
      .optional()
      .describe('Folder to run in, relative to the repository; its top if left out.'),
    mustPass,
    expect_exit: z
      .number()
      .int()
      .min(0)
      .max(255)
      .default(0)
      .describe('Exit code that counts as passed. 126 and 127 always mean "could not run".'),
    timeout_sec: z
      .number()
      .int()
      .min(1)
      .max(3600)
      .default(300)
      .describe('Seconds after which the command and its children are stopped.'),
    shell: z.literal(false).optional().describe('Always false: commands run without a shell.'),
  })
  .describe('A command the runtime runs itself, once a person approved it or an agent ran it.');

const builtInGateSchema = z
  .strictObject({
    type: z.literal('builtin').describe('A check the runtime has built in.'),
    name: z.enum(BUILT_IN_GATES).describe('Which check.'),
    mustPass,
  })
  .describe('A fixed rule over the report and the changed files.');

/** One entry of `verification_plan.deterministic`. */
export const gateSchema = z
  .discriminatedUnion('type', [commandGateSchema, builtInGateSchema])
  .describe('A check that must pass.');
