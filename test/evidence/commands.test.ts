import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommand } from '../../runtime/evidence/commands/read-command.ts';
import { splitShell } from '../../runtime/evidence/commands/shell-split.ts';

const ROOT = '/repo';

describe('a command that shows its exit code', () => {
  test.each([
    ['npm test'],
    ['  npm   test  '],
    ['$ npm test'],
    ['cd /repo && npm test'],
    ['cd "/repo" && npm test'],
    ['cd . && npm test'],
    ['npm test 2>&1'],
    ['npm test > /tmp/out.log 2>&1'],
    ['npm test &>/dev/null'],
    ['npm test && echo PASSED'],
    ['npm test || exit 1'],
    ['set -o pipefail; npm test | tail -20'],
    ['set -euo pipefail\nnpm test 2>&1 | grep -v warn'],
    ['cd /repo && set -o pipefail && npm test | tee out.log'],
    ['set -e; npm test; echo done'],
    ["bash -lc 'npm test'"],
    ['npm test # all of them'],
  ])('%j is npm test', (command) => {
    const { followed: _, ...reading } = readCommand(command, ROOT);
    expect(reading).toEqual({ core: 'npm test', trivial: false });
  });

  test.each([
    ['npm test', undefined],
    ['cd src && npm test | tail -20', undefined],
    ['npm test || exit 1', undefined],
    ['npm test && echo PASSED', true],
    ["bash -lc 'npm test && git status'", true],
  ])('%j may have changed what it tested by what stands behind it: %j', (command, followed) => {
    expect(readCommand(command, ROOT).followed).toBe(followed);
  });

  test.each([
    ['npm test | tail -20', 'pipe'],
    ['npm test 2>&1 | tail -20', 'pipe'],
    ['npm test | grep -c ok', 'pipe'],
    ['npm test || true', 'or'],
    ['npm test || :', 'or'],
    ['npm test || exit 0', 'or'],
    ['npm test; true', 'sequence'],
    ['npm test; exit 0', 'sequence'],
    ['npm test; echo "exit: $?"', 'sequence'],
    ['npm test\necho done', 'sequence'],
    ['npm test &', 'background'],
    ["bash -c 'npm test || true'", 'or'],
    ['cd /repo && npm test | tail', 'pipe'],
  ])('%j hides it (%s)', (command, hidden) => {
    expect(readCommand(command, ROOT)).toMatchObject({ core: 'npm test', hidden, trivial: false });
  });

  test.each([
    ['(npm test; true)'],
    ['for i in 1 2; do npm test; done'],
    ['if npm test; then echo ok; fi'],
    ['{ npm test; true; }'],
    ['! npm test'],
    ['eval "npm test || true"'],
    ['npm() { true; } && npm test'],
    ['exit 0 && npm test'],
    ['exec true && npm test'],
    ['echo "unfinished'],
    ['cat <<EOF\nnever closed'],
    ['true || npm test'],
  ])('%j is not taken for one', (command) => {
    expect(readCommand(command, ROOT).hidden).toBeDefined();
  });

  test('is another command in another folder', () => {
    expect(readCommand('cd packages/a && npm test', ROOT).core).toBe('cd packages/a && npm test');
  });

  test('is read over quotes, substitutions and here-documents', () => {
    expect(splitShell('a "x; y" \'|\' $(b; c) `d && e` ; f')).toEqual([
      { text: 'a "x; y" \'|\' $(b; c) `d && e`', end: ';' },
      { text: 'f', end: '' },
    ]);
    expect(splitShell("python3 - <<'EOF'\na; b || c\nEOF\nnpm test")).toEqual([
      { text: "python3 - <<'EOF'", end: ';', input: 'a; b || c\n' },
      { text: 'npm test', end: '' },
    ]);
  });
});

describe('a command that proves nothing', () => {
  test.each([
    'echo ok',
    'true',
    ':',
    'exit 0',
    'ls -la',
    'cat a | head -3',
    'pwd && ls',
    'printf x',
    'which node',
    'cd src && ls',
    'CI=1 true',
    'timeout 5 echo hi',
    'git status',
    'git -C . diff',
    'node --version',
    '[ 1 = 1 ]',
    'test -f a',
    '/bin/true',
    "bash -c 'true'",
    'sed -n 1,5p a',
    'echo $(npm test)',
    '',
  ])('is %j', (command) => {
    expect(readCommand(command, ROOT).trivial).toBe(true);
  });

  test.each([
    'node cli.js',
    '[ "$(node cli.js)" = ok ]',
    'grep -q x a',
    'diff a b',
    'command -v x && npm test',
  ])('is not %j', (command) => {
    expect(readCommand(command, ROOT).trivial).toBe(false);
  });
});

test('reading a command never throws, whatever it is', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      '&&',
      '||',
      '|',
      ';',
      '\n',
      '(',
      ')',
      '"',
      "'",
      '`',
      '$(',
      '<<EOF',
      '\\',
      '#',
      '&',
      '>',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      expect(typeof readCommand(pieces.join(''), ROOT).core).toBe('string');
    }),
    { numRuns: 1_000 },
  );
  expect(readCommand('('.repeat(16_000), ROOT).hidden).toBe('compound');
});
