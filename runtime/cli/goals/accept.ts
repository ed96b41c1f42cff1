// `wukong accept`: work as it is, with the reason, which widens what passes and so has a command of its own.

import { fail, ok, type Result } from '../../model/failure.ts';
import { redactAll, redactor } from '../../privacy/redact.ts';
import { type Answer, shellAnswer, TAKEN } from '../../words/escalation/answer.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Args, ArgsDef, Command } from '../frame/command.ts';
import { misused, type Outcome } from '../frame/outcome.ts';
import type { Named } from '../frame/pick-goal.ts';
import { takeAnswer } from './take-answer.ts';

/** What lets work pass that no run shows, each by its own word. */
export const TAKEN_ARGS = {
  'tests-changed': {
    type: 'string',
    valueHint: 'WHY',
    description: 'The tests may change; why is kept with your name and their hashes',
  },
  unproven: {
    type: 'string',
    valueHint: 'WHY',
    description: 'The work is good, although no check failed before it and passes after it',
  },
  'no-change': {
    type: 'string',
    valueHint: 'WHY',
    description: 'Nothing had to be changed',
  },
  criterion: {
    type: 'string',
    valueHint: 'NUMBER',
    description: 'The work is good although this criterion is open; why follows',
  },
  doubts: {
    type: 'string',
    valueHint: 'WHY',
    description: 'You looked at what is in doubt, and it is right',
  },
  doubt: {
    type: 'string',
    valueHint: 'FILE:LINE',
    description: 'With --doubts only this one, as often as you like; at high risk each is named so',
  },
  foreign: {
    type: 'string',
    valueHint: 'PATH',
    description: 'The change of this file, or of a folder/, is yours and not the node’s',
  },
} satisfies ArgsDef;

export const accept: Command = {
  description:
    'Accept what a node waits for: changed tests, a doubt, no change, an open criterion, or a fault that was not shown',
  args: {
    node: {
      type: 'positional',
      required: false,
      description:
        'The node, N-020 or G-0001/N-020, or the goal. Default: the one that waits for it',
    },
    why: { type: 'positional', required: false, description: 'Why, with --criterion' },
    ...TAKEN_ARGS,
  },
  examples: [
    ['wukong accept N-030 --tests-changed "the old ones tested the fault"', 'let them change'],
    ['wukong accept N-030 --doubts "it ends the command line"', 'you looked at what is in doubt'],
    ['wukong accept G-0001 --unproven "nothing can show it here"', 'let the goal end so'],
  ],
  async run(args) {
    if (TAKEN.every((kind) => args.text(kind) === undefined)) {
      const kinds = TAKEN.map((kind) => `--${kind}`).join(', ');
      return misused(`Say what you accept, one of ${kinds}.`, EXAMPLE);
    }
    const isCriterion = args.text('criterion') !== undefined;
    const { node, words } = isCriterion
      ? wordsOf(args.words)
      : { node: args.text('node'), words: args.words.slice(1).join(' ') };
    const said = saidIn(args, words);
    return said.ok ? takeAnswer(namedBy(node), said.value) : said.error;
  },
};

const EXAMPLE = 'wukong accept N-020 --tests-changed "the old expectation was wrong"';

/** From here on without secrets. `words`: without the name of what it is said to. */
export function saidIn(args: Args, words: string): Result<Answer, Outcome> {
  const said = shellAnswer(args, words);
  if (said.ok) return ok(redactAll(said.value, redactor(process.env)));
  return fail(misused(oneLine(said.error.message, 300), said.error.hint));
}

/** What does not name a node or a goal is why: `accept G-0001 --criterion 2 "why"`, or without the goal. */
function wordsOf(words: readonly string[]): Readonly<{ node?: string; words: string }> {
  const [first = '', ...others] = words;
  const isName = /^(?:(?:G-)?\d+|(?:G-\d+\/)?N-\d+)$/i.test(first);
  return isName ? { node: first, words: others.join(' ') } : { words: words.join(' ') };
}

/** `N-020`, `G-0001/N-020` or `G-0001`. */
function namedBy(text: string | undefined): Named {
  return text !== undefined && /^(?:G-)?\d+$/i.test(text)
    ? { goal: text }
    : { goal: undefined, node: text };
}
