import { describe, expect, test } from 'vitest';
import { compareLogs, type LogText } from '../../runtime/page/compare-logs.ts';
import { readPatch } from '../../runtime/page/read-patch.ts';
import { MADE_BY, renderPage } from '../../runtime/page/render-page.ts';
import { visible } from '../../runtime/words/plain-text.ts';
import { expectHarmless, goalPage, nodePart } from './pages.ts';

const HOSTILE = `<script>alert(1)</script><img src=x onerror="alert(1)"> ' & \u202Etxt.exe \u0007\u001b[2J`;
const NOTHING_KNOWN = { held: new Set<string>(), notHeld: new Set<string>() };

function log(text: string): LogText {
  return {
    path: 'artifacts/x/red.log',
    outcome: 'failed',
    bytes: text.length,
    head: text,
    tail: null,
  };
}

describe('the page of a goal', () => {
  test('is one file that loads and runs nothing, and begins as one that may be written over', () => {
    const document = renderPage(goalPage());
    expectHarmless(document);
    expect(document.startsWith(MADE_BY)).toBe(true);
  });

  test('draws a check in the colour of how it ended, before the first change as after the last', () => {
    const page = (before: string, after: string): string => {
      const [red, green] = [log('one\n'), log('two\n')];
      const pair = compareLogs(
        'npm test',
        { ...red, outcome: before },
        { ...green, outcome: after },
      );
      return (
        renderPage(goalPage({ logs: [pair] }))
          .split('<main')
          .at(-1) ?? ''
      );
    };
    // A blocked goal whose check passes on the tree before the first change, and one that broke it.
    const passed = page('passed', 'not run yet');
    expect(passed).toContain('class="line passed"');
    expect(passed).toContain('class="line before passed"');
    expect(passed).not.toMatch(/class="line (?:before |after )?(?:failed|del)"/);
    const broken = page('passed', 'failed');
    expect(broken).toContain('class="line before passed"');
    expect(broken).toContain('class="line after failed"');
    expect(page('failed', 'passed')).toContain('class="line before failed"');
  });

  test('shows markup in a request, a name, a report, a log or a file as text, wherever it stands', () => {
    const patch = `diff --git a/<b>x b/<b>x\n--- a/<b>x\n+++ b/<b>x\n@@ -1 +1 @@ ${HOSTILE}\n-${HOSTILE}\n+a\n`;
    const document = renderPage(
      goalPage({
        title: HOSTILE,
        request: HOSTILE,
        template: HOSTILE,
        issue: HOSTILE,
        criteria: [HOSTILE],
        verdict: { tone: 'doubt', sentence: HOSTILE, counts: [HOSTILE] },
        doubts: [{ text: HOSTILE, nodes: ['N-001'] }],
        decided: [HOSTILE],
        change: { files: readPatch(patch, NOTHING_KNOWN), held: HOSTILE, notes: [HOSTILE] },
        logs: [compareLogs(HOSTILE, log(HOSTILE), log('fine'))],
        plan: {
          nodes: [{ id: 'N-001', role: 'body', title: HOSTILE, status: 'done', level: 'L1' }],
          edges: [],
        },
        caught: [{ at: HOSTILE, node: 'N-001', what: HOSTILE, items: [HOSTILE] }],
        questions: [
          {
            node: 'N-001',
            escalation: HOSTILE,
            at: HOSTILE,
            asked: HOSTILE,
            answer: null,
            next: HOSTILE,
          },
          { node: 'N-001', escalation: null, at: '', asked: '', answer: HOSTILE, next: null },
        ],
        nodes: [
          nodePart('N-001', {
            title: HOSTILE,
            summary: HOSTILE,
            compared: [
              ['', HOSTILE, HOSTILE],
              [HOSTILE, HOSTILE, HOSTILE],
            ],
            reasons: [HOSTILE],
            gates: [{ gate: HOSTILE, outcome: 'fail', error: HOSTILE }],
            folder: HOSTILE,
            files: [HOSTILE],
          }),
        ],
      }),
    );
    const { text } = expectHarmless(document);
    expect(text).toContain('<script>alert(1)</script>');
  });

  test('holds no sign that hides text, turns it around or steers a terminal', () => {
    const document = renderPage(goalPage({ title: HOSTILE, request: HOSTILE, decided: [HOSTILE] }));
    expect(visible(document)).toBe(document);
  });

  test('shows Chinese as it is', () => {
    const { text } = expectHarmless(renderPage(goalPage({ request: '空报文会让解码器崩溃' })));
    expect(text).toContain('空报文会让解码器崩溃');
  });

  test('has no empty sections, and says where nothing is in doubt', () => {
    const { text } = expectHarmless(renderPage(goalPage()));
    expect(text).toContain('Nothing of what was measured is in doubt.');
    expect(text).not.toContain('Caught on the way');
    expect(text).not.toContain('Questions and answers');
  });

  test('says before all else what waits for a person, with what to type', () => {
    const question = {
      node: 'N-010',
      escalation: null,
      at: '2026-11-22T10:05:00.000Z',
      asked: 'It asks: which one?',
      answer: null,
      next: 'Answer with wukong answer G-0001/N-010 "<your answer>".',
    };
    const { text } = expectHarmless(renderPage(goalPage({ questions: [question] })));
    expect(text.indexOf('Waits for you')).toBeLessThan(text.indexOf('In doubt'));
    expect(text).toContain('wukong answer G-0001/N-010');
  });

  test('draws a plan whose arrows pass rows, and one for a failure', () => {
    const nodes = ['N-001', 'N-010', 'N-020'].map((id) => nodePart(id));
    const edges = [
      { from: 'N-001', to: 'N-010', condition: 'on_success' },
      { from: 'N-010', to: 'N-020', condition: 'on_failure' },
      { from: 'N-001', to: 'N-020', condition: 'always' },
    ] as const;
    const { elements } = expectHarmless(
      renderPage(goalPage({ nodes, plan: { nodes, edges: [...edges] } })),
    );
    const drawn = elements.filter(({ attributes }) => /\bedge\b/.test(String(attributes.class)));
    expect(drawn).toHaveLength(3);
  });
});

