// What a daemon takes up, and who is the daemon: as values.

import { describe, expect, test } from 'vitest';
import { type TakeUp, toTakeUp } from '../../runtime/kernel/daemon.ts';
import { endDaemon, startDaemon, takeUp } from '../../runtime/kernel/drive/daemon.ts';
import { dispatchTo } from '../../runtime/kernel/drive/driven.ts';
import { endDriver } from '../../runtime/kernel/drive/end-driver.ts';
import { parkGoal } from '../../runtime/kernel/park.ts';
import { admitGoal, own, pauseGoal, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { activeRuns } from '../../runtime/kernel/state/queries.ts';
import type { Said } from '../../runtime/kernel/state/said.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { mustCall } from './drive.ts';
import { alive, CLIENT, node, plan } from './plan.ts';

const ME = { pid: 11, started: '1' };
const OTHER = { pid: 12, started: '1' };
const NOW = '2026-11-21T10:00:00.000Z';
const ADA: Said = { by: 'Ada', terminal: { name: 'pts/1', parents: ['zsh'], age_sec: 9 } };
const HEADLESS = { type: 'headless', name: 'headless' } as const;
const gone = () => false;

const begun = (): Step => openStep(emptyState(), NOW);

type Queued = Readonly<{ priority?: number; by?: Said }>;

function queue(step: Step, { priority = 50, by = ADA }: Queued = {}): Goal {
  const one = plan([node('N-010', 'eye')], []);
  const terms = { priority };
  return startGoal(step, { owner: { kind: 'nobody' } }, 'look', { ...one, queued: by, terms });
}

type Seen = Readonly<{
  busy?: readonly string[];
  passed?: readonly (readonly [string, string])[];
  at?: string;
  isAlive?: typeof alive;
}>;

function found({ state }: Step, { busy, passed, at = NOW, isAlive = alive }: Seen = {}): TakeUp[] {
  return toTakeUp(state, { at, isAlive }, new Set(busy), new Map(passed));
}

const goals = (step: Step, seen?: Seen) => found(step, seen).map(({ goal }) => goal);

describe('a daemon takes up', () => {
  test('the best first, and says before which other one and why', () => {
    const step = begun();
    queue(step, { priority: 10 });
    queue(step, { priority: 90 });
    const [first, second] = found(step);
    expect([first?.goal, second?.goal]).toEqual(['G-0002', 'G-0001']);
    expect(first?.chosen).toMatchObject({ before: 'G-0001', age: 0 });
    expect(second?.chosen).toMatchObject({ before: null });
    const { score, priority, age, dependencies } = first?.chosen ?? expect.fail();
    expect(score).toBeCloseTo(priority + age + dependencies);
  });

  test('nothing that nobody queued at a terminal, before a person admits it, or says so for all', () => {
    const step = begun();
    const goal = queue(step, { by: { by: 'cron' } });
    expect(goals(step)).toEqual([]);
    admitGoal(step, goal, ADA);
    expect(goals(step)).toEqual(['G-0001']);
    const others = begun();
    queue(others, { by: { by: 'cron' } });
    others.state.config.daemon_admits_scripts = true;
    expect(goals(others)).toEqual(['G-0001']);
  });

  test('no goal that a session or `wukong run` began, and none it has already', () => {
    const step = begun();
    const one = plan([node('N-010', 'eye')], []);
    startGoal(step, ofSession('s1', CLIENT, '/t'), 'typed', one);
    startGoal(step, { owner: { kind: 'driver', ref: OTHER } }, 'run', one);
    expect(goals(step, { isAlive: gone })).toEqual([]);
    queue(step);
    expect(goals(step, { busy: ['G-0003'] })).toEqual([]);
  });

  test('no goal whose owner is there; one whose driver is gone goes on', () => {
    const step = begun();
    const goal = queue(step);
    own(step, goal, { owner: { kind: 'driver', ref: OTHER } });
    expect(goals(step)).toEqual([]);
    expect(goals(step, { isAlive: gone })).toEqual(['G-0001']);
  });

  test('none it could do nothing for, until something becomes of it', () => {
    const step = begun();
    const goal = queue(step);
    expect(goals(step, { passed: [[goal.id, goal.as_of]] })).toEqual([]);
    expect(goals(step, { passed: [[goal.id, 'E-000000']] })).toEqual(['G-0001']);
  });

  test('no paused goal, but one whose wait for a limit is over', () => {
    const step = begun();
    const paused = queue(step);
    pauseGoal(step, paused, { kind: 'other-goal' });
    const parked = queue(step);
    own(step, parked, ofSession('s1', CLIENT, '/t'));
    const run = mustCall(step, 'eye');
    const until = '2026-11-21T15:00:00.000Z';
    const limit = { kind: 'api-error', said: 'limit' } as const;
    parkGoal(step, parked, run, limit, { steps: [], named: until });
    own(step, parked, { owner: { kind: 'nobody' } });
    expect(goals(step)).toEqual([]);
    expect(goals(step, { at: until })).toEqual(['G-0002']);
  });

  test('beside its session what no session can start, before all else, and leaves it the goal', () => {
    const step = begun();
    queue(step, { priority: 100 });
    const nodes = [node('N-010', 'eye', { executor: HEADLESS }), node('N-020', 'eye')];
    startGoal(step, ofSession('s1', CLIENT, '/t'), 'typed', plan(nodes, []));
    expect(found(step)).toMatchObject([
      { goal: 'G-0002', isBeside: true },
      { goal: 'G-0001', isBeside: false },
    ]);
  });
});

describe('a goal taken up', () => {
  const claim = { owner: { kind: 'driver', ref: ME } } as const;

  test('by somebody else in between stays theirs', () => {
    const step = begun();
    const goal = queue(step);
    expect(takeUp(step, goal, { owner: { kind: 'driver', ref: OTHER } }, alive)).toBe(true);
    expect(takeUp(step, goal, claim, alive)).toBe(false);
    expect(goal.owner).toEqual({ kind: 'driver', ref: OTHER });
  });

  test('stays paused where only a person goes on with it', () => {
    const step = begun();
    const goal = queue(step);
    pauseGoal(step, goal, { kind: 'other-goal' });
    expect(takeUp(step, goal, claim, alive)).toBe(false);
    expect(goal.status).toBe('paused');
  });

  test('loses the runs of a driver that is gone, without an attempt', () => {
    const step = begun();
    const goal = queue(step);
    own(step, goal, { owner: { kind: 'driver', ref: OTHER } });
    const by = { kind: 'process', name: 'fixer', ref: OTHER } as const;
    dispatchTo(step, { goal: goal.id, node: 'N-010', by, worktree: '/repo' }, null, alive);
    expect(takeUp(step, goal, claim, gone)).toBe(true);
    expect(activeRuns(goal)).toEqual([]);
    expect(Object.values(goal.runs).map(({ ended }) => ended?.outcome)).toEqual(['lost']);
    expect(goal.nodes['N-010']).toMatchObject({ status: 'ready', attempts: 0 });
  });
});

describe('of daemons', () => {
  const start = (step: Step, me: typeof ME, isAlive = alive) =>
    startDaemon(step, { me, by: 'Ada' }, isAlive);

  test('there is one: a second is told which, and one that is gone is recorded as such first', () => {
    const step = begun();
    expect(start(step, ME)).toBeUndefined();
    expect(start(step, OTHER)).toEqual(ME);
    expect(start(step, OTHER, gone)).toBeUndefined();
    const told = step.facts.map(({ type, payload }) => [
      type,
      'because' in payload && payload.because,
    ]);
    expect(told).toEqual([
      ['daemon.started', false],
      ['daemon.stopped', 'gone'],
      ['daemon.started', false],
    ]);
  });

  test('the one before ends nothing of the next', () => {
    const step = begun();
    start(step, ME);
    start(step, OTHER, gone);
    endDaemon(step, ME, 'asked');
    expect(step.state.daemon?.process).toEqual(OTHER);
    endDaemon(step, OTHER, 'asked');
    expect(step.state.daemon).toBeUndefined();
  });

  test('one that dies at work is ended with its goals, by whoever waits beside it', () => {
    const step = begun();
    start(step, ME);
    const goal = queue(step);
    takeUp(step, goal, { owner: { kind: 'driver', ref: ME } }, alive);
    endDriver(step, ME);
    expect(goal.owner).toEqual({ kind: 'nobody' });
    expect(step.state.daemon).toBeUndefined();
  });
});
