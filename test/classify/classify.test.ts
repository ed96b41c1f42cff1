// The rules by which `/wukong <text>` chooses.

import { describe, expect, test } from 'vitest';
import { classify } from '../../runtime/classify/classify.ts';

describe('a choice says why:', () => {
  test('by the word that decided, and what it says', () => {
    expect(classify('the decoder crashes on empty input')).toEqual({
      track: 'fix',
      template: 'fix',
      ask: [],
      risk: 'normal',
      reasons: ['fix: "crashes" says that something fails'],
    });
    expect(classify('给用户列表加一个导出 CSV 的按钮').reasons).toEqual([
      'feature: "加一个" asks for something new',
    ]);
  });

  test('where a person has to choose, by what stands for each side', () => {
    expect(classify('refactor the parser and add a cache')).toEqual({
      track: null,
      template: null,
      ask: ['refactor', 'feature'],
      risk: 'normal',
      reasons: [
        'it may be a refactor as well as a feature',
        'refactor: "refactor" asks for another structure',
        'feature: "add" asks for something new',
      ],
    });
  });
});

describe('nothing is guessed:', () => {
  test.each([
    ['a question', 'why does the decoder crash on empty input?'],
    ['a question', '为什么空输入会崩溃'],
    ['a question without its mark', 'how do I configure the proxy'],
    ['what has to be found out first', 'investigate whether the export crashes'],
    ['a word alone', 'fix'],
    ['an order without its object', 'fix it'],
    ['an order without its object', '重构'],
    ['two orders', 'fix the crash, then add a retry flag'],
    ['two orders', '重构订单模块，顺便加上退款功能'],
    ['a topic', 'Pagination problem'],
    ['what may be either', '不支持 Safari'],
    ['tests alone', 'add a test for the crash in the decoder'],
    ['text alone', 'update the docs'],
    ['a thing that is named like an order', 'Add button too small'],
    ['nothing', ' '],
    ['another language', 'der Dekoder stürzt bei leerer Eingabe ab'],
  ])('%s is asked about: %s', (_what, text) => {
    const { track, template, ask } = classify(text);
    expect({ track, template }).toEqual({ track: null, template: null });
    expect(new Set(ask).size).toBe(2);
  });
});

describe('only what is wanted counts:', () => {
  test.each([
    ["don't refactor anything, just fix the null pointer in OrderService", 'fix'],
    ['不要重构，只修复分页错误', 'fix'],
    ['the error message "add support for X" is shown twice', 'fix'],
    ['feat: custom headers (fix #119)', 'feature'],
    ['split the parser into modules without changing behaviour', 'refactor'],
    ['添加商品后页面崩溃', 'fix'],
    ['the export hangs after the last refactoring', 'fix'],
    ['Can you please fix the login page?', 'fix'],
    ['"the decoder crashes on empty input"', 'fix'],
    ['[Feature] tooltip 能否支持 focus 的效果？', 'feature'],
    ['add dark mode\n\nIt crashes when I try it by hand, see the log:\n\nTypeError: x', 'feature'],
  ])('%j is a %s', (text, track) => {
    expect(classify(text)).toMatchObject({ track, ask: [] });
  });
});

describe('a fix whose place is named is a small one:', () => {
  test.each([
    ['src/date.ts:88 returns NaN for leap years', 'src/date.ts:88'],
    ['test/decoder.test.ts 失败了，修好它', 'test/decoder.test.ts'],
    ['unit test TestGenericScheduler is flaky', 'TestGenericScheduler'],
    ['`test_empty_input` fails on main', 'test_empty_input'],
    ['parser.py crashes on tabs', 'parser.py'],
  ])('%s', (text, place) => {
    const { track, template, reasons } = classify(text);
    expect({ track, template }).toEqual({ track: 'fix', template: 'fix_small' });
    expect(reasons).toContain(`fix_small: "${place}" says where to look`);
  });

  test.each([
    'the Vue.js app crashes',
    'https://example.com/src/a.ts crashes',
    'the decoder crashes on Test input',
  ])('but not with a product, an address or a word that looks like one: %s', (text) => {
    expect(classify(text).template).toBe('fix');
  });

  test('nor where much is at stake', () => {
    expect(classify('data race in src/pool.ts:12')).toMatchObject({
      template: 'fix',
      risk: 'high',
    });
  });
});

test.each([
  ['two requests at the same time create the same order twice', 'concurrency'],
  ['并发写入时会丢数据', 'concurrency'],
  ['XSS in the comment form', 'security'],
  ['支持 OAuth 登录', 'security'],
  ['the search is slow with 10,000 entries', 'performance'],
  ['列表页很卡顿', 'performance'],
  ['the import loses data when it is stopped', 'data'],
  ['迁移用户表', 'data'],
])('%s is of high risk, because of %s', (text, about) => {
  const { risk, reasons } = classify(text);
  expect(risk).toBe('high');
  expect(reasons.join('\n')).toMatch(new RegExp(`^risk high: ".+" is about ${about}$`, 'm'));
});

test('words that only look like risk leave it as it is', () => {
  for (const text of ['add a lockfile', 'the block quote is cut off', '依赖注入文档']) {
    expect(classify(text).risk).toBe('normal');
  }
});

test('a text of any length and form is read in no time', () => {
  const long = ['a'.repeat(100_000), '"'.repeat(5000), '把'.repeat(5000), 'add '.repeat(5000)];
  for (const text of [...long, `${'not '.repeat(400)}x`, '重构'.repeat(3000)]) {
    expect(classify(text).reasons.length).toBeGreaterThan(0);
  }
});
