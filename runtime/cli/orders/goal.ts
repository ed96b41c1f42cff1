import { oneLine } from '../../words/plain-text.ts';
import type { Args, Command } from '../frame/command.ts';
import { type Action, here, noun } from '../frame/noun.ts';
import { misused } from '../frame/outcome.ts';
import { addGoals } from './add.ts';
import { admitGoals } from './admit.ts';
import { cancelGoal, listGoals, setGoal, showGoal } from './steer.ts';

/** What comes behind `wukong goal`. */
const ACTIONS: Readonly<Record<string, Action>> = {
  add: checked('add', addGoals),
  list: checked('list', listGoals),
  show: checked('show', showGoal),
  set: checked('set', setGoal),
  admit: checked('admit', admitGoals),
  cancel: checked('cancel', cancelGoal),
};

const HELP = 'See `wukong goal --help`.';

/** A title may have any number. */
const MOST_WORDS: Readonly<Record<string, number>> = { list: 0, show: 1, set: 1, cancel: 1 };

/** Which of these each option is for: one that would change nothing is refused. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  template: ['add'],
  priority: ['add', 'set'],
  budget: ['add', 'set'],
  deadline: ['add', 'set'],
  node: ['set'],
  issue: ['add'],
  criteria: ['add'],
  allow: ['add'],
  reproduce: ['add'],
  from: ['add'],
  yes: ['cancel'],
};

function isGiven(args: Args, option: string): boolean {
  return args.text(option) !== undefined || args.flag(option);
}

export const goal: Command = {
  description:
    'Add goals without a session, list them, change their terms, admit them to the daemon, cancel them',
  args: {
    action: { type: 'positional', required: false, description: Object.keys(ACTIONS).join(', ') },
    what: {
      type: 'positional',
      required: false,
      description: 'To add: the title; else the goal, G-0001',
    },
    template: {
      type: 'string',
      valueHint: 'NAME',
      description: 'To add: the plan it begins with. Default: the one `wukong classify` chooses',
    },
    priority: { type: 'string', valueHint: '0-100', description: 'To add, set: 50 by default' },
    budget: {
      type: 'string',
      valueHint: 'LIMITS',
      description: 'To add, set: tokens=200000,hours=4,usd=2,retries=3; no limit by default',
    },
    deadline: {
      type: 'string',
      valueHint: 'DAY',
      description: 'To add, set: nothing is dispatched after 2026-12-01 or 2026-12-01T18:00',
    },
    node: {
      type: 'string',
      valueHint: 'NODE',
      description: 'To set: the budget of this node alone, N-020',
    },
    issue: { type: 'string', valueHint: 'REF', description: 'To add: the issue, org/repo#12' },
    criteria: {
      type: 'string',
      valueHint: 'FILE',
      description: 'To add: success criteria, one a line',
    },
    allow: {
      type: 'string',
      valueHint: 'WORD',
      description: 'To add: narrow tools to this one; may be given several times',
    },
    reproduce: {
      type: 'string',
      valueHint: 'first',
      description: 'To add: a test has to show the fault before it is fixed',
    },
    from: { type: 'string', valueHint: 'FILE', description: 'To add: several goals, as YAML' },
    yes: { type: 'boolean', description: 'To cancel: taken, and a person is asked all the same' },
  },
  examples: [
    ['wukong goal add "it crashes on tabs" --priority 80', 'a session takes it up later'],
    ['wukong goal list', 'the most wanted first'],
    ['wukong goal set G-0001 --deadline 2030-12-01', 'asked at your terminal'],
    ['wukong goal admit G-0001', 'the daemon may carry out what a script queued'],
    ['wukong goal cancel G-0001', 'its records stay'],
  ],
  takesWords: true,
  run: noun('goal', ACTIONS, 'wukong goal add "the title" · wukong goal list'),
};

/** A word or an option that would change nothing is refused. */
function checked(name: string, act: Action): Action {
  return here((_, words, args) => {
    const more = words[MOST_WORDS[name] ?? words.length];
    if (more !== undefined) return misused(`"${oneLine(more, 40)}" is one word too many.`, HELP);
    const idle = Object.keys(OPTIONS).find(
      (option) => !OPTIONS[option]?.includes(name) && isGiven(args, option),
    );
    if (idle === undefined) return act(words, args);
    return misused(`\`wukong goal ${name}\` does not take --${idle}.`, HELP);
  });
}
