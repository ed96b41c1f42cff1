import { describe, expect, test } from 'vitest';
import { askCondition } from '../../runtime/conditions/ask.ts';
import { reduce } from '../../runtime/kernel/reduce/reduce.ts';
import { acceptWork } from '../../runtime/kernel/requests/accept-work.ts';
import { canComplete } from '../../runtime/kernel/requests/goals.ts';
import { rollBack } from '../../runtime/kernel/requests/reopen.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { settleAll } from '../../runtime/kernel/requests/waiting-nodes.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import type { Edge } from '../../runtime/model/edge.ts';
import type { FactOf, Timed } from '../../runtime/model/facts/fact.ts';
import type { Join } from '../../runtime/model/vocabulary.ts';
import { mustCall, pass, report } from './drive.ts';
import { alive, begin, node, plan, reasonOf, statuses } from './plan.ts';
import { OWNED } from './walk.ts';

const LARGE: Edge['condition'] = 'predicate:run.lines.added > 100';
const NOBODY_SAID: Edge['condition'] = 'predicate:goal.parameters.area == "api"';

/** body → nose if the condition holds → mind; the mind waits for the body as well. */
const audit = (condition: Edge['condition'], join: Join = 'all') =>
  plan(
    [node('N-010', 'body'), node('N-020', 'nose'), node('N-030', 'mind', { join })],
    [
      ['N-010', 'N-020', condition],
      ['N-010', 'N-030'],
      ['N-020', 'N-030'],
    ],
  );

const lines = (added: number) => ({ lines: [{ path: 'src/a.js', added, removed: 1 }] });

function decided({ facts }: Step): Array<FactOf<'edge.decided'>['payload']> {
  return facts.flatMap((fact) => (fact.type === 'edge.decided' ? [fact.payload] : []));
}

function resume(step: Step, answer: string) {
  return resumeGoal(step, { ...OWNED, answer, by: 'Ada' }, alive);
}

describe('a condition on an edge', () => {
  test('sends a large change through an audit', () => {
    const { step, goal } = begin(audit(LARGE));
    const run = pass(step, 'body', lines(101));
    expect(statuses(goal)).toEqual(['done', 'ready', 'pending']);
    expect(decided(step)).toEqual([
      {
        from: 'N-010',
        run: run.id,
        expression: 'run.lines.added > 100',
        outcome: true,
        values: { 'run.lines.added': '101' },
      },
    ]);
    pass(step, 'nose');
    pass(step, 'mind');
    expect(canComplete(goal)).toBe(true);
  });

  test('skips the audit of a small one, and nobody waits for it', () => {
    const { step, goal } = begin(audit(LARGE));
    pass(step, 'body', lines(100));
    expect(statuses(goal)).toEqual(['done', 'skipped', 'ready']);
    expect(goal.edges.map(({ outcome }) => outcome)).toEqual(['dead', 'fired', 'void']);
    pass(step, 'mind');
    expect(canComplete(goal)).toBe(true);
    expect(decided(step)).toHaveLength(1);
  });

  test('that ends a plan and does not hold leaves a goal that is complete', () => {
    const { step, goal } = begin(
      plan([node('N-010', 'body'), node('N-020', 'nose')], [['N-010', 'N-020', LARGE]]),
    );
    pass(step, 'body', lines(1));
    expect(statuses(goal)).toEqual(['done', 'skipped']);
    expect(canComplete(goal)).toBe(true);
  });

  test('is not asked of a node that failed, and is dead', () => {
    const { step, goal } = begin(
      plan(
        [node('N-010', 'body', { max_retries: 1 }), node('N-020', 'nose'), node('N-030', 'mind')],
        [
          ['N-010', 'N-020', LARGE],
          ['N-010', 'N-030', 'on_failure'],
        ],
      ),
    );
    report(step, mustCall(step, 'body'), { status: 'failed', ...lines(500) });
    expect(statuses(goal)).toEqual(['failed', 'skipped', 'ready']);
    expect(decided(step)).toEqual([]);
  });

  test('is not asked of a node that was skipped, and keeps nobody waiting', () => {
    const { step, goal } = begin(
      plan(
        [
          node('N-010', 'body'),
          node('N-020', 'nose'),
          node('N-030', 'tongue'),
          node('N-040', 'mind'),
        ],
        [
          ['N-010', 'N-020', LARGE],
          ['N-020', 'N-030', 'predicate:size(evidence.findings) > 0'],
          ['N-010', 'N-040'],
          ['N-030', 'N-040'],
        ],
      ),
    );
    pass(step, 'body', lines(1));
    expect(statuses(goal)).toEqual(['done', 'skipped', 'skipped', 'ready']);
    expect(decided(step).map(({ from }) => from)).toEqual(['N-010']);
  });

  test('does not fail a branch: a node with nothing but conditions behind it waits for a person', () => {
    const { step, goal } = begin(
      plan(
        [node('N-010', 'body', { max_retries: 1 }), node('N-020', 'nose')],
        [['N-010', 'N-020', LARGE]],
      ),
    );
    report(step, mustCall(step, 'body'), { status: 'failed' });
    expect(statuses(goal)).toEqual(['blocked', 'pending']);
  });

  test('is not asked for a node that another edge made ready', () => {
    const { step, goal } = begin(
      plan(
        [node('N-010', 'eye'), node('N-020', 'body'), node('N-030', 'mind', { join: 'any' })],
        [
          ['N-010', 'N-030'],
          ['N-020', 'N-030', NOBODY_SAID],
        ],
      ),
    );
    pass(step, 'eye');
    pass(step, 'body');
    expect(statuses(goal)).toEqual(['done', 'done', 'ready']);
    pass(step, 'mind');
    expect(canComplete(goal)).toBe(true);
  });

  test('is asked of what a person accepted as it is', () => {
    const { step, goal } = begin(audit('predicate:size(run.patch_files) == 0'));
    report(step, mustCall(step, 'body'), { passes: false, changed: [] }, true);
    const said = { by: 'Ada', why: 'all is there' };
    acceptWork(step, goal, 'N-010', { what: 'no-change', ...said });
    expect(statuses(goal)).toEqual(['done', 'ready', 'pending']);
  });

  test('knows gates, findings, questions and what was claimed', () => {
    const { step, goal } = begin(
      audit(
        'predicate:"lint" in gates.failed && gates.tests_failed["unit"] == 0 && evidence.claimed == "L2" && evidence.level == "L1" && evidence.findings == ["a race"] && evidence.questions == ["why?"]',
      ),
    );
    const tests = { passed: 7, failed: 0, skipped: 1, total: 8 };
    pass(step, 'body', {
      gates: [
        { gate: 'unit', outcome: 'pass', counts: { tests } },
        { gate: 'lint', outcome: 'fail', must_pass: false },
      ],
      claimed: 'L2',
      findings: ['a race'],
      questions: ['why?'],
    });
    expect(statuses(goal)).toEqual(['done', 'ready', 'pending']);
  });
});

