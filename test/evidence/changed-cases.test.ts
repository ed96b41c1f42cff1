import { expect, test } from 'vitest';
import { changedCases } from '../../runtime/evidence/changed-cases.ts';

const patch = (path: string, ...lines: string[]) =>
  [
    `diff --git a/${path} b/${path}`,
    'index 1..2 100644',
    `--- a/${path}`,
    `+++ b/${path}`,
    '@@ -1,9 +1,9 @@',
    ...lines,
    '',
  ].join('\n');

test.each([
  [
    'a.test.js',
    ["test('an empty body', () => {", '  equal(decode(""), []);', '});'],
    'an empty body',
  ],
  ['a.spec.ts', ['  it.each([1])(', '    "adds %d",', '  x();'], undefined],
  ['a.spec.ts', ['  it("says `no`", async () => {', '    x();'], 'says `no`'],
  ['test_a.py', ['    def test_empty(self):', '        assert decode(b"") == []'], 'test_empty'],
  ['a_test.go', ['func TestEmpty(t *testing.T) {', '\tt.Fatal()'], 'TestEmpty'],
  ['tests/a.rs', ['#[test]', 'fn test_empty() {', '    assert!(x);'], 'test_empty'],
  ['a_spec.rb', ["  it 'is empty' do", '    expect(x)'], 'is empty'],
  ['ATest.java', ['    public void emptyTest() {', '        assertEquals(1, x);'], 'emptyTest'],
  ['a.bats', ['@test "is empty" {', '  run x'], 'is empty'],
])('the test of %s that lost a line is named with its place', (path, lines, name) => {
  const [last] = lines.slice(-1);
  const before = lines.slice(0, -1).map((line) => ` ${line}`);
  const found = changedCases(patch(path, ' // one', '+// new', ...before, `-${last}`, '+  ok();'));
  expect(found).toEqual([{ path, line: lines.length + 1, name }]);
});

test('a file that only gained lines weakens nothing, and one that is gone is named', () => {
  const gained = patch('a.test.js', " test('a', () => {", '+  more();', ' });');
  const gone = [
    'diff --git a/b.test.js b/b.test.js',
    'deleted file mode 100644',
    '--- a/b.test.js',
  ];
  const deleted = [...gone, '+++ /dev/null', '@@ -1,2 +0,0 @@', "-test('b', () => {", '-});'];
  expect(changedCases(`${gained}${deleted.join('\n')}\n`)).toEqual([
    { path: 'b.test.js', line: 1, name: 'b' },
  ]);
  expect(changedCases('')).toEqual([]);
});
