// What a plan-B report found: a root cause, and what else could be done.

import { EFFORTS } from '../../model/vocabulary.ts';
import { keyValue } from './report-lines.ts';

type Option = Readonly<{
  /** `A`. */
  name: string;
  description: string;
  pros: string;
  cons: string;
  /** Null if the report does not say. */
  effort: 'S' | 'M' | 'L' | null;
}>;

type PlanBFound = Readonly<{ root_cause: string; options: readonly Option[] }>;

const MOST_OPTIONS = 9;

/** From the steps of a report; a line without a key goes on with the one before. */
export function readPlanB(steps: string): PlanBFound {
  let root_cause = '';
  const options: { -readonly [K in keyof Option]: Option[K] }[] = [];
  let goOn: (text: string) => void = () => undefined;
  for (const line of steps.split('\n')) {
    const pair = keyValue(line);
    const name = /^option([a-z]|\d)$/.exec(pair?.key ?? '')?.[1];
    const last = options.at(-1);
    if (pair?.key === 'rootcause') {
      root_cause = pair.value;
      goOn = (text) => {
        root_cause += ` ${text}`;
      };
    } else if (pair && name !== undefined && options.length < MOST_OPTIONS) {
      const made = {
        name: name.toUpperCase(),
        description: pair.value,
        pros: '',
        cons: '',
        effort: null,
      };
      options.push(made);
      goOn = (text) => {
        made.description += ` ${text}`;
      };
    } else if (pair && last && (pair.key === 'pros' || pair.key === 'cons')) {
      const { key, value } = pair;
      last[key] = value;
      goOn = (text) => {
        last[key] += ` ${text}`;
      };
    } else if (pair?.key === 'effort' && last) {
      const named = pair.value.toUpperCase();
      last.effort = EFFORTS.find((one) => new RegExp(`^${one}\\b`).test(named)) ?? null;
    } else if (line.trim() !== '') goOn(line.trim());
  }
  return { root_cause, options };
}

const WANTED = 3;

/** What the report lacks to be of use; undefined if nothing. */
export function planBProblem(steps: string): string | undefined {
  const { root_cause, options } = readPlanB(steps);
  if (root_cause.trim() === '') return 'no line "Root cause: …" under Steps says why it fails';
  if (options.length < WANTED) {
    return `${options.length} of ${WANTED} options stand under Steps, each as a line "Option A: …"`;
  }
  const bare = options.find(
    ({ pros, cons, effort }) => pros === '' || cons === '' || effort === null,
  );
  return bare && `option ${bare.name} needs lines "Pros: …", "Cons: …" and "Effort: S, M or L"`;
}
