// Words of others in each document of ours: nothing of them is live where the document is rendered.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seenCommands } from '../../../runtime/evidence/commands/seen-commands.ts';
import { grade } from '../../../runtime/evidence/grade.ts';
import { renderCandidate } from '../../../runtime/memory/candidates.ts';
import { itemsOf } from '../../../runtime/memory/review/candidate-items.ts';
import { renderSection } from '../../../runtime/memory/review/section.ts';
import type { ThreadEntry } from '../../../runtime/result/thread-of.ts';
import { closedPage, type Opened, pageOf } from '../../../runtime/words/escalation/page.ts';
import { renderEvidence } from '../../../runtime/words/evidence-report.ts';
import { commentText } from '../../../runtime/words/publish/comment.ts';
import { commitMessage, pullTitle } from '../../../runtime/words/publish/commit-message.ts';
import { outboxText } from '../../../runtime/words/publish/outbox.ts';
import {
  inertLine,
  quotedBlock,
  quotedCell,
  quotedSpan,
  unquoted,
} from '../../../runtime/words/quoting.ts';
import { bash, gradeInput, report } from '../../evidence/samples.ts';
import { liveIn } from '../../rig/live-markdown.ts';

const HOSTILE =
  '</details> @octo/team ![i](https://e.invalid/x.png) `<img src=x>` #12 GH-1 ``` \u202e| 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567 www.e.invalid';

const pieces = fc.constantFrom(
  ...['`', '``', '```', '~~~', '|', '\\', '\\|', '\n', ' ', 'a', '> ', '# ', '- ', '$$'],
  ...['@octo', '![i](x)', '<img>', '</details>', 'https://e.invalid', '#1', 'GH-1', '\u202e'],
);
const words = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));

