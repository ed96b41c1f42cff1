// What summary.md says, as whole pages: `npx vitest run test/kernel/summary.test.ts --update`, and read them.

import { describe, expect, test } from 'vitest';
import { endNotice } from '../../runtime/engine/goal/end-notice.ts';
import type { Judged, Listed } from '../../runtime/kernel/reports/judged.ts';
import { acceptWork } from '../../runtime/kernel/requests/accept-work.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import type { Role } from '../../runtime/model/vocabulary.ts';
import { mustCall, report } from './drive.ts';
import { alive, begin, checkedBy, FIX, node, plan } from './plan.ts';
import { beginTimed, endedResult, RED_AND_GREEN, summaryOf } from './timed.ts';
import { OWNED } from './walk.ts';

const CHECKED = checkedBy('npm test');
const PASSES: Partial<Judged> = {
  tree: 't1',
  gates: [{ gate: 'npm test', outcome: 'pass' }],
  proven: { 'npm test': 't1' },
};
const WITH_GATE = {
  ...FIX,
  nodes: FIX.nodes.map((one) => (one.id === 'N-020' ? { ...one, ...CHECKED } : one)),
};
const READ: Partial<Judged> = { changed: [], citations: { resolved: 2, total: 2 } };
const ON_TREE = {
  tree: 't1',
  outcomes: [{ gate: 'npm test', outcome: 'pass', mustPass: true }],
} as const;
const PATCH = 'artifacts/S-20261121-001/change.patch';

type Timed = ReturnType<typeof beginTimed>;

function work({ step, wait }: Timed, role: Role, result: Partial<Judged>, seconds = 20): void {
  const run = mustCall(step, role);
  wait(seconds);
  report(step, run, result);
}

/** The lines above the line. */
function screenOf(text: string): string[] {
  return (text.split('\n---\n')[0] ?? '').split('\n');
}

async function expectPage(text: string, name: string): Promise<void> {
  await expect(text).toMatchFileSnapshot(`summaries/${name}.md`);
  expect(screenOf(text).length).toBeLessThanOrEqual(60);
}

