// What happened, in English.

import { IN_THE_WAY } from '../model/failure.ts';
import { ENGLISH_DRIVEN, handedHow } from './driven.ts';
import { trialText, wayOutText } from './evidence-copies.ts';
import { ENGLISH_END } from './fault.ts';
import { spentText, usedOfText } from './goal.ts';
import type { NoticeWords } from './notice-words.ts';
import { asSentence, counted, oneLine } from './plain-text.ts';
import { ENGLISH } from './reason.ts';
import { failedText } from './shortfall.ts';

export const ENGLISH_NOTICES: NoticeWords = {
  reasons: ENGLISH,
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
  },
  file: (id) =>
    `${id}: what was tried, three ways on and a place to answer are in .wukong/escalations/${id}.md`,
  title: (title) => title,
  time: {
    seconds: (seconds) => `${seconds} s`,
    minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
    hours: (hours, minutes) => `${hours} h ${minutes} min`,
  },
  comma: ', ',
  semicolon: '; ',

  waits: (where) => `${where} waits for you`,
  waitsTitled: (where, step) => `${step}, ${where} waits for you`,
  because: (head, why) => `${head}: ${why}`,
  asks: (head) => `${head}. It asks:`,
  moreAsked: (more) => `and ${more} more`,
  why: (why) => `Why: ${why}`,

  ended: ({ step, end, shown, time }) =>
    `${step}: ${end}${shown.length > 0 ? `. ${shown.join('; ')}` : ''} (${time})`,
  passes: (level) => `passes, ${level}`,
  found: (found) => `. It found: ${found}`,
  inParts: (titles) => `. It planned ${titles.length} parts: ${titles.join(' · ')}`,
  rework: (of, finding) => `asks for rework${of}: ${finding}`,
  reworkOf: (step) => ` of ${step}`,
  failed: ({ why, runs, of }) => `does not pass: ${why} (run ${runs} of ${of})`,
  planB: (node) => `; the same as before, so ${node} looks for another way first`,
  checkPasses: (check) => `${check} failed before, passes now`,
  moreFiles: (more) => ` and ${more} more`,
  sentBack: (times) => `sent back ${times === 1 ? 'once' : `${times} times`}`,
  claimed: ({ claimed, level, seen }) => `: claimed ${claimed}, seen ${level}, ${seen}`,
  unclaimed: ({ level, seen }) => `: seen ${level}, ${seen}`,

  parked: ({ goal, why, next }) => `${goal} is parked: ${why}. Nothing is lost. ${next}`,
  whenOver: 'Type /wukong_resume when it is over.',
  paused: ({ goal, why, next }) => `${goal} is paused: ${asSentence(why)} ${next}`,
  warned: ({ whose, used }) =>
    `${whose} has used ${usedOfText(used)}. At the limit nothing more is dispatched.`,
  warnedOfNode: ({ whose, used }) =>
    `${whose} has used ${usedOfText(used)}. At the limit nothing more of it is dispatched.`,
  unshown: ({ goal, why, accept }) =>
    `all nodes of ${goal} are done. ${asSentence(why)} ${goal} is paused. ${accept}, or cancel it with \`wukong goal cancel ${goal}\`.`,

  next: ({ goal, node, step, how }) => `${step}, ${goal}/${node}, is next. ${how}`,
  driven: ENGLISH_DRIVEN,

  end: ENGLISH_END,
  complete: ({ goal, done, total, first, time }) =>
    `${first}${first === '' ? '' : ' '}${goal} is complete, ${done} of ${total} nodes done${time}.`,
  inTime: (time) => ` in ${time}`,
  changed: (files) => `Changed: ${files}`,
  sum: ({ total, added, removed }) => ` (${total} files, +${added} -${removed})`,
  shown: (shown) => `Shown: ${shown.join('; ')}`,
  gates: (gates) =>
    gates.length === 1
      ? `gate ${gates.join(', ')} passes on the final tree`
      : `gates ${gates.join(', ')} pass on the final tree`,
  caught: (step, how) => `Caught: ${step}${how}`,
  remembered: (ids, runs) => `Remembered: ${ids.join(', ')}, accepted by ${runs.join(', ')}`,
  open: (candidates, removals) => `Open: ${memoryWaits(candidates, removals)}`,
  used: (spent, hours) => `Used: ${spentText(spent, hours)}`,
  commit: (publish, undo) => `Next: git diff, then git commit${publish}${undo}`,
  publish: (goal) => ` or wukong publish ${goal}`,
  undo: (patch) => `; undo: git apply -R .wukong/${patch}`,
  summary: (path) => `Summary: ${path}`,
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
