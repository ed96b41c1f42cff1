// What is well-formed for each command, without starting any.

import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../runtime/cli/commands.ts';
import { COMMON_ARGS, usageProblem, withValues } from '../../runtime/cli/usage.ts';

describe.each(Object.entries(COMMANDS))('wukong %s', (name, load) => {
  const problem = async (...typed: string[]) => {
    const { args, takesWords } = await load();
    const known = { ...args, ...COMMON_ARGS };
    return usageProblem(name, withValues(typed, known), known, takesWords);
  };

  test('does not guess at options it does not know', async () => {
    expect(await problem('--jsno')).toMatchObject({
      exit: 2,
      json: {
        error: {
          message: `\`wukong ${name}\` does not know --jsno.`,
          hint: `Did you mean "--json"? See \`wukong ${name} --help\`.`,
        },
      },
    });
  });

  test('takes no value where none belongs, and no more words than it has places for', async () => {
    expect(await problem('--json=yes')).toMatchObject({ exit: 2 });
    const { takesWords = false } = await load();
    const many = await problem('one', 'two', 'three', 'four');
    if (!takesWords) expect(many).toMatchObject({ exit: 2 });
  });
});
