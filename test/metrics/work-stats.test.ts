import { describe, expect, test } from 'vitest';
import { workText } from '../../runtime/cli/stats/work-text.ts';
import { nothingSeen, see } from '../../runtime/metrics/collect.ts';
import { workStats } from '../../runtime/metrics/work-stats.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { State } from '../../runtime/model/state/state.ts';
import { recordsOf, twoDays, usage } from './records.ts';

type Past = Pick<State, 'role_usage'>;

function statsOf(records: readonly EventRecord[], only?: string, state: Past = {}) {
  const seen = nothingSeen();
  for (const record of records) see(seen, record, only);
  return workStats(seen, state);
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
    const eyes = [1, 2, null].map((usd) => ({ tokens: 100, usd }));
    const { total, roles, nodes, main_agent } = statsOf([...recordsOf(steps), ...used], undefined, {
      role_usage: { eye: eyes },
    });
    expect(total).toMatchObject({ cost_usd: 4.25, tokens: { input: 300, cache_read: 2700 } });
    expect(main_agent).toMatchObject({ cost_usd: 0.5, tokens: { output: 20 } });
    // A run of an eye is expected to cost the median of those that are priced, and its node twice that.
    expect(roles[1]).toMatchObject({ role: 'eye', cost_usd: 4, cost_estimated: 1.5 });
    expect(nodes[0]).toMatchObject({ node: 'N-010', cost_usd: 4, cost_estimated: 3 });
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

  test('where nothing was done yet say so', () => {
    expect(workText(statsOf([]))).toBe('Nothing was worked on yet.');
  });
});
