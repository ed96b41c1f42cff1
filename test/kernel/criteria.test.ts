import { describe, expect, test } from 'vitest';
import { criteriaOf, openCriteria, unseenCriteria } from '../../runtime/kernel/graph/criteria.ts';
import { besideOf } from '../../runtime/kernel/graph/proof.ts';
import type { Judged, Listed } from '../../runtime/kernel/reports/judged.ts';
import { acceptWork, isAwaited } from '../../runtime/kernel/requests/accept-work.ts';
import { rollBack } from '../../runtime/kernel/requests/reopen.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import type { CriterionSaid } from '../../runtime/model/proof.ts';
import { endTexts, standingText } from '../../runtime/words/fault.ts';
import { CHINESE_END } from '../../runtime/words/languages/chinese-fault.ts';
import { mustCall, pass, report } from './drive.ts';
import { begin, checkedBy, node, noticesOf, plan, reasonOf, wayOut } from './plan.ts';

const CHECKED = checkedBy('unit');

const PLAN = {
  ...plan(
    [node('N-001', 'ear'), node('N-020', 'body', CHECKED), node('N-050', 'mind')],
    [
      ['N-001', 'N-020'],
      ['N-020', 'N-050'],
    ],
  ),
  proof: 'none',
} as const;

const NO_SOURCES = { readOutput: () => '', history: () => '', anchor: () => undefined };

const judged = (text: string): Listed => ({ text, kind: 'judged', names: [] });
const met = (number: number, path: string, line = 1): CriterionSaid => ({
  number,
  met: true,
  text: `met, ${path}:${line}`,
  cited: [{ path, line, test: path.includes('.test.') }],
});
/** Of a line that the goal added, in its words. */
const quoted = (number: number, path: string, line = 1): CriterionSaid => ({
  ...met(number, path, line),
  cited: [{ path, line, test: false, added: true }],
});
const unmet = (number: number): CriterionSaid => ({
  number,
  met: false,
  text: 'not met, it is slow',
  cited: [],
});

/** As far as the report of the mind, which is not judged yet. */
function untilMind(listed: readonly Listed[], body: Partial<Judged> = {}) {
  const begun = begin(PLAN);
  pass(begun.step, 'ear', { listed });
  pass(begun.step, 'body', body);
  return { ...begun, run: mustCall(begun.step, 'mind') };
}

const PASSED = { proven: { unit: 'tree-1' } };

describe('a criterion holds', () => {
  test.each<[string, Listed, Partial<Judged>, CriterionSaid[], string]>([
    [
      'by a gate that passed, whatever is said',
      { text: 'tests', kind: 'deterministic', names: ['unit'] },
      PASSED,
      [],
      'by gate unit: `npm test`',
    ],
    [
      'by a line of its document that the goal added and the judge quotes',
      { text: 'told', kind: 'documentation', names: ['README'] },
      {},
      [quoted(1, 'README.md', 3)],
      'README.md:3',
    ],
    [
      'by a changed test, once tests passed',
      { text: 'held', kind: 'behavioural', names: ['a.test.js'] },
      { ...PASSED, changed: ['a.test.js'] },
      [],
      'a.test.js was changed, by gate unit: `npm test`',
    ],
    [
      'by a cited test, once tests passed',
      { text: 'held', kind: 'behavioural', names: [] },
      PASSED,
      [met(1, 'a.test.js', 7)],
      'a.test.js:7, by gate unit: `npm test`',
    ],
    ['by a cited place', judged('quick'), {}, [met(1, 'src/a.js', 9)], 'src/a.js:9'],
  ])('%s', (_, criterion, body, onCriteria, where) => {
    const { step, goal, run } = untilMind([criterion], body);
    expect(report(step, run, { onCriteria })).toEqual({ kind: 'done' });
    expect(criteriaOf(goal).map(({ standing }) => standingText(standing))).toEqual([where]);
  });
});

