// What happened, in English: one sentence a key, and the list of what another language has to say as well. Which is
// said, and of what, is decided in notice.ts.

import { IN_THE_WAY } from '../model/failure.ts';
import type { Notice } from '../model/notice.ts';
import type { Spent } from '../model/usage/usage.ts';
import { ENGLISH_DRIVEN, handedHow } from './driven.ts';
import { ENGLISH_END } from './english-end.ts';
import { trialText, wayOutText } from './evidence-copies.ts';
import { spentText, type UsedOf, usedOfText } from './goal.ts';
import { asSentence, counted, oneLine } from './plain-text.ts';
import { ENGLISH } from './reason.ts';
import { failedText } from './shortfall.ts';

export type NoticeOf<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;

/** Those of which something is decided before they are said. */
type Composed =
  | 'text'
  | 'node-waits'
  | 'node-ended'
  | 'goal-parked'
  | 'goal-waits'
  | 'budget-warned'
  | 'fault-not-shown'
  | 'goal-completed'
  | 'node-for-driver';

type PlainWords = Readonly<{
  [Kind in Exclude<Notice['kind'], Composed>]: string | ((notice: NoticeOf<Kind>) => string);
}>;

type EndedAt = Readonly<{ step: string; end: string; shown: readonly string[]; time: string }>;
type NextAt = Readonly<{ goal: string; node: string; step: string; how: string }>;
type CompleteAt = Readonly<{
  goal: string;
  done: number;
  total: number;
  first: string;
  time: string;
}>;
type Stopped = Readonly<{ goal: string; why: string; next: string }>;
type Warned = Readonly<{ whose: string; used: UsedOf }>;

export type NoticeWords = typeof ENGLISH_NOTICES;

