// What is asked of an agent, and what not, where no gate can show a fault.

import { describe, expect, test } from 'vitest';
import { noGate } from '../../runtime/engine/checks/advice.ts';
import { grade, wantOfCheck } from '../../runtime/evidence/grade.ts';
import type { CommandGate, GateOutcome } from '../../runtime/model/gate.ts';
import type { NodeSpec } from '../../runtime/model/node.ts';
import { begin, node, plan } from '../kernel/plan.ts';
import { gradeInput, makeCommandGate, report } from './samples.ts';

const unavailable = (gate: string, error: string): GateOutcome => {
  return { gate, outcome: 'unavailable', mustPass: true, error };
};

const planned = (gates: readonly CommandGate[]): Partial<NodeSpec> => {
  return { verification_plan: { deterministic: structuredClone(gates) as Planned } };
};
type Planned = NodeSpec['verification_plan']['deterministic'];

describe('a goal', () => {
  const goalWith = (...gates: CommandGate[]) =>
    begin(plan([node('N-010', 'body', planned(gates))], [])).goal;
  const tests = makeCommandGate({ type: 'test', name: 'unit', command: ['npm', 'test'] });

  test('without a test gate cannot show its fault, whatever else is checked', () => {
    const lint = makeCommandGate({ type: 'lint', name: 'lint' });
    expect(noGate(goalWith(lint), [])).toMatchObject({ met: false, noCheck: true });
    expect(noGate(goalWith(), [])?.why).toBe('the goal has no test gate');
  });

  test('whose test gates all cannot run says why the first one cannot', () => {
    expect(noGate(goalWith(tests), [unavailable('unit', 'it is not approved')])?.why).toBe(
      'the check `npm test` cannot run (it is not approved)',
    );
  });

  test('that has one which ran, or was not looked at, can show it', () => {
    const failed = { gate: 'unit', outcome: 'fail', mustPass: true } as const;
    expect(noGate(goalWith(tests), [failed])).toBeUndefined();
    expect(noGate(goalWith(tests), [])).toBeUndefined();
    const second = { ...tests, name: 'more' };
    const first = unavailable('unit', 'it is not approved');
    expect(noGate(goalWith(tests, second), [first, { ...failed, gate: 'more' }])).toBeUndefined();
  });
});

describe('of what is missing, a check would bring', () => {
  const failed = (gate: string): GateOutcome => ({ gate, outcome: 'fail', mustPass: true });

  test('tests, a gate to name, a change, and a gate that runs', () => {
    const gates = [failed('tests_added'), failed('repro_steps'), unavailable('unit', 'no npm')];
    const { missing } = grade(
      gradeInput({
        report: report('References:\n- src/a.js:1'),
        changedFiles: [],
        required: 'L3',
        gates,
        commandGates: gates.slice(2),
      }),
    );
    expect(missing).toHaveLength(4);
    expect(wantOfCheck(missing, gates)).toEqual(missing);
  });

  test('no place that does not resolve, and no other gate', () => {
    const gates = [failed('risk_assessment')];
    const { missing } = grade(gradeInput({ resolved: [], gates }));
    expect(missing.length).toBeGreaterThan(0);
    expect(wantOfCheck(missing, gates)).toEqual([]);
  });
});
