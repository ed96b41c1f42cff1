import { expect, test } from 'vitest';
import {
  isOurFile,
  readFrontMatter,
} from '../../runtime/hosts/claude-code/install/front-matter.ts';

test('the head of an agent file is read as YAML', () => {
  expect(readFrontMatter('---\nname: body\nwukong: 1\n---\nWork.\n')).toEqual({
    ok: true,
    values: { name: 'body', wukong: 1 },
    body: 'Work.\n',
  });
});

test.each(['js', 'javascript', 'json', 'coffee', 'toml'])(
  'a head in %s is refused, and never run',
  (language) => {
    const text = `---${language}\n{ name: (globalThis.wasRun = true, 'body'), wukong: 1 }\n---\n`;
    expect(readFrontMatter(text)).toEqual({
      ok: false,
      why: `its head is written in "${language}", and only YAML is read`,
    });
    expect(isOurFile(text)).toBe(false);
    expect(globalThis).not.toHaveProperty('wasRun');
  },
);

test.each([
  ['# Only text\n', {}, '# Only text\n'],
  ['---\n---\nWork.\n', {}, 'Work.\n'],
  ['----\nA line.\n', {}, '----\nA line.\n'],
  ['---\r\nname: 身体\r\n---\r\nWork.\r\n', { name: '身体' }, 'Work.\r\n'],
  ['\uFEFF---\nname: a --- b\n---\nOne.\n---\nTwo.\n', { name: 'a --- b' }, 'One.\n---\nTwo.\n'],
  ['---\nname: a\n', { name: 'a' }, ''],
])(
  'a head ends with its own line of dashes, wherever the file comes from: %j',
  (text, values, body) => {
    expect(readFrontMatter(text)).toEqual({ ok: true, values, body });
  },
);

test('a space before the language changes nothing', () => {
  expect(readFrontMatter('--- js\nglobalThis.wasRun = true\n---\n').ok).toBe(false);
  expect(globalThis).not.toHaveProperty('wasRun');
});

test.each([
  ['---\nname: a\ntools: [\n---\n', 'its head cannot be read: line 3: '],
  ['---\nname: !!js/function x\n---\n', 'line 2: Tags (!…) have no meaning here.'],
  ['---\n- a\n- b\n---\n', 'its head is no list of keys and values'],
])('a broken head is refused: %j', (text, why) => {
  const head = readFrontMatter(text);
  expect(head.ok ? '' : head.why).toContain(why);
});

test('a file is ours by its mark, not by its name', () => {
  expect(isOurFile('---\nname: body\nwukong: 1\n---\n')).toBe(true);
  expect(isOurFile('---\nname: body\n---\n')).toBe(false);
  expect(isOurFile('# Body\n\nwukong: 1\n')).toBe(false);
});
