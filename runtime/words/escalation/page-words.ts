// The words of the file a person answers in, in English: the list of what another language has to say as well
// (words/languages).

import type { PayloadOf } from '../../model/facts/fact.ts';
import { ENGLISH_GOAL_WAYS } from '../english-pauses.ts';
import { ENGLISH_NODE_WAYS } from '../english-waits.ts';
import { asSentence, upperFirst } from '../plain-text.ts';
import { ENGLISH } from '../reason.ts';

type Closed = PayloadOf<'escalation.closed'>['how'];

export type PageWords = typeof ENGLISH_PAGE;

export const ENGLISH_PAGE = {
  reasons: ENGLISH,
  ways: { ofNode: ENGLISH_NODE_WAYS, ofGoal: ENGLISH_GOAL_WAYS },
  /** As one begins and ends. */
  sentence: (clause: string) => upperFirst(asSentence(clause)),
  /** What an agent wrote, with an end. */
  asSaid: asSentence,
  title: (id: string, where: string) => `${id}: ${where} waits for you`,
  question: 'Question',
  /** Whether an action may happen; whether changes are the person’s own. */
  leave: (action: string) => `May \`${action}\` be run, once?`,
  whose: (paths: readonly string[]) => `Did you change ${paths.join(', ')}?`,
  rootCause: 'Root cause',
  tried: 'What was tried',
  nothingTried: 'Nothing yet.',
  proven: (level: string) => `, ${level} proven`,
  noSummary: 'It left no summary.',
  /** Behind what a run says it did. */
  changed: (paths: readonly string[]) => ` It changed ${paths.join(', ')}.`,
  /** What the gates printed that it failed at; else why it ended. */
  failedAt: (printed: string) => `It failed at ${printed}`,
  ended: (why: string) => `It ended: ${why}`,
  stands: 'Where it stands',
  /** The names are empty where there is none. */
  passing: (gates: string) => `Gates that pass: ${gates || 'none was seen to'}`,
  failing: (gates: string) => `Gates that fail: ${gates || 'none'}`,
  runsLeft: (runs: number) => `Runs left: ${runs}`,
  budgetLeft: (left: string) => `Budget left: ${left}`,
  inDoubt: (actions: string) =>
    `May have happened already, by a run that left no report: ${actions}`,
  files: (folder: string, names: string) => `Files of the last report, in \`${folder}\`: ${names}`,
  pro: 'for: ',
  con: 'against: ',
  effort: 'effort: ',
  power: (id: string) => `taken when you then type \`/wukong_resume ${id}\` in Claude Code`,
  typed: 'typed in a terminal of your own; ticking it does nothing',
  /** In a comment above the place for the answer. */
  howTo:
    'Tick one option above, or write here what you want, or both. Then tick Done, save, and type /wukong_resume in Claude Code: it counts from then on. Say where a secret is, never what it is.',
  /** Begins with `Done`, which is looked for. */
  done: 'Done: take this answer' as `Done${string}`,
  closed: (how: Closed, by: string | undefined, at: string) =>
    `${HOW[how]}${by === undefined ? '' : ` by ${by}`} at ${at}.`,
  took: (types: string) => `Taken with it: ${types}.`,
};

const HOW: Readonly<Record<Closed, string>> = {
  answered: 'Answered',
  ignored: 'Ignored',
  dropped: 'No answer is needed any more, said',
};