export const ENGLISH_NOTICES = {
  reasons: ENGLISH,
  /** Before most of it: whose words these are. */
  ours: 'Wukong: ',
  plain: {
    'goal-cancelled': ({ goal }) =>
      `${goal} was cancelled in a terminal: nothing more of it is dispatched, and no report of it is taken. What its agents changed stays; look at \`git status\`.`,
    'no-progress': ({ goal, reminders, ready }) =>
      `${goal} is paused, because nothing moved after ${reminders} reminders. Ready: ${ready.map(({ id, role }) => `${id} (${role})`).join(', ')}. Type /wukong_resume to go on.`,
    'cut-short': ({ goal, nodes }) =>
      `nothing more can run in ${goal}, and it is not complete: ${nodes.join(', ')}, with which its plan ends, was skipped. It is paused. \`wukong goal cancel ${goal}\` ends it; \`join: any\` lets a node run when one of the ways to it is taken.`,
    'final-gates': ({ goal, gates, failed = gates.map((gate) => ({ gate })) }) =>
      `all nodes of ${goal} are done, but on the final tree ${asSentence(failed.map(failedText).join('; '))} No finished node of it changes files, so none is opened again, and ${goal} is paused. Fix it and type /wukong_resume ${goal}: the gates run once more at the next stop. Or cancel it with \`wukong goal cancel ${goal}\`.`,
    'cannot-close': ({ goal, why }) =>
      `all nodes of ${goal} are done, and it could not be closed: ${why}. Fix that; closing is tried again when Claude next stops.`,
    'gate-differs': (notice) =>
      `the gate "${notice.gate}" ${trialText(notice)}. ${wayOutText(notice)} Until then no run of it in a copy shows anything in ${notice.goal}. To try it again: wukong gates --try`,
    'settings-uncounted': ({ goal, what }) =>
      `since ${goal} began this was changed: ${what.join(', ')}. Its gates run as if it was not, until you type \`wukong trust\` in a terminal of your own.`,
    'settings-changed': ({ goal, what }) =>
      `${goal} is paused, and no gate of it runs: ${what.join(', ')}. Put that back, or let it count by typing \`wukong trust\` in a terminal of your own; then type /wukong_resume ${goal}.`,
    'order-handed': (notice) =>
      `${notice.goal}/${notice.node} is a node of ${notice.to}. ${handedHow(notice)}`,
    'place-cleared': ({ run, now }) =>
      `something was where the order folder of ${run} has to be. Nothing of it counts; it is .wukong/${now} now. Look where it came from (a pull?), and remove it.`,
    'in-the-way': ({ goal, file, is }) =>
      `a result of ${goal} cannot be checked: ${oneLine(file)} ${IN_THE_WAY[is]}. Take it away (out of git too, if it came with a pull), then type /wukong_resume ${goal}.`,
    'config-rejected': ({ problem }) => `${problem} The last good configuration stays in force.`,
    'local-unconfirmed': ({ what }) =>
      `.wukong/config.local.yaml sets ${what.join(', ')}, and nobody confirmed that in this clone: what was confirmed last is in force. To let it count, type \`wukong trust\` in a terminal of your own.`,
    'off-uncounted':
      '.wukong/config.local.yaml says `enabled: false`, which does not count while a goal is open. To turn hooks off, type `wukong off` in a terminal of your own.',
  } satisfies PlainWords,
  /** Where a question has its file. */
  file: (id: string) =>
    `${id}: what was tried, three ways on and a place to answer are in .wukong/escalations/${id}.md`,
  /** The title of a node, where it is one of our own templates. */
  title: (title: string) => title,
  time: {
    seconds: (seconds: number) => `${seconds} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
    hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  },
  comma: ', ',
  semicolon: '; ',

  /** A node that waits: its head, alone or with its title; then why, or what it asks. */
  waits: (where: string) => `${where} waits for you`,
  waitsTitled: (where: string, step: string) => `${step}, ${where} waits for you`,
  because: (head: string, why: string) => `${head}: ${why}`,
  asks: (head: string) => `${head}. It asks:`,
  moreAsked: (more: number) => `and ${more} more`,
  why: (why: string) => `Why: ${why}`,

  /** A node that ended. */
  ended: ({ step, end, shown, time }: EndedAt) =>
    `${step}: ${end}${shown.length > 0 ? `. ${shown.join('; ')}` : ''} (${time})`,
  passes: (level: string) => `passes, ${level}`,
  found: (found: string) => `. It found: ${found}`,
  inParts: (titles: readonly string[]) =>
    `. It planned ${titles.length} parts: ${titles.join(' · ')}`,
  rework: (of: string, finding: string) => `asks for rework${of}: ${finding}`,
  reworkOf: (step: string) => ` of ${step}`,
  failed: ({ why, runs, of }: Readonly<{ why: string; runs: number; of: number }>) =>
    `does not pass: ${why} (run ${runs} of ${of})`,
  planB: (node: string) => `; the same as before, so ${node} looks for another way first`,
  checkPasses: (check: string) => `${check} failed before, passes now`,
  moreFiles: (more: number) => ` and ${more} more`,
  sentBack: (times: number) => `sent back ${times === 1 ? 'once' : `${times} times`}`,
  claimed: ({ claimed, level, seen }: Readonly<{ claimed: string; level: string; seen: string }>) =>
    `: claimed ${claimed}, seen ${level}, ${seen}`,
  unclaimed: ({ level, seen }: Readonly<{ level: string; seen: string }>) =>
    `: seen ${level}, ${seen}`,

  /** A goal that stopped. */
  parked: ({ goal, why, next }: Stopped) => `${goal} is parked: ${why}. Nothing is lost. ${next}`,
  whenOver: 'Type /wukong_resume when it is over.',
  paused: ({ goal, why, next }: Stopped) => `${goal} is paused: ${asSentence(why)} ${next}`,
  warned: ({ whose, used }: Warned) =>
    `${whose} has used ${usedOfText(used)}. At the limit nothing more is dispatched.`,
  warnedOfNode: ({ whose, used }: Warned) =>
    `${whose} has used ${usedOfText(used)}. At the limit nothing more of it is dispatched.`,
  /** `why`: without a full stop. */
  unshown: ({ goal, why, accept }: Readonly<{ goal: string; why: string; accept: string }>) =>
    `all nodes of ${goal} are done. ${asSentence(why)} ${goal} is paused. ${accept}, or cancel it with \`wukong goal cancel ${goal}\`.`,

  /** What no session starts. */
  next: ({ goal, node, step, how }: NextAt) => `${step}, ${goal}/${node}, is next. ${how}`,
  driven: ENGLISH_DRIVEN,

  /** The end of a goal, line by line. */
  end: ENGLISH_END,
  complete: ({ goal, done, total, first, time }: CompleteAt) =>
    `${first}${first === '' ? '' : ' '}${goal} is complete, ${done} of ${total} nodes done${time}.`,
  inTime: (time: string) => ` in ${time}`,
  changed: (files: string) => `Changed: ${files}`,
  sum: ({ total, added, removed }: Readonly<{ total: number; added: number; removed: number }>) =>
    ` (${total} files, +${added} -${removed})`,
  shown: (shown: readonly string[]) => `Shown: ${shown.join('; ')}`,
  gates: (gates: readonly string[]) =>
    gates.length === 1
      ? `gate ${gates.join(', ')} passes on the final tree`
      : `gates ${gates.join(', ')} pass on the final tree`,
  caught: (step: string, how: string) => `Caught: ${step}${how}`,
  remembered: (ids: readonly string[], runs: readonly string[]) =>
    `Remembered: ${ids.join(', ')}, accepted by ${runs.join(', ')}`,
  open: (candidates: number, removals: number) => `Open: ${memoryWaits(candidates, removals)}`,
  used: (spent: Spent, hours: number) => `Used: ${spentText(spent, hours)}`,
  commit: (publish: string, undo: string) => `Next: git diff, then git commit${publish}${undo}`,
  publish: (goal: string) => ` or wukong publish ${goal}`,
  undo: (patch: string) => `; undo: git apply -R .wukong/${patch}`,
  summary: (path: string) => `Summary: ${path}`,
};

/** What of long-term memory waits for a person, and where; empty if nothing does. */
export function memoryWaits(candidates: number, removals: number): string {
  const waiting = [
    ...(candidates > 0 ? [counted(candidates, 'memory candidate')] : []),
    ...(removals > 0 ? [counted(removals, 'anchor to remove', 'anchors to remove')] : []),
  ];
  const verb = candidates + removals === 1 ? 'waits' : 'wait';
  const where = `${verb} in .wukong/anchors/anchors_candidates.md`;
  return waiting.length === 0 ? '' : `${waiting.join(' and ')} ${where}`;
}
