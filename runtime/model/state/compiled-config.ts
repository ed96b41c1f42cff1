// The configuration in force, as the hooks read it.

import * as z from 'zod';
import { SWITCH_EVENTS } from '../actors/handover.ts';
import { productGlobSchema } from '../gate-schema.ts';
import { executorSchema } from '../node.ts';
import { settingsInForce } from '../plain-schemas.ts';
import { roleModelsSchema } from '../role-models.ts';
import { priceTableSchema } from '../usage/prices.ts';
import { ACCEPTING_ROLES, PROVE_WHEN, ROLES } from '../vocabulary.ts';

const settings = settingsInForce();

export const compiledConfigSchema = z.strictObject({
  stamp: z.string().describe('Sizes and mtimes of the files it was compiled from.'),
  problem: z.string().nullable().describe('Why the newest files were rejected.'),
  ...settings,
  approval: z.array(z.string()),
  owner: z.string().optional(),
  next_weights: z
    .strictObject({
      priority: z.number(),
      age: z.number(),
      dependencies: z.number(),
    })
    .optional(),
  models: roleModelsSchema.optional(),
  prove: z.enum(PROVE_WHEN).optional(),
  gate_env: z.array(z.string()).optional(),
  gate_wrapper: z.array(z.string()).optional(),
  product: z.array(productGlobSchema).optional(),
  accept_by: z.enum(ACCEPTING_ROLES).optional(),
  unconfirmed: z
    .array(z.string())
    .optional()
    .describe('Settings of config.local.yaml that widen what may happen, and nobody confirmed.'),
  prices: priceTableSchema.optional(),
  switching: z
    .array(
      z.strictObject({
        when: z.enum(SWITCH_EVENTS),
        roles: z.array(z.enum(ROLES)).optional(),
        to: executorSchema,
      }),
    )
    .optional(),
});
/** As a log has it: older versions had not all settings. */
export const loadedConfigSchema = compiledConfigSchema.extend(z.object(settings).partial().shape);

export type CompiledConfig = z.infer<typeof compiledConfigSchema>;
