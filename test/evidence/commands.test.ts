import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommand } from '../../runtime/evidence/commands/read-command.ts';
import { splitShell } from '../../runtime/evidence/commands/shell-split.ts';
import { toolSettings } from '../../runtime/evidence/commands/tool-variables.ts';

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
    expect(reading).toEqual({ core: 'npm test', isCheck: true });
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
    expect(readCommand(command, ROOT)).toMatchObject({ core: 'npm test', hidden, isCheck: true });
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

describe('a line with more than one command', () => {
  test.each([
    'npm run lint && npm test',
    'go vet ./... && go test ./...',
    'cmake --build build && ctest --test-dir build',
    'command -v node && npm test',
    'npm test && npm run build',
  ])('is a check where one of those that have to pass is one: %j', (command) => {
    expect(readCommand(command, ROOT)).toMatchObject({ core: command, isCheck: true });
    expect(readCommand(command, ROOT).hidden).toBeUndefined();
  });

  test('that goes on behind the check may have changed what it tested', () => {
    expect(readCommand('npm test && npm run build', ROOT).followed).toBe(true);
    expect(readCommand('npm run build && npm test', ROOT).followed).toBeUndefined();
  });

  test.each([
    'alias npm=true && npm test',
    'source ./fake.sh && npm test',
    'hash -p /bin/true npm && npm test',
    'export PATH=/tmp/fake:$PATH && npm test',
    'NODE_OPTIONS=--import=/tmp/x.mjs npm test',
    'BASH_ENV=/tmp/x npm test',
  ])('says that names may mean something else: %j', (command) => {
    expect(readCommand(command, ROOT).hidden).toBe('shadow');
  });

  test.each([
    'CI=1 DATABASE_URL=sqlite::memory: npm test',
    'NODE_OPTIONS="--max-old-space-size=4096 --experimental-vm-modules" npx jest',
    'PATH="$PWD/node_modules/.bin:$PATH" vitest run',
    'PYTHONPATH=src:. pytest',
    'GOFLAGS=-mod=vendor go test ./...',
  ])('says nothing of variables that change no name: %j', (command) => {
    expect(readCommand(command, ROOT)).toMatchObject({ isCheck: true });
    expect(readCommand(command, ROOT).hidden).toBeUndefined();
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

test.each([
  [['npm', 'test'], []],
  [['DEBUG=1 GIT_AUTHOR_NAME=a npm test'], []],
  [['npm run paths -- --PATH=x'], []],
  [['PATH="./b c":$PATH LD_PRELOAD=./x.so npm test'], ['PATH=./b c:$PATH', 'LD_PRELOAD=./x.so']],
  [['export PATH+=:./bin;npm test'], ['PATH+=:./bin;npm']],
  [['true;GIT_SSH_COMMAND=./ssh npm test'], ['GIT_SSH_COMMAND=./ssh']],
  [["PATH=./bin npm test 'unended"], ['PATH=./bin']],
  [['env', 'DYLD_INSERT_LIBRARIES=/a b', 'npm', 'test'], ['DYLD_INSERT_LIBRARIES=/a b']],
  [['sh', '-c', 'cd a && (PYTHONSTARTUP="x y" pytest)'], ['PYTHONSTARTUP="x y"']],
])('%j sets for its tools %j', (command, settings) => {
  expect(toolSettings({ command, shell: command.length === 1 })).toEqual(settings);
});