describe('summary.md', () => {
  test('of a fault that was fixed says so in one bar, then what was caught on the way', async () => {
    const timed = beginTimed(WITH_GATE, 'the decoder crashes on `decode("")`');
    const { step, goal, wait } = timed;
    work(timed, 'ear', READ);
    const eye = mustCall(step, 'eye');
    wait(10);
    const lie: Partial<Judged> = { claimed: 'L2', overclaimed: true, level: 'L0', passes: false };
    report(step, eye, { ...READ, ...lie, missing: ['src/decoder.js:999 has no such line'] });
    wait(5);
    report(step, eye, { ...READ, citations: { resolved: 1, total: 2 } });
    const body = { ...PASSES, level: 'L3', measured: RED_AND_GREEN } as const;
    work(timed, 'body', { ...body, changed: ['src/decoder.js'] }, 130);
    work(timed, 'tongue', { ...PASSES, level: 'L3', changed: ['test/decoder.test.js'] });
    work(timed, 'nose', READ);
    work(timed, 'mind', { ...READ, decisions: ['Decision: empty bodies hold no readings'] });
    const text = summaryOf(step, goal, {
      end: {
        ...ON_TREE,
        renews: true,
      },
      memory: {
        ...{ accepted: [], removals: [] },
        waiting: [{ id: 'A-2026-k3f7', type: 'Decision', title: 'empty bodies hold no readings' }],
      },
      audits: [{ node: 'N-040', verdict: 'accept', risks: '- Nothing else reads | what changed.' }],
      change: {
        lines: [
          { path: 'src/decoder.js', added: 3, removed: 1 },
          { path: 'test/decoder.test.js', added: 8, removed: 0 },
        ],
        patch: PATCH,
      },
    });
    expect(text.split('\n')[2]).toBe('`fixed: red 1 → green · gates 1/1 · 1 waits for you`');
    await expectPage(text, 'fixed');
  });

  test('of a fault that nobody saw names who took it so, when and why, the question and the answer', async () => {
    const timed = beginTimed(FIX, 'the sensor freezes below zero');
    const { step, goal, wait } = timed;
    const asks = { status: 'blocked', questions: ['which sensor?'], passes: false } as const;
    work(timed, 'ear', asks);
    wait(300);
    resumeGoal(step, { ...OWNED, answer: 'the one at the door' }, alive);
    work(timed, 'ear', READ);
    work(timed, 'eye', READ);
    work(timed, 'body', { tree: 't1', level: 'L2' });
    const why = 'the check `npm test` passes on the tree before the first change';
    const ask = `The fault is not shown: ${why}. Bring a test.`;
    const fault = { shown: false, why, ask: [ask], isAll: true };
    const tongue = mustCall(step, 'tongue');
    for (let n = 0; n < 2; n += 1) {
      wait(60);
      const lacking = { passes: false, missing: [ask], fault, tree: 't1', level: 'L2' } as const;
      report(step, tongue, { ...lacking, changed: ['test/a.test.js'] });
    }
    wait(3600);
    acceptWork(step, goal, null, { what: 'unproven', why: 'only on the device', by: 'u@h' });
    work(timed, 'nose', READ);
    work(timed, 'mind', READ);
    const audits = [{ node: 'N-040', verdict: 'accept', risks: '' }] as const;
    const lines = [{ path: 'src/a.js', added: 1, removed: 1 }];
    const text = summaryOf(step, goal, { audits, change: { lines, patch: PATCH } });
    expect(text.split('\n')[2]).toBe('`done, the fault was not shown`');
    await expectPage(text, 'not-shown');
  });

  test('of a feature ticks what was seen to hold, and of the rest says who took it and why', async () => {
    const roles = [node('N-001', 'ear'), node('N-020', 'body', CHECKED), node('N-050', 'mind')];
    const edges = [
      ['N-001', 'N-020'],
      ['N-020', 'N-050'],
    ] as const;
    const feature = { ...plan(roles, edges), name: 'feature', proof: 'none' } as const;
    const timed = beginTimed(feature, 'give readings as JSON');
    const { step, goal, wait } = timed;
    const listed: Listed[] = [
      { text: '`npm test` passes', kind: 'deterministic', names: ['npm test'] },
      { text: 'README.md tells of it', kind: 'documentation', names: ['README.md'] },
      { text: 'it is fast', kind: 'judged', names: [] },
    ];
    work(timed, 'ear', { ...READ, listed });
    work(timed, 'body', { ...PASSES, level: 'L2', changed: ['src/json.js', 'README.md'] }, 4000);
    const mind = mustCall(step, 'mind');
    const place = { path: 'README.md', line: 7, test: false, added: true } as const;
    const told = { number: 2, met: true, text: 'met, README.md:7', cited: [place] };
    for (let n = 0; n < 2; n += 1) {
      wait(30);
      report(step, mind, { ...READ, onCriteria: [told] });
    }
    wait(120);
    const by = { why: 'measured by hand', by: 'u@h' };
    acceptWork(step, goal, null, { what: 'criterion', number: 3, ...by });
    const lines = Array.from({ length: 14 }, (_, i) => ({
      ...{ path: `src/part-${i + 1}.js`, added: 2 },
      removed: 0,
    }));
    const text = summaryOf(step, goal, { end: ON_TREE, change: { lines, patch: PATCH } });
    expect(text.split('\n')[2]).toBe(
      '`done, nothing shown to fail before: criteria 2/3 · gates 1/1`',
    );
    await expectPage(text, 'feature');
  });

  test('and the end of a goal tell once what a step was sent back for again and again', () => {
    const timed = beginTimed(FIX, 'the decoder crashes');
    const { step, goal } = timed;
    const lacking: Partial<Judged> = {
      ...READ,
      passes: false,
      missing: ['Cite a place.'],
      reasons: [{ level: 'L1', met: false, why: 'The report cites no place.' }],
    };
    for (let run = 0; run < 2; run += 1) {
      const ear = mustCall(step, 'ear');
      for (let n = 0; n < 4; n += 1) report(step, ear, lacking);
    }
    const now = step.state.goals[goal.id] ?? goal;
    const lines = screenOf(summaryOf(step, now)).filter((line) => line.startsWith('- N-001'));
    expect(lines).toEqual([
      '- N-001 ear: `sent back; The report cites no place.`, 6 times',
      '- N-001 ear: `run ended: failed; The report cites no place. L1 is proven.`, 2 times',
    ]);
    // Plan B stands before it by now.
    const notice = endNotice(endedResult(step, now), 'summary.md');
    expect(notice).toMatchObject({ caught: [{ step: { place: 2 }, sent_back: 6 }] });
  });

  test('of a goal in which nothing happened has no empty parts', async () => {
    const { step, goal } = begin();
    const titles = screenOf(summaryOf(step, goal, { end: { fault: undefined } }));
    expect(titles.filter((line) => line.startsWith('## '))).toEqual(['## Time']);
  });

  test('lets nothing from outside become markup, steer a terminal or hide', () => {
    const hostile = '![x](http://evil)\u202e\u001b[31m`` | \n## Undo';
    const timed = beginTimed(WITH_GATE, hostile);
    const { step, goal } = timed;
    work(timed, 'ear', { ...READ, summary: hostile, passes: false, missing: [hostile] });
    const path = `a\u202eb.js\n---\n`;
    const text = summaryOf(step, goal, {
      change: { lines: [{ path, added: 1, removed: 0 }], patch: null },
      audits: [{ node: 'N-040', verdict: null, risks: hostile }],
    });
    expect(text).not.toContain('\u202e');
    expect(text).not.toContain('\u001b');
    const outside = text.replaceAll(BLOCK, '');
    expect(outside).not.toMatch(/^## Undo$/m);
    expect(outside.match(/^---$/gm)).toHaveLength(1);
    expect(outside.replaceAll(SPAN, '')).not.toContain('http://evil');
  });
});

const BLOCK = /(`{3,})text\n[\s\S]*?\n\1/g;
const SPAN = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;
