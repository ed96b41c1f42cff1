// What a person says to what waits: read at three doors as one value, and what follows from it.

import { describe, expect, test } from 'vitest';
import { packetOf } from '../../runtime/kernel/escalations/packet.ts';
import type { Reason } from '../../runtime/model/reason.ts';
import {
  type Answer,
  chosenIn,
  NOTHING_SAID,
  type ShellWords,
  shellAnswer,
  typedAnswer,
} from '../../runtime/words/escalation/answer.ts';
import { meantBy } from '../../runtime/words/escalation/meaning.ts';
import type { Asked } from '../../runtime/words/escalation/way.ts';
import { begin } from './plan.ts';

const NOW = '2026-11-21T10:00:00.000Z';

describe('typed in a session', () => {
  test.each([
    ['', {}, {}],
    ['use UTF-8', {}, { words: 'use UTF-8' }],
    ['G-0001 N-020 use UTF-8', { goalId: 'G-0001', nodeId: 'N-020' }, { words: 'use UTF-8' }],
    ['G-0001/N-020', { goalId: 'G-0001', nodeId: 'N-020' }, {}],
    ['--approve and go', {}, { approve: true, words: 'and go' }],
    ['N-030 --unproven only here', { nodeId: 'N-030' }, taken('unproven', 'only here')],
    ['--no-change', {}, taken('no-change', '')],
    [
      'N-060 --criterion 2 measured by hand',
      { nodeId: 'N-060' },
      { accept: { what: 'criterion', number: 2 }, words: 'measured by hand' },
    ],
    ['--criterion two', {}, { words: '--criterion two' }],
    ['--unprovenly', {}, { words: '--unprovenly' }],
    ['N-030 --doubts it is right', { nodeId: 'N-030' }, taken('doubts', 'it is right')],
    [
      '--doubt "my src/a b.js:3" --doubt x.js --doubts ok',
      {},
      { ...taken('doubts', 'ok'), places: ['my src/a b.js:3', 'x.js'] },
    ],
    ['N-030 --foreign src/a.js ok', { nodeId: 'N-030' }, { foreign: ['src/a.js'], words: 'ok' }],
    ['--foreign "my docs/a b.md" --foreign x/', {}, { foreign: ['my docs/a b.md', 'x/'] }],
    ['ESC-0001 B', { escalation: 'ESC-0001' }, { choice: 'B' }],
    ['B', {}, { words: 'B' }],
    ['ESC-0001 2', { escalation: 'ESC-0001' }, { words: '2' }],
    ['ESC-0001 --approve', { escalation: 'ESC-0001' }, { approve: true }],
    ['g-2', { goalId: 'G-0002' }, {}],
    ['G-2/n-20 use UTF-8', { goalId: 'G-0002', nodeId: 'N-020' }, { words: 'use UTF-8' }],
    ['esc-1 b', { escalation: 'ESC-0001' }, { choice: 'B' }],
    ['use G-0001', {}, { words: 'use G-0001' }],
  ])('ids and flags come first, in any order, and the rest is words: %j', (text, at, said) => {
    expect(typedAnswer(text)).toEqual({
      at: { escalation: null, goalId: null, nodeId: null, ...at },
      take: false,
      said: { ...NOTHING_SAID, ...said },
    });
  });
});

describe('as words of a shell', () => {
  test.each([
    ['the old one', {}, { words: 'the old one' }],
    ['', { approve: true }, { approve: true }],
    ['', { unproven: 'only here' }, taken('unproven', 'only here')],
    ['', { 'no-change': 'it is right' }, taken('no-change', 'it is right')],
    ['', { 'tests-changed': 'they were wrong' }, taken('tests-changed', 'they were wrong')],
    ['by hand', { criterion: '2' }, { accept: { what: 'criterion', number: 2 }, words: 'by hand' }],
    ['', { doubts: 'ok', doubt: 'x.js:1' }, { ...taken('doubts', 'ok'), places: ['x.js:1'] }],
    ['', { foreign: 'my docs/a "b".md' }, { foreign: ['my docs/a "b".md'] }],
  ])('%j with %j is the same value', (words, options, said) => {
    expect(shellAnswer(shell(options), words)).toEqual({
      ok: true,
      value: { ...NOTHING_SAID, ...said },
    });
  });

  test.each([
    ['', { unproven: ' ' }, 'Say why: --unproven "…".'],
    ['', { criterion: '2' }, 'Say why: behind the number.'],
    ['', { criterion: 'two' }, '--criterion takes its number.'],
    ['', { doubt: 'x.js:1' }, '--doubt needs --doubts.'],
    ['', { unproven: 'a', doubts: 'b' }, 'Say what you accept, one of '],
    ['and more', { unproven: 'a' }, 'What is "and more"?'],
  ])('%j with %j says two things or half of one, and is refused', (words, options, message) => {
    expect(shellAnswer(shell(options), words)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(message) },
    });
  });
});