describe('a condition is decided once for each run', () => {
  test('and again when its node was opened again', () => {
    const { step, goal } = begin(audit(LARGE));
    pass(step, 'body', lines(101));
    pass(step, 'nose', { verdict: 'rework', findings: ['too much'] });
    expect(statuses(goal)).toEqual(['ready', 'pending', 'pending']);
    expect(goal.edges[0]?.outcome).toBe('open');
    pass(step, 'body', lines(3));
    expect(statuses(goal)).toEqual(['done', 'skipped', 'ready']);
    expect(decided(step).map(({ outcome, run }) => [outcome, run])).toEqual([
      [true, '2026-11-21-body-0001'],
      [false, '2026-11-21-body-0003'],
    ]);
  });

  test('so a second process that settles the same finds nothing to ask', () => {
    const { step, goal } = begin(audit(LARGE));
    pass(step, 'body', lines(101));
    const before = step.facts.length;
    settleAll(step, goal);
    expect(step.facts).toHaveLength(before);
  });

  test('and the first word holds: another one for the same run changes nothing', () => {
    const { step, goal } = begin(audit(LARGE));
    pass(step, 'body', lines(101));
    const [first] = decided(step);
    if (!first) throw new Error('nothing was decided');
    const at = { goal_id: goal.id, node_id: 'N-020' };
    step.emit({ type: 'edge.decided', ...at, payload: { ...first, outcome: false } });
    expect(goal.edges[0]?.outcome).toBe('fired');
    expect(statuses(goal)).toEqual(['done', 'ready', 'pending']);
  });

  test('and a step that cannot ask leaves it to the next one', () => {
    const { step, goal } = begin(audit(LARGE));
    const cut = { ...step, ask: undefined };
    pass(cut, 'body', lines(101));
    expect(statuses(goal)).toEqual(['done', 'pending', 'pending']);
    expect(decided(step)).toEqual([]);
    expect(stateViolations(step.state)).toEqual([
      { rule: 'undecided-edge', at: 'G-0001/N-020', names: ['N-010'] },
    ]);
    settleAll(openStep(step.state, step.now, askCondition), goal);
    expect(statuses(goal)).toEqual(['done', 'ready', 'pending']);
  });

  test('and replay reads it without asking', () => {
    const { step } = begin(audit(LARGE));
    pass(step, 'body', lines(101));
    pass(step, 'nose', { verdict: 'rework', findings: ['too much'] });
    pass(step, 'body', lines(3));
    const again = structuredClone(step.facts as Timed[]).reduce(reduce, emptyState());
    expect(JSON.stringify(again.goals)).toBe(JSON.stringify(step.state.goals));
  });
});

