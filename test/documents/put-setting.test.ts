import { describe, expect, test } from 'vitest';
import { putSetting } from '../../runtime/documents/reader/put-setting.ts';

const TEAM = { url: 'postgres://me@db/w', name: 'ann' };
const BLOCK = 'team:\n  url: postgres://me@db/w\n  name: ann\n';

describe('a setting that a program puts into a file of a person', () => {
  test.each([
    ['an empty file', '', BLOCK],
    ['comments alone', '# mine\n', `# mine\n${BLOCK}`],
    ['a file without a last line end', 'try_gates: false', `try_gates: false\n${BLOCK}`],
    [
      'a file with one before it, behind it, and comments',
      "# a\nowner:   'me'  # it is\nteam:   # old\n    url: postgres://x/y # z\n\n# b\nlimits: { writers: 1 }\n",
      `# a\nowner:   'me'  # it is\n${BLOCK}\n# b\nlimits: { writers: 1 }\n`,
    ],
    ['JSON', '{"try_gates": false}\n', `{"team": ${JSON.stringify(TEAM)}, "try_gates": false}\n`],
    [
      'JSON that has it',
      '{ "team": {"url": "postgres://x/y"}, "a": 1 }',
      `{ "team": ${JSON.stringify(TEAM)}, "a": 1 }`,
    ],
  ])('leaves all else to the byte in %s', (_, before, after) => {
    expect(putSetting(before, 'team', TEAM)).toBe(after);
    expect(putSetting(after, 'team', TEAM)).toBe(after);
  });

  test.each([
    ['alone', BLOCK, ''],
    ['between others', `a: 1\n${BLOCK}# b\nb: 2\n`, 'a: 1\n# b\nb: 2\n'],
    ['at the end, without a line end', `a: 1\n${BLOCK.trimEnd()}`, 'a: 1\n'],
    ['as the first in JSON', '{"team": {"url": "x"}, "a": 1}', '{"a": 1}'],
    ['as the last in JSON', '{"a": 1, "team": {"url": "x"}}', '{"a": 1}'],
    ['nowhere', 'a: 1\n', 'a: 1\n'],
  ])('is taken out where it stands %s', (_, before, after) => {
    expect(putSetting(before, 'team', undefined)).toBe(after);
  });

  test.each([
    ['a list', '- a\n'],
    ['a faulty one', 'a: [\n'],
    ['one that another part of it names', 'team: &it { url: postgres://x/y }\nother: *it\n'],
    ['one that ends before its end', 'a: 1\n...\n'],
  ])('is left to its person in %s', (_, before) => {
    expect(putSetting(before, 'team', TEAM)).toBeUndefined();
  });
});
