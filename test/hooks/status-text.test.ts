// Where goals stand, in the status line and by /wukong_status: rules, with values.

import { describe, expect, test } from 'vitest';
import { readPrompt } from '../../runtime/hosts/claude-code/session/prompt.ts';
import { phrasesIn, statusIn } from '../../runtime/hosts/claude-code/session/speak.ts';
import { statusLine } from '../../runtime/hosts/claude-code/session/status-text.ts';
import type { Standing } from '../../runtime/kernel/views/standing.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { minuteAfter } from '../../runtime/words/plain-text.ts';

const goal = {
  id: 'G-0001',
  title: 'the decoder crashes on empty input',
  status: 'running',
  template: { name: 'fix' },
  specs: [],
  nodes: {},
  runs: {},
  owner: { kind: 'session', session_id: 's1', client: null },
} as unknown as Goal;
const step = { place: 3, total: 6, title: 'Fix the cause' };
const working = {
  step,
  role: 'body' as const,
  since: '2026-01-01T00:00:00.000Z',
  isJudged: false,
  sent_back: 1,
  caught: { claimed: 'L2' as const, level: 'L0' as const, seen: 'src/a.js:999: no such line' },
  lane: undefined,
};
const standing: Standing = {
  goal,
  isHere: true,
  isElsewhere: false,
  done: 2,
  total: 6,
  working: [working],
  waiting: [],
  asked: {},
  paused: null,
  usd: 0,
  nearest: undefined,
};
const line = (shown: readonly Standing[], language: 'en' | 'zh' = 'en') =>
  statusLine(shown, phrasesIn(language).status);

describe('the status line', () => {
  test('has the goal, how far it is, who works, and what waits for a person', () => {
    expect(line([{ ...standing, waiting: ['N-010'] }])).toBe(
      'G-0001 the decoder crashes on empty input · 2/6 · body (sent back once) · N-010 waits for you',
    );
    const judged = { ...working, isJudged: true, sent_back: 0 };
    expect(line([{ ...standing, working: [judged] }], 'zh')).toContain('body (检查中)');
  });

  test('says until when a goal is parked', () => {
    const until = '2026-01-01T12:00:00.000Z';
    const paused = { kind: 'api-error', said: 'limit reached', until } as const;
    const parked = {
      ...standing,
      working: [],
      goal: { ...goal, status: 'paused', paused } as Goal,
    };
    expect(line([parked])).toContain(`parked until ${minuteAfter(until)}`);
    expect(line([parked], 'zh')).toContain(`搁置到 ${minuteAfter(until)}`);
  });

  test('is one line whatever a request holds, and empty where no goal is open', () => {
    const long = { ...goal, title: `a\n\u001b[31m${'b'.repeat(500)}` } as Goal;
    expect(line([{ ...standing, goal: long }])).not.toMatch(/\p{Cc}/u);
    expect(line([{ ...standing, goal: long }]).length).toBeLessThan(100);
    expect(line([])).toBe('');
  });
});

describe('/wukong_status', () => {
  test('says what an agent was sent back for, where it works, why one writes at a time, and is at most ten lines', () => {
    expect(readPrompt('/wukong_status')).toEqual({ kind: 'status' });
    const now = '2026-01-01T00:01:05.000Z';
    const text = statusIn('en', [standing], now);
    expect(text.split('\n')).toEqual([
      'Wukong: G-0001 (fix) "the decoder crashes on empty input": 2 of 6 nodes done',
      '3/6 Fix the cause: body works (1 min 5 s), sent back once: claimed L2, seen L0, src/a.js:999: no such line',
      'All of it, in a terminal: wukong status',
    ]);
    const apart = { ...working, caught: undefined, lane: '.claude/worktrees/agent-a1' };
    const one = { ...goal, writers: { most: 1, why: 'the repository is a shallow clone' } } as Goal;
    const told = (language: 'en' | 'zh') =>
      statusIn(language, [{ ...standing, goal: one, working: [apart] }], now).split('\n');
    expect(told('en')).toEqual([
      expect.any(String),
      '3/6 Fix the cause: body works (1 min 5 s), in .claude/worktrees/agent-a1, sent back once',
      'One node writes at a time here, since the repository is a shallow clone.',
      expect.any(String),
    ]);
    expect(told('zh').join('\n')).toMatch(/，在 \.claude\/worktrees\/agent-a1.*\n.*因为：/);
    const many = { ...standing, working: Array.from({ length: 30 }, () => working) };
    for (const language of ['en', 'zh'] as const) {
      expect(statusIn(language, [many, many, many], now).split('\n')).toHaveLength(10);
    }
  });
});

describe('a goal with a step that waits for an answer', () => {
  const blocked = {
    ...goal,
    specs: [{ id: 'N-010', role: 'eye', title: 'Find the cause' }],
    nodes: {
      'N-010': {
        status: 'blocked',
        kind: 'questions',
        because: { kind: 'questions', questions: ['Is an empty body an error?'] },
      },
    },
    edges: [],
    runs: {},
  } as unknown as Goal;
  const nothing = { answer: '', answered: [], accepted: [], approved: false, foreign: [], lost: 0 };
  const resumed = { ...nothing, tests: undefined, more: undefined, unused: undefined };
  const idle = { ...standing, goal: blocked, working: [], waiting: ['N-010'], isHere: false };

  test.each([
    ['en', 'N-010 waits for you', 'Nobody works on it'],
    ['zh', 'N-010 在等你', '没有会话在处理它'],
  ] as const)(
    'says so in %s where it is found open, and what it asks where it is resumed',
    (language, waits, nobody) => {
      const phrases = phrasesIn(language);
      expect(phrases.openGoals([blocked])).toContain(waits);
      const told = phrases.resumed(blocked, resumed);
      expect(told).toContain('Is an empty body an error?');
      expect(told).toContain('/wukong_resume G-0001 N-010 <');
      const now = '2026-01-01T00:00:00.000Z';
      // It goes on with the answer alone; where another step is ready, without it as well.
      expect(statusIn(language, [idle], now)).not.toContain(nobody);
      const nodes = { ...blocked.nodes, 'N-020': { status: 'ready' } };
      const specs = [...blocked.specs, { id: 'N-020', role: 'body', title: 'Fix' }];
      const more = { ...blocked, nodes, specs } as unknown as Goal;
      expect(statusIn(language, [{ ...idle, goal: more }], now)).toContain(nobody);
    },
  );
});
