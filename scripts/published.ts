// The schemas of runtime/model as they are published: schemas/<name>.schema.json.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { anchorSchema } from '../runtime/model/documents/anchor.ts';
import { configSchema } from '../runtime/model/documents/config.ts';
import { goalFileSchema } from '../runtime/model/documents/goal-file.ts';
import { growthSchema } from '../runtime/model/documents/growth.ts';
import { templateFileSchema } from '../runtime/model/documents/template.ts';
import { edgeSchema } from '../runtime/model/edge.ts';
import { type Definition, IDS } from '../runtime/model/facts/definition.ts';
import { DEFINITIONS, recordSchema } from '../runtime/model/facts/record.ts';
import { nodeSchema } from '../runtime/model/node.ts';
import { goalSchema } from '../runtime/model/state/goal.ts';
import { stateSchema } from '../runtime/model/state/state.ts';
import { taskgraphSchema } from '../runtime/model/taskgraph.ts';
import { contextPackSchema } from '../runtime/model/views/context-pack.ts';
import { artifactSchema } from '../runtime/model/views/entities/artifact.ts';
import { decisionSchema } from '../runtime/model/views/entities/decision.ts';
import { goalEntitySchema } from '../runtime/model/views/entities/goal.ts';
import { runEntitySchema } from '../runtime/model/views/entities/run.ts';
import { workItemSchema } from '../runtime/model/views/entities/work-item.ts';
import { escalationSchema } from '../runtime/model/views/escalation.ts';
import { verdictSchema } from '../runtime/model/views/verdict.ts';
import { workflowStateSchema } from '../runtime/model/views/workflow-state.ts';
import { FORMAT_VERSION } from '../runtime/model/vocabulary.ts';

const FOLDER = fileURLToPath(new URL('../schemas/', import.meta.url));

export const PUBLISHED: Readonly<Record<string, z.ZodType>> = {
  taskgraph: taskgraphSchema,
  node: nodeSchema,
  edge: edgeSchema,
  event: recordSchema,
  state: stateSchema,
  goal: goalSchema,
  template: templateFileSchema,
  growth: growthSchema,
  config: configSchema,
  goals: goalFileSchema,
  anchor: anchorSchema,
  workflow: workflowStateSchema,
  'context-pack': contextPackSchema,
  'entity-escalation': escalationSchema,
  verdict: verdictSchema,
  'entity-goal': goalEntitySchema,
  'entity-work-item': workItemSchema,
  'entity-run': runEntitySchema,
  'entity-artifact': artifactSchema,
  'entity-decision': decisionSchema,
};

/** The text of a published schema. `io: 'input'`, or fields with defaults come out as required. */
export function schemaText(name: string, schema: z.ZodType): string {
  const generated = jsonOf(schema);
  const { $schema, description, ...rest } = generated;
  if (name === 'event') Object.assign(rest, payloadRules());
  const head = { $schema, $id: `urn:wukong:schema:${name}`, title: `Wukong ${name}`, description };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}

/** Of each type, as this version writes it: its payload, and the ids that stand beside it. */
function payloadRules() {
  const definitions: Record<string, unknown> = {};
  const alike = new Map<Definition['payload'], string[]>();
  for (const [type, { payload }] of DEFINITIONS) {
    alike.set(payload, [...(alike.get(payload) ?? []), type]);
  }
  const allOf = [...alike].map(([payload, types]) => {
    const about = DEFINITIONS.get(types[0] ?? '')?.about ?? 'workspace';
    const ids = Object.fromEntries(IDS[about].map((id) => [id, { type: 'string' }]));
    const { $schema: _, definitions: named, ...says } = jsonOf(payload);
    Object.assign(definitions, named);
    return {
      if: { properties: { type: { enum: types }, v: { const: FORMAT_VERSION } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: { properties: { ...ids, payload: says }, required: Object.keys(ids) },
    };
  });
  return { allOf, definitions };
}

/** Names of the published files that are not what the model says. */
export function drift(folder: string = FOLDER): string[] {
  return Object.entries(PUBLISHED)
    .filter(([name, schema]) => readText(join(folder, fileOf(name))) !== schemaText(name, schema))
    .map(([name]) => fileOf(name));
}

export function writeSchemas(folder: string = FOLDER): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(PUBLISHED)) {
    writeFileSync(join(folder, fileOf(name)), schemaText(name, schema));
  }
}

function jsonOf(schema: z.ZodType) {
  return z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-07',
    override: ({ jsonSchema }) => {
      // A `pattern` always stands beside it; strict validators refuse formats they don't bring along.
      if (jsonSchema.pattern !== undefined) delete jsonSchema.format;
      // The name a shared part has here is its key in `definitions`.
      delete jsonSchema.id;
    },
  });
}

function fileOf(name: string): string {
  return `${name}.schema.json`;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
