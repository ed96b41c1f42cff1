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

/** The same, told at the end of the task. */
export function howToHandIn(order: Pick<WorkOrderFile, 'issue_ref' | 'run_id'>): string {
  return `
## The result
Save it as work_result.txt beside this file. Status is ok, fail or blocked; Commit its id, or none where nothing
was committed; Tests one line for each check that was run, \`command => pass\`.

\`\`\`text
${resultForm(order)}\`\`\`
`;
}
