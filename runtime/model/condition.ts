// What an edge may ask when the node it leaves is done: `predicate:` and an expression over these variables. Plain
// values: the type check, what is handed in and the manual all follow this table.

export const PREDICATE = 'predicate:';
export type Predicate = `${typeof PREDICATE}${string}`;

export type FieldType =
  | 'string'
  | 'int'
  | 'list<string>'
  | 'map<string, string>'
  | 'map<string, int>';
export type Fields = Readonly<{ [name: string]: FieldType | Fields }>;

const LINES = { added: 'int', removed: 'int' } as const;

export const CONDITION_VARIABLES = {
  /** The node that is done. */
  node: { id: 'string', title: 'string', role: 'string', attempts: 'int', reopened: 'int' },
  /** Its run that counts. */
  run: {
    id: 'string',
    number: 'int',
    by: 'string',
    sent_back: 'int',
    summary: 'string',
    patch_files: 'list<string>',
    lines: LINES,
    outside: 'list<string>',
    warnings: 'list<string>',
  },
  /** What its report came to. */
  evidence: {
    level: 'string',
    required: 'string',
    claimed: 'string',
    verdict: 'string',
    findings: 'list<string>',
    questions: 'list<string>',
  },
  gates: {
    passed: 'list<string>',
    failed: 'list<string>',
    unavailable: 'list<string>',
    tests_passed: 'map<string, int>',
    tests_failed: 'map<string, int>',
    tests_skipped: 'map<string, int>',
  },
  /** What all nodes of the goal changed so far. */
  tree: { files: 'list<string>', lines: LINES },
  goal: {
    id: 'string',
    title: 'string',
    request: 'string',
    template: 'string',
    risk: 'string',
    priority: 'int',
    parameters: 'map<string, string>',
    success_criteria: 'list<string>',
  },
} as const satisfies Fields;

export const MOST_CHARACTERS = 1_000;
export const MOST_CONDITIONS = 100;

export function isConditional(condition: string): condition is Predicate {
  return condition.startsWith(PREDICATE);
}

/** Undefined: it has none. */
export function expressionOf(condition: string): string | undefined {
  return isConditional(condition) ? condition.slice(PREDICATE.length).trim() : undefined;
}

/** What is wrong with an expression, and where in it: offsets, and line and column from 1. */
export type ConditionFault = Readonly<{
  message: string;
  hint?: string;
  start: number;
  end: number;
  line: number;
  column: number;
}>;

/** What came of asking: with the values that the expression names, as they are quoted. */
export type Asked = Readonly<{ values: Readonly<Record<string, string>> }> &
  (Readonly<{ outcome: boolean }> | Readonly<{ error: string }>);
