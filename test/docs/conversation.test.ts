// The pictures of docs/conversation.md were taken in the real client. Here they are held against what is
// said now: `npm run pictures -- --only conversation` takes them again.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shownFrom } from '../../scripts/pictures/screen.ts';
import { links, PROJECT, readPage } from './pages.ts';

const pictures = links(readPage('docs/conversation.md'))
  .map(({ target }) => target)
  .filter((target) => target.endsWith('.svg'));

/** Lines that do not depend on the gate, by how they begin in the golden conversation of each language. */
const GOLDEN = {
  english: {
    start: ['Wukong begins G-0001', 'Nodes:', 'Follow it:'],
    question: ['Wukong: 2/6', '- Is an empty body', 'Why:', 'Answer with'],
    answer: ['Wukong: your answer', 'Wukong: G-0001 goes on', '2/6 Find the cause: passes'],
    end: ['6/6 Sum up'],
  },
  chinese: {
    start: ['Wukong 开始 G-0001', '节点：', '查看进展：'],
    question: ['Wukong：2/6', '- 空内容', '为什么：', '回答：'],
    answer: ['Wukong：你的回答', 'Wukong：G-0001 继续', '2/6 查明原因：通过'],
    end: ['6/6 总结并决定'],
  },
} as const;

describe.each(['english', 'chinese'] as const)('the conversation in %s', (language) => {
  const golden = readPage(`test/hooks/conversation/${language}.txt`)
    .replaceAll(/ \(N s\)|（N 秒）/g, '')
    // The agents of that conversation number what they say.
    .replaceAll(' (2).', '')
    .split('\n');

  test.each(Object.entries(GOLDEN[language]))('is shown at the %s as it is told', (name, lines) => {
    const shown = wordsOf(`conversation/${language}-${name}.svg`);
    for (const begins of lines) {
      const line = golden.find((one) => one.startsWith(begins));
      expect(shown, begins).toContain(joined(line ?? `nothing begins with ${begins}`));
    }
  });

  test('shows a claim that was caught', () => {
    const caught = language === 'english' ? 'claimed L2, seen L1' : '声称 L2，实见 L1';
    for (const name of ['caught', 'end'])
      expect(wordsOf(`conversation/${language}-${name}.svg`)).toContain(joined(caught));
  });
});

test('the page of the conversation has all of its pictures, and they tell nothing of a machine', () => {
  expect(pictures).toHaveLength(11);
  for (const picture of pictures) {
    const words = wordsOf(picture);
    expect(words).not.toMatch(/\/(?:tmp|home|root|Users|private)\//);
    expect(words).not.toMatch(/v?\d+\.\d+\.\d+|\d+s\b/);
  }
});

test('a picture begins at the line that matters, without what is another at each run', () => {
  const screen = [
    '❯ /wukong_fix it',
    '● eye(Find the cause)',
    '',
    '✻ Cooked for 24s',
    '',
    '● Agent "2/6 Find the cause" finished · 12s',
    '  ⎿  UserPromptSubmit says: 2/6 Find the cause: passes, L1 (3 s)',
    '     6 of 6 steps done in 42',
    '     s. Summary: S-20261123-001',
    '  ⏵⏵ accept edits on',
  ];
  expect(shownFrom(screen.join('\n'), /● eye/)).toBe(
    [
      '● eye(Find the cause)',
      '',
      '● Agent "2/6 Find the cause" finished',
      '  ⎿  UserPromptSubmit says: 2/6 Find the cause: passes, L1',
      '     6 of 6 steps done. Summary: S-20260101-001',
    ].join('\n'),
  );
});

/** The words of a picture below docs/, without spaces: the terminal breaks lines where it likes. */
function wordsOf(picture: string): string {
  const svg = readFileSync(join(PROJECT, 'docs', picture), 'utf8');
  const texts = [...svg.matchAll(/<text[^>]*>(.*)<\/text>/g)].map(([, text = '']) => text);
  return joined(
    texts
      .join('\n')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

function joined(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
