import { describe, expect, test } from 'vitest';
import { escalationsIn } from '../../runtime/entities/escalations.ts';
import { planBProblem, readPlanB } from '../../runtime/evidence/report/plan-b.ts';
import { decide } from '../../runtime/kernel/decide.ts';
import { passOverPlanB } from '../../runtime/kernel/drive/pass-over.ts';
import { onTerms, own, type Plan } from '../../runtime/kernel/requests/goals.ts';
import { resumeFromCli } from '../../runtime/kernel/requests/resume.ts';
import { agentEnded, loseRun } from '../../runtime/kernel/requests/runs.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { nodeState, specOf } from '../../runtime/kernel/state/queries.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { pageOf } from '../../runtime/words/escalation/page.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { alive, begin, CLIENT, node, noticesOf, plan, reasonOf } from '../kernel/plan.ts';
import { recordsOf } from '../kernel/timed.ts';

const PATIENT = plan(
  [node('N-001', 'ear'), node('N-010', 'body', { max_retries: 6 }), node('N-020', 'nose')],
  [
    ['N-001', 'N-010'],
    ['N-010', 'N-020'],
  ],
);

const WEAK = { passes: false, level: 'L0', changed: ['a.js'] } as const;

function failWith(step: Step, missing: string): void {
  report(step, mustCall(step, 'body'), { ...WEAK, missing: [missing] }, true);
}

/** Two runs of the body failed, each at another line of the same file. */
function stuck(from: Plan = PATIENT): { step: Step; goal: Goal } {
  const { step, goal } = begin(from);
  pass(step, 'ear');
  for (const line of [3, 14]) failWith(step, `The gate "test" fails: a.js:${line} is undefined`);
  return { step, goal };
}

function openedFact(step: Step) {
  const fact = step.facts.findLast((one) => one.type === 'escalation.opened');
  if (fact?.type !== 'escalation.opened') throw new Error('nobody was asked');
  return fact;
}

