// A work order as executors are given it (schemas/executor/v1/executor.proto). In the files of the hooks, so
// without zod.

import type { WorkOrder } from '../../kernel/views/work-order.ts';
import { PROTOCOL_VERSION } from '../../model/protocol/vocabulary.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';
import { quotedAnswers } from '../../words/answered.ts';
import { remarkText } from '../../words/reason.ts';

export function orderFile(order: WorkOrder): WorkOrderFile {
  const { issue_ref, node, goal, inputs, findings, to_accept, resume } = order;
  return {
    schema_version: PROTOCOL_VERSION,
    issue_ref,
    run_id: order.run_id,
    role: order.role,
    repo_dir: order.repo_dir,
    // Of an issue of its own the tracker has the rest.
    ...(issue_ref.startsWith('local#') ? {} : { spec_ref: issue_ref }),
    spec_snapshot: order.spec_snapshot,
    contracts_ref: order.contracts_ref,
    constraints: constraintsOf(order),
    depends_on: order.depends_on,
    run_number: order.run_number,
    lease_ttl_sec: node.time_budget_sec,
    goal,
    node: { ...node, allowed_tools: [...node.allowed_tools], review: node.review?.map(copied) },
    inputs: {
      ...inputs,
      anchors: [...inputs.anchors],
      upstream: [...inputs.upstream],
      criteria: inputs.criteria?.map((one) => one),
    },
    findings: findings.map((one) => ({ kind: one.kind, text: remarkText(one) })),
    answers: quotedAnswers(order),
    to_accept: to_accept?.map((one) => one),
    folder: order.folder,
    ...(resume && { resume }),
  };
}

function copied({ node, aspects }: Readonly<{ node: string; aspects: readonly string[] }>) {
  return { node, aspects: [...aspects] };
}

/** Also constraints.md, a line each. */
export function constraintsOf({ node }: WorkOrder): string[] {
  const { allowed_paths, allowed_commands } = node;
  const paths = allowed_paths.length > 0 ? allowed_paths.join(', ') : 'the whole repository';
  return [
    `Paths: ${paths}`,
    `Tools: ${node.allowed_tools.join(', ')}`,
    ...(allowed_commands ? [`Commands: ${allowed_commands.join(', ')}`] : []),
    `Time: ${node.time_budget_sec} s`,
    `Evidence: ${node.evidence_level_required}`,
    `Checks: ${node.checks.join('; ') || 'none'}`,
  ];
}
