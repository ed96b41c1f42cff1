import * as z from 'zod';
import { SWITCH_EVENTS } from '../actors/handover.ts';
import { gateSchema, variableNameSchema } from '../gate-schema.ts';
import { settingsWithoutEffect, writtenSettings } from '../plain-schemas.ts';
import { roleModelsSchema } from '../role-models.ts';
import { KINDS_THAT_WAIT } from '../settings.ts';
import { priceTableSchema } from '../usage/prices.ts';
import { ACCEPTING_ROLES, PROVE_WHEN, ROLES } from '../vocabulary.ts';
import { commandExecutorSchema, headlessExecutorSchema, teamExecutorSchema } from './executor.ts';

const weight = z.number().min(0).max(1);

/** Those that are more than one plain value (model/settings.ts). */
const OTHERS = {
  gates: z
    .array(gateSchema)
    .describe('Checks this repository has. A gate runs only after a person approved it.'),
  owner: z
    .string()
    .min(1)
    .max(200)
    .describe(
      'Who answers for the goals of this clone: the tenant of `wukong state`, owner_id of goals. Default: name@host. Counts only in config.local.yaml.',
    ),
  'next.priority': weight.describe('How much the priority of a goal weighs. Default 0.6.'),
  'next.age': weight.describe('How much its age weighs, full after seven days. Default 0.2.'),
  'next.dependencies': weight.describe(
    'How much it weighs that a node waited for no other; half for one that did. Default 0.2.',
  ),
  models: roleModelsSchema.describe(
    'By role: the model its agents are started with, as the client names it (haiku, sonnet, opus). Default: that of the agent file, else of the session.',
  ),
  approval: z
    .array(z.string().min(1))
    .describe('Shell commands (by their first words) an agent may not run without a person.'),
  approval_kinds: z
    .record(z.string(), z.array(z.string().min(1)).min(1))
    .describe(
      'By kind, as require_approval_for names it: the commands, by their first words, that it means. Added to those that are built in.',
    ),
  product: z
    .array(z.string().min(1).max(120))
    .min(1)
    .max(50)
    .describe(
      'Which files are the program: globs from the top, one with a leading ! takes away. Default: what the manifests say.',
    ),
  prove: z
    .enum(PROVE_WHEN)
    .describe(
      'on_stop: after a turn that changed files, what the session changed is judged in the background, by the gates you approved. Only in config.local.yaml.',
    ),
  gate_env: z
    .array(variableNameSchema)
    .max(200)
    .describe(
      'Variables of your environment that a gate gets if it names them. Counts only in config.local.yaml.',
    ),
  gate_wrapper: z
    .array(z.string().min(1))
    .min(1)
    .max(100)
    .describe(
      'Words put before the command of each gate, for example bwrap or docker run; {tree} and {cwd} are its folders. Counts only in config.local.yaml.',
    ),
  prices: priceTableSchema.describe(
    'What models cost, before the list that comes with Wukong. Counts only in config.local.yaml: lower prices make a budget larger.',
  ),
  'anchors.accept_by': z
    .enum(['person', ...ACCEPTING_ROLES])
    .describe(
      'Who accepts candidates of long-term memory: person; or the report of a nose or a mind as well. Default person. Counts only in config.local.yaml.',
    ),
  executors: z
    .object({ headless: headlessExecutorSchema.optional() })
    .catchall(z.discriminatedUnion('type', [commandExecutorSchema, teamExecutorSchema]))
    .describe(
      'What carries out runs outside of a session, by name: headless is Claude Code itself, all others are programs, or workers of the team. Count only in config.local.yaml; programs run only after `wukong trust`.',
    ),
  team: z
    .strictObject({
      url: z
        .string()
        .regex(/^postgres(?:ql)?:\/\//)
        .describe('Its PostgreSQL, without a password: that is in PGPASSWORD or ~/.pgpass.'),
      name: z
        .string()
        .min(1)
        .max(60)
        .optional()
        .describe('What this clone is called there. Default: the name of its machine.'),
      remote: z
        .string()
        .min(1)
        .optional()
        .describe('The git remote, by address or path, by which trees travel. Default: none do.'),
    })
    .describe(
      'The team this clone is in, as `wukong team init` writes it. Counts only in config.local.yaml.',
    ),
  switching: z
    .array(
      z.strictObject({
        when: z
          .enum(SWITCH_EVENTS)
          .describe(
            'lost_lease: its process is gone, or passed its time. changes_requested: a judge asks for rework. environment_mismatch, other_toolchain: what it says it failed or waits for. repeated_signature: two runs in a row failed with the same error.',
          ),
        roles: z.array(z.enum(ROLES)).min(1).optional().describe('Of which nodes. Default: all.'),
        to: z.string().describe('One of executors; or subagent, human, human:NAME, skill:NAME.'),
      }),
    )
    .max(50)
    .describe(
      'When a node goes to another executor by itself, the first rule that fits. Counts only in config.local.yaml.',
    ),
  [KINDS_THAT_WAIT]: z
    .array(z.string().min(1))
    .describe(
      'Kinds of actions that wait for a person. Which commands a kind means is in approval_kinds. Both files only add.',
    ),
};

type Of<Name extends keyof typeof OTHERS> = { [N in Name]?: z.infer<(typeof OTHERS)[N]> };

/** Plain settings are looked up by where they are written. */
export type ConfigFile = Of<
  | 'gates'
  | 'owner'
  | 'models'
  | 'approval'
  | 'approval_kinds'
  | 'product'
  | 'prove'
  | 'gate_env'
  | 'gate_wrapper'
  | 'prices'
  | 'executors'
  | 'switching'
  | 'team'
> & {
  next?: { priority?: number; age?: number; dependencies?: number };
  anchors?: { accept_by?: z.infer<(typeof OTHERS)['anchors.accept_by']> };
};

/** What people may set in .wukong/config.yaml and config.local.yaml. Everything has a default. */
export const configSchema = nested({
  ...writtenSettings(),
  ...OTHERS,
  ...settingsWithoutEffect(),
}).describe('Wukong configuration.') as unknown as z.ZodType<ConfigFile>;

/** `a.b` becomes `b` in a map `a`. Everything may be left out. */
function nested(settings: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  const groups: Record<string, Record<string, z.ZodType>> = {};
  for (const [at, setting] of Object.entries(settings)) {
    const [first = '', ...rest] = at.split('.');
    if (rest.length > 0) groups[first] = { ...groups[first], [rest.join('.')]: setting };
    shape[first] = (groups[first] ? nested(groups[first]) : setting).optional();
  }
  return z.strictObject(shape);
}