describe('a condition that cannot be answered', () => {
  test('is a question to a person, with the expression and what it names, and never "no"', () => {
    const { step, goal } = begin(audit(NOBODY_SAID));
    pass(step, 'body');
    expect(statuses(goal)).toEqual(['done', 'blocked', 'pending']);
    expect(reasonOf(goal, 'N-020')).toBe(
      'Whether it runs is asked of N-010 by a condition that cannot be answered: `goal.parameters.area == "api"`. No such key: area. goal.parameters is {}.',
    );
    expect(Object.values(step.state.escalations ?? {})).toMatchObject([{ node: 'N-020' }]);
    expect(stateViolations(step.state)).toEqual([]);
    expect(canComplete(goal)).toBe(false);
  });

  test.each([
    ['yes, look at the tokens', true, ['done', 'ready', 'pending']],
    ['No.', false, ['done', 'skipped', 'ready']],
    ['是', true, ['done', 'ready', 'pending']],
    ['不', false, ['done', 'skipped', 'ready']],
  ])('goes on with %j', (words, outcome, after) => {
    const { step, goal } = begin(audit(NOBODY_SAID));
    pass(step, 'body');
    expect(resume(step, words)).toMatchObject({ kind: 'resumed', unblocked: ['N-020'] });
    expect(statuses(goal)).toEqual(after);
    expect(decided(step)).toMatchObject([{ outcome, by: 'Ada', from: 'N-010' }]);
    expect(step.state.escalations ?? {}).toEqual({});
    expect(step.facts.findLast(({ type }) => type === 'escalation.closed')).toMatchObject({
      payload: { how: 'answered', by: 'Ada', response: { words } },
    });
  });

  test('waits on for words that are neither yes nor no', () => {
    const { step, goal } = begin(audit(NOBODY_SAID));
    pass(step, 'body');
    expect(resume(step, 'nobody knows')).toMatchObject({ unblocked: [], waiting: ['N-020'] });
    expect(resume(step, 'yes or no')).toMatchObject({ unblocked: [], waiting: ['N-020'] });
    expect(resume(step, '')).toMatchObject({ unblocked: [], waiting: ['N-020'] });
    expect(statuses(goal)).toEqual(['done', 'blocked', 'pending']);
    expect(decided(step)).toEqual([]);
  });

  test('is asked again, and no more of the person, when its node was done again', () => {
    const { step, goal } = begin(audit('predicate:gates.tests_failed["unit"] > 0'));
    pass(step, 'body');
    expect(statuses(goal)).toEqual(['done', 'blocked', 'pending']);
    rollBack(step, goal, 'N-010', { by: 'Ada', tree: 't', files: [], patch: 'p' });
    expect(step.state.escalations ?? {}).toEqual({});
    const tests = { passed: 1, failed: 2, skipped: 0, total: 3 };
    pass(step, 'body', { gates: [{ gate: 'unit', outcome: 'pass', counts: { tests } }] });
    expect(statuses(goal)).toEqual(['done', 'ready', 'pending']);
    expect(stateViolations(step.state)).toEqual([]);
  });

  test('is not asked of the person any more once another judge opened its node again', () => {
    const { step, goal } = begin(
      plan(
        [
          node('N-010', 'body'),
          node('N-020', 'tongue'),
          node('N-030', 'nose'),
          node('N-040', 'mind'),
        ],
        [
          ['N-010', 'N-020', NOBODY_SAID],
          ['N-010', 'N-030'],
          ['N-020', 'N-040'],
          ['N-030', 'N-040'],
        ],
      ),
    );
    pass(step, 'body');
    pass(step, 'nose', { verdict: 'rework', findings: ['too much'] });
    expect(statuses(goal)).toEqual(['ready', 'pending', 'pending', 'pending']);
    expect(step.state.escalations ?? {}).toEqual({});
    expect(stateViolations(step.state)).toEqual([]);
    pass(step, 'body');
    expect(statuses(goal)).toEqual(['done', 'blocked', 'ready', 'pending']);
  });
});