describe('a criterion is open', () => {
  test.each<[string, Listed, CriterionSaid[], string]>([
    [
      'whose gate passed nowhere',
      { text: 'tests', kind: 'deterministic', names: ['unit'] },
      [met(1, 'package.json')],
      'the runtime did not see unit pass',
    ],
    [
      'that names no command',
      { text: 'tests', kind: 'deterministic', names: [] },
      [met(1, 'package.json')],
      'it names nothing that the runtime could look at',
    ],
    [
      'whose document is cited by a line that was there before',
      { text: 'told', kind: 'documentation', names: ['README.md'] },
      [
        {
          ...met(1, 'README.md'),
          cited: [...met(1, 'README.md').cited, ...quoted(1, 'docs/README.md').cited],
        },
      ],
      'its line in the report quotes no line of README.md that this goal added',
    ],
    [
      'whose test was cited but never ran',
      { text: 'held', kind: 'behavioural', names: [] },
      [met(1, 'a.test.js')],
      'the runtime saw no test pass',
    ],
    ['of which nothing is said', judged('quick'), [], 'the report has no line on it'],
    [
      'that is said to be met without a place',
      judged('quick'),
      [{ ...met(1, 'a.js'), cited: [] }],
      'its line in the report cites no place that resolves',
    ],
    ['that is said not to be met', judged('quick'), [unmet(1)], 'the report says: not met'],
  ])('%s', (_, criterion, onCriteria, why) => {
    const { step, goal, run } = untilMind([criterion]);
    const verdict = report(step, run, { onCriteria });
    expect(verdict).toMatchObject({ kind: 'send-back', missing: [expect.stringContaining(why)] });
    expect(openCriteria(goal)[0]?.why).toContain(why);
  });

  test('that the mind denies, although its gate passed', () => {
    const { step, run } = untilMind(
      [{ text: 'tests', kind: 'deterministic', names: ['unit'] }],
      PASSED,
    );
    expect(report(step, run, { onCriteria: [unmet(1)] })).toMatchObject({ kind: 'send-back' });
  });
});

