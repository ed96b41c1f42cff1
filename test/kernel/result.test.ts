// What a goal came to, as data.

import { expect, test } from 'vitest';
import { endNotice } from '../../runtime/engine/goal/end-notice.ts';
import { acceptWork } from '../../runtime/kernel/requests/accept-work.ts';
import { completeGoal } from '../../runtime/kernel/requests/goals.ts';
import { standings } from '../../runtime/kernel/views/standing.ts';
import type { Notice } from '../../runtime/model/notice.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { GoalResult } from '../../runtime/result/goal-result.ts';
import { headOf } from '../../runtime/result/head-of.ts';
import { resultOf } from '../../runtime/result/result-of.ts';
import { longCounts } from '../../runtime/words/goal/counts.ts';
import { completedText } from '../../runtime/words/notice.ts';
import { mustCall, pass, report } from './drive.ts';
import { FIX, node, plan } from './plan.ts';
import { beginTimed, endedResult, RED_AND_GREEN, recordsOf } from './timed.ts';

const TOLD = ['fault', 'beside', 'counts', 'doubts', 'verdict', 'criteria', 'nodes'] as const;
const ALSO = ['renewed', 'shown_by', 'caught', 'questions', 'time', 'status'] as const;

test('what a goal came to is told from the log afterwards as it was at its end', () => {
  const { step, goal, wait } = beginTimed(FIX, 'the decoder crashes');
  pass(step, 'ear', { listed: [{ text: 'it is quick', kind: 'judged', names: [] }] });
  const eye = mustCall(step, 'eye');
  report(step, eye, {
    passes: false,
    claimed: 'L2',
    overclaimed: true,
    missing: ['Cite a place.'],
  });
  wait(60);
  report(step, eye, { citations: { resolved: 1, total: 2 } });
  const tree = { tree: 't1', measured: RED_AND_GREEN };
  pass(step, 'body', { ...tree, level: 'L3', changed: ['src/decoder.js'] });
  pass(step, 'tongue', { tree: 't1', gates: [{ gate: 'npm test', outcome: 'pass' }] });
  pass(step, 'nose');
  const mind = mustCall(step, 'mind');
  for (let n = 0; n < 2; n += 1) report(step, mind, { onCriteria: [] });
  acceptWork(step, goal, null, { what: 'criterion', number: 1, why: 'by hand', by: 'u@h' });
  wait(5);
  const gates = [{ gate: 'npm test', outcome: 'pass' }] as const;
  const outcomes = [{ ...gates[0], mustPass: true }];
  const end = { tree: 't1', outcomes, renews: true, check: 'npm test' };
  const atEnd = endedResult(step, goal, { end });

  const scope = { goal_id: goal.id };
  const payload = { tree: 't1', gates: [...gates], check: 'npm test' };
  step.emit({ type: 'evidence.renewed', ...scope, payload });
  const { fault, beside } = atEnd;
  completeGoal(step, goal, {
    ...(fault && { fault }),
    ...(beside && { beside }),
    notice: { kind: 'text', text: '' },
    log_sha256: '',
    log_bytes: 0,
  });
  const finished = step.state.finished as Goal;
  const after = resultOf({ goal: finished, facts: recordsOf(step.facts), now: step.now });

  for (const key of [...TOLD, ...ALSO]) expect(after[key], key).toEqual(atEnd[key]);
  expect(after.verdict).toBe('in-doubt');
  expect(after.doubts.map(({ kind }) => kind)).toEqual(['criteria', 'places']);
  expect(JSON.parse(JSON.stringify(after))).toEqual(after);
});

test('a criterion that a person took counts as accepted, and not as one that holds', () => {
  const { step, goal } = beginTimed(FIX, 'the decoder crashes');
  pass(step, 'ear', { listed: [{ text: 'it is quick', kind: 'judged', names: [] }] });
  for (const role of ['eye', 'body', 'tongue', 'nose'] as const) pass(step, role);
  const mind = mustCall(step, 'mind');
  for (let n = 0; n < 2; n += 1) report(step, mind, { onCriteria: [] });
  acceptWork(step, goal, null, { what: 'criterion', number: 1, why: 'by hand', by: 'u@h' });
  const head = headOf(goal, step.now);
  expect(head.counts.criteria).toEqual({ met: 0, accepted: 1, total: 1 });
  expect(longCounts('page', head)).toContain('0 of 1 criteria hold, 1 accepted');
});

test('a goal that was ended early is cancelled, and what is not shown of it is no news', () => {
  const { step, goal } = beginTimed(FIX, 'the decoder crashes');
  pass(step, 'ear');
  const facts = recordsOf(step.facts);
  const result = resultOf({ goal: { ...goal, status: 'aborted' }, facts, now: step.now });
  expect(result).toMatchObject({ verdict: 'cancelled', fault: null, beside: null });
});

test('a node that was skipped is done nowhere: in the session, in a shell and at the end alike', () => {
  const nodes = [node('N-010', 'eye'), node('N-020', 'mind'), node('N-030', 'mind')];
  const forked = plan(nodes, [
    ['N-010', 'N-020', 'on_failure'],
    ['N-010', 'N-030'],
  ]);
  const { step, goal } = beginTimed(forked, 'the decoder crashes');
  pass(step, 'eye');
  pass(step, 'mind');
  expect(goal.nodes['N-020']?.status).toBe('skipped');
  const [standing] = standings(step.state, 's1');
  const ended = endedResult(step, goal);
  expect([standing?.done, ended.counts.nodes.done]).toEqual([2, 2]);
  expect(completedText(endNotice(ended, 'summary.md') as Completed)).toContain('2 of 3 nodes done');
});

type Completed = Extract<Notice, { kind: 'goal-completed' }>;

test('of a goal that an issue asks for it is said how its work gets there', () => {
  const { step, goal } = beginTimed(plan([node('N-010', 'eye')], []), 'the decoder crashes');
  pass(step, 'eye');
  const lines = [{ path: 'src/decoder.js', added: 1, removed: 0 }];
  const ended = { ...endedResult(step, goal), change: { lines, patch: null } } as GoalResult;
  const textOf = (one: GoalResult) => completedText(endNotice(one, 's.md') as Completed);
  expect(textOf(ended)).toContain('git diff, then git commit\n');
  const next = `git diff, then git commit or wukong publish ${goal.id}\n`;
  expect(textOf({ ...ended, issue: 'acme/decoder#7' })).toContain(next);
});
