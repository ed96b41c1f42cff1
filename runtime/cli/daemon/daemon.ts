import { type Args, actionNamed, type Command } from '../frame/command.ts';
import { misused } from '../frame/outcome.ts';
import { daemonLogs } from './logs.ts';
import { startDaemon } from './start.ts';
import { daemonStatus } from './status.ts';
import { stopDaemonHere } from './stop.ts';
import { systemdUnit } from './unit.ts';

/** What comes behind `wukong daemon`, and which options it takes. */
const ACTIONS = {
  start: { act: startDaemon, takes: ['foreground'] },
  stop: { act: stopDaemonHere, takes: [] },
  status: { act: daemonStatus, takes: ['utc'] },
  logs: { act: daemonLogs, takes: ['follow'] },
  unit: { act: systemdUnit, takes: [] },
} satisfies Readonly<Record<string, Readonly<{ act: Act; takes: readonly string[] }>>>;

type Act = (args: Args) => ReturnType<Command['run']>;

export const daemon: Command = {
  description: 'Carry out what is queued, goal after goal, until it is stopped',
  args: {
    action: { type: 'positional', required: false, description: Object.keys(ACTIONS).join(', ') },
    foreground: { type: 'boolean', description: 'To start: stay here, for a service manager' },
    follow: { type: 'boolean', description: 'To logs: go on as it says more' },
    utc: { type: 'boolean', description: 'To status: times in UTC' },
  },
  examples: [
    ['wukong daemon start', 'says what it begins with, and goes on without you'],
    ['wukong daemon', 'what it does, waits for, cost today, and why'],
    ['wukong daemon stop', 'nothing is left at work, and no attempt is used up'],
    ['wukong daemon unit > ~/.config/systemd/user/wukong.service', 'to have systemd start it'],
  ],
  takesWords: true,
  run(args) {
    const [named = 'status', more] = args.words;
    const action = actionNamed('daemon', ACTIONS, named, 'wukong daemon start');
    if (!action.ok) return action.error;
    if (more !== undefined) return misused(`"${more}" is one word too many.`, HELP);
    const { act, takes } = action.value;
    const idle = ['foreground', 'follow', 'utc'].find(
      (option) => args.flag(option) && !(takes as readonly string[]).includes(option),
    );
    if (idle === undefined) return act(args);
    return misused(`\`wukong daemon ${named}\` does not take --${idle}.`, HELP);
  },
};

const HELP = 'See `wukong daemon --help`.';