describe('the report that judges the criteria', () => {
  test('is sent back once with exactly those that are open, then waits until each is accepted', () => {
    const { step, goal, run } = untilMind([judged('quick'), judged('small'), judged('clear')]);
    const said = { onCriteria: [met(1, 'a.js'), unmet(2)] };
    const sent = report(step, run, said);
    expect(sent.kind === 'send-back' && sent.missing).toEqual([
      expect.stringMatching(/^Criterion 2 is open \(small\): the report says: not met/),
      expect.stringMatching(/^Criterion 3 is open \(clear\): the report has no line on it\./),
    ]);
    expect(report(step, run, said)).toMatchObject({ kind: 'blocked' });
    expect(reasonOf(goal, 'N-050')).toMatch(/^2 criteria are not seen to hold: 2\. small \(/);
    expect(wayOut(goal, 'N-050')).toContain(
      '/wukong_resume G-0001 N-050 --criterion 2 <why>, and so on for 3.',
    );
    expect(wayOut(goal, 'N-050', 'shell')).toContain(
      'wukong accept G-0001/N-050 --criterion 2 "<why>"',
    );

    const by = { by: 'u@host', why: 'measured by hand' };
    expect(isAwaited(goal, { what: 'criterion', number: 1 }, null)).toBe(false);
    expect(acceptWork(step, goal, null, { what: 'criterion', number: 2, ...by })).toEqual([]);
    expect(reasonOf(goal, 'N-050')).toMatch(/^A criterion is not seen to hold: 3\. clear/);
    expect(noticesOf(step).at(-1)).toContain('--criterion 3');
    expect(isAwaited(goal, { what: 'criterion', number: 2 }, null)).toBe(false);
    const runs = Object.keys(goal.runs).length;
    expect(acceptWork(step, goal, 'N-050', { what: 'criterion', number: 3, ...by })).toEqual([
      'N-050',
    ]);
    expect(nodeState(goal, 'N-050').status).toBe('done');
    expect(Object.keys(goal.runs)).toHaveLength(runs);
    expect(criteriaOf(goal).map(({ standing }) => standing.is)).toEqual([
      'met',
      'accepted',
      'accepted',
    ]);
  });

  test('waits at once if it came late', () => {
    const { step, run } = untilMind([judged('quick')]);
    expect(report(step, run, { onCriteria: [] }, true)).toMatchObject({ kind: 'blocked' });
  });

  test('hears of them together with what else is missing, and is not asked again', () => {
    const { step, run } = untilMind([judged('quick')]);
    const weak = { passes: false, missing: ['Cite it.'], onCriteria: [] };
    expect(report(step, run, weak)).toMatchObject({
      kind: 'send-back',
      missing: ['Cite it.', expect.stringContaining('Criterion 1 is open')],
    });
    expect(report(step, run, { onCriteria: [] })).toMatchObject({ kind: 'blocked' });
  });

  test('is judged by its own words and not by those of a run before', () => {
    const { step, goal, run } = untilMind([judged('quick')]);
    report(step, run, { onCriteria: [met(1, 'a.js')], status: 'failed' });
    expect(openCriteria(goal)).toHaveLength(1);
    const next = mustCall(step, 'mind');
    expect(report(step, next, { onCriteria: [] })).toMatchObject({ kind: 'send-back' });
  });
});

test('at most twenty criteria are looked at, and the others are counted', () => {
  const { goal } = untilMind(Array.from({ length: 23 }, (_, i) => judged(`criterion ${i}`)));
  expect(goal.proof?.criteria?.list.map(({ number }) => number)).toHaveLength(20);
  expect(goal.proof?.criteria?.more).toBe(3);
});

test('what the ear says again takes the place of what it said before', () => {
  const { step, goal } = begin(PLAN);
  const run = pass(step, 'ear', { listed: [judged('quick')] });
  const payload = { criteria: [], more: 0 };
  step.emit({
    type: 'criteria.listed',
    goal_id: goal.id,
    node_id: 'N-001',
    run_id: run.id,
    payload,
  });
  expect(criteriaOf(goal)).toEqual([]);
});

describe('without an ear', () => {
  const ALONE = { ...plan([node('N-010', 'body', CHECKED)], []), proof: 'none' } as const;

  test('a gate that passed on work that a person took back shows nothing any more', () => {
    const { step, goal } = begin({
      ...plan([node('N-010', 'body', CHECKED), node('N-020', 'mind')], [['N-010', 'N-020']]),
      proof: 'none',
    });
    pass(step, 'body', PASSED);
    expect(openCriteria(goal)).toEqual([]);
    const back = { tree: 'before', files: ['src/a.js'], patch: 'p', by: 'u@h' };
    rollBack(step, goal, 'N-010', back);
    expect(openCriteria(goal)).toHaveLength(1);
  });

  test('the criteria are the gates, and nothing is open once they pass', () => {
    const { step, goal } = begin(ALONE);
    expect(openCriteria(goal)).toHaveLength(1);
    pass(step, 'body', PASSED);
    expect(criteriaOf(goal)).toMatchObject([{ criterion: { number: 1, text: 'npm test' } }]);
    expect(openCriteria(goal)).toEqual([]);
    expect(nodeState(goal, 'N-010').status).toBe('done');
  });

  const given = (...list: Listed[]) => ({
    criteria: { list: list.map((one, i) => ({ ...one, number: i + 1, node: '' })), more: 0 },
  });
  const GATE: Listed = { text: 'unit', kind: 'deterministic', names: ['unit'] };
  const PAGE: Listed = { text: 'told', kind: 'documentation', names: ['README.md'] };
  const standings = (goal: Parameters<typeof criteriaOf>[0]) =>
    criteriaOf(goal).map(({ standing }) => standing.is);

  test('a person is asked about each of theirs that nobody judges, and not about what was seen', () => {
    const { step, goal } = begin({
      ...ALONE,
      ...given(judged('quick'), GATE, PAGE, judged('small')),
    });
    const run = mustCall(step, 'body');
    const seen = { ...PASSED, changed: ['README.md', 'src/a.js'] };
    expect(report(step, run, seen)).toMatchObject({ kind: 'blocked' });
    expect(standings(goal)).toEqual(['open', 'met', 'open', 'open']);
    expect(reasonOf(goal, 'N-010')).toBe(
      '3 criteria are not seen to hold: 1. quick (no node of this plan judges it) · 3. told (no node of this plan quotes a line of README.md that this goal added) · 4. small (no node of this plan judges it).',
    );
    const by = { by: 'u@host', why: 'measured by hand' };
    expect(acceptWork(step, goal, null, { what: 'criterion', number: 1, ...by })).toEqual([]);
    expect(acceptWork(step, goal, null, { what: 'criterion', number: 3, ...by })).toEqual([]);
    expect(acceptWork(step, goal, null, { what: 'criterion', number: 4, ...by })).toEqual([
      'N-010',
    ]);
    expect(standings(goal)).toEqual(['accepted', 'met', 'accepted', 'accepted']);
    expect(unseenCriteria(goal)).toBe(0);
  });

  test('nobody is asked where the runtime sees all of them hold', () => {
    const { step, goal } = begin({ ...ALONE, ...given(GATE) });
    pass(step, 'body', PASSED);
    expect(nodeState(goal, 'N-010').status).toBe('done');
  });

  test('words of the person have the work done over, and its report is held against them again', () => {
    const { step, goal } = begin({ ...ALONE, ...given(judged('quick')) });
    report(step, mustCall(step, 'body'), PASSED);
    const scope = { goal_id: goal.id, node_id: 'N-010' };
    step.emit({ type: 'node.unblocked', ...scope, payload: { attempts: 1 } });
    expect(report(step, mustCall(step, 'body'), PASSED)).toMatchObject({ kind: 'blocked' });
  });

  const AUDITED = {
    ...plan(
      [node('N-010', 'body', CHECKED), node('N-020', 'tongue'), node('N-030', 'nose')],
      [
        ['N-010', 'N-020'],
        ['N-020', 'N-030'],
      ],
    ),
    proof: 'none',
  } as const;

  function untilNose(...list: Listed[]) {
    const begun = begin({ ...AUDITED, ...given(...list) });
    pass(begun.step, 'body', PASSED);
    pass(begun.step, 'tongue');
    return { ...begun, run: mustCall(begun.step, 'nose') };
  }

  test('the last nose judges them one by one, as a mind does', () => {
    const { step, goal, run } = untilNose(judged('quick'), GATE);
    const order = makeWorkOrder(goal, run, 'x', NO_SOURCES);
    expect(order.inputs.criteria?.map(({ text }) => text)).toEqual(['quick', 'unit']);
    const accept = { verdict: 'accept' } as const;
    expect(report(step, run, { ...accept, onCriteria: [] })).toMatchObject({
      kind: 'send-back',
      missing: [expect.stringContaining('Criterion 1 is open (quick)')],
    });
    expect(report(step, run, { ...accept, onCriteria: [met(1, 'src/a.js')] })).toEqual({
      kind: 'done',
    });
    expect(standings(goal)).toEqual(['met', 'met']);
  });

  test('a nose that asks for rework need not go through them', () => {
    const { step, goal, run } = untilNose(judged('quick'));
    const rework = {
      verdict: 'rework',
      findings: ['high src/a.js:1 wrong'],
      onCriteria: [],
    } as const;
    expect(report(step, run, rework)).toEqual({ kind: 'done' });
    expect(nodeState(goal, 'N-020').status).toBe('ready');
  });

  test('the end of a goal counts those that nobody looked at', () => {
    const { step, goal } = begin({ ...AUDITED, ...given(judged('quick'), GATE, judged('small')) });
    pass(step, 'body', PASSED);
    pass(step, 'tongue');
    expect(unseenCriteria(goal)).toBe(0);
    const scope = { goal_id: goal.id, node_id: 'N-030' };
    step.emit({ type: 'node.skipped', ...scope, payload: { because: { kind: 'cannot-run' } } });
    expect(unseenCriteria(goal)).toBe(2);
    const beside = besideOf(goal, { unseen: unseenCriteria(goal) });
    expect(endTexts(undefined, beside)).toEqual(['2 criteria nobody looked at.']);
    expect(endTexts(undefined, beside, CHINESE_END)).toEqual(['有 2 条标准没有人看过。']);
  });

  test('what an ear was to make of them and did not counts as well', () => {
    const { step, goal } = begin({ ...PLAN, ...given(judged('quick'), judged('small')) });
    for (const { id } of goal.specs) {
      const scope = { goal_id: goal.id, node_id: id };
      step.emit({ type: 'node.skipped', ...scope, payload: { because: { kind: 'cannot-run' } } });
    }
    expect(unseenCriteria(goal)).toBe(2);
  });
});
