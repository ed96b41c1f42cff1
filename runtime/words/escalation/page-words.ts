// The words of the file a person answers in, in English, and what another language has to say as well
// (words/languages).

import type { PayloadOf } from '../../model/facts/fact.ts';
import { ENGLISH_GOAL_WAYS } from '../english-pauses.ts';
import { ENGLISH_NODE_WAYS } from '../english-waits.ts';
import { asSentence, upperFirst } from '../plain-text.ts';
import { ENGLISH } from '../reason.ts';
import type { Waits, Ways } from '../wait-words.ts';

type Closed = PayloadOf<'escalation.closed'>['how'];

export type PageWords = Readonly<{
  reasons: Waits;
  ways: Ways;
  /** As one begins and ends. */
  sentence: (clause: string) => string;
  /** What an agent wrote, with an end. */
  asSaid: (summary: string) => string;
  title: (id: string, where: string) => string;
  question: string;
  /** Whether an action may happen; whether changes are the person’s own. */
  leave: (action: string) => string;
  whose: (paths: readonly string[]) => string;
  rootCause: string;
  tried: string;
  nothingTried: string;
  proven: (level: string) => string;
  noSummary: string;
  /** Behind what a run says it did. */
  changed: (paths: readonly string[]) => string;
  /** What the gates printed that it failed at; else why it ended. */
  failedAt: (printed: string) => string;
  ended: (why: string) => string;
  stands: string;
  /** The names are empty where there is none. */
  passing: (gates: string) => string;
  failing: (gates: string) => string;
  runsLeft: (runs: number) => string;
  budgetLeft: (left: string) => string;
  inDoubt: (actions: string) => string;
  files: (folder: string, names: string) => string;
  pro: string;
  con: string;
  effort: string;
  power: (id: string) => string;
  typed: string;
  /** In a comment above the place for the answer. */
  howTo: string;
  /** Begins with `Done`, which is looked for. */
  done: `Done${string}`;
  closed: (how: Closed, by: string | undefined, at: string) => string;
  took: (types: string) => string;
}>;

export const ENGLISH_PAGE: PageWords = {
  reasons: ENGLISH,
  ways: { ofNode: ENGLISH_NODE_WAYS, ofGoal: ENGLISH_GOAL_WAYS },
  sentence: (clause) => upperFirst(asSentence(clause)),
  asSaid: asSentence,
  title: (id, where) => `${id}: ${where} waits for you`,
  question: 'Question',
  leave: (action) => `May \`${action}\` be run, once?`,
  whose: (paths) => `Did you change ${paths.join(', ')}?`,
  rootCause: 'Root cause',
  tried: 'What was tried',
  nothingTried: 'Nothing yet.',
  proven: (level) => `, ${level} proven`,
  noSummary: 'It left no summary.',
  changed: (paths) => ` It changed ${paths.join(', ')}.`,
  failedAt: (printed) => `It failed at ${printed}`,
  ended: (why) => `It ended: ${why}`,
  stands: 'Where it stands',
  passing: (gates) => `Gates that pass: ${gates || 'none was seen to'}`,
  failing: (gates) => `Gates that fail: ${gates || 'none'}`,
  runsLeft: (runs) => `Runs left: ${runs}`,
  budgetLeft: (left) => `Budget left: ${left}`,
  inDoubt: (actions) => `May have happened already, by a run that left no report: ${actions}`,
  files: (folder, names) => `Files of the last report, in \`${folder}\`: ${names}`,
  pro: 'for: ',
  con: 'against: ',
  effort: 'effort: ',
  power: (id) => `taken when you then type \`/wukong_resume ${id}\` in Claude Code`,
  typed: 'typed in a terminal of your own; ticking it does nothing',
  howTo:
    'Tick one option above, or write here what you want, or both. Then tick Done, save, and type /wukong_resume in Claude Code: it counts from then on. Say where a secret is, never what it is.',
  done: 'Done: take this answer',
  closed: (how, by, at) => `${HOW[how]}${by === undefined ? '' : ` by ${by}`} at ${at}.`,
  took: (types) => `Taken with it: ${types}.`,
};

const HOW: Readonly<Record<Closed, string>> = {
  answered: 'Answered',
  ignored: 'Ignored',
  dropped: 'No answer is needed any more, said',
};
