import { expect, test } from 'vitest';
import { COMMANDS, MEANT } from '../../runtime/cli/commands.ts';
import { FIRST, GROUPS } from '../../runtime/cli/help-groups.ts';
import { COMMON_ARGS, usageProblem, withValues } from '../../runtime/cli/usage.ts';

const GROUPED = GROUPS.flatMap(({ commands }) => Object.entries(commands));

/** What is wrong with a line that help tells people to type. */
async function problemOf(line: string): Promise<unknown> {
  const [program, name = '', ...words] = [...line.matchAll(/"([^"]*)"|\S+/g)].map(
    ([word, quoted]) => quoted ?? word,
  );
  const command = await COMMANDS[name]?.();
  if (program !== 'wukong' || !command) return line;
  const args = { ...command.args, ...COMMON_ARGS };
  return usageProblem(name, withValues(words, args), args, command.takesWords);
}

test('help names every command in one group, each with an example', () => {
  expect(GROUPED.map(([name]) => name).sort()).toEqual(Object.keys(COMMANDS).sort());
  for (const [name, examples] of GROUPED) expect(examples, name).not.toEqual([]);
});

test('what help gives as an example can be typed', async () => {
  const lines = [...FIRST, ...GROUPED.flatMap(([, examples]) => examples)].map(([line]) => line);
  for (const line of lines) expect(await problemOf(line), line).toBeUndefined();
});

test('a word of other tools leads to a command there is, and hides none', () => {
  for (const [word, hint] of Object.entries(MEANT)) {
    expect(Object.hasOwn(COMMANDS, word), word).toBe(false);
    for (const [, name = ''] of hint.matchAll(/wukong ([a-z]+)/g)) {
      expect(Object.hasOwn(COMMANDS, name), hint).toBe(true);
    }
  }
});
