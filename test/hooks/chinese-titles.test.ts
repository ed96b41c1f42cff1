// In a session in Chinese the steps of our own templates have Chinese titles.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHINESE_NOTICES } from '../../runtime/words/languages/chinese-notices.ts';
import { TITLES, titleText } from '../../runtime/words/languages/chinese-titles.ts';
import { stepText } from '../../runtime/words/notice.ts';
import { PROJECT } from '../rig/repository.ts';

const TEMPLATES = join(PROJECT, 'templates');

test('every title of a template of ours is there in Chinese, and no other one', () => {
  const texts = readdirSync(TEMPLATES).map((name) => readFileSync(join(TEMPLATES, name), 'utf8'));
  const titles = [...texts.join('\n').matchAll(/^ {4}title: (.+)$/gm)].map(([, title]) => title);
  expect([...new Set(titles)].sort()).toEqual(Object.keys(TITLES).sort());
  expect(stepText({ place: 3, total: 6, title: 'Fix the cause' }, CHINESE_NOTICES)).toBe(
    '3/6 修复原因',
  );
});

test('a title of a person’s own template stays as they wrote it', () => {
  expect(titleText('Ask the board')).toBe('Ask the board');
  expect(titleText('constructor')).toBe('constructor');
  expect(titleText('Plan B for N-020')).toBe('N-020 的备选方案');
});

test('work of less than an hour is told in minutes and seconds', () => {
  const used = { tokens: 9, cache_read: 0, usd: 0, unpriced: [] };
  expect(CHINESE_NOTICES.used(used, 0.02)).toContain('工作 1 分');
});
