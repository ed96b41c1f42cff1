import { describe, expect, test } from 'vitest';
import { workText } from '../../runtime/cli/stats/work-text.ts';
import { nothingSeen, see } from '../../runtime/metrics/collect.ts';
import { workStats } from '../../runtime/metrics/work-stats.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import { recordsOf, twoDays, usage } from './records.ts';

function statsOf(records: readonly EventRecord[], only?: string) {
  const seen = nothingSeen();
  for (const record of records) see(seen, record, only);
  return workStats(seen);
}

describe('statistics', () => {
  test('say by role and node how long it took and how often it was done again', () => {
    const { goals, roles, nodes, total } = statsOf(recordsOf(twoDays().steps));
    expect(goals).toEqual({ total: 1, open: 1, completed: 0, aborted: 0 });
    expect(total).toMatchObject({ runs: 3, passed: 1, retries: 1, send_backs: 1, seconds: 7800 });
    expect(roles.map(({ role, runs, seconds }) => [role, runs, seconds])).toEqual([
      ['ear', 1, 600],
      ['eye', 2, 7200],
    ]);
    expect(nodes).toMatchObject([
      { goal: 'G-0001', node: 'N-010', title: 'eye work', runs: 2, retries: 1, level: null },
      { goal: 'G-0001', node: 'N-001', title: 'ear work', runs: 1, retries: 0, level: 'L1' },
    ]);
  });

  test('say what was proven, and what was claimed and was not so', () => {
    const { evidence } = statsOf(recordsOf(twoDays().steps));
    expect(evidence.levels).toEqual({ L0: 0, L1: 1, L2: 0, L3: 0 });
    expect(evidence.overclaimed).toBe(2);
  });

  test('give to each run what it used, and to the main agent the rest', () => {
    const { goal, steps, ear, eye, again, last } = twoDays();
    const used = [
      usage(last, goal, ear, 0.25),
      usage(last, goal, eye, 1),
      usage(last, goal, again, 3),
      usage(last, goal, undefined, 0.5),
    ];
    const { total, roles, main_agent } = statsOf([...recordsOf(steps), ...used]);
    expect(total).toMatchObject({ cost_usd: 4.25, tokens: { input: 300, cache_read: 2700 } });
    expect(main_agent).toMatchObject({ cost_usd: 0.5, tokens: { output: 20 } });
    expect(roles[1]).toMatchObject({ role: 'eye', cost_usd: 4 });
  });

  test('say what runs were expected to cost when they were dispatched, and nothing where that was not kept', () => {
    const { steps } = twoDays();
    const records = recordsOf(steps).map((record) =>
      record.type === 'run.dispatched' && record.payload.role === 'eye'
        ? { ...record, payload: { ...record.payload, expected: { tokens: 100, usd: 1.5 } } }
        : record,
    );
    const { roles, nodes } = statsOf(records);
    expect(roles.map((one) => [one.role, one.cost_estimated])).toEqual([
      ['ear', null],
      ['eye', 3],
    ]);
    expect(nodes[0]).toMatchObject({ node: 'N-010', cost_estimated: 3 });
  });

  test('count what executors claim beside what was seen', () => {
    const { goal, steps, ear, last } = twoDays();
    const models = { m: { input: 700, output: 0, cache_creation: 0, cache_read: 0, usd: 2 } };
    const said = { ...usage(last, goal, ear, null), type: 'usage.claimed', payload: { models } };
    const { total } = statsOf([...recordsOf(steps), said, usage(last, goal, ear, 0.5)]);
    expect(total.claimed).toEqual({ tokens: 575, cost_usd: 1.5 });
    expect(total.cost_usd).toBe(0.5);
  });

  test('count the turn in which a goal ends, whose record names no goal any more', () => {
    const { goal, steps, last } = twoDays();
    const base = { ...usage(last, goal, undefined, 0), payload: {}, run_id: undefined };
    const stop = { ...base, type: 'Stop', goal_id: undefined, session_id: 's1' };
    const end = { ...base, type: 'graph.completed' };
    const { turns } = statsOf([
      ...recordsOf(steps),
      { ...stop, goal_id: goal.id },
      end,
      stop,
      stop,
    ]);
    expect(turns).toBe(2);
    expect(workText(statsOf(recordsOf(steps)))).not.toContain('Turns of the main agent');
  });

  test('of an unknown price say that the cost is not known', () => {
    const { goal, steps, ear, last } = twoDays();
    const { total, roles } = statsOf([...recordsOf(steps), usage(last, goal, ear, null)]);
    expect(total).toMatchObject({ cost_usd: null, tokens: { output: 20 } });
    expect(roles[0]).toMatchObject({ cost_usd: null, cost_estimated: null });
  });

  test('of one goal leave out the others', () => {
    expect(statsOf(recordsOf(twoDays().steps), 'G-0002').total.runs).toBe(0);
  });

  test('are drawn with bars in the proportion of their times', () => {
    const text = workText(statsOf(recordsOf(twoDays().steps)));
    expect(text).toContain('Runs: 3, 1 passed, retries: 1, sent back once, 2.2 h.');
    const [ear = '', eye = ''] = text.split('\n').filter((line) => /^e[ay][re] /.test(line));
    expect(ear.match(/█/g)).toHaveLength(2);
    expect(eye.match(/█/g)).toHaveLength(20);
  });

  test('name the workers of a team, each with its runs', () => {
    const { goal, steps, eye, again, last } = twoDays();
    const leased = [eye, again].map((run) => ({
      ...usage(last, goal, run, null),
      type: 'run.leased',
      payload: { elsewhere: { machine: 'tower', person: 'ann@tower' } },
    }));
    const lines = workText(statsOf([...recordsOf(steps), ...leased])).split('\n');
    expect(lines.find((line) => line.startsWith('tower (ann@tower)'))).toMatch(/^\S+ \S+ +2 /);
    expect(workText(statsOf(recordsOf(steps)))).not.toContain('machine');
  });

  test('where nothing was done yet say so', () => {
    expect(workText(statsOf([]))).toBe('Nothing was worked on yet.');
  });
});
