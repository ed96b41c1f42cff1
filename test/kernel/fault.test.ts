import { describe, expect, test } from 'vitest';
import { faultOf, owesFault } from '../../runtime/kernel/graph/proof.ts';
import type { Judged, Measured } from '../../runtime/kernel/reports/judged.ts';
import { acceptWork, isAwaited } from '../../runtime/kernel/requests/accept-work.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { goalViolations } from '../../runtime/kernel/views/invariants.ts';
import { faultText } from '../../runtime/words/fault.ts';
import { atBody, mustCall, pass, report, untilBody } from './drive.ts';
import { begin, FIX, noticesOf, reasonOf, wayOut } from './plan.ts';
import { RED_AND_GREEN } from './timed.ts';

const WHY = 'the check `npm test` passes on the tree before the first change';
const ASK = `The fault is not shown: ${WHY}. Bring a test.`;
const unshown = { shown: false, why: WHY, ask: [ASK], isAll: true };
/** A good report of which only this is missing. */
const UNSHOWN: Partial<Judged> = { passes: false, missing: [ASK], fault: unshown, tree: 't1' };

function untilTongue(body: Partial<Judged> = { tree: 't1' }) {
  const begun = untilBody();
  pass(begun.step, 'body', body);
  return begun;
}

describe('who has to show the fault', () => {
  test('is the last node that could bring a check, whichever that is', () => {
    const { step, goal } = untilBody();
    expect(owesFault(goal, 'N-020')).toBe(false);
    pass(step, 'body', { tree: 't1' });
    expect(owesFault(goal, 'N-030')).toBe(true);
  });

  test('is nobody where the template asks for no red and green', () => {
    const { goal } = begin({ ...FIX, proof: 'none' });
    expect(owesFault(goal, 'N-030')).toBe(false);
    expect(faultOf(goal)).toBeUndefined();
  });
});

describe('a report of which only that is missing', () => {
  test('is sent back once with exactly that sentence, then waits for a person', () => {
    const { step, goal } = untilTongue();
    const run = mustCall(step, 'tongue');
    expect(report(step, run, UNSHOWN)).toMatchObject({ kind: 'send-back', missing: [ASK] });
    expect(report(step, run, UNSHOWN)).toMatchObject({ kind: 'blocked' });
    expect(nodeState(goal, 'N-030')).toMatchObject({
      status: 'blocked',
      kind: 'not-shown',
      because: { kind: 'fault-not-shown', why: WHY },
    });
    expect(faultOf(goal)).toEqual({ kind: 'not-shown', why: WHY, accepted: null });
    expect(reasonOf(goal, 'N-030')).toBe(`The fault was not shown: ${WHY}.`);
    expect(wayOut(goal, 'N-030')).toContain('/wukong_resume G-0001 N-030 --unproven <why>');
    expect(wayOut(goal, 'N-030', 'shell')).toContain(
      'wukong accept G-0001/N-030 --unproven "<why>"',
    );
  });

  test('that came late waits at once: nobody is there to be sent back', () => {
    const { step } = untilTongue();
    const run = mustCall(step, 'tongue');
    expect(report(step, run, UNSHOWN, true)).toMatchObject({ kind: 'blocked' });
  });

  test('passes while another node can still bring a test', () => {
    const { step, goal, run } = atBody();
    const judged = { passes: true, fault: { ...unshown, isAll: false }, tree: 't1' };
    expect(report(step, run, judged)).toEqual({ kind: 'done' });
    expect(nodeState(goal, 'N-020').status).toBe('done');
  });

  test('waits as well if the node became the last one while it was judged', () => {
    const { step } = untilTongue();
    const run = mustCall(step, 'tongue');
    const judged = { passes: true, fault: unshown, tree: 't1' };
    expect(report(step, run, judged)).toMatchObject({ kind: 'send-back' });
  });

  test('is sent back for what else is missing first', () => {
    const { step } = untilTongue();
    const run = mustCall(step, 'tongue');
    const more = { ...UNSHOWN, missing: ['Cite it.', ASK], fault: { ...unshown, isAll: false } };
    expect(report(step, run, more)).toMatchObject({
      kind: 'send-back',
      missing: ['Cite it.', ASK],
    });
    expect(report(step, run, UNSHOWN)).toMatchObject({ kind: 'send-back', missing: [ASK] });
    expect(report(step, run, UNSHOWN)).toMatchObject({ kind: 'blocked' });
  });
});

