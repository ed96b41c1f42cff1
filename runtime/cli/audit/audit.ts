import {
  type AuditName,
  attempts,
  type BudgetRow,
  budgets,
  type TraceRow,
  trace,
} from '../../entities/audits.ts';
import { csvOf, type Row } from '../../entities/csv.ts';
import type { Entities } from '../../entities/entities.ts';
import { countText, hoursText, usdText, workText } from '../../words/goal.ts';
import { counted, oneLine } from '../../words/plain-text.ts';
import { actionNamed, type Command } from '../frame/command.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, failed, type Outcome } from '../frame/outcome.ts';
import { readEntities } from './read-entities.ts';

type Audit = Readonly<{
  rows: (all: Entities) => readonly Row[];
  columns: readonly string[];
  line: (row: never) => string;
}>;

const AUDITS: Readonly<Record<AuditName, Audit>> = {
  decisions: {
    rows: ({ decisions }) => decisions,
    columns: [
      'id',
      'goal_id',
      'work_item_id',
      'run_id',
      'decision_type',
      'rationale',
      'alternatives',
      'confidence',
      'created_at',
    ],
    line: decisionLine,
  },
  attempts: {
    rows: attempts,
    columns: [
      'work_item_id',
      'run_id',
      'run_number',
      'status',
      'error_signature',
      'next_action',
      'artifact_types',
    ],
    line: attemptLine,
  },
  budget: {
    rows: budgets,
    columns: [
      'goal_id',
      'title',
      'budget_tokens',
      'used_tokens',
      'claimed_tokens',
      'remaining_tokens',
      'budget_usd',
      'used_usd',
      'claimed_usd',
      'budget_hours',
      'used_hours',
      'used_retries',
    ],
    line: budgetLine,
  },
  trace: {
    rows: trace,
    columns: ['goal_id', 'work_item_id', 'run_id', 'kind', 'what', 'status', 'detail'],
    line: traceLine,
  },
};

export const audit: Command = {
  description: 'Show what was decided, tried, used and left, of one goal or of all there ever were',
  args: {
    name: { type: 'positional', required: false, description: Object.keys(AUDITS).join(', ') },
    what: {
      type: 'positional',
      required: false,
      description: 'G-0001, G-0001/N-020, or N-020 where one goal has it; without it all goals',
    },
    csv: { type: 'boolean', description: 'As CSV' },
  },
  examples: [
    ['wukong audit decisions G-0001', 'what was decided, and why'],
    ['wukong audit attempts G-0001/N-020', 'each run, and what followed'],
  ],
  run(args): Outcome {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const [name = 'trace', what] = args.words;
    const picked = actionNamed('audit', AUDITS, name, 'wukong audit decisions G-0001');
    if (!picked.ok) return picked.error;
    const read = readEntities(opened.value.ws, what);
    if (!read.ok) return read.error;
    const { rows, columns, line } = picked.value;
    const found = rows(read.value);
    if (args.flag('csv'))
      return done(csvOf(columns, found).trimEnd(), { audit: name, rows: found });
    const lines = found.map((row) => line(row as never));
    return done(lines.join('\n') || 'Nothing yet.', { audit: name, rows: found });
  },
};

function decisionLine(one: Entities['decisions'][number]): string {
  const { id, work_item_id, goal_id, decision_type, rationale, alternatives, confidence } = one;
  const more = [
    ...(alternatives.length > 0 ? [`instead of ${alternatives.join(', ')}`] : []),
    ...(confidence === null ? [] : [`confidence ${confidence}`]),
  ];
  const end = more.length > 0 ? `  (${oneLine(more.join('; '), 160)})` : '';
  return `${id}  ${work_item_id ?? goal_id}  ${decision_type}  ${oneLine(rationale, 160)}${end}`;
}

/** Of a signature, enough to tell two apart at a glance; all of it is in the JSON. */
const SIGNATURE_CHARS = 'sha256:'.length + 16;

function attemptLine(row: ReturnType<typeof attempts>[number]): string {
  const { work_item_id, run_number, run_id, status, next_action, error_signature } = row;
  const parts = [
    status,
    ...(next_action === null ? [] : [`next ${next_action}`]),
    ...(error_signature === null ? [] : [`error ${error_signature.slice(0, SIGNATURE_CHARS)}`]),
    `left ${row.artifact_types.join(', ') || 'nothing'}`,
  ];
  return `${work_item_id}  #${run_number}  ${run_id}  ${parts.join('; ')}`;
}

function budgetLine(row: BudgetRow): string {
  const { goal_id, title, budget_tokens, remaining_tokens, used_tokens, used_retries } = row;
  const left =
    remaining_tokens === null ? '' : ` (${countText(Math.max(0, remaining_tokens))} left)`;
  const used = [
    `${countText(used_tokens)} tokens${limitText(budget_tokens)}${left}${claimedText(row.claimed_tokens, countText)}`,
    `${row.used_usd === null ? 'unknown cost' : usdText(row.used_usd)}${limitText(row.budget_usd, usdText)}${claimedText(row.claimed_usd, usdText)}`,
    `${workText(row.used_hours)} of work${limitText(row.budget_hours, (hours) => `${hoursText(hours)} h`)}`,
    counted(used_retries, 'retry', 'retries'),
  ];
  return `${goal_id}  ${oneLine(title, 60)}: ${used.join('; ')}`;
}

function claimedText(claimed: number, text: (claimed: number) => string): string {
  return claimed > 0 ? `, ${text(claimed)} of it claimed by executors` : '';
}

function limitText(most: number | null, text: (most: number) => string = countText): string {
  return most === null ? ', no limit' : ` of ${text(most)}`;
}

const DEPTH: Readonly<Record<TraceRow['kind'], (row: TraceRow) => number>> = {
  goal: () => 0,
  work_item: () => 1,
  run: () => 2,
  artifact: () => 3,
  decision: ({ work_item_id, run_id }) => (run_id ? 3 : work_item_id ? 2 : 1),
  escalation: ({ work_item_id }) => (work_item_id ? 2 : 1),
};

function traceLine(row: TraceRow): string {
  const { kind, what, status, detail, work_item_id, goal_id, run_id } = row;
  const id = {
    goal: goal_id,
    work_item: work_item_id,
    run: run_id,
    artifact: kind,
    decision: kind,
    escalation: kind,
  };
  const head = [id[kind], what, status].filter((word) => word !== null).join(' ');
  return `${'  '.repeat(DEPTH[kind](row))}${head}${detail === '' ? '' : `: ${oneLine(detail, 120)}`}`;
}
