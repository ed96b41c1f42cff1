// The schemas we publish, as functions that hold a file of people against them. ajv makes each when it is
// first asked for. That was half of what starting a goal took, so in what hooks load, functions made by
// the build stand in this file's place (scripts/validators.ts).

import { Ajv, type ValidateFunction } from 'ajv';
import configJson from '../../schemas/config.schema.json' with { type: 'json' };
import goalsJson from '../../schemas/goals.schema.json' with { type: 'json' };
import taskgraphJson from '../../schemas/taskgraph.schema.json' with { type: 'json' };
import templateJson from '../../schemas/template.schema.json' with { type: 'json' };
import type { ConfigFile } from '../model/documents/config.ts';
import type { GoalFile } from '../model/documents/goal-file.ts';
import type { Template } from '../model/documents/template.ts';
import type { TaskgraphFile } from '../model/taskgraph.ts';

export const SCHEMAS = {
  template: templateJson,
  config: configJson,
  taskgraph: taskgraphJson,
  goals: goalsJson,
};

export type SchemaName = keyof typeof SCHEMAS;

/** One function each, so that a bundle holds only the validators it asks for. */
export const templateValidator = (): ValidateFunction<Template> => validatorOf('template');
export const configValidator = (): ValidateFunction<ConfigFile> => validatorOf('config');
export const taskgraphValidator = (): ValidateFunction<TaskgraphFile> => validatorOf('taskgraph');
export const goalsValidator = (): ValidateFunction<GoalFile> => validatorOf('goals');

const made = new Map<SchemaName, ValidateFunction>();

function validatorOf<T>(name: SchemaName): ValidateFunction<T> {
  const validate = made.get(name) ?? compile(name).validate;
  made.set(name, validate);
  return validate as ValidateFunction<T>;
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