describe('words of others are live in no', () => {
  test('span, cell, line or block', () => {
    fc.assert(
      fc.property(words, (text) => {
        const printed = [
          `x ${quotedSpan(text)} y`,
          `| ${quotedCell(text)} | z |`,
          inertLine(text),
          inertLine(`Our \`words\`: ${text}.`),
          quotedBlock(text),
        ];
        expect(printed.flatMap((one) => liveIn(one))).toEqual([]);
      }),
    );
  });

  test('cell, whose borders nobody adds', () => {
    const borders = (text: string): void => {
      expect(quotedCell(text)).not.toMatch(/(?<!\\)(?:\\\\)*\|/);
    };
    borders('\\\u202e|');
    fc.assert(fc.property(words, borders));
  });

  test('span that is read back', () => {
    fc.assert(
      fc.property(words, (text) => {
        const line = text.replaceAll('\u202e', '').replaceAll(/\s+/g, ' ').trim();
        fc.pre(!line.startsWith('`'));
        expect(unquoted(inertLine(line))).toBe(line);
      }),
    );
  });

  test('comment and no outbox', () => {
    const because = { kind: 'text', text: HOSTILE };
    const asked = { asked: because, escalation: 'ESC-0001', waiting: null, ended: null };
    const entry = {
      ...{ issue: HOSTILE, goal: 'G-0001', run: 'r-1', node: 'N-010', role: 'body', because },
      ...{ title: HOSTILE, status: 'blocked', level: 'L3', said: HOSTILE, changed: [HOSTILE] },
      gates: [{ gate: HOSTILE, outcome: 'pass' }],
      checks: [{ command: HOSTILE, before: 'fail', after: 'pass' }],
      ...{ commit: null, pull: null, from: { run: 'r-0', because }, wentOn: null },
      ...{ questions: [asked], goalStatus: 'running' },
    } as unknown as ThreadEntry;
    const text = commentText(entry, 'L-1');
    expect(liveIn(text, /<!-- wukong L-1\/G-0001 -->/g)).toEqual([]);
    const post = { stands: 'failed', why: HOSTILE } as never;
    const lines = [{ entry, text: '', post }];
    const outbox = outboxText('a', { to: null, why: 'nowhere' }, [
      { goal: 'G-0001', title: HOSTILE, lines },
    ]);
    expect(liveIn(outbox)).toEqual([]);
  });

  test('page of evidence', () => {
    const said = { ...report(), summary: HOSTILE, tests: HOSTILE, risks: HOSTILE };
    const observations = [bash(0, HOSTILE, { excerpt: HOSTILE, at: HOSTILE })];
    const input = gradeInput({ report: said });
    const gate = { gate: HOSTILE, outcome: 'fail', mustPass: false, error: HOSTILE } as const;
    const text = renderEvidence({
      ...{
        ...input,
        observations,
        commands: seenCommands(said, observations),
        node: 'G-0001/N-020',
      },
      ...{ title: HOSTILE, runId: 'r-1', grade: grade(input), outsidePaths: [] },
      gates: [{ ...gate, output: HOSTILE, notes: [HOSTILE] }],
      changes: [{ path: HOSTILE, status: 'M', attribution: 'own' }],
    });
    expect(liveIn(text)).toEqual([]);
  });

  test('file that a person answers in', () => {
    const because = { kind: 'questions', questions: [HOSTILE] };
    const attempt = {
      ...{ run: 'r-1', level: 'L1', summary: HOSTILE, changed: [HOSTILE] },
      because: { kind: 'text', text: HOSTILE },
      failed: [{ gate: HOSTILE, printed: HOSTILE }],
    };
    const found = { description: HOSTILE, pros: HOSTILE, cons: HOSTILE, effort: HOSTILE };
    const packet = {
      ...{ goal: HOSTILE, node: HOSTILE, because, asked: [HOSTILE], outside: [HOSTILE] },
      ...{ attempts: [attempt], passing: [HOSTILE], failing: [HOSTILE], artifacts: [HOSTILE] },
      ...{ runs_left: 1, in_doubt: [HOSTILE] },
      plan_b: { root_cause: HOSTILE, options: [found, found, found] },
    };
    const opened = {
      ...{ goal: 'G-0001', node: 'N-010', at: '2026-11-27' },
      payload: { id: 'ESC-0001', reason: 'other', urgency: 'low', packet },
    } as unknown as Opened;
    const page = pageOf(opened);
    expect(liveIn(page, /<!-- Tick .* -->/g)).toEqual([]);
    const response = { words: HOSTILE, took: [HOSTILE] };
    const closed = { id: 'ESC-0001', how: 'answered', by: HOSTILE, response } as never;
    expect(liveIn(closedPage(page, closed, '2026-11-28'), /<!-- Tick .* -->/g)).toEqual([]);
  });

  test('proposed anchor, which is read back as it was proposed, and no accepted one', () => {
    const id = 'A-2026-k3f7';
    const title = '@octo/team <img src=x> [[a]](https://e.invalid)';
    const text = 'See ![i](https://e.invalid/x.png) and #12';
    const candidate = { id, type: 'Decision', title, text, source: `${text} E-000001` } as const;
    const printed = renderCandidate(candidate);
    expect(liveIn(printed)).toEqual([]);
    const [part] = itemsOf(printed).parts;
    expect(part?.item).toMatchObject({ candidate });
    expect(liveIn(renderSection(candidate, '2026-11-27'))).toEqual([]);
  });

  test('title of a commit or of a pull request', () => {
    const said = { goal: 'G-0001', title: HOSTILE, node: 'N-010', nodeTitle: 'Change', runs: [] };
    const message = commitMessage({ ...said, isBack: false, verdict: 'shown', tree: 'abc' });
    const titles = [pullTitle(HOSTILE), message].map((one) => one.replaceAll('<', ''));
    expect(titles.flatMap((one) => liveIn(one.replaceAll('](', '] (')))).toEqual([]);
  });
});

test('a sentence in which nothing is live stays as it is', () => {
  const plain = [
    '`npm test` fails without the change, and passes with it.',
    '1 case failed before and passes now: "an empty body holds no readings".',
    '解码器在空输入时崩溃：`npm test` 失败。',
  ];
  expect(plain.map(inertLine)).toEqual(plain);
});
