// What is shipped are validators the build made; what most tests run are those of the sources.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { build } from 'esbuild';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  CONFIG_SCHEMA,
  GOALS_SCHEMA,
  GROWTH_SCHEMA,
  type PublishedSchema,
  type SchemaName,
  TASKGRAPH_SCHEMA,
  TEMPLATE_SCHEMA,
} from '../../runtime/documents/reader/validators.ts';
import { projectTaskgraph } from '../../runtime/kernel/views/taskgraph.ts';
import { PROJECT } from '../../scripts/example.ts';
import { validators } from '../../scripts/validators.ts';
import { begin, node, plan } from '../kernel/plan.ts';
import { CONFIG, change, FIX, mutate } from './documents.ts';

const KINDS: readonly SchemaName[] = ['template', 'config', 'taskgraph', 'goals', 'growth'];
const TEMPLATES = join(PROJECT, 'templates');

type Validators = Readonly<Record<SchemaName, ValidateFunction<unknown>>>;

const fromSources: Validators = {
  template: TEMPLATE_SCHEMA.validator(),
  config: CONFIG_SCHEMA.validator(),
  taskgraph: TASKGRAPH_SCHEMA.validator(),
  goals: GOALS_SCHEMA.validator(),
  growth: GROWTH_SCHEMA.validator(),
};
const built = await builtValidators();

async function builtValidators(): Promise<Validators> {
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT, 'runtime', 'documents', 'reader', 'validators.ts')],
    plugins: [validators],
    bundle: true,
    platform: 'node',
    write: false,
  });
  const module = { exports: {} as Record<string, PublishedSchema<unknown>> };
  compileFunction(outputFiles[0]?.text ?? '', ['module'])(module);
  const made = KINDS.map((kind) => [
    kind,
    module.exports[`${kind.toUpperCase()}_SCHEMA`]?.validator(),
  ]);
  return Object.fromEntries(made);
}

type Judged = Readonly<{ valid: boolean; errors: readonly ErrorObject[]; filled: unknown }>;

/** What both find, which is the same. */
function agreed(kind: SchemaName, document: unknown): Judged {
  const expected = judge(fromSources[kind], document);
  expect(judge(built[kind], document)).toEqual(expected);
  return expected;
}

function judge(validate: ValidateFunction<unknown>, document: unknown): Judged {
  const filled = structuredClone(document);
  const valid = validate(filled);
  return { valid, errors: validate.errors ?? [], filled };
}

test.each(readdirSync(TEMPLATES))('%s is right for both, with the same defaults', (name) => {
  const template = parse(readFileSync(join(TEMPLATES, name), 'utf8'));
  const { valid, filled } = agreed('template', template);
  expect(valid).toBe(true);
  expect(filled).not.toEqual(template);
});

test.each(KINDS)('%s: both find the same faults in the files that our tests hold', (kind) => {
  const faults = documentsInTests().flatMap((document) => agreed(kind, document).errors);
  // Were the files not found, nothing would be compared.
  expect(faults.length).toBeGreaterThan(100);
});

/** Each text in a test beside this one that reads as a map or list, whatever is said of it there. */
function documentsInTests(): unknown[] {
  const head = 'name: mine\nversion: 1\ndescription: d\nsuccess_criteria: [c]\nnodes:\n';
  const texts = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .flatMap((source) => [...source.matchAll(/`([^`]*)`|'((?:[^'\\\n]|\\.)*)'/g)])
    .map(([, lines, line = '']) => lines ?? line.replaceAll('\\n', '\n'));
  return texts.flatMap((text) => {
    try {
      const document: unknown = parse(text.replace(/\$\{HEAD\}/, head), { logLevel: 'error' });
      return typeof document === 'object' && document !== null ? [document] : [];
    } catch {
      return [];
    }
  });
}

const RIGHT: Readonly<Record<SchemaName, unknown>> = {
  template: FIX,
  config: CONFIG,
  taskgraph: taskgraph(),
  goals: [{ title: 'it crashes', priority: 80, budget: { max_tokens: 5 }, criteria: ['c'] }],
  growth: { nodes: [{ id: 'parser', title: 'The parser', instructions: 'Build it.' }] },
};

function taskgraph(): unknown {
  const command = ['npm', 'test'];
  const gate = { name: 'unit', command, mustPass: true, expect_exit: 0, timeout_sec: 60 };
  const deterministic = [{ type: 'test' as const, ...gate }];
  const body = node('N-010', 'body', { verification_plan: { deterministic } });
  const { step } = begin(plan([node('N-001', 'ear'), body], [['N-001', 'N-010']]));
  return structuredClone(projectTaskgraph(step.state, undefined));
}

test.each(KINDS)('%s: whatever is changed, both find the same', (kind) => {
  expect(agreed(kind, RIGHT[kind])).toMatchObject({ valid: true });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      agreed(kind, changes.reduce(mutate, RIGHT[kind]));
    }),
    { numRuns: 500 },
  );
});
