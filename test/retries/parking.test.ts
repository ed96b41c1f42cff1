import { describe, expect, test } from 'vitest';
import { nextNodes } from '../../runtime/kernel/next.ts';
import { parkGoal, wakeGoal } from '../../runtime/kernel/park.ts';
import { pauseByPerson } from '../../runtime/kernel/reports/pause.ts';
import { openStep } from '../../runtime/kernel/requests/step.ts';
import { parkedUntil, type WaitsFor } from '../../runtime/kernel/retries/parking.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import { resetTime } from '../../runtime/usage/reset-time.ts';
import { minuteAfter } from '../../runtime/words/plain-text.ts';
import { mustCall, pass } from '../kernel/drive.ts';
import { alive, begin, noticesOf } from '../kernel/plan.ts';

const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const UNKNOWN = {
  steps: ['2026-11-21T10:05:00.000Z', '2026-11-21T10:15:00.000Z', '2026-11-21T11:00:00.000Z'],
};
const LIMIT = { kind: 'api-error', said: 'You’ve hit your session limit' } as const;

describe('the time at which a limit ends is read from what the client says', () => {
  test.each([
    ["You've hit your session limit · resets 3pm (UTC)", '2026-11-23T15:00:00.000Z'],
    ["You've hit your session limit · resets 3:30pm (Europe/Berlin)", '2026-11-23T14:30:00.000Z'],
    ["You've hit your session limit · resets 9am (UTC)", '2026-11-24T09:00:00.000Z'],
    ["You've hit your session limit · resets 12am (UTC)", '2026-11-24T00:00:00.000Z'],
    ["You've hit your weekly limit · resets Nov 26, 1pm (UTC)", '2026-11-26T13:00:00.000Z'],
    ["You've hit your weekly limit. It resets Jan 2, 2027, 1pm (UTC).", '2027-01-02T13:00:00.000Z'],
    ['spend limit reached · resets Jan 1', '2027-01-01T05:00:00.000Z'],
    ["You've hit your session limit · resets 3pm", '2026-11-23T20:00:00.000Z'],
    ['Claude AI usage limit reached|1795446000', '2026-11-23T15:00:00.000Z'],
    ['429, retry after 30', '2026-11-23T10:00:30.000Z'],
    ['overloaded, try again in 1 hour and 5 minutes', '2026-11-23T11:05:00.000Z'],
    ['resets 3pm (Nowhere/Atall)', '2026-11-23T20:00:00.000Z'],
  ])('%s', (said, at) => {
    const time = resetTime(said, NOW, 'America/New_York');
    expect(time === undefined ? time : new Date(time).toISOString()).toBe(at);
  });

  test.each(['API Error: 529 overloaded_error', 'resets', 'the parser resets the state', ''])(
    'none in "%s"',
    (said) => expect(resetTime(said, NOW, 'UTC')).toBeUndefined(),
  );

  test('where the clocks change in between, the clock on the wall counts', () => {
    const before = Date.parse('2026-10-31T12:00:00.000Z');
    const time = resetTime('resets Nov 2, 9am (America/New_York)', before, 'UTC');
    expect(new Date(time ?? 0).toISOString()).toBe('2026-11-02T14:00:00.000Z');
  });
});

describe('a goal that a limit stopped', () => {
  function parked(waits: WaitsFor) {
    const { step, goal } = begin();
    parkGoal(step, goal, mustCall(step, 'ear'), LIMIT, waits);
    return { step, goal };
  }

  test('waits until the named time, costs no run, and its user is told until when', () => {
    const { step, goal } = parked({ ...UNKNOWN, named: '2026-11-21T15:00:00.000Z' });
    expect(parkedUntil(goal)).toBe('2026-11-21T15:00:00.000Z');
    expect(nodeState(goal, 'N-001')).toMatchObject({ status: 'ready', attempts: 0 });
    expect(noticesOf(step).at(-1)).toContain(`after ${minuteAfter('2026-11-21T15:00:00.000Z')}.`);
  });

  test.each(['2026-11-21T15:00:00.000Z', '2026-11-21T15:00:00.001Z', '2026-11-21T23:59:59.999Z'])(
    'is told a time of their own clock, and at that minute the wait until %s is over',
    (until) => {
      const shown = minuteAfter(until);
      expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
      const late = new Date(shown).getTime() - Date.parse(until);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(60_000);
    },
  );

  test('waits 5, 15, then 60 minutes where nobody says when it is over', () => {
    const { step, goal } = begin();
    const waits = [1, 2, 3, 4].map(() => {
      parkGoal(step, goal, undefined, LIMIT, UNKNOWN);
      const until = Date.parse(parkedUntil(goal) ?? '');
      const later = openStep(step.state, new Date(until).toISOString());
      expect(wakeGoal(later, goal)).toBe(true);
      return (until - Date.parse(step.now)) / 60_000;
    });
    expect(waits).toEqual([5, 15, 60, 60]);
  });

  test('waits 5 minutes again once a run has passed', () => {
    const { step, goal } = parked(UNKNOWN);
    wakeGoal(openStep(step.state, '2026-11-21T12:00:00.000Z'), goal);
    pass(step, 'ear');
    parkGoal(step, goal, undefined, LIMIT, UNKNOWN);
    expect(parkedUntil(goal)).toBe('2026-11-21T10:05:00.000Z');
  });

  test('does not wait for a time that is past, or absurd', () => {
    for (const named of ['2026-11-21T09:59:00.000Z', '2027-11-21T10:00:00.000Z']) {
      expect(parkedUntil(parked({ ...UNKNOWN, named }).goal)).toBe('2026-11-21T10:05:00.000Z');
    }
  });

  test('goes on at the next Stop of its session after that, and not before', () => {
    const { step, goal } = parked(UNKNOWN);
    const request = { sessionId: 's1', listed: [], started: () => [] };
    expect(stopSession(step, request, alive).kind).toBe('allow');
    expect(nextNodes(step.state, step.now)).toEqual([]);
    const later = openStep(step.state, '2026-11-21T10:05:00.000Z');
    expect(nextNodes(later.state, later.now).map(({ node }) => node)).toEqual(['N-001']);
    expect(stopSession(later, request, alive)).toMatchObject({ kind: 'continue' });
    expect(goal.status).toBe('running');
  });

  test('waits for its person where only they can end it', () => {
    const { step, goal } = parked('person');
    expect(parkedUntil(goal)).toBeUndefined();
    expect(wakeGoal(openStep(step.state, '2027-11-21T10:05:00.000Z'), goal)).toBe(false);
  });

  test('and that a person paused does not go on by itself', () => {
    const { step, goal } = parked(UNKNOWN);
    pauseByPerson(step, goal, 'session');
    expect(wakeGoal(openStep(step.state, '2026-11-22T10:00:00.000Z'), goal)).toBe(false);
    expect(goal.paused).toEqual({ kind: 'by-person', from: 'session' });
  });
});
