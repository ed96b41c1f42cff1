import * as z from 'zod';
import { variableNameSchema } from '../gate-schema.ts';
import { ARGV_VARIABLES } from '../protocol/vocabulary.ts';
import { ROLES } from '../vocabulary.ts';

const seconds = z.number().int().min(1).max(86_400);

/** A word that machines are called by. */
export const LABEL = /^[a-z][a-z0-9_-]{0,39}$/;

const roles = z
  .array(z.enum(ROLES))
  .min(1)
  .optional()
  .describe('Whose nodes it is given. Without it only those of templates that name it.');

const env = z
  .array(variableNameSchema)
  .max(50)
  .optional()
  .describe('Variables it needs, by name. They must stand in gate_env, too.');

const limits = {
  time_limit_sec: seconds
    .optional()
    .describe('After so long it is ended. Default: the time of its node.'),
  no_output_limit_sec: seconds
    .optional()
    .describe('After so long without output it is ended. Default: no such limit.'),
};

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
    roles,
    input: z
      .enum(['folder', 'stdin'])
      .optional()
      .describe('Where it gets its order: its folder, or on stdin as well. Default folder.'),
    output: z
      .enum(['folder', 'stdout'])
      .optional()
      .describe('Where it gives its result: a file in its folder, or stdout. Default folder.'),
    env,
    ...limits,
  })
  .describe('A program that carries out runs outside of a session.');
export type CommandExecutor = z.infer<typeof commandExecutorSchema>;

/** What the client's permissions may be for it. None of them skips permissions. */
const PERMISSION_MODES = ['default', 'acceptEdits', 'auto', 'dontAsk'] as const;

/** Claude Code without a terminal, as a person sets it up. */
export const headlessExecutorSchema = z
  .strictObject({
    type: z.literal('headless').default('headless').describe('Claude Code without a terminal.'),
    roles,
    permission_mode: z
      .enum(PERMISSION_MODES)
      .optional()
      .describe('What the client does about tools that no rule names. Default acceptEdits.'),
    allowed_tools: z
      .array(z.string().min(1).max(1_000))
      .max(100)
      .optional()
      .describe(
        'Permission rules of the client, such as Bash(npm run lint): what it may do unasked beside the approved commands of gates.',
      ),
    model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Default: that of the role in `models`, else the client’s own.'),
    max_turns: z.number().int().min(1).max(10_000).optional().describe('Default: no such limit.'),
    max_budget_usd: z.number().min(0.01).optional().describe('Of one run. Default: no such limit.'),
    env,
    ...limits,
  })
  .describe('Claude Code, started without a terminal for each run.');
export type HeadlessExecutor = z.infer<typeof headlessExecutorSchema>;

/** A worker of the team, on whichever machine, as the person of the home sets it up. */
export const teamExecutorSchema = z
  .strictObject({
    type: z.literal('team').describe('A worker of the team (`wukong worker`).'),
    roles,
    label: z
      .string()
      .regex(LABEL)
      .optional()
      .describe('What its machine has to be, as its worker says: linux. Default: any.'),
    ...limits,
  })
  .describe('Whichever worker of the team is free and does what its role and label ask for.');
/** What it sees of its environment is for the person of its machine. */
export type TeamExecutor = z.infer<typeof teamExecutorSchema> & Readonly<{ env?: undefined }>;

export type ExecutorSettings = CommandExecutor | HeadlessExecutor | TeamExecutor;

/** What counts where a person set up nothing. */
export const HEADLESS_DEFAULT: HeadlessExecutor = { type: 'headless' };

/** What follows from the type of an executor: one row a type, and one that is missing does not compile. */
type ExecutorRow<Type extends ExecutorSettings['type']> = Readonly<{
  /** The program that a person approves before it is started in this clone; null: none of this clone is started. */
  approves: ((settings: Extract<ExecutorSettings, { type: Type }>) => readonly string[]) | null;
}>;

export const EXECUTOR_ROWS: { readonly [Type in ExecutorSettings['type']]: ExecutorRow<Type> } = {
  command: { approves: ({ command }) => command },
  // The client of the person: its own permissions hold it.
  headless: { approves: null },
  // It is approved where it runs, by the person of that machine.
  team: { approves: null },
};

/** The program that a person has to approve, word for word, before this executor is started; undefined: none. */
export function approvedProgram(settings: ExecutorSettings): readonly string[] | undefined {
  const { approves } = EXECUTOR_ROWS[settings.type] as ExecutorRow<ExecutorSettings['type']>;
  return approves?.(settings as never);
}
