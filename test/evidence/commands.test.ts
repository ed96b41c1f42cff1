import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitShell } from '../../runtime/evidence/commands/shell-split.ts';
import { toolSettings } from '../../runtime/evidence/commands/tool-variables.ts';

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