describe('beside ways on that are shown', () => {
  test.each([
    ['2', { choice: 'B' }],
    ['b', { choice: 'B' }],
    ['a: the old one', { choice: 'A', words: 'the old one' }],
    ['2 of them', { words: '2 of them' }],
    ['A new one', { words: 'A new one' }],
    ['4', { words: '4' }],
  ])('%j is read as %j', (words, said) => {
    expect(chosenIn({ ...NOTHING_SAID, words }, 3)).toEqual({ ...NOTHING_SAID, ...said });
  });

  test('where none is shown, all is words', () => {
    expect(chosenIn({ ...NOTHING_SAID, words: '2' }, 0)).toEqual({ ...NOTHING_SAID, words: '2' });
  });
});

describe('what follows', () => {
  const QUESTION: Reason = { kind: 'questions', questions: ['which one?'] };
  const UNDECIDED: Reason = {
    kind: 'edge-undecided',
    from: 'N-010',
    run: 'r',
    expression: 'goal.parameters.area == "api"',
    error: 'No such key: area.',
    values: {},
  };
  const SPENT: Reason = { kind: 'budget-exceeded', what: 'tokens', limit: 100, spent: 100 };

  test.each<[Reason, string | null, Partial<Answer>, Partial<Answer>, string | null]>([
    [QUESTION, 'N-010', { words: 'the old one' }, { words: 'the old one' }, null],
    [
      QUESTION,
      'N-010',
      { choice: 'B' },
      { words: expect.stringContaining('leaves this to you') },
      null,
    ],
    [
      { kind: 'no-change' },
      'N-020',
      { choice: 'A', words: 'it is right' },
      taken('no-change', 'it is right'),
      'choice',
    ],
    [
      { kind: 'fault-not-shown', why: 'no check ran' },
      'N-020',
      { choice: 'A' },
      taken('unproven', 'The work is good without it: take it as it is'),
      'choice',
    ],
    [SPENT, null, { words: 'tokens=400' }, { words: 'tokens=400' }, 'choice'],
    [
      { kind: 'rejected', findings: ['no'], summary: 'no' },
      'N-040',
      { words: 'look again' },
      { words: 'look again' },
      'words',
    ],
    [UNDECIDED, 'N-020', { choice: 'A' }, { words: 'Yes.' }, 'words'],
    [UNDECIDED, 'N-020', { choice: 'B', words: 'not now' }, { words: 'No. not now' }, 'words'],
    [UNDECIDED, 'N-020', { words: 'no' }, { words: 'no' }, 'words'],
    [QUESTION, 'N-010', { words: 'accept: that name' }, { words: 'accept: that name' }, 'words'],
  ])('from %j at %s, of %j', (because, node, said, means, power) => {
    const found = meantBy('ESC-0001', asked(because, node), { ...NOTHING_SAID, ...said }, NOW);
    expect(found).toMatchObject({
      ok: true,
      value: { said: { ...NOTHING_SAID, ...means }, power },
    });
  });

  test('from a higher budget are the terms it has then', () => {
    const said = { ...NOTHING_SAID, words: 'tokens=400' };
    expect(meantBy('ESC-0001', asked(SPENT, null), said, NOW)).toMatchObject({
      value: { terms: { budget: { max_tokens: 400 } } },
    });
  });

  test.each<[Reason, string | null, Partial<Answer>, object]>([
    [QUESTION, 'N-010', { choice: 'A' }, { kind: 'no-words', option: 'A' }],
    [QUESTION, 'N-010', { choice: 'C' }, { kind: 'typed', command: 'wukong goal cancel G-0001' }],
    [SPENT, null, { choice: 'A' }, { kind: 'no-words', option: 'A' }],
    [SPENT, null, { words: 'more' }, { kind: 'mistyped' }],
  ])('nothing from %j at %s, of %j, and the person is told', (because, node, said, told) => {
    const found = meantBy('ESC-0001', asked(because, node), { ...NOTHING_SAID, ...said }, NOW);
    expect(found).toMatchObject({ ok: false, error: { id: 'ESC-0001', ...told } });
  });

  function asked(because: Reason, node: string | null): Asked {
    const { goal } = begin();
    return { goal: goal.id, node, reason: 'ambiguous', packet: packetOf(goal, node, because) };
  }
});

function taken(
  what: 'unproven' | 'no-change' | 'tests-changed' | 'doubts',
  words: string,
): Partial<Answer> {
  return { accept: { what }, words };
}

function shell(options: Readonly<Record<string, string | boolean>>): ShellWords {
  const text = (name: string): string | undefined =>
    typeof options[name] === 'string' ? options[name] : undefined;
  return {
    text,
    texts: (name) => [text(name)].filter((one) => one !== undefined),
    flag: (name) => options[name] === true,
    words: [],
  };
}
