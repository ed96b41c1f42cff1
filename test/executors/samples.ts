import type { WorkOrderFile } from '../../runtime/model/protocol/work-order.ts';

/** A result with all there is to say. */
export const RESULT = {
  schema_version: 1,
  issue_ref: 'org/contracts#123',
  run_id: '2026-02-14-backend-0003',
  status: 'ok',
  changes: { pr: 'https://github.com/org/backend/pull/45' },
  tests: ['go test ./... => pass'],
  summary: 'The handler uses the new contracts.',
  blocked_by: ['org/contracts#124'],
  questions: ['Which version?'],
  artifacts: [{ path: 'logs/test.log', sha256: 'a'.repeat(64) }, { url: 'https://example.com/1' }],
  usage: [{ model: 'm', input_tokens: 10, output_tokens: '20', cost_usd: 0.5 }],
  error_code: 'tests_failed',
};

/** The example of the protocol, as it is written there. */
export const EXAMPLE = `IssueRef: org/contracts#123
RunId: 2026-02-14-backend-0003
Status: ok
PR: https://github.com/org/backend/pull/45
Commit: none
Tests: go test ./... => pass
Evidence: https://github.com/org/backend/actions/runs/123456

Notes:
I updated the handler to use the new contracts. The existing integration test was flaky; I kept it
unchanged and added a deterministic unit test instead.
`;

export const ORDER: WorkOrderFile = {
  schema_version: 1,
  issue_ref: RESULT.issue_ref,
  run_id: RESULT.run_id,
  role: 'body',
  repo_dir: '/repo',
  spec_ref: RESULT.issue_ref,
  spec_snapshot: 'spec_snapshot.md',
  contracts_ref: 'none',
  constraints: ['Paths: lib/**'],
  depends_on: ['N-010'],
  run_number: 3,
  lease_ttl_sec: 600,
  goal: { id: 'G-0001', title: 't', request: 'r', success_criteria: [] },
  node: {
    id: 'N-020',
    title: 'Fix the cause',
    role: 'body',
    instructions: '',
    evidence_level_required: 'L2',
    checks: [],
    allowed_paths: ['lib/**'],
    allowed_tools: ['Read'],
    time_budget_sec: 600,
  },
  inputs: { files: [], anchors: [], upstream: [], history: '' },
  findings: [],
  answers: [],
  folder: 'artifacts/x',
};
