import { describe, expect, test } from 'vitest';
import { type Day, dayFacts, dayOf, seeInDay } from '../../runtime/metrics/day.ts';
import { rollupPage } from '../../runtime/words/metrics/rollup-page.ts';
import { recordsOf, twoDays } from './records.ts';

function day(name: string): Day {
  const { steps, state } = twoDays();
  const of = dayFacts(name);
  for (const record of recordsOf(steps)) seeInDay(of, record, record.timestamp.slice(0, 10));
  return dayOf(of, state, `${name}T23:59:59.999Z`);
}

describe('the roll-up of a day', () => {
  test('says what was done, decided, proven, caught and used on it, and what comes next', () => {
    const page = rollupPage(day('2026-11-21'));
    expect(page).toContain('# 2026-11-21');
    expect(page).toContain('## Done\n\n- G-0001/N-001 `ear work`: done');
    expect(page).toContain(
      '## Decided\n\n- G-0001 `A person named the plan fix.`\n- G-0001/N-001 `Empty input is valid.`',
    );
    expect(page).toContain('## Proven\n\n- G-0001/N-001 L1');
    expect(page).toMatch(/## Caught\n\n- G-0001\/N-001 `sent back`: `It is not cited\.`/);
    expect(page).toContain('## Waits\n\nNothing.');
    expect(page).toContain('- All: 3 runs');
    expect(page).toContain('## Next\n\n- G-0001/N-060 mind: `Plan B for N-010`');
  });

  test('counts a run that began the day before, by its name', () => {
    const { done, spent, facts } = day('2026-11-22');
    expect(done).toEqual([]);
    expect(spent.total).toMatchObject({ runs: 1, seconds: 3600 });
    expect(spent.nodes).toMatchObject([{ node: 'N-010', title: 'eye work' }]);
    expect(facts.map(({ goal }) => goal)).toEqual(['G-0001']);
  });

  test('says nothing of other days', () => {
    const page = rollupPage(day('2026-11-20'));
    expect(page).toContain('## Done\n\nNothing.');
    expect(page).toContain('## Spent\n\nNothing.');
  });

  test('lets no words of others become its own', () => {
    const made = day('2026-11-21');
    const done = [{ goal: 'G-0001', node: null, title: '`x`\n## Done\n[a](b)', end: 'completed' }];
    const page = rollupPage({ ...made, done });
    expect(page.match(/^## Done$/gm)).toHaveLength(1);
  });
});
