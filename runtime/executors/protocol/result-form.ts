import { BUILT_IN_GATES } from '../../model/gate.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';

/** What whoever carries out an order has to hand in, with what is known of it filled in: valid as it stands. */
export function resultForm({
  issue_ref,
  run_id,
}: Pick<WorkOrderFile, 'issue_ref' | 'run_id'>): string {
  return `IssueRef: ${issue_ref}
RunId: ${run_id}
Status: ok
Commit: none
Tests: n/a

What was done, in one sentence.
`;
}

/** What the form of a report depends on. */
type Asked = Readonly<{
  node: Pick<WorkOrderFile['node'], 'checks' | 'evidence_level_required'>;
  inputs: Pick<WorkOrderFile['inputs'], 'criteria'>;
}>;

const PLACE = 'src/file.js:12 "words of that line"';

/**
 * A report with all that the checks of this step look for in one, and nothing else: with places that are there
 * it passes those of them that read it. None of them: what it cites is asked for all the same (L1).
 */
export function reportForm({ node, inputs }: Asked): string {
  const { checks, evidence_level_required: level } = node;
  const asks = (name: string): boolean => checks.includes(name);
  const criteria = (inputs.criteria ?? []).map(
    ({ number }) => `Criterion ${number}: met, ${PLACE}`,
  );
  const isRun = asks('repro_steps') || level === 'L2' || level === 'L3';
  const repro = '- Repro:\n  - command: `npm test`\n  - result: pass\n';
  return [
    ...(asks('verdict') ? ['Verdict: accept\n'] : []),
    '## Summary\nWhat came of it, in one sentence.\n',
    '## Steps',
    '1. What was done, step by step.',
    ...(asks('criteria')
      ? ['Criterion: what must hold, with the input and what has to come out']
      : []),
    ...criteria,
    ...(asks('plan_b') ? PLAN_B : []),
    '',
    '## Evidence',
    `${isRun ? repro : ''}- References:\n  - ${PLACE}\n`,
    ...(asks('risk_assessment')
      ? ['## Risks\n- What could break, and where that would show.\n']
      : []),
  ].join('\n');
}

const PLAN_B = [
  'Root cause: what really keeps this step from passing',
  ...['A', 'B', 'C'].map(
    (name) =>
      `Option ${name}: another way\nPros: what speaks for it\nCons: what speaks against it\nEffort: S`,
  ),
];

/** The same, told at the end of the task. */
export function howToHandIn(order: Pick<WorkOrderFile, 'issue_ref' | 'run_id'> & Asked): string {
  const { checks } = order.node;
  const read = checks.filter(readsReport);
  return `
## The result
Save it as work_result.txt beside this file. Status is ok, fail or blocked; Commit its id, or none where nothing
was committed; Tests one line for each check that was run, \`command => pass\`.

\`\`\`text
${resultForm(order)}\`\`\`

## The report
${read.length > 0 ? `The checks of this step read a report: ${read.join(', ')}. Save it` : 'Where you have more to say, save it'} as report.md beside
this file, in this form, with what is true of your run in place of these words. A reference is \`path:line "words"\`,
with words that stand on that line; one that does not match spoils the report.

\`\`\`text
${reportForm(order)}\`\`\`
`;
}

/** Of the built-in checks, those that look at the changes and at no words about them. */
const OF_CHANGES: readonly string[] = ['tests_added', 'tests_before'];

function readsReport(check: string): boolean {
  return BUILT_IN_GATES.some((name) => name === check) && !OF_CHANGES.includes(check);
}