describe('two runs in a row that failed with the same error', () => {
  test('bring a run of mind that looks for another way, before the runs are used up', () => {
    const { step, goal } = stuck();
    expect(nodeState(goal, 'N-010').status).toBe('pending');
    expect(specOf(goal, 'N-030')).toMatchObject({
      title: 'Plan B for N-010',
      role: 'mind',
      plan_b_for: 'N-010',
    });
    expect(decide(step.state, { isAlive: alive })).toEqual([
      { type: 'start_node', goal: goal.id, node: 'N-030', role: 'mind', by: 'subagent' },
    ]);
    expect(goal.decisions.at(-1)?.text).toContain('N-030 looks for another way to do N-010');
    expect(noticesOf(step).at(-1)).toContain('N-030 looks for another way first');
    expect(stateViolations(step.state)).toEqual([]);
  });

  test('are given its report in the next run, and the goal ends as it would have', () => {
    const { step, goal } = stuck();
    pass(step, 'mind', { artifacts: [{ name: 'report.md', sha256: 'x', bytes: 1 }] });
    const run = mustCall(step, 'body');
    const files = {
      readOutput: (path: string) => path,
      history: () => '',
      anchor: () => undefined,
    };
    const order = makeWorkOrder(goal, run, 'folder', files);
    expect(order.inputs.upstream.map(({ ref }) => ref)).toEqual(['N-030.outputs.report']);
    report(step, run, { changed: ['a.js'] });
    pass(step, 'nose');
    expect(decide(step.state, { isAlive: alive })).toEqual([
      { type: 'complete_goal', goal: goal.id },
    ]);
  });

  test('go on without it where plan B itself comes to nothing', () => {
    const { step, goal } = stuck();
    agentEnded(step, goal, mustCall(step, 'mind'), { kind: 'no-report' });
    expect(nodeState(goal, 'N-030').status).toBe('failed');
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'ready', attempts: 2 });
  });

  test('and the same again after plan B: a person is asked, though runs are left', () => {
    const { step, goal } = stuck();
    pass(step, 'mind');
    failWith(step, 'The gate "test" fails: a.js:99 is undefined');
    expect(nodeState(goal, 'N-010')).toMatchObject({
      status: 'blocked',
      kind: 'retries',
      because: { kind: 'stuck', times: 3 },
    });
    expect(reasonOf(goal, 'N-010')).toContain(
      '3 runs in a row failed with the same error, and plan B did not help',
    );
    const words = { nodeId: null, answer: 'leave a.js as it is', by: 'me' };
    expect(resumeFromCli(step, goal, words, alive).kind).toBe('resumed');
    expect(nodeState(goal, 'N-010').status).toBe('ready');
  });

  test('and what plan B found is the root cause and the options in the file a person answers in', () => {
    const { step, goal } = stuck(onTerms(PATIENT, { budget: { max_tokens: 1000 } }, undefined));
    const option = {
      description: 'read it twice',
      pros: 'short',
      cons: 'slow',
      effort: 'M',
    } as const;
    const options = [option, { ...option, description: 'cut it' }, { ...option, effort: null }];
    pass(step, 'mind', { planB: { root_cause: 'the buffer is empty', options } });
    failWith(step, 'The gate "test" fails: a.js:99 is undefined');
    const [asked] = escalationsIn(recordsOf(step.facts));
    const { root_cause, suggested_options, current_state, attempts } = asked?.packet ?? {};
    expect(root_cause).toBe('The buffer is empty.');
    expect(suggested_options?.map(({ description }) => description)).toEqual([
      'read it twice',
      'cut it',
      'read it twice',
    ]);
    expect(current_state?.budget_remaining).toEqual({
      runs: 3,
      tokens: 1000,
      usd: null,
      hours: null,
    });
    expect(new Set(attempts?.map(({ error_signature }) => error_signature)).size).toBe(1);
    const { goal_id, node_id = null, timestamp: at, payload } = openedFact(step);
    const page = pageOf({ goal: goal_id, node: node_id, at, payload });
    for (const words of ['> The buffer is empty.', '- [ ] B: cut it', '- Budget left: 1000 tokens'])
      expect(page).toContain(words);
    expect(goal.status).toBe('running');
  });

  test('are not two where another error came between', () => {
    const { step, goal } = begin(PATIENT);
    pass(step, 'ear');
    for (const error of ['a.js is bad', 'b.js is bad', 'a.js is bad', 'b.js is bad', 'a.js is bad'])
      failWith(step, error);
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'ready', attempts: 5 });
  });

  test('are two where a run between them was lost', () => {
    const { step, goal } = begin(PATIENT);
    pass(step, 'ear');
    failWith(step, 'a.js is bad');
    loseRun(step, goal, mustCall(step, 'body'), { kind: 'client-gone' });
    failWith(step, 'a.js is bad');
    expect(nodeState(goal, 'N-010').status).toBe('pending');
  });

  test('without a report there is nothing to think about: a person is asked', () => {
    const { step, goal } = begin(PATIENT);
    pass(step, 'ear');
    for (let i = 0; i < 3; i += 1) {
      agentEnded(step, goal, mustCall(step, 'body'), { kind: 'no-report' });
    }
    expect(nodeState(goal, 'N-010')).toMatchObject({
      status: 'blocked',
      because: { kind: 'stuck' },
    });
  });

  test('and then one of another error go on: plan B comes once, and three of that one ask', () => {
    const { step, goal } = stuck();
    pass(step, 'mind');
    failWith(step, 'b.js is bad');
    failWith(step, 'b.js is bad');
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'ready', attempts: 4 });
    failWith(step, 'b.js is bad');
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'blocked', because: { times: 3 } });
  });

  test.each([
    ['once', 1, 1],
    ['twice', 2, 2],
    ['four times', 4, 2],
  ])(
    'are given up after %s if the configuration says so, and one more try behind plan B',
    (_, most, before) => {
      const { step, goal } = begin(PATIENT);
      step.state.config = { ...step.state.config, max_retries_per_error_signature: most };
      pass(step, 'ear');
      for (let i = 0; i < before; i += 1) failWith(step, 'a.js is bad');
      expect(nodeState(goal, 'N-010').status).toBe('pending');
      pass(step, 'mind');
      for (let i = before; i < Math.max(most, before + 1); i += 1) failWith(step, 'a.js is bad');
      expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'blocked', kind: 'retries' });
    },
  );

  test('go to the executor that a rule of the configuration names first, and to plan B after that', () => {
    const { step, goal } = begin(PATIENT);
    const to = { type: 'skill', name: 'repair' } as const;
    const switching = [{ when: 'repeated_signature', to } as const];
    step.state.config = { ...step.state.config, switching };
    pass(step, 'ear');
    failWith(step, 'a.js is bad');
    failWith(step, 'a.js is bad');
    expect(nodeState(goal, 'N-010').status).toBe('ready');
    expect(specOf(goal, 'N-010').executor).toEqual(to);
    failWith(step, 'a.js is bad');
    expect(nodeState(goal, 'N-010').status).toBe('pending');
  });

  test('of a join that needs any one edge wait for plan B as well', () => {
    const { nodes } = PATIENT;
    const first = { ...node('N-005', 'eye') };
    const any = nodes.map((one) => (one.id === 'N-010' ? { ...one, join: 'any' as const } : one));
    const { step, goal } = begin(
      plan(
        [first, ...any],
        [
          ['N-001', 'N-010'],
          ['N-005', 'N-010'],
          ['N-010', 'N-020'],
        ],
      ),
    );
    pass(step, 'ear');
    pass(step, 'eye');
    failWith(step, 'a.js is bad');
    failWith(step, 'a.js is bad');
    expect(nodeState(goal, 'N-010').status).toBe('pending');
    pass(step, 'mind');
    expect(nodeState(goal, 'N-010').status).toBe('ready');
  });
});

