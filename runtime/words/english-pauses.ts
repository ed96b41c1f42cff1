// What is said of what a goal is paused for, in English: why, what to type, and the ways on. The list of what another
// language has to say as well.

import type { OfNode, Pause, WaitKind } from '../model/waits.ts';
import type { GoalWay } from '../model/ways.ts';
import { usedOfText, usedText } from './goal.ts';
import { minuteAfter, timeHere } from './plain-text.ts';
import { failedText } from './shortfall.ts';
import type { ReasonWords, WayWords } from './wait-words.ts';

/** Those of which nothing is said here alone. */
type Elsewhere = 'bring-back' | 'more-budget' | 'more-time' | 'resume';
type NextAt = Readonly<{ resume: string; after: string; inSession: boolean }>;
type SetAt = Readonly<{ command: string; resume: string; cancel: string }>;
type MoreAt = Readonly<{ what: string; words: string; set: string; file: string; resume: string }>;

export type PauseWords = typeof ENGLISH_PAUSES;

export const ENGLISH_PAUSES = {
  reasons: {
    text: ({ text }) => text,
    'final-gate-unfixable': ({ failed = [] }) =>
      failed.length === 0
        ? 'a gate fails on the final tree, and no node could fix it'
        : `no node could fix what fails on the final tree: ${failed.map(failedText).join('; ')}`,
    'last-nodes-skipped': ({ nodes }) => `its last nodes were skipped: ${nodes.join(', ')}`,
    'settings-changed': ({ what }) => what.join(', '),
    'deadline-passed': ({ deadline }) => `its deadline has passed (${timeHere(deadline)})`,
    'budget-exceeded': ({ node, needs, ...used }) =>
      `${node === undefined ? 'its budget' : `the budget of ${node}`} is used up: ${usedOfText(used)}${needs ? `, and one more run is expected to use ${usedText(used.what, needs)}` : ''}`,
    'context-pack-missing': ({ node, files }) =>
      `what earlier runs of ${node} left is gone (${files.slice(0, 3).join(', ')}), so its next run cannot be told where the work stood`,
    'plan-mode': 'plan mode is on, in which agents change nothing',
    'api-error': ({ said, until }) =>
      `the API answered with an error: ${said}${until ? ` (parked until ${minuteAfter(until)})` : ''}`,
  } satisfies ReasonWords<Exclude<WaitKind, OfNode>>,
  next: {
    'by-itself': ({ resume, after, inSession }) =>
      `It goes on ${inSession ? 'with the next message in its session ' : ''}after ${after}. To go on at once, type ${resume}.`,
    'files-back': ({ resume }) =>
      `Put these files back, or go on without them; then type ${resume}.`,
    'leave-plan-mode': ({ resume }) => `Leave plan mode (Shift+Tab) and type ${resume}.`,
  } satisfies Record<Exclude<Pause, Elsewhere>, (at: NextAt) => string>,
  /** What it is given, and how that is written where nobody knows it yet. */
  time: { what: 'more time', day: 'day' },
  budget: { what: 'more', amount: 'more' },
  set: ({ command, resume, cancel }: SetAt) =>
    `${command}; then type ${resume}. To end it: ${cancel}.`,
  /** By who is told: a session that is asked, one that is not any more, a shell. */
  more: {
    asked: ({ what, words, set, file, resume }) =>
      `To give it ${what}, type: ${resume} ${words}. Or write ${words} below "## Answer" in ${file}, then type ${resume}. Or in a terminal: ${set}`,
    session: ({ what, set }) => `To give it ${what}, in a terminal: ${set}`,
    shell: ({ what, set }) => `To give it ${what}, type: ${set}`,
  } satisfies Record<'asked' | 'session' | 'shell', (at: MoreAt) => string>,
};

/** The ways on. */
export const ENGLISH_GOAL_WAYS: WayWords<GoalWay> = {
  'brought-back': [
    'I brought it back (`git stash pop`, `git reflog`, or the patch): go on',
    'Nothing is done twice.',
    'You bring it back by hand.',
  ],
  'by-hand': ({ command }) => [
    `Finish it by hand from what is there: \`${command}\``,
    'You see what was done, what was proven and what is left.',
    'The goal stays open until it is cancelled or given more.',
  ],
  'check-added': [
    'I added a check that shows it: look again',
    'The fault is shown and stays guarded by the check.',
    'You write the check.',
  ],
  'files-back': [
    'I put the files back: go on',
    'The next run knows what was tried.',
    'You put them back by hand.',
  ],
  'gates-fixed': [
    'I fixed what the gate shows: run the gates once more',
    'The goal ends with all gates passed.',
    'You fix it by hand; no node of the goal changes files.',
  ],
  'more-time': ({ example }) => [
    `Give it more time: write the new deadline below, for example \`${example}\``,
    'The work that is there is not lost.',
    'It ends later than you wanted.',
  ],
  'plan-changed': [
    'Go on; the plan was changed, or a node was taken back',
    'What can run runs.',
    'If nothing was changed, it pauses again at once.',
  ],
  raise: ({ of, example }) => [
    `Raise ${of === undefined ? 'its budget' : `the budget of ${of}`}: write the new limit below, for example \`${example}\``,
    'The work that is there is not lost.',
    'It uses more than you wanted.',
  ],
  'see-edges': ({ command }) => [
    `Look at which edges were not taken: \`${command}\``,
    'You see where the plan ended, and which node to take back.',
    'The goal waits on.',
  ],
  'see-evidence': ({ command }) => [
    `Look at what was proven first: \`${command}\``,
    'You see what each node showed, and on which tree.',
    'The goal waits on.',
  ],
  'settings-count': [
    'Let them count as they are now: `wukong trust`, then resume',
    'The goal goes on with the new settings.',
    'Gates may run differently from what you saw when it began.',
  ],
  'settings-put-back': [
    'I put the settings back as they were: go on',
    'The gates run as you approved them when the goal began.',
    'You put them back by hand.',
  ],
  'tree-as-it-is': [
    'Go on with the tree as it is',
    'It goes on at once.',
    'What is gone is done again, or missing at the end.',
  ],
  'without-files': [
    'Go on without them',
    'It goes on at once; what is in the tree stays there.',
    'The next run may try again what did not do.',
  ],
};
