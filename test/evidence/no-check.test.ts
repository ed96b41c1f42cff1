// What is asked of an agent, and what not, where no gate can show a fault.

import { describe, expect, test } from 'vitest';
import { noGate } from '../../runtime/engine/checks/advice.ts';
import { grade, wantOfCheck } from '../../runtime/evidence/grade.ts';
import type { CommandGate, GateOutcome } from '../../runtime/model/gate.ts';
import type { NodeSpec } from '../../runtime/model/node.ts';
import { begin, node, plan } from '../kernel/plan.ts';
import { bash, edit, gradeInput, makeCommandGate, report } from './samples.ts';

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

  test('tests, a command to cite, a change, and a gate that runs', () => {
    const gates = [failed('tests_added'), failed('repro_steps'), unavailable('unit', 'no npm')];
    const { missing } = grade(
      gradeInput({
        report: report('References:\n- src/a.js:1'),
        observations: [],
        changedFiles: [],
        required: 'L3',
        gates,
        commandGates: gates.slice(2),
      }),
    );
    expect(missing).toHaveLength(5);
    expect(wantOfCheck(missing, gates)).toEqual(missing);
  });

  test('a yes of a person to the command that is cited', () => {
    const said = report('Repro: `./verify.sh`\nReferences:\n- src/a.js:1');
    const input = { report: said, observations: [edit(0), bash(1, './verify.sh')] };
    const { missing } = grade(gradeInput(input));
    expect(missing).toHaveLength(1);
    expect(wantOfCheck(missing, [])).toEqual(missing);
  });

  test('no place that does not resolve, no other gate and no command that failed', () => {
    const gates = [failed('risk_assessment')];
    const { missing } = grade(gradeInput({ observations: [edit(0)], gates }));
    expect(missing.length).toBeGreaterThan(1);
    expect(wantOfCheck(missing, gates)).toEqual([]);
  });
});