describe('a page below 1 MB', () => {
  const wide = '报'.repeat(2500);
  const many = <T>(count: number, make: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));

  test('comes of any goal, and says what does not fit', () => {
    const nodes = many(1000, (i) =>
      nodePart(`N-${1000 + i}`, { title: wide, summary: wide, reasons: many(50, () => wide) }),
    );
    const edges = nodes.flatMap(({ id: from }, i) =>
      nodes
        .slice(i + 1, i + 30)
        .map(({ id: to }) => ({ from, to, condition: 'on_success' as const })),
    );
    const lines = many(600, (i) => `${i} ${wide}`).join('\n');
    const patch = many(
      50,
      (i) =>
        `diff --git a/f${i} b/f${i}\n--- a/f${i}\n+++ b/f${i}\n${many(4, () => `@@ -1 +1,50 @@\n${`+${wide}\n`.repeat(50)}`).join('')}`,
    ).join('');
    const at = '2026-11-22T10:05:00.000Z';
    const document = renderPage(
      goalPage({
        title: wide,
        request: wide,
        criteria: many(1000, () => wide),
        verdict: { tone: 'doubt', sentence: wide, counts: many(5, () => wide) },
        doubts: many(1000, () => ({ text: wide, nodes: [] })),
        decided: many(1000, () => wide),
        plan: { nodes, edges },
        change: { files: readPatch(patch, NOTHING_KNOWN), held: wide, notes: [wide] },
        logs: many(8, () => compareLogs(wide, log(lines), log(lines))),
        caught: many(1000, () => ({
          at,
          node: null,
          what: wide,
          items: many(99, () => wide),
        })),
        questions: many(1000, () => ({
          node: 'N-1000',
          escalation: null,
          at,
          asked: wide,
          answer: null,
          next: wide,
        })),
        nodes,
      }),
    );
    expect(Buffer.byteLength(document)).toBeLessThan(1_000_000);
    const { text } = expectHarmless(document);
    expect(text).toMatch(/\d+ more nodes and \d+ more arrows are not drawn/);
    expect(text).toMatch(/\d+ more do not fit/);
    expect(text).toMatch(/\d+ more files do not fit/);
  });
});
