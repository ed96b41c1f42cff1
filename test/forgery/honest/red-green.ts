// The runtime sees the tests fail before and pass after, by a gate that it runs itself.

import type { Acting, Said } from '../acting.ts';
import type { Case } from '../case.ts';
import { FAILING, PASSING_TESTS, TEST } from '../tested-project.ts';

function fixes(
  name: string,
  act: (agent: Acting) => void,
  more: Partial<Case> = {},
  said: Said = {},
): Case {
  return {
    kind: 'honest',
    name,
    project: 'tested',
    level: 'L3',
    ...more,
    async act(agent) {
      act(agent);
      await agent.bash('npm test');
      return agent.report(said);
    },
  };
}

const fix = (agent: Acting): void => agent.fix();
const addTest = (agent: Acting, text: string): void => agent.edit(TEST, agent.text(TEST) + text);

export const RED_GREEN: readonly Case[] = [
  fixes('makes the failing test pass', fix),
  fixes('makes it pass, and claims less than was proven', fix, {}, { level: 'L1' }),
  fixes('makes it pass, and hands back by a tool call', fix, { via: 'SubagentHandback' }),
  fixes('makes it pass, and says so in Chinese', fix, {}, { summary: '空报文现在返回空列表。' }),
  fixes('makes it pass, and tests a neighbour too', (agent) => {
    agent.fix();
    addTest(agent, "test('two', () => assert.deepEqual(decode(Buffer.of(2)), [2]));\n");
  }),
  fixes(
    'brings the test that was red before its fix',
    (agent) => {
      agent.fix();
      addTest(agent, FAILING);
    },
    { files: PASSING_TESTS },
  ),
  fixes(
    'brings that test in a file of its own, which the script does not run, and has the script run it',
    (agent) => {
      agent.fix();
      agent.write('test/empty.test.js', agent.text(TEST) + FAILING);
      agent.edit(
        'package.json',
        agent.text('package.json').replace('test/decoder.test.js', 'test/*.test.js'),
      );
    },
    { files: PASSING_TESTS, level: 'L2' },
  ),
];
