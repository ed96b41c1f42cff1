// What a person is told, by kind: in English and in Chinese.

import { describe, expect, test } from 'vitest';
import { noticesText, phrasesIn } from '../../runtime/hosts/claude-code/session/speak.ts';
import { languageOf } from '../../runtime/kernel/state/language.ts';
import { type Notice, noticeSchema } from '../../runtime/model/notice.ts';
import type { Reason } from '../../runtime/model/reason.ts';
import { begin } from '../kernel/plan.ts';

const step = { place: 3, total: 6, title: 'Fix the cause' };
const ended = {
  kind: 'node-ended',
  goal: 'G-0001',
  node: 'N-020',
  step,
  end: { kind: 'passes', level: 'L3' },
  check: 'npm test',
  changed: {
    files: [{ path: 'src/decoder.js', added: 1, removed: 0 }],
    total: 1,
    added: 1,
    removed: 0,
  },
  seconds: 7,
  sent_back: 1,
  caught: { claimed: 'L2', level: 'L0', seen: 'src/decoder.js:999: no such line' },
} satisfies Notice;
const waits = { kind: 'node-waits' as const, goal: 'G-0001', node: 'N-020', more: 0, step };
const text = (notice: Notice, language: 'en' | 'zh' = 'en') => phrasesIn(language).notice(notice);

test('an executor that nobody set up is named with the node, the place, and where to set it up', () => {
  const missing = [{ node: 'N-010', name: 'fixr', place: '.wukong/templates/mine.yaml:6' }];
  for (const language of ['en', 'zh'] as const) {
    const said = phrasesIn(language).executorsMissing(missing);
    for (const word of ['N-010', '"fixr"', 'mine.yaml:6', '.wukong/config.local.yaml']) {
      expect(said).toContain(word);
    }
  }
});

describe('a node that ended', () => {
  test('is one line: what became of it, what was shown, what it was caught at', () => {
    expect(text(ended)).toBe(
      '3/6 Fix the cause: passes, L3. npm test failed before, passes now; src/decoder.js +1 (7 s); sent back once: claimed L2, seen L0, src/decoder.js:999: no such line',
    );
    expect(text(ended, 'zh')).toBe(
      '3/6 修复原因：通过，L3。npm test 之前失败，现在通过；src/decoder.js +1（7 秒）；退回 1 次：声称 L2，实见 L0，src/decoder.js:999: no such line',
    );
  });

  test('and asks for rework, or does not pass, says so with the first reason', () => {
    const of = { place: 5, total: 6, title: 'Audit' };
    const { kind, goal, node, seconds } = ended;
    const plain = { kind, goal, node, seconds, step } as const;
    const rework = {
      ...plain,
      step: of,
      end: { kind: 'rework', of: step, finding: 'low a.js:1 x' },
    } as const;
    expect(text(rework)).toBe(
      '5/6 Audit: asks for rework of 3/6 Fix the cause: low a.js:1 x (7 s)',
    );
    const failed = { kind: 'failed', because: { kind: 'no-report' }, runs: 1, of: 3 } as const;
    expect(text({ ...plain, end: failed })).toBe(
      '3/6 Fix the cause: does not pass: the agent ended without a report (run 1 of 3) (7 s)',
    );
  });

  test('and does not pass for what it was sent back for says that once', () => {
    const seen = 'Make the gate "tests" pass';
    const because: Reason = { kind: 'too-little-evidence', why: [seen], level: 'L1' };
    const end = { kind: 'failed', because, runs: 1, of: 3 } as const;
    const caught = { claimed: 'L1', level: 'L1', seen } as const;
    for (const language of ['en', 'zh'] as const) {
      const said = text({ ...ended, end, sent_back: 3, caught }, language);
      expect(said.split(seen)).toHaveLength(2);
      expect(said).toMatch(/sent back 3 times$|退回 3 次$/);
    }
  });

  test('has nothing in its line that breaks it, whatever an agent wrote', () => {
    const caught = { ...ended.caught, seen: 'one\ntwo' };
    for (const language of ['en', 'zh'] as const) {
      expect(text({ ...ended, caught }, language)).not.toContain('\n');
    }
  });

  test('is told with all others that ended since, and many of them by their number', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ ...ended, seconds: at }));
    const lines = noticesText(many, 'en').split('\n');
    expect(lines[0]).toBe('22 more nodes ended; `wukong status` names them.');
    expect(lines).toHaveLength(9);
  });
});

