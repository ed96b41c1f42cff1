// A condition asked of a goal as it stands: a function of the state alone, so whoever asks gets the same.

import { type Asked, CONDITION_VARIABLES, expressionOf, type Fields } from '../model/condition.ts';
import type { Edge } from '../model/edge.ts';
import type { Goal } from '../model/state/goal.ts';
import { asSentence, upperFirst } from '../words/plain-text.ts';
import { parse, type Values } from './cel.ts';
import { conditionFaults, pathsIn, walksIn } from './check.ts';
import { valuesFor } from './values.ts';

const MOST_QUOTED = 12;
const QUOTED_CHARACTERS = 200;
/** Of lists that are walked over, which happens under the lock of the log. */
const MOST_ENTRIES = 2_000;

/** Of an edge whose source is done. What goes wrong is for a person to hear, and never "no". */
export function askCondition(goal: Goal, { from, condition }: Edge): Asked {
  const expression = expressionOf(condition) ?? '';
  const [fault] = conditionFaults(expression);
  if (fault) return { values: {}, error: fault.message };
  const parsed = parse(expression);
  const values = valuesFor(goal, from);
  if ('code' in parsed || !values) return { values: {}, error: `${from} has no result.` };
  const quoted = pathsIn(parsed.top).slice(0, MOST_QUOTED);
  const named = Object.fromEntries(quoted.map((path) => [path, quote(valueAt(values, path))]));
  const long = walksIn(parsed.top) ? longest(values, CONDITION_VARIABLES) : 0;
  if (long > MOST_ENTRIES) {
    const entries = long.toLocaleString('en');
    return { values: named, error: `A list of ${entries} entries is too long to be asked about.` };
  }
  const outcome = parsed.run(values);
  if (typeof outcome === 'boolean') return { values: named, outcome };
  return { values: named, error: asSentence(upperFirst(outcome.summary)) };
}

function valueAt(values: Values, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>>)[name], values);
}

function quote(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS - 1)}…` : text;
}

function longest(values: Values, fields: Fields): number {
  const lengths = Object.entries(fields).map(([name, type]) => {
    const value = values[name] ?? [];
    if (typeof type === 'object') return longest(value as Values, type);
    return typeof value === 'object' ? Object.keys(value).length : 0;
  });
  return Math.max(0, ...lengths);
}
