// The built-in templates beside `fix`: what is ready when, and what each node has to show.

import { describe, expect, test } from 'vitest';
import { grade } from '../../runtime/evidence/grade.ts';
import { asksRedGreen } from '../../runtime/kernel/graph/proof.ts';
import { canComplete, type Plan } from '../../runtime/kernel/requests/goals.ts';
import { frontier } from '../../runtime/kernel/requests/offer.ts';
import { specOf } from '../../runtime/kernel/state/queries.ts';
import type { Role } from '../../runtime/model/vocabulary.ts';
import { gradeInput } from '../evidence/samples.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { begin } from '../kernel/plan.ts';
import { builtIn, loaded } from './built-in.ts';

/** The roles that are ready, wave by wave, when every node passes. */
async function waves(name: string, risk?: 'high'): Promise<string[]> {
  const { step, goal } = begin(await builtIn(name, risk));
  const seen: string[] = [];
  while (!canComplete(goal)) {
    const roles: Role[] = frontier(goal).map(({ role }) => role);
    seen.push(roles.join('+'));
    for (const run of roles.map((role) => mustCall(step, role))) report(step, run);
  }
  return seen;
}

function rows({ nodes }: Plan): string[] {
  return nodes.map(({ id, role, quality, verification_plan }) => {
    const gates = verification_plan.deterministic.map(({ name }) => name).join(', ');
    return `${id} ${role} ${quality.evidence_level_required}: ${gates}`;
  });
}

describe('the template feature', () => {
  test('lets ear and eye begin side by side, plans, builds, and then tests and audits at once', async () => {
    expect(await waves('feature')).toEqual(['ear+eye', 'mind', 'body', 'tongue+nose', 'mind']);
  });

  test('asks each node for what its role can show', async () => {
    const plan = await builtIn('feature');
    expect(rows(plan)).toEqual([
      'N-001 ear L1: references, criteria',
      'N-010 eye L1: references',
      'N-020 mind L1: references, plan',
      'N-030 body L2: unit tests, repro_steps, risk_assessment',
      'N-040 tongue L2: unit tests, tests_added, repro_steps',
      'N-050 nose L1: references, verdict, risk_assessment',
      'N-060 mind L1: references, summary',
    ]);
    expect(plan.proof).toBe('none');
  });

  test('does not plan before ear and eye are both done', async () => {
    const { step, goal } = begin(await builtIn('feature'));
    pass(step, 'eye');
    expect(frontier(goal).map(({ role }) => role)).toEqual(['ear']);
    pass(step, 'ear');
    expect(frontier(goal).map(({ id }) => id)).toEqual(['N-020']);
  });
});

describe('the template refactor', () => {
  test('looks and plans before anything changes, and has the change tested and audited at once', async () => {
    expect(await waves('refactor')).toEqual(['eye', 'mind', 'body', 'tongue+nose', 'mind']);
  });

  test('asks of the change that the tests passed before it as well', async () => {
    const body = rows(await builtIn('refactor')).find((row) => row.includes('body'));
    expect(body).toBe('N-030 body L2: unit tests, tests_before, repro_steps, risk_assessment');
  });

  test('requires an assessment of the risk from who changes the code and from who audits it', async () => {
    const { nodes } = await builtIn('refactor');
    const asked = nodes.filter(({ quality }) => quality.checklist.includes('risk_assessment'));
    expect(asked.map(({ role }) => role)).toEqual(['body', 'nose']);
  });
});

test('the template direct takes one agent and the tests of the repository', async () => {
  const plan = await builtIn('direct');
  expect(rows(plan)).toEqual(['N-010 body L2: unit tests']);
  expect(await waves('direct')).toEqual(['body']);
  expect(plan.proof).toBe('none');
});

test('the template fix_small begins with the change, and asks for the same proof as fix', async () => {
  const { step, goal } = begin(await builtIn('fix_small'));
  expect(asksRedGreen(goal)).toBe(true);
  for (const role of ['body', 'tongue', 'nose'] as const) {
    expect(frontier(goal).map((node) => node.role)).toEqual([role]);
    pass(step, role);
  }
  expect(canComplete(goal)).toBe(true);
});

/** Those with an audit. */
const TRACKS = ['fix', 'fix_small', 'feature', 'refactor'] as const;

describe('a goal that is begun with high risk', () => {
  test('has whatever changes files proven to L3; where a test has to show the fault, by who writes it', async () => {
    const levels: Record<string, string[]> = {};
    for (const name of TRACKS) {
      const plan = await builtIn(name, 'high');
      levels[name] = plan.nodes
        .filter(({ role }) => role === 'body' || role === 'tongue')
        .map(({ role, quality }) => `${role} ${quality.evidence_level_required}`);
      expect(begin(plan).goal.template).toMatchObject({ name, risk: 'high' });
    }
    expect(levels).toEqual({
      fix: ['tongue L1', 'body L2', 'tongue L3'],
      fix_small: ['tongue L1', 'body L2', 'tongue L3'],
      feature: ['body L3', 'tongue L3'],
      refactor: ['body L3', 'tongue L3'],
    });
  });

  test.each(TRACKS)(
    'can be finished in %s: each node has what it needs when it reports',
    async (name) => {
      const plan = await builtIn(name, 'high');
      const { step, goal } = begin(plan);
      // In a fix, the test that shows the fault comes with the tongue.
      const shownBy = (role: Role): boolean => plan.proof !== 'red_green' || role === 'tongue';
      while (!canComplete(goal)) {
        const ready = frontier(goal);
        expect(ready).not.toEqual([]);
        for (const { id, role } of ready) {
          const writes = role === 'body' || role === 'tongue';
          const { missing } = grade(
            gradeInput({
              role,
              writes,
              required: specOf(goal, id).quality.evidence_level_required,
              tree: 't1',
              approvedGates: ['unit tests'],
              commandGates: [{ gate: 'unit tests', outcome: 'pass', mustPass: true, tree: 't1' }],
              redGreen: writes ? { met: shownBy(role), why: 'w', advice: ['Show it.'] } : undefined,
            }),
          );
          expect({ id, missing }).toEqual({ id, missing: [] });
          report(step, mustCall(step, role));
        }
      }
    },
  );

  test('has the tests judged as well: the nose waits for the tongue it would work beside', async () => {
    const plan = ['ear+eye', 'mind', 'body', 'tongue', 'nose', 'mind'];
    expect(await waves('feature', 'high')).toEqual(plan);
    expect(await waves('refactor', 'high')).toEqual(['eye', ...plan.slice(1)]);
    const { nodes } = await builtIn('feature', 'high');
    const nose = nodes.find(({ role }) => role === 'nose');
    expect(nose?.inputs.upstream_outputs).toContain('N-040.outputs.patch');
  });

  test('is refused where nobody would judge the change', async () => {
    expect(await loaded('direct', 'high')).toEqual({
      ok: false,
      error: { kind: 'risk-unreviewed', template: 'direct', node: 'N-010' },
    });
  });
});
