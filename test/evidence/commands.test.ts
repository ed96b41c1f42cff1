import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateNamed } from '../../runtime/engine/checks/commands.ts';
import { splitShell } from '../../runtime/evidence/commands/shell-split.ts';
import { toolSettings } from '../../runtime/evidence/commands/tool-variables.ts';
import { gate } from './samples.ts';

test('a line is taken apart over quotes, substitutions and here-documents', () => {
  expect(splitShell('a "x; y" \'|\' $(b; c) `d && e` ; f')).toEqual([
    { text: 'a "x; y" \'|\' $(b; c) `d && e`', end: ';' },
    { text: 'f', end: '' },
  ]);
  expect(splitShell("python3 - <<'EOF'\na; b || c\nEOF\nnpm test")).toEqual([
    { text: "python3 - <<'EOF'", end: ';', input: 'a; b || c\n' },
    { text: 'npm test', end: '' },
  ]);
});

test.each([
  ['npm  "test"', 'top'],
  ["cd 'my app' && npm test", 'below'],
  ['npm test (below)', 'below'],
  ['make check | cat', 'line'],
  ['npm test -- --more', undefined],
])('%j of a report names the gate %j', (line, which) => {
  const top = gate(['npm', 'test'], { name: 'npm test (top)' });
  const below = gate(['npm', 'test'], { name: 'npm test (below)', cwd: 'my app' });
  const piped = gate(['make check | cat'], { name: 'piped', shell: true });
  const known = { top, below, line: piped };
  const wanted = which && known[which as keyof typeof known];
  expect(gateNamed(line, [top, below, piped])).toBe(wanted);
});

test('taking a line apart never throws, whatever it is', () => {
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
      expect(() => splitShell(pieces.join(''))).not.toThrow();
    }),
    { numRuns: 1_000 },
  );
  expect(splitShell('('.repeat(16_000))).toBeUndefined();
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
