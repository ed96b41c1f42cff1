import { askCondition } from '../../runtime/conditions/ask.ts';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { type Plan, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { waitingAt } from '../../runtime/kernel/requests/waiting-at.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import type { Edge } from '../../runtime/model/edge.ts';
import type { Timed } from '../../runtime/model/facts/fact.ts';
import type { NodeSpec } from '../../runtime/model/node.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Role } from '../../runtime/model/vocabulary.ts';
import { noticeText } from '../../runtime/words/notice.ts';
import { remarkText } from '../../runtime/words/reason.ts';
import { nextText, waitsText } from '../../runtime/words/waiting.ts';

export const CLIENT = { pid: 4242, started: '1' };
export const alive = () => true;

export function node(id: string, role: Role, more: Partial<NodeSpec> = {}): NodeSpec {
  return {
    id,
    title: `${role} work`,
    role,
    executor: { type: 'subagent', name: role },
    instructions: '',
    inputs: { files: [], context_refs: [], upstream_outputs: [] },
    constraints: {
      allowed_tools: [],
      allowed_paths: [],
      allowed_paths_re: [],
      time_budget_sec: 600,
    },
    quality: { evidence_level_required: 'L1', checklist: [] },
    verification_plan: { deterministic: [] },
    max_retries: 3,
    join: 'all',
    ...more,
  };
}

/** For a node that `npm test` checks. */
export function checkedBy(name: string): Pick<NodeSpec, 'verification_plan'> {
  const gate = { type: 'test' as const, name, command: ['npm', 'test'], mustPass: true };
  return { verification_plan: { deterministic: [{ ...gate, expect_exit: 0, timeout_sec: 60 }] } };
}

export function plan(
  nodes: NodeSpec[],
  edges: ReadonlyArray<readonly [string, string, Edge['condition']?]>,
): Plan {
  return {
    name: 'fix',
    version: 1,
    sha256: 'x',
    proof: 'red_green',
    success_criteria: ['it works'],
    nodes,
    edges: edges.map(([from, to, condition]) => ({
      from,
      to,
      condition: condition ?? 'on_success',
    })),
  };
}

/** ear → eye → body → tongue → nose → mind, as the fix template has it. */
export const FIX = plan(
  [
    node('N-001', 'ear'),
    node('N-010', 'eye'),
    node('N-020', 'body'),
    node('N-030', 'tongue'),
    node('N-040', 'nose'),
    node('N-050', 'mind'),
  ],
  [
    ['N-001', 'N-010'],
    ['N-010', 'N-020'],
    ['N-020', 'N-030'],
    ['N-030', 'N-040'],
    ['N-040', 'N-050'],
  ],
);

/** tongue → body → two noses side by side → mind. */
export const TWO_JUDGES = plan(
  [
    node('N-005', 'tongue'),
    node('N-010', 'body'),
    node('N-020', 'nose'),
    node('N-030', 'nose'),
    node('N-040', 'mind'),
  ],
  [
    ['N-005', 'N-010'],
    ['N-010', 'N-020'],
    ['N-010', 'N-030'],
    ['N-020', 'N-040'],
    ['N-030', 'N-040'],
  ],
);

/** eye + ear → body → tongue beside nose → mind, as the feature template ends. */
export const BESIDE = plan(
  [
    node('N-001', 'ear'),
    node('N-005', 'eye'),
    node('N-010', 'body'),
    node('N-020', 'tongue'),
    node('N-030', 'nose'),
    node('N-040', 'mind'),
  ],
  [
    ['N-001', 'N-010'],
    ['N-005', 'N-010'],
    ['N-010', 'N-020'],
    ['N-010', 'N-030'],
    ['N-020', 'N-040'],
    ['N-030', 'N-040'],
  ],
);

/** eye → mind → body → nose → mind, where the first mind may plan the body in parts. */
export const GROWING = plan(
  [
    node('N-001', 'eye'),
    node('N-010', 'mind', { may_grow: 'N-020' }),
    node('N-020', 'body'),
    node('N-030', 'nose'),
    node('N-040', 'mind'),
  ],
  [
    ['N-001', 'N-010'],
    ['N-010', 'N-020'],
    ['N-020', 'N-030'],
    ['N-030', 'N-040'],
  ],
);

/** A step that goes on for a whole test: facts are true as soon as they are emitted. */
export function begin(from: Plan = FIX, text = 'the decoder crashes'): { step: Step; goal: Goal } {
  const step = openStep(emptyState(), '2026-11-21T10:00:00.000Z', askCondition);
  const owner = ofSession('s1', CLIENT, '/t/s1.jsonl');
  return { step, goal: startGoal(step, owner, text, from) };
}

export function judged(more: Partial<Judged> = {}): Judged {
  return {
    status: 'done',
    summary: 'did it',
    questions: [],
    decisions: [],
    verdict: null,
    reopen: null,
    findings: [],
    claimed: 'L1',
    overclaimed: false,
    level: 'L1',
    passes: true,
    reasons: [],
    missing: [],
    gates: [],
    changed: ['src/a.js'],
    tree: null,
    proven: {},
    outputTokens: 10,
    dir: 'artifacts/x',
    artifacts: [],
    ...more,
  };
}

export function typesOf(drafts: readonly Timed[]): string[] {
  return drafts.map((draft) => draft.type);
}

const WORDS = 'x'.repeat(1500);

/** The fix plan side by side: sixty nodes, and far more than a record may hold. */
export function largePlan(copies = 10): Plan {
  const moved = (id: string, copy: number): string => `N-${copy * 100 + Number(id.slice(2))}`;
  const all = Array.from({ length: copies }, (_, i) => i + 1);
  return {
    ...FIX,
    nodes: all.flatMap((copy) =>
      FIX.nodes.map((spec) => ({ ...spec, id: moved(spec.id, copy), instructions: WORDS })),
    ),
    edges: all.flatMap((copy) =>
      FIX.edges.map((edge) => ({
        ...edge,
        from: moved(edge.from, copy),
        to: moved(edge.to, copy),
      })),
    ),
  };
}

/** What a record has beside its fact, for tests that read facts as they would stand in a log. */
export const IN_A_LOG = {
  event_id: 'E-000001',
  timestamp: '2026-11-22T10:00:00.000Z',
  v: 1,
  left: 0,
  prev: '00000000',
  crc: '00000000',
} as const;

/** What the user of the session has to be told, as they are told it. */
export function noticesOf(step: Step, session = 's1'): string[] {
  return (step.state.sessions[session]?.notices ?? []).map((notice) => noticeText(notice));
}

/** What a node's next work order says of earlier attempts. */
export function findingsOf(goal: Goal, id: string): string[] {
  return nodeState(goal, id).findings.map(remarkText);
}

/** Why a node waits for a person, as they are told it. */
export function reasonOf(goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  return waiting ? waitsText(waiting) : '';
}

/** What they can do about it. */
export function wayOut(goal: Goal, id: string, from: 'session' | 'shell' = 'session'): string {
  const waiting = waitingAt(goal, id);
  return waiting ? nextText(waiting, from) : '';
}

export function statuses(goal: Goal): string[] {
  return goal.specs.map(({ id }) => nodeState(goal, id).status);
}

export function later(step: Step, minutes: number): Step {
  return openStep(step.state, new Date(Date.parse(step.now) + minutes * 60_000).toISOString());
}
