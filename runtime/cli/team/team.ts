import { type Args, actionNamed, type Command } from '../frame/command.ts';
import { misused } from '../frame/outcome.ts';
import { teamDoctor } from './doctor.ts';
import { initTeam } from './init.ts';
import { leaveTeam } from './leave.ts';
import { mirrorHere } from './mirror.ts';
import { teamStatus } from './status.ts';
import { takeHere } from './take.ts';
import { trustMachine } from './trust.ts';

/** What comes behind `wukong team`, how many words follow it, and which options it takes. */
const ACTIONS = {
  init: { act: initTeam, words: 1, takes: ['name', 'remote', 'dry-run'] },
  trust: { act: trustMachine, words: 1, takes: ['name', 'remove'] },
  status: { act: teamStatus, words: 0, takes: [] },
  doctor: { act: teamDoctor, words: 0, takes: [] },
  mirror: { act: mirrorHere, words: 1, takes: ['follow', 'list'] },
  take: { act: takeHere, words: 1, takes: ['yes'] },
  leave: { act: leaveTeam, words: 0, takes: ['forget'] },
} satisfies Readonly<
  Record<string, Readonly<{ act: Act; words: number; takes: readonly string[] }>>
>;

type Act = (args: Args, words: readonly string[]) => ReturnType<Command['run']>;

export const team: Command = {
  description: 'Work with several machines on one PostgreSQL, each with its own clone',
  args: {
    action: { type: 'positional', required: false, description: Object.keys(ACTIONS).join(', ') },
    name: {
      type: 'string',
      valueHint: 'NAME',
      description: 'To init: what this clone is called. To trust: whose key it is',
    },
    remote: {
      type: 'string',
      valueHint: 'GIT-ADDRESS',
      description: 'To init: the git remote by which trees travel, also of files not committed yet',
    },
    'dry-run': { type: 'boolean', description: 'To init: print the SQL, and change nothing' },
    remove: { type: 'boolean', description: 'To trust: no more' },
    follow: { type: 'boolean', description: 'To mirror: go on as there is more' },
    list: { type: 'boolean', description: 'To mirror: which logs there are' },
    yes: { type: 'boolean', description: 'To take: without a question, while no goal is open' },
    forget: { type: 'boolean', description: 'To leave: whom this clone trusts, too' },
  },
  examples: [
    [
      'wukong team init postgres://me@db.example.org/wukong',
      'set up the database, and be in the team',
    ],
    [
      'wukong team trust wk_sLtmQJkbXr2NAkVhY7YIqHsSQQ5pGQrGGrsHbnYUQp4 --name ann',
      'let her orders be carried out here',
    ],
    ['wukong team', 'who is there, whose log is where, which orders wait'],
    ['wukong team doctor', 'what is missing, and what to type'],
    ['wukong team mirror', 'at home what is new is mirrored; in a mirror it is read'],
    ['wukong team take', 'what this clone mirrors is at home here from now on'],
    ['wukong team leave', 'be in no team; the database stays as it is'],
  ],
  takesWords: true,
  run(args) {
    const [named = 'status', ...words] = args.words;
    const action = actionNamed('team', ACTIONS, named, 'wukong team status');
    if (!action.ok) return action.error;
    const { act, takes, words: most } = action.value;
    if (words.length > most) return misused('There is one word too many.', HELP);
    const idle = Object.keys(OPTIONS).find(
      (option) => isGiven(args, option) && !(takes as readonly string[]).includes(option),
    );
    if (idle === undefined) return act(args, words);
    return misused(`\`wukong team ${named}\` does not take --${idle}.`, HELP);
  },
};

const { action: _, ...OPTIONS } = team.args;

function isGiven(args: Args, option: string): boolean {
  return args.flag(option) || args.text(option) !== undefined;
}

const HELP = 'See `wukong team --help`.';
