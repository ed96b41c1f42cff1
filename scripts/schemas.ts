// Writes schemas/<name>.schema.json from the zod schemas in runtime/model, and what skills say of the
// model. With --check it writes nothing, names the files that differ and exits 1.

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { anchorSchema } from '../runtime/model/anchor.ts';
import { configSchema } from '../runtime/model/config.ts';
import { edgeSchema } from '../runtime/model/edge.ts';
import { eventSchema } from '../runtime/model/event.ts';
import { nodeSchema } from '../runtime/model/node.ts';
import { stateSchema } from '../runtime/model/state.ts';
import { taskgraphSchema } from '../runtime/model/taskgraph.ts';
import { templateSchema } from '../runtime/model/template.ts';
import { skillDrift, writeSkills } from './skills.ts';

const FOLDER = fileURLToPath(new URL('../schemas/', import.meta.url));

export const PUBLISHED: Readonly<Record<string, z.ZodType>> = {
  taskgraph: taskgraphSchema,
  node: nodeSchema,
  edge: edgeSchema,
  event: eventSchema,
  state: stateSchema,
  template: templateSchema,
  config: configSchema,
  anchor: anchorSchema,
};

/** The text of a published schema. `io: 'input'`, or fields with defaults come out as required. */
export function schemaText(name: string, schema: z.ZodType): string {
  const generated = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-07',
    override: ({ jsonSchema }) => {
      // A `pattern` always stands beside it; strict validators refuse formats they don't bring along.
      if (jsonSchema.pattern !== undefined) delete jsonSchema.format;
    },
  });
  const { $schema, description, ...rest } = generated;
  const head = { $schema, $id: `urn:wukong:schema:${name}`, title: `Wukong ${name}`, description };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
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

const started = process.argv[1];
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    const stale = drift();
    for (const file of stale)
      process.stderr.write(`schemas/${file} is not what runtime/model says\n`);
    const skills = skillDrift();
    for (const file of skills)
      process.stderr.write(`.claude/skills/${file} is not what runtime/model says\n`);
    const wrong = stale.length + skills.length;
    if (wrong > 0) process.stderr.write('Write them anew: npm run schemas\n');
    process.exitCode = wrong > 0 ? 1 : 0;
  } else {
    writeSkills();
    writeSchemas();
  }
}
