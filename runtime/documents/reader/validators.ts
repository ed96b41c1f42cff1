// The schemas we publish, each with a function that holds a file of people against it. ajv makes it when it is
// first asked for. That was half of what starting a goal took, so in what hooks and commands load, functions made
// by the build stand in this file's place (scripts/validators.ts).

import { Ajv, type ValidateFunction } from 'ajv';
import config from '../../../schemas/config.schema.json' with { type: 'json' };
import goals from '../../../schemas/goals.schema.json' with { type: 'json' };
import growth from '../../../schemas/growth.schema.json' with { type: 'json' };
import taskgraph from '../../../schemas/taskgraph.schema.json' with { type: 'json' };
import template from '../../../schemas/template.schema.json' with { type: 'json' };
import type { ConfigFile } from '../../model/documents/config.ts';
import type { GoalFile } from '../../model/documents/goal-file.ts';
import type { GrowthFile } from '../../model/documents/growth.ts';
import type { Template } from '../../model/documents/template.ts';
import type { TaskgraphFile } from '../../model/taskgraph.ts';

export const SCHEMAS = { template, config, taskgraph, goals, growth };

export type SchemaName = keyof typeof SCHEMAS;

/** `T` is what such a file holds once it was checked, the schema's defaults filled in. */
export type PublishedSchema<T> = Readonly<{ json: object; validator: () => ValidateFunction<T> }>;

/** One constant each, so that a bundle holds only what it asks for. */
export const TEMPLATE_SCHEMA = published<Template>('template');
export const CONFIG_SCHEMA = published<ConfigFile>('config');
export const TASKGRAPH_SCHEMA = published<TaskgraphFile>('taskgraph');
export const GOALS_SCHEMA = published<GoalFile>('goals');
export const GROWTH_SCHEMA = published<GrowthFile>('growth');

function published<T>(name: SchemaName): PublishedSchema<T> {
  let made: ValidateFunction | undefined;
  const validator = (): ValidateFunction<T> => {
    made ??= compile(name).validate;
    return made as ValidateFunction<T>;
  };
  return { json: SCHEMAS[name], validator };
}

/** The one home of the options: for the sources, and for the build, which writes down the code. */
export function compile(name: SchemaName): Readonly<{ ajv: Ajv; validate: ValidateFunction }> {
  const ajv = new Ajv({
    strict: true,
    // A test holds our schemas against theirs.
    validateSchema: false,
    meta: false,
    code: { source: true },
    allErrors: true,
    useDefaults: true,
    // Without `verbose`: where an error is in the schema is looked up (schema-problems.ts).
    discriminator: true,
  });
  return { ajv, validate: ajv.compile(withDiscriminators(structuredClone<object>(SCHEMAS[name]))) };
}

/**
 * Names the tag of each union told apart by `type`. It accepts what the schema accepts, but a wrong
 * field is reported once, for the member the person meant, and defaults inside the union are filled in.
 * Published schemas go without it: to most validators the keyword is unknown.
 */
function withDiscriminators<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  for (const value of Object.values(schema)) withDiscriminators(value);
  if ('oneOf' in schema && Array.isArray(schema.oneOf) && schema.oneOf.every(hasTag)) {
    Object.assign(schema, { type: 'object', discriminator: { propertyName: 'type' } });
  }
  return schema;
}

function hasTag(member: { properties?: { type?: { const?: unknown; enum?: unknown } } }): boolean {
  const tag = member.properties?.type;
  return tag?.const !== undefined || tag?.enum !== undefined;
}