describe('where no check can run', () => {
  const MISSING = ['Cite a command.', 'Bring a test.'];
  const fault = { ...unshown, ask: MISSING, noCheck: true as const };
  const lacking = { passes: false, missing: MISSING, fault, tree: 't1' };

  test('a report that lacks only what a check would bring is sent back once, then a person is asked', () => {
    const { step, goal } = untilTongue();
    const run = mustCall(step, 'tongue');
    expect(report(step, run, { ...lacking, changed: [] })).toMatchObject({
      kind: 'send-back',
      missing: MISSING,
    });
    expect(report(step, run, { ...lacking, changed: [] })).toMatchObject({ kind: 'blocked' });
    expect(nodeState(goal, 'N-030')).toMatchObject({ status: 'blocked', kind: 'not-shown' });
    expect(isAwaited(goal, { what: 'unproven' }, 'N-030')).toBe(true);
  });

  test('that holds for the body too, although another node may still bring a test', () => {
    const { step, goal, run } = atBody();
    expect(report(step, run, lacking)).toMatchObject({ kind: 'send-back' });
    expect(report(step, run, lacking)).toMatchObject({ kind: 'blocked' });
    expect(nodeState(goal, 'N-020')).toMatchObject({ kind: 'not-shown', attempts: 1 });
  });

  test('what was sent back for something else first is not sent back again for that', () => {
    const { step } = untilTongue();
    const run = mustCall(step, 'tongue');
    const more = { ...lacking, missing: ['Cite it.'], fault: { ...fault, isAll: false } };
    expect(report(step, run, more)).toMatchObject({ kind: 'send-back', missing: ['Cite it.'] });
    expect(report(step, run, lacking)).toMatchObject({ kind: 'blocked' });
  });

  test('what an agent can put right keeps its tries', () => {
    const { step } = untilTongue();
    const run = mustCall(step, 'tongue');
    const more = { ...lacking, missing: ['Cite it.'], fault: { ...fault, isAll: false } };
    for (let n = 0; n < 3; n += 1) {
      expect(report(step, run, more)).toMatchObject({ kind: 'send-back' });
    }
  });

  test('a person who took the fault as not shown is asked only whether nothing had to be changed', () => {
    const { step, goal, run: body } = atBody();
    for (let n = 0; n < 2; n += 1) report(step, body, lacking);
    acceptWork(step, goal, 'N-020', { what: 'unproven', why: 'no tests here', by: 'u@h' });
    const run = mustCall(step, 'tongue');
    for (let n = 0; n < 2; n += 1) report(step, run, { ...lacking, changed: [] });
    expect(nodeState(goal, 'N-030')).toMatchObject({ status: 'blocked', kind: 'no-change' });
  });
});

