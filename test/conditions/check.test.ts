import { describe, expect, test } from 'vitest';
import { conditionFaults } from '../../runtime/conditions/check.ts';
import {
  CONDITION_VARIABLES,
  type Fields,
  MOST_CHARACTERS,
} from '../../runtime/model/condition.ts';

function said(expression: string): string[] {
  return conditionFaults(expression).map(({ message, hint, line, column }) =>
    [`${line}:${column} ${message}`, hint].filter((text) => text).join(' '),
  );
}

function fieldsOf(fields: Fields, path = ''): Array<readonly [string, string]> {
  return Object.entries(fields).flatMap(([name, type]) =>
    typeof type === 'string' ? [[`${path}${name}`, type]] : fieldsOf(type, `${path}${name}.`),
  );
}

const USE: Readonly<Record<string, (path: string) => string>> = {
  string: (path) => `${path} != ""`,
  int: (path) => `${path} >= 0`,
  'list<string>': (path) => `${path}.exists(one, one.contains("a")) || size(${path}) == 0`,
  'map<string, string>': (path) => `has(${path}.one) && ${path}.one == "a"`,
  'map<string, int>': (path) => `"unit" in ${path} && ${path}["unit"] > 0`,
};

describe('an expression may be asked', () => {
  test.each(fieldsOf(CONDITION_VARIABLES))('of %s, which is a %s', (path, type) => {
    expect(said(USE[type]?.(path) ?? '')).toEqual([]);
  });

  test.each([
    'run.patch_files.exists(f, ["src/auth/", "src/pay/"].exists(risky, f.startsWith(risky)))',
    'run.patch_files.filter(f, f.endsWith(".ts")).size() > 3',
    'evidence.level >= "L2" ? run.number == 1 : false',
  ])('%s', (expression) => {
    expect(said(expression)).toEqual([]);
  });
});

describe('an expression is refused with its place and what to write:', () => {
  test.each([
    ['', '1:1 This condition is empty. For example: predicate:run.lines.added > 100'],
    ['rnu.number > 1', '1:1 There is no "rnu" here. Did you mean "run"?'],
    ['run.patch_file.size() > 1', '1:5 There is no "patch_file" here. Did you mean "patch_files"?'],
    ['true &&\n  run.lines.xyz > 1', '2:13 There is no "xyz" here. run.lines has: added, removed.'],
    [
      'now > 1',
      '1:1 There is no "now" here. Conditions know: node, run, evidence, gates, tree, goal.',
    ],
    [
      'timestamp("2026-11-21T10:00:00Z") > timestamp(goal.title)',
      '1:1 There is no "timestamp" here. Functions are: size, has, int, double, string.',
    ],
    [
      'cel.bind(a, 1, a > 0)',
      '1:4 There is no "bind" here. Of a value there is: exists, all, exists_one, filter, map, contains, startsWith, endsWith, size, lowerAscii, upperAscii, trim, indexOf, lastIndexOf, substring, split, join.',
    ],
    [
      'run.patch_files.exists(f, f.matches("(a+)+$"))',
      '1:28 A condition has no regular expressions. Use contains, startsWith or endsWith.',
    ],
    [
      'run.lines.added',
      '1:1 A condition is true or false, and this is a value (int). Compare it with something.',
    ],
    [
      'run.lines',
      '1:1 A condition is true or false, and this is a value (run.lines). Compare it with something.',
    ],
    [
      'run[goal.title]',
      '1:1 A condition is true or false, and this is of no known type. Compare it with something.',
    ],
    ['run.number > "a"', '1:1 These do not go together: int > string.'],
    ['run.number +', '1:13 This condition ends too early.'],
    ['run.number > 1 run', '1:16 It cannot be read from here on.'],
    ['"abc', '1:1 Unterminated string.'],
    ['{"a": 1}["a"] == 1', '1:2 A condition holds no maps.'],
    [`${'('.repeat(40)}true${')'.repeat(40)}`, '1:17 This condition is nested more than 16 deep.'],
    [`1${'+1'.repeat(300)} > 1`, '1:1 This condition has more than 200 parts.'],
    [`run.number in [${'1,'.repeat(30)}1]`, '1:56 A list in a condition has at most 20 entries.'],
    [
      'run.patch_files.exists(f, tree.files.exists(g, f == g))',
      '1:37 Within a walk over a list there is a walk over another one. Only a list that is written out may stand there.',
    ],
    [
      'run.patch_files.exists(run, run == "a")',
      '1:24 "run" means something already. Give it another name.',
    ],
    ['run.patch_files.exist(f, f == "a")', '1:16 There is no "exist" here. Did you mean "exists"?'],
    ['dyn(true)', '1:1 There is no "dyn" here. Functions are: size, has, int, double, string.'],
  ])('%j', (expression, words) => {
    expect(said(expression)[0]).toBe(words);
  });

  test('all names that are not there at once', () => {
    expect(said('nod.id == "a" && run.nummer > 1')).toEqual([
      '1:1 There is no "nod" here. Did you mean "node"?',
      '1:22 There is no "nummer" here. Did you mean "number"?',
    ]);
  });

  test('whatever its length, at its first character', () => {
    for (const hostile of [
      `true${' && true'.repeat(14_000)}`,
      '('.repeat(100_000),
      `"${'a'.repeat(100_000)}" == ""`,
      `${'!'.repeat(100_000)}true`,
    ]) {
      expect(said(hostile)).toEqual([
        `1:1 This condition has ${hostile.length.toLocaleString('en')} characters, and one may have 1,000. Let a node judge it, and ask for its verdict.`,
      ]);
    }
    expect(said(`${'!'.repeat(MOST_CHARACTERS - 4)}true`)).toEqual([
      '1:797 This condition has more than 200 parts.',
    ]);
  });
});
