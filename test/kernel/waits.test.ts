// What a reason to wait leads to: the table, held as values.

import { describe, expect, test } from 'vitest';
import { packetOf } from '../../runtime/kernel/escalations/packet.ts';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import { resumeFromCli } from '../../runtime/kernel/requests/resume.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { Reason } from '../../runtime/model/reason.ts';
import {
  asksOf,
  isAcceptedBy,
  isFreedBy,
  isHeld,
  isSpent,
  offersOf,
  waitKind,
  waysOn,
} from '../../runtime/model/wait-of.ts';
import { BLOCKED_KINDS, type NodeWait, OFFERS } from '../../runtime/model/waits.ts';
import { NOTHING_SAID } from '../../runtime/words/escalation/answer.ts';
import { meantBy } from '../../runtime/words/escalation/meaning.ts';
import { optionsOf } from '../../runtime/words/escalation/options.ts';
import { mustCall, report } from './drive.ts';
import { EVERY_REASON, NODE_WAITS } from './every-reason.ts';
import { alive, begin, node, plan } from './plan.ts';

const NOW = '2026-11-21T10:00:00.000Z';

const AT = { ofGoal: false, found: false, isLeave: false, isSecret: false, hasWork: true };

describe('what a node waits for', () => {
  test('is asked of a person, or goes on when they resume', () => {
    for (const because of NODE_WAITS) {
      expect(asksOf(because) !== undefined || isHeld(because), because.kind).toBe(true);
    }
  });

  test('is done by each word that a person is told for it', () => {
    for (const because of NODE_WAITS) {
      for (const offer of offersOf(because)) {
        const flag = OFFERS[offer];
        if (flag !== 'unproven' && flag !== 'no-change') continue;
        expect(isAcceptedBy(because, flag), because.kind).toBe(true);
      }
    }
  });

  test('has three ways on, one of which changes or gives something up', () => {
    for (const because of EVERY_REASON) {
      const three = waysOn(because, AT);
      expect(new Set(three).size, because.kind).toBe(3);
      expect(three.at(-1)).toMatch(/^(?:cancel|roll-back)$/);
    }
  });
});

describe('each way on that a person is offered', () => {
  /** A node that waits for it, behind a run that changed something or nothing. */
  function waitingFor(because: NodeWait, changed: readonly string[]) {
    const begun = begin(plan([node('N-020', 'body')], []));
    const { step, goal } = begun;
    const run = mustCall(step, 'body');
    report(step, run, { status: 'blocked', questions: ['9?'], changed });
    step.emit({
      type: 'node.blocked',
      goal_id: goal.id,
      node_id: 'N-020',
      payload: { kind: waitKind(because), because },
    });
    const packet = packetOf(goal, 'N-020', because);
    const reason = asksOf(because) ?? 'ambiguous';
    return { step, goal, asked: { goal: goal.id, node: 'N-020', reason, packet } };
  }

  test.each(NODE_WAITS.map((because) => [because.kind, because] as const))(
    'leads somewhere from there: %s',
    (_, because) => {
      for (const changed of [[], ['src/a.js']]) {
        for (const option of optionsOf(waitingFor(because, changed).asked)) {
          const { step, goal, asked } = waitingFor(because, changed);
          const { does } = option;
          const said = {
            ...NOTHING_SAID,
            choice: option.option,
            words: because.kind === 'edge-undecided' ? '' : 'as I say',
          };
          const meant = meantBy('ESC-0001', asked, said, NOW);
          if (does.kind === 'type') {
            expect(meant.ok).toBe(false);
            // There is something to take back only where a run changed something.
            if (does.command.startsWith('wukong rollback')) expect(changed).not.toEqual([]);
            continue;
          }
          if (!meant.ok) expect.fail(`${option.name} is refused`);
          const { accept, words } = meant.value.said;
          if (accept) {
            const { what } = accept;
            const isOffered = offersOf(because).some((offer) => OFFERS[offer] === what);
            const isDone = isOffered || (what === 'no-change' && isAcceptedBy(because, what));
            expect(isDone, option.name).toBe(true);
            continue;
          }
          resumeFromCli(step, goal, { nodeId: 'N-020', answer: words, by: 'u@h' }, alive);
          expect(nodeState(goal, 'N-020').status, option.name).not.toBe('blocked');
        }
      }
    },
  );
});

test('what a log of before says in words is held, freed and accepted as it was', () => {
  const ofBefore = (kind: string): Reason => {
    const record = { v: 1, type: 'node.blocked', payload: { kind, reason: 'as it was' } };
    const { payload } = upcast(record as unknown as EventRecord);
    return (payload as { because: Reason }).because;
  };
  for (const kind of BLOCKED_KINDS) expect(waitKind(ofBefore(kind))).toBe(kind);
  for (const kind of ['stopped', 'interrupted', 'not-started', 'unguarded']) {
    expect(isHeld(ofBefore(kind)), kind).toBe(true);
  }
  expect(isHeld(ofBefore('questions'))).toBe(false);
  expect(isSpent(ofBefore('retries'))).toBe(true);
  expect(isFreedBy(ofBefore('retries'), 'executor')).toBe(true);
  expect(isAcceptedBy(ofBefore('not-shown'), 'unproven')).toBe(true);
  expect(offersOf(ofBefore('tests-changed'))).toEqual([]);
});