describe('with the three runs a node has unless told', () => {
  const DEFAULT = plan([node('N-010', 'body')], []);

  function twice(from: Plan = DEFAULT) {
    const { step, goal } = begin(from);
    failWith(step, 'The gate "test" fails: a.js:3 is undefined');
    failWith(step, 'The gate "test" fails: a.js:9 is undefined');
    return { step, goal };
  }

  test('two that fail alike bring plan B, then one more, then a person is asked', () => {
    const { step, goal } = twice();
    pass(step, 'mind');
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'ready', attempts: 2 });
    failWith(step, 'The gate "test" fails: a.js:12 is undefined');
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'blocked', attempts: 3 });
    expect(reasonOf(goal, 'N-010')).toContain(
      '3 runs in a row failed with the same error, and plan B',
    );
  });

  test('and a person is asked with the line that the gate printed, and with a question', () => {
    const { step } = begin(plan([node('N-010', 'body', { max_retries: 1 })], []));
    const gates = [{ gate: 'test', outcome: 'fail', error: 'exit code 1, expected 0' } as const];
    const printed = { test: 'not ok 4 - an empty body holds no readings' };
    report(step, mustCall(step, 'body'), { ...WEAK, missing: ['x'], gates, printed }, true);
    const [asked] = escalationsIn(recordsOf(step.facts));
    expect(asked?.packet).toMatchObject({
      minimal_question: 'One run did not do it: what should the next one do differently?',
      root_cause: '`test`: not ok 4 - an empty body holds no readings.',
      attempts: [{ why_failed: '`test`: not ok 4 - an empty body holds no readings' }],
    });
    const { goal_id, node_id = null, timestamp: at, payload } = openedFact(step);
    const page = pageOf({ goal: goal_id, node: node_id, at, payload });
    expect(page).toContain('> It failed at `test`: not ok 4');
  });

  test('and none left for one more try, plan B is not looked for: a person is asked', () => {
    const { goal } = twice(plan([node('N-010', 'body', { max_retries: 2 })], []));
    expect(nodeState(goal, 'N-010')).toMatchObject({
      status: 'blocked',
      because: { kind: 'runs-used-up', runs: 2 },
    });
    expect(goal.specs).toHaveLength(1);
  });

  test('plan B is passed over by a driver that has nobody for it, with the reason on record, and the last run is given out', () => {
    const { step, goal } = twice();
    const ME = { pid: 11, started: '1' };
    expect(passOverPlanB(step, goal.id, 'N-020', ME)).toBe(false);
    own(step, goal, { owner: { kind: 'driver', ref: ME } });
    expect(passOverPlanB(step, goal.id, 'N-010', ME)).toBe(false);
    expect(passOverPlanB(step, goal.id, 'N-020', ME)).toBe(true);
    expect(passOverPlanB(step, goal.id, 'N-020', ME)).toBe(false);
    expect(step.facts.findLast(({ type }) => type === 'node.skipped')).toMatchObject({
      node_id: 'N-020',
      payload: { because: { kind: 'nobody-has-role', role: 'mind' } },
    });
    expect(nodeState(goal, 'N-010')).toMatchObject({ status: 'ready', attempts: 2 });
    expect(stateViolations(step.state)).toEqual([]);
  });

  test('and one more that has no plan B asks without saying that it did not help', () => {
    const { step, goal } = twice(plan([node('N-010', 'body', { max_retries: 5 })], []));
    const ME = { pid: 11, started: '1' };
    own(step, goal, { owner: { kind: 'driver', ref: ME } });
    passOverPlanB(step, goal.id, 'N-020', ME);
    own(step, goal, ofSession('s1', CLIENT, '/t/s1.jsonl'));
    failWith(step, 'The gate "test" fails: a.js:12 is undefined');
    expect(reasonOf(goal, 'N-010')).toContain('3 runs in a row failed with the same error: ');
  });
});

