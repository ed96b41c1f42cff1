import { expect, test } from 'vitest';
import { withQualityGates } from '../../runtime/documents/settings/quality-gates.ts';
import { DEFAULT_CONFIG } from '../../runtime/kernel/state/empty-state.ts';
import { gatesInOrder, hasFailed } from '../../runtime/model/gate.ts';
import type { NodeSpec } from '../../runtime/model/node.ts';

const command = (name: string) =>
  ({
    type: 'test',
    name,
    command: [name],
    mustPass: true,
    expect_exit: 0,
    timeout_sec: 9,
  }) as const;
const node = {
  id: 'N-010',
  verification_plan: {
    deterministic: [{ type: 'builtin', name: 'summary', mustPass: true }, command('unit')],
    behavioral: [command('walk')],
    llm_review: { aspects: ['security'] },
  },
} as unknown as NodeSpec;

test('without quality gates of ours a plan is as it is written', () => {
  expect(withQualityGates([node], DEFAULT_CONFIG)).toEqual([node]);
});

test('deterministic_required: false lets commands warn and holds reports to their form as before', () => {
  const [made] = withQualityGates([node], { ...DEFAULT_CONFIG, deterministic_required: false });
  const gates = made ? gatesInOrder(made.verification_plan) : [];
  expect(gates.map(({ name, mustPass }) => [name, mustPass])).toEqual([
    ['summary', true],
    ['unit', false],
    ['walk', false],
  ]);
  expect(
    gates.filter(({ mustPass }) => hasFailed({ gate: 'x', outcome: 'fail', mustPass })),
  ).toHaveLength(1);
});

test('llm_review_enabled: false takes the aspects from the audit', () => {
  const [made] = withQualityGates([node], { ...DEFAULT_CONFIG, llm_review_enabled: false });
  expect(made?.verification_plan).not.toHaveProperty('llm_review');
  expect(made?.verification_plan.deterministic).toEqual(node.verification_plan.deterministic);
});