describe('a person', () => {
  test('says one word where no run can say whether changed tests hold, and not where one said no', () => {
    const seal = { tree: 't1', held: false, why: 'no copy passes', changed: ['M a'], named: [] };
    const only = { passes: false, missing: [], onlySeal: true, tree: 't1' } as const;
    for (const [unchecked, waits] of [
      [{ unchecked: true as const }, true],
      [{}, false],
    ] as const) {
      const { step, goal } = untilTongue();
      const run = mustCall(step, 'tongue');
      expect(report(step, run, { ...only, seal: { ...seal, ...unchecked } })).toMatchObject({
        kind: 'blocked',
      });
      expect(isAwaited(goal, { what: 'unproven' }, 'N-030')).toBe(waits);
      if (!waits) continue;
      acceptWork(step, goal, 'N-030', { what: 'unproven', why: 'it is good', by: 'u@h' });
      expect(nodeState(goal, 'N-030').status).toBe('done');
      // `wukong fsck` has nothing to say of what a person decided.
      expect(goalViolations(goal)).toEqual([]);
    }
  });

  test('accepts it, and the node is done at the level that was proven', () => {
    const { step, goal } = untilTongue();
    const run = mustCall(step, 'tongue');
    report(step, run, { ...UNSHOWN, level: 'L2' });
    report(step, run, { ...UNSHOWN, level: 'L2' });
    expect(isAwaited(goal, { what: 'no-change' }, null)).toBe(false);
    expect(isAwaited(goal, { what: 'unproven' }, 'N-020')).toBe(false);
    expect(isAwaited(goal, { what: 'unproven' }, null)).toBe(true);
    const word = { what: 'unproven', why: 'only on the device', by: 'u@h' } as const;
    expect(acceptWork(step, goal, null, word)).toEqual(['N-030']);
    expect(nodeState(goal, 'N-030')).toMatchObject({ status: 'done', level: 'L2' });
    expect(nodeState(goal, 'N-040').status).toBe('ready');
    const fault = faultOf(goal);
    expect(fault && faultText(fault)).toBe(
      `The fault was not shown: ${WHY}. Accepted by u@h: only on the device.`,
    );
    // The judge may still want more: nobody is asked a second time.
    expect(owesFault(goal, 'N-030')).toBe(false);
  });

  test('takes a fix without a test by one word, and is not asked again at the end', () => {
    const { step, goal } = untilTongue();
    const run = mustCall(step, 'tongue');
    const nothing = { passes: false, changed: [], missing: ['Change something.'], tree: 't1' };
    for (let n = 0; n < 4; n += 1) report(step, run, nothing);
    expect(nodeState(goal, 'N-030')).toMatchObject({ status: 'blocked', kind: 'not-shown' });
    expect(reasonOf(goal, 'N-030')).toMatch(/^The fault was not shown: no check was run on the /);
    expect(wayOut(goal, 'N-030')).toMatch(
      /^If the work is good without it, type: \/wukong_resume G-0001 N-030 --unproven <why>\. Otherwise: type/,
    );
    expect(noticesOf(step).at(-1)).toContain('type: /wukong_resume G-0001 N-030 --unproven <why>');
    const word = { what: 'unproven', why: 'no tests here', by: 'u@h' } as const;
    expect(acceptWork(step, goal, 'N-030', word)).toEqual(['N-030']);
    expect(faultOf(goal)).toMatchObject({ kind: 'not-shown', accepted: { why: 'no tests here' } });
  });

  test('accepts that nothing had to be changed', () => {
    const { step, goal, run } = atBody();
    const nothing = { passes: false, changed: [], missing: ['Change something.'], tree: 't1' };
    for (let n = 0; n < 4; n += 1) report(step, run, nothing);
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'blocked', kind: 'no-change' });
    const word = { what: 'no-change', why: '', by: 'u@h' } as const;
    expect(acceptWork(step, goal, 'N-020', word)).toEqual(['N-020']);
    expect(nodeState(goal, 'N-020').status).toBe('done');
  });
});

describe('what is said of a goal first', () => {
  test('is the command that failed before and passes now', () => {
    const { goal } = untilTongue({ tree: 't1', measured: RED_AND_GREEN });
    const fault = faultOf(goal);
    expect(fault && faultText(fault)).toBe('Proven: `npm test` failed before, passes now.');
  });

  test('stays so where the check could not run again, and is taken back where it fails', () => {
    const [red, green] = RED_AND_GREEN;
    if (!red || !green) throw new Error('no checks');
    const lost: Measured = { ...green, tree: 't2', outcome: 'unavailable' };
    expect(faultOf(untilTongue({ measured: [red, green, lost] }).goal)).toMatchObject({
      kind: 'shown',
    });
    const fails: Measured = { ...green, tree: 't2', outcome: 'fail' };
    expect(faultOf(untilTongue({ tree: 't2', measured: [red, green, fails] }).goal)).toMatchObject({
      kind: 'not-shown',
    });
  });

  test('is that nothing was changed, where the tree is the first one', () => {
    const { goal } = untilTongue();
    const first = goal.proof?.first?.tree;
    const fault = faultOf(goal, first);
    expect(fault && faultText(fault)).toBe('The fault was not seen, nothing was changed.');
  });
});
