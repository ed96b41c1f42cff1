// docs/templates.md lists expressions that people want, and what they may name. Both are held against what is asked.

import { describe, expect, test } from 'vitest';
import { askCondition } from '../../runtime/conditions/ask.ts';
import { CONDITION_VARIABLES, type Fields, PREDICATE } from '../../runtime/model/condition.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { mustCall, report } from '../kernel/drive.ts';
import { begin, node, plan } from '../kernel/plan.ts';
import { readPage, tableRows } from './pages.ts';

const PAGE = readPage('docs/templates.md');
const code = (cell: string): string => cell.replaceAll('`', '').replaceAll('\\|', '|');
const WANTED = tableRows(PAGE, 'to have it run when', '`predicate:`').map(([, expression = '']) =>
  code(expression),
);

const GOAL = plan(
  [node('N-010', 'nose'), node('N-020', 'nose')],
  [['N-010', 'N-020', `${PREDICATE}true`]],
);

/** A change that all of them ask about, and one that none does. */
function done(isRisky: boolean): Goal {
  const { step, goal } = begin({
    ...GOAL,
    ...(isRisky && { risk: 'high', parameters: { audit: 'yes' } }),
  });
  const run = mustCall(step, 'nose');
  const tests = { passed: 9, failed: 0, skipped: isRisky ? 1 : 0, total: 10 };
  const files = Array.from({ length: 21 }, (_, i) => `src/auth/${i}.ts`);
  if (isRisky) {
    report(step, run, { passes: false, missing: ['more'] });
    report(step, run, { passes: false, missing: ['more'] });
  }
  report(step, run, {
    verdict: 'accept',
    changed: isRisky ? files : ['README.md'],
    lines: [{ path: 'a', added: isRisky ? 150 : 3, removed: 51 }],
    level: isRisky ? 'L2' : 'L3',
    claimed: 'L3',
    findings: isRisky ? ['a race'] : [],
    gates: [
      { gate: 'unit', outcome: 'pass', counts: { tests } },
      { gate: 'lint', outcome: isRisky ? 'fail' : 'pass', must_pass: false },
    ],
  });
  return goal;
}

function ask(goal: Goal, expression: string) {
  return askCondition(goal, { from: 'N-010', to: 'N-020', condition: `${PREDICATE}${expression}` });
}

function paths(fields: Fields, path = ''): string[] {
  return Object.entries(fields).flatMap(([name, type]) =>
    typeof type === 'string' ? [`${path}${name}`] : paths(type, `${path}${name}.`),
  );
}

describe('docs/templates.md', () => {
  const [risky, plain] = [done(true), done(false)];

  test('has ten expressions that people want, or more', () => {
    expect(WANTED.length).toBeGreaterThanOrEqual(10);
  });

  test.each(WANTED)('%s', (expression) => {
    expect(ask(risky, expression)).toMatchObject({ outcome: true });
    expect(ask(plain, expression)).toMatchObject({ outcome: false });
  });

  test('has all that an expression may name, and nothing else', () => {
    const rows = tableRows(PAGE, 'of', 'fields');
    const named = rows.flatMap(([of = '', fields = '']) => {
      const variable = /`(\w+)`/.exec(of)?.[1] ?? '';
      return [...fields.replaceAll(/\([^)]*\)/g, '').matchAll(/`([\w.]+)`/g)].map(
        ([, field]) => `${variable}.${field}`,
      );
    });
    expect(named.sort()).toEqual(paths(CONDITION_VARIABLES).sort());
  });
});