test('each end of a run says what it leads to', () => {
  const { step, goal } = stuck();
  pass(step, 'mind');
  failWith(step, 'The gate "test" fails: a.js:99 is undefined');
  const ends = step.facts.flatMap((fact) =>
    fact.type === 'run.ended' ? [`${fact.node_id} ${fact.payload.next_action}`] : [],
  );
  expect(ends).toEqual([
    'N-001 done',
    'N-010 retry',
    'N-010 plan_b',
    'N-030 done',
    'N-010 escalate',
  ]);
  const signatures = Object.values(goal.runs).flatMap(({ ended }) => ended?.signature ?? []);
  expect(new Set(signatures).size).toBe(1);
});

describe('the report of plan B', () => {
  const OPTIONS = ['A', 'B', 'C'].map((name) =>
    [`Option ${name}: do it in way ${name}`, 'Pros: short', 'Cons: slow', 'Effort: S'].join('\n'),
  );
  const WHOLE = ['Root cause: the buffer is empty', ...OPTIONS].join('\n');

  test('names the cause and three options, each with pros, cons and effort', () => {
    expect(planBProblem(WHOLE)).toBeUndefined();
    const { root_cause, options } = readPlanB(`${WHOLE}\nor so`);
    expect(root_cause).toBe('the buffer is empty');
    expect(options[1]).toEqual({
      name: 'B',
      description: 'do it in way B',
      pros: 'short',
      cons: 'slow',
      effort: 'S',
    });
  });

  test.each([
    ['no cause', OPTIONS.join('\n'), 'no line "Root cause: …"'],
    ['two options', ['Root cause: x', ...OPTIONS.slice(1)].join('\n'), '2 of 3 options'],
    ['an option without effort', WHOLE.replace('Effort: S', ''), 'option A needs lines'],
  ])('with %s is sent back', (_, steps, problem) => {
    expect(planBProblem(steps)).toContain(problem);
  });
});