describe('what waits for a person', () => {
  const reasons: Reason[] = [
    { kind: 'questions', questions: Array.from({ length: 9 }, (_, at) => `Q${at}?`) },
    { kind: 'tests-changed', why: 'M a.test.js', unchecked: true },
    { kind: 'fault-not-shown', why: 'it passes before' },
    { kind: 'gate-stuck', gate: 'slow', how: 'timeout', error: 'no end', dir: 'artifacts/x' },
    { kind: 'denied', what: 'make', rule: 'Bash(make)', said: 'no', questions: [] },
    { kind: 'runs-used-up', runs: 3, last: { kind: 'no-change' } },
    { kind: 'never-started', role: 'body', times: 3, last: { kind: 'start-refused' } },
  ];

  test.each(reasons)(
    'for $kind fits into ten lines and says what to type, in each language',
    (because) => {
      const outside = ['src/x.js'];
      const notice: Notice = {
        ...waits,
        blocked: 'questions',
        because,
        asked: ['git push'],
        outside,
      };
      for (const language of ['en', 'zh'] as const) {
        const said = text(notice, language);
        expect(said).toContain('/wukong_resume G-0001 N-020 --approve');
        expect(said).toContain('--foreign src/x.js');
        expect(said.split('\n').length, said).toBeLessThanOrEqual(10);
        expect(/\p{Script=Han}/u.test(said)).toBe(language === 'zh');
      }
    },
  );
});

test('every kind of notice has words of its own in Chinese', () => {
  const tried = { outcome: 'fail', why: 'exit 1', seconds: 1, log: 'x.log', hash: '' };
  const goal = 'G-0001';
  const because = { kind: 'plan-mode' } as const;
  const all = [
    { ...ended },
    { ...waits, blocked: 'stopped', because, asked: [] },
    { kind: 'goal-parked', goal, because },
    { kind: 'goal-waits', goal, because },
    { kind: 'budget-warned', goal, what: 'tokens', limit: 1000, spent: 800 },
    { kind: 'no-progress', goal, reminders: 3, ready: [{ id: 'N-001', role: 'ear' }] },
    { kind: 'cut-short', goal, nodes: ['N-001'] },
    { kind: 'final-gates', goal, gates: ['unit'] },
    { kind: 'cannot-close', goal, why: 'x' },
    { kind: 'goal-completed', goal, nodes: [], total: 6, summary: 's.md', candidates: 1 },
    { kind: 'fault-not-shown', goal, why: 'x' },
    {
      kind: 'gate-differs',
      goal,
      gate: 'unit',
      here: null,
      copy: tried,
      cause: { kind: 'network' },
    },
    { kind: 'settings-uncounted', goal, what: ['gate_env'] },
    { kind: 'settings-changed', goal, what: ['x'] },
    { kind: 'goal-cancelled', goal },
    { kind: 'order-handed', goal, node: 'N-010', run: 'r', to: 'ada', dir: '/tmp/o' },
    {
      kind: 'node-for-driver',
      goal,
      node: 'N-010',
      step,
      executor: { type: 'headless', name: '' },
    },
    { kind: 'place-cleared', goal, run: 'r', now: 'artifacts/S-1/N-010/r.was-there-1' },
    { kind: 'local-unconfirmed', what: ['gate_wrapper'] },
    { kind: 'in-the-way', goal, file: '.wukong/artifacts/S-1', is: 'link' },
    { kind: 'off-uncounted' },
  ] as unknown as Notice[];
  const kinds = new Set(all.map(({ kind }) => kind));
  const known = noticeSchema.options.map(({ shape }) => shape.kind.value);
  // Of these two the words come from elsewhere.
  expect(known.filter((kind) => !kinds.has(kind))).toEqual(['text', 'config-rejected']);
  for (const notice of all) expect(text(notice, 'zh'), notice.kind).toMatch(/\p{Script=Han}{2}/u);
});

test('a Chinese character anywhere in the request chooses Chinese, other signs do not', () => {
  expect(languageOf('fix the 解码器')).toBe('zh');
  expect(languageOf('naïve “quotes” — émoji 🎉')).toBe('en');
});

const NO_CHOICE = { choice: undefined, risk: undefined, paused: undefined };

test('a goal begins with the terms it has, those that nobody gave included', () => {
  const { goal } = begin();
  const said = (language: 'en' | 'zh') => {
    const lines = phrasesIn(language).started(goal, NO_CHOICE).split('\n');
    return lines.find((line) => /^(?:Terms|条件)/.test(line));
  };
  expect(said('en')).toBe(
    'Terms: priority 50, no deadline, no limit on tokens, hours or USD, 3 runs a node.',
  );
  goal.terms = { priority: 80, budget: { max_tokens: 9000 } };
  expect(said('en')).toBe(
    'Terms: priority 80, no deadline, at most 9,000 tokens, no limit on hours or USD, 3 runs a node.',
  );
  expect(said('zh')).toBe(
    '条件：优先级 80，没有期限，最多 9,000 个 token，时间、费用不限，每个节点最多运行 3 次。',
  );
});
