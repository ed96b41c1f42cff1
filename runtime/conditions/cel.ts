// The one file that knows the language of conditions, CEL. What an expression may use is a closed list; no clock is
// in it, nothing that searches by patterns, and nothing whose cost grows faster than the lists it walks.

import { type ASTNode, Environment, type EvaluationError } from '@marcbachmann/cel-js';
import { CONDITION_VARIABLES, type Fields, type FieldType } from '../model/condition.ts';

export type Part = ASTNode;

export type Values = Readonly<{ [name: string]: Value }>;
export type Value =
  | string
  | number
  | readonly string[]
  | Readonly<Record<string, string | number>>
  | Values;

type Place = Readonly<{ start: number; end: number }>;
type Refusal = Readonly<{ code: string; summary: string }> & Place;

export const LIMITS = { parts: 200, depth: 16, elements: 20 } as const;

const LANGUAGE = declared(
  new Environment({
    unlistedVariablesAreDyn: false,
    limits: {
      maxAstNodes: LIMITS.parts,
      maxDepth: LIMITS.depth,
      maxListElements: LIMITS.elements,
      maxMapEntries: 0,
      maxCallArguments: 4,
    },
  }),
);

function declared(language: Environment): Environment {
  for (const [name, schema] of Object.entries(CONDITION_VARIABLES)) {
    language.registerVariable(name, { schema: structuredClone(schema) });
  }
  return language;
}

export type Parsed = Readonly<{
  top: Part;
  /** Of the whole expression; or why it has none. */
  type: () => string | Refusal;
  run: (values: Values) => boolean | Refusal;
}>;

export function parse(expression: string): Parsed | Refusal {
  const parsed = refused(() => LANGUAGE.parse(expression));
  if ('code' in parsed) return parsed;
  return {
    top: parsed.ast,
    type() {
      const { type = 'dyn', error } = parsed.check();
      return error === undefined ? type : refusal(error);
    },
    run(values) {
      const came = refused(() => ({ of: parsed(typed(values, CONDITION_VARIABLES)) as unknown }));
      if ('code' in came) return came;
      return typeof came.of === 'boolean' ? came.of : { code: 'no_bool', ...NOWHERE };
    },
  };
}

const NOWHERE = { summary: 'It is neither true nor false', start: 0, end: 1 } as const;

function refused<T extends object>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    return refusal(error);
  }
}

/** Whatever the library throws: a condition that cannot be asked is a question to a person, and ends no step. */
function refusal(error: unknown): Refusal {
  const { code, summary, message, range } = error as Partial<EvaluationError>;
  const { start = 0, end = start + 1 } = range ?? {};
  return { code: code ?? 'broken', summary: summary ?? message ?? String(error), start, end };
}

/** Whole numbers of the language are bigints. */
function typed(values: Values, fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, type]) => {
      const value = values[name];
      if (typeof type === 'object') return [name, typed((value ?? {}) as Values, type)];
      return [name, ofType(value, type)];
    }),
  );
}

function ofType(value: Value | undefined, type: FieldType): unknown {
  if (type === 'int') return BigInt(value as number);
  if (!type.startsWith('map')) return value;
  const entries = Object.entries(value as Readonly<Record<string, string | number>>);
  const isText = type === 'map<string, string>';
  return new Map(entries.map(([name, one]) => [name, isText ? one : BigInt(one)]));
}
