import { type Args, actionNamed, type Command } from '../frame/command.ts';
import { misused } from '../frame/outcome.ts';
import { mirrorHere } from './mirror.ts';
import { takeHere } from './take.ts';

/** What comes behind `wukong team`, and which options it takes. */
const ACTIONS = {
  mirror: { act: mirrorHere, takes: ['follow', 'list'] },
  take: { act: takeHere, takes: ['yes'] },
} satisfies Readonly<Record<string, Readonly<{ act: Act; takes: readonly string[] }>>>;

type Act = (args: Args) => ReturnType<Command['run']>;

export const team: Command = {
  description: 'Mirror a log to other machines, and move it to one of them',
  args: {
    action: { type: 'positional', required: true, description: Object.keys(ACTIONS).join(', ') },
    follow: { type: 'boolean', description: 'To mirror: go on as there is more' },
    list: { type: 'boolean', description: 'To mirror: which logs there are' },
    yes: { type: 'boolean', description: 'To take: without a question, while no goal is open' },
  },
  examples: [
    ['wukong team mirror', 'at home what is new is mirrored; in a mirror it is read'],
    ['wukong team mirror L-4k2rqpd7', 'this clone, without goals of its own, mirrors that log'],
    ['wukong team take', 'what this clone mirrors is at home here from now on'],
  ],
  takesWords: true,
  run(args) {
    const [named = ''] = args.words;
    const action = actionNamed('team', ACTIONS, named, 'wukong team mirror --list');
    if (!action.ok) return action.error;
    const { act, takes } = action.value;
    const idle = ['follow', 'list', 'yes'].find(
      (option) => args.flag(option) && !(takes as readonly string[]).includes(option),
    );
    if (idle === undefined) return act(args);
    return misused(
      `\`wukong team ${named}\` does not take --${idle}.`,
      'See `wukong team --help`.',
    );
  },
};
