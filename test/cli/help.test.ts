import { expect, test } from 'vitest';
import { COMMANDS, FIRST, GROUPS, MEANT, MOST_USED } from '../../runtime/cli/commands.ts';
import { COMMON_ARGS, usageProblem, withValues } from '../../runtime/cli/usage.ts';

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

test('help names every command in one group, each with an example', async () => {
  const grouped = GROUPS.flatMap(({ commands }) => Object.keys(commands));
  expect(new Set(grouped).size).toBe(grouped.length);
  for (const [name, load] of Object.entries(COMMANDS)) {
    expect((await load()).examples, name).not.toEqual([]);
  }
});

test('the commands that help has a line for are ten, and there', () => {
  expect(MOST_USED).toHaveLength(10);
  for (const name of MOST_USED) expect(Object.hasOwn(COMMANDS, name), name).toBe(true);
});

test('what help gives as an example can be typed', async () => {
  const loaded = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = [...FIRST, ...loaded.flatMap(({ examples }) => examples)].map(([line]) => line);
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
