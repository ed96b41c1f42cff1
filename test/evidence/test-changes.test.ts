import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  couldNotLoad,
  testsNothing,
  unbuiltLine,
  unloadedLine,
} from '../../runtime/evidence/commands/no-test-ran.ts';
import { testChanges } from '../../runtime/evidence/seal/test-changes.ts';

function diff(path: string, ...lines: readonly string[]): string {
  const head = `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n`;
  return `${head}@@ -10,3 +20,3 @@ context\n${lines.join('\n')}\n`;
}

describe('a change of tests', () => {
  test.each([
    ['test/a.test.js', "+test.skip('works', () => {", 'test skipped'],
    ['test/a.test.js', "+  it.only('works', () => {", 'test skipped'],
    ['test/a.test.js', "+xit('works', () => {", 'test skipped'],
    ['test/a.test.js', "+test('works', { skip: true }, () => {", 'test skipped'],
    ['tests/test_a.py', '+@pytest.mark.skip(reason="later")', 'test skipped'],
    ['tests/test_a.py', '+@unittest.skipIf(True, "x")', 'test skipped'],
    ['a_test.go', '+\tt.Skip("flaky")', 'test skipped'],
    ['tests/a.rs', '+#[ignore]', 'test skipped'],
    ['src/test/java/ATest.java', '+  @Disabled("later")', 'test skipped'],
    ['test/ATests.cs', '+  [Fact(Skip = "later")]', 'test skipped'],
    ['package.json', '+    "test": "vitest run --passWithNoTests"', 'failure hidden'],
    ['Makefile', '+\tpytest || true', 'failure hidden'],
    ['.github/workflows/ci.yml', '+        continue-on-error: true', 'failure hidden'],
    ['test/a.test.js', '+process.exit(0);', 'failure hidden'],
    ['test/a.test.js', "-test('works', () => {", 'test removed'],
    ['tests/test_a.py', '-def test_works():', 'test removed'],
    ['a_test.go', '-func TestWorks(t *testing.T) {', 'test removed'],
    ['test/a.test.js', '-  assert.equal(f(), 1);', 'expectation changed'],
    ['tests/test_a.py', '-    assert f() == 1', 'expectation changed'],
    ['spec/a_spec.rb', '-    expect(f).to eq 1', 'expectation changed'],
  ])('is named: %s %s', (path, line, what) => {
    const expected = {
      path,
      what,
      line: line.startsWith('+') ? 21 : 11,
      text: line.slice(1).trim(),
    };
    expect(testChanges(diff(path, ' before', line, ' after'))).toEqual([expected]);
  });

  test('is not named where cases were added, moved or indented', () => {
    const added = ["+test('more', () => {", '+  assert.equal(f(), 2);', '+});'];
    expect(testChanges(diff('test/a.test.js', ...added))).toEqual([]);
    const moved = ['-  assert.equal(f(), 1);', '+    assert.equal(f(), 1);'];
    expect(testChanges(diff('test/a.test.js', ...moved))).toEqual([]);
  });

  test('is a deleted file, and has the name of the file in any language', () => {
    const head = 'diff --git a/test/测.test.js b/test/测.test.js\n';
    const gone = `${head}deleted file mode 100644\nindex 1..0\n--- a/test/测.test.js\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`;
    expect(testChanges(gone)).toEqual([
      { path: 'test/测.test.js', line: 1, what: 'file deleted', text: '' },
    ]);
  });

  test('any text at all gives some list', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(testChanges(`diff --git ${text}`))));
  });
});

describe('a command that tested nothing', () => {
  test.each([
    [['pytest'], 5, 'no tests ran in 0.01s'],
    [['meson', 'test'], 0, 'No tests defined.\n'],
    [['python', '-m', 'pytest'], 4, 'ERROR: file or directory not found: tests/x.py'],
    [['npx', 'vitest', 'run'], 1, 'No test files found, exiting with code 1'],
    [['npx', 'jest'], 0, 'No tests found, exiting with code 0'],
    [['npm', 'test'], 1, 'npm error Missing script: "test"'],
    [['make', 'test'], 2, "make: *** No rule to make target 'test'.  Stop."],
    [['go', 'test', './...'], 0, '?   \tx\t[no test files]'],
    [['cargo', 'test'], 0, 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed'],
    [['node', '--test'], 0, '# tests 0\n# pass 0'],
    [['npx', 'vitest', '--reporter=json'], 1, '{"numTotalTests":0,"success":false}'],
    [['mvn', 'test'], 0, 'Tests run: 0, Failures: 0'],
    [['make', 'test'], 0, "make[1]: 'all' is up to date.\nmake: 'test' is up to date.\n"],
  ])('is told: %j', (command, code, output) => {
    expect(testsNothing(command, code, output)?.why).toBeTypeOf('string');
  });

  test.each([
    [['pytest'], 1, '1 failed, 3 passed in 0.1s'],
    [['pytest'], 2, 'ERROR tests/test_a.py - ImportError\n1 error in 0.1s'],
    [['go', 'test', './...'], 1, 'FAIL\tx/a\t0.01s\n?   \tx\t[no test files]'],
    [['cargo', 'test'], 101, 'running 3 tests\n...\nrunning 0 tests'],
    [['node', '--test'], 1, '# tests 7\n# fail 1'],
    [['sh', 'repro.sh'], 1, 'Segmentation fault'],
    [['make', 'check'], 0, "make: 'build' is up to date.\nevery packet decodes\n"],
  ])('is not taken for one that did: %j', (command, code, output) => {
    expect(testsNothing(command, code, output)).toBeUndefined();
  });

  test.each([
    "code: 'ERR_MODULE_NOT_FOUND'\n# tests 1\n# fail 1",
    "SyntaxError: '../a.js' does not provide an export named 'b'\n# fail 1",
    "Cannot find module './new' from 'a.test.js'\nTests: 0 total",
    "E   ModuleNotFoundError: No module named 'core.new'\n1 error in 0.1s",
    'LoadError:\n  cannot load such file -- decoder/new',
    'FAIL\tx/a [build failed]',
    'error: could not compile `decoder` (test "a") due to 1 previous error',
  ])('could not load what it tests: %j', (output) => {
    expect(couldNotLoad(output)).toBe(true);
  });

  test.each([
    '# tests 7\n# fail 1',
    // One file could not be loaded, another said no.
    'ERR_MODULE_NOT_FOUND\nAssertionError [ERR_ASSERTION]: 1 !== 2',
    "Cannot find module './new'\n  Expected: 1\n  Received: 2",
  ])('could: %j', (output) => {
    expect(couldNotLoad(output)).toBe(false);
  });

  test('and the line that says what was not there is found in it', () => {
    const output =
      "  x\n  Error: Cannot find module 'chai'\n    at a.js:1\n ERR_MODULE_NOT_FOUND\n";
    expect(unloadedLine(output)).toBe("Error: Cannot find module 'chai'");
    expect(unloadedLine('# fail 1')).toBeUndefined();
    expect(unbuiltLine('# a\nsrc/a.go:6:2: undefined: limit\nFAIL')).toBe(
      'src/a.go:6:2: undefined: limit',
    );
  });
});
