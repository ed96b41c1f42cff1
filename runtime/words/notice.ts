// What the user of a session is told when a hook can next say something.

import { untilIn } from '../kernel/retries/parking.ts';
import { IN_THE_WAY } from '../model/failure.ts';
import type { Executor } from '../model/node.ts';
import type { Caught, Changed, Notice, StepName } from '../model/notice.ts';
import type { Reason } from '../model/reason.ts';
import { spentIn, withClaimed } from '../usage/sums.ts';
import { trialText, wayOutText } from './evidence-copies.ts';
import { endTexts, hunksText } from './fault.ts';
import { spentText, usedOfText } from './goal.ts';
import { asSentence, nameOf, oneLine } from './plain-text.ts';
import { reasonText } from './reason.ts';
import { ENGLISH_UNSHOWN, headIn } from './unshown.ts';
import { type Audience, acceptGoalText, pausedNext, waitsText, waysOf } from './waiting.ts';

export function noticeText(notice: Notice): string {
  const text = plainText(notice);
  const id = 'escalation' in notice ? notice.escalation : undefined;
  if (id === undefined) return text;
  return `${text}\n${id}: what was tried, three ways on and a place to answer are in .wukong/escalations/${id}.md`;
}

function plainText(notice: Notice): string {
  switch (notice.kind) {
    case 'text':
      return notice.text;
    case 'node-waits':
      return questionText(notice);
    case 'node-ended':
      return endedText(notice);
    case 'goal-parked':
      return `Wukong: ${notice.goal} is parked: ${reasonText(notice.because)}. Nothing is lost. ${untilIn(notice.because) ? pausedNext(notice.goal, notice.because) : 'Type /wukong_resume when it is over.'}`;
    case 'goal-cancelled':
      return `Wukong: ${notice.goal} was cancelled in a terminal: nothing more of it is dispatched, and no report of it is taken. What its agents changed stays; look at \`git status\`.`;
    case 'goal-waits': {
      const { goal: id, because, escalation } = notice;
      return `Wukong: ${id} is paused: ${asSentence(reasonText(because))} ${pausedNext(id, because, escalation)}`;
    }
    case 'budget-warned':
      return `Wukong: ${whoseText(notice)} has used ${usedOfText(notice)}. At the limit nothing more${notice.node === undefined ? '' : ' of it'} is dispatched.`;
    case 'no-progress': {
      const ready = notice.ready.map(({ id, role }) => `${id} (${role})`).join(', ');
      return `Wukong: ${notice.goal} is paused, because nothing moved after ${notice.reminders} reminders. Ready: ${ready}. Type /wukong_resume to go on.`;
    }
    case 'cut-short': {
      const nodes = notice.nodes.join(', ');
      return `Wukong: nothing more can run in ${notice.goal}, and it is not complete: ${nodes}, with which its plan ends, was skipped. It is paused. \`wukong goal cancel ${notice.goal}\` ends it; \`join: any\` lets a node run when one of the ways to it is taken.`;
    }
    case 'final-gates': {
      const gates = notice.gates.map((gate) => `"${gate}"`).join(', ');
      return `Wukong: all nodes of ${notice.goal} are done, but on the final tree these gates fail: ${gates}. No finished node of it changes files, so none is opened again, and ${notice.goal} is paused. Fix it and type /wukong_resume ${notice.goal}: the gates run once more at the next stop. Or cancel it with \`wukong goal cancel ${notice.goal}\`.`;
    }
    case 'fault-not-shown':
      return `Wukong: all nodes of ${notice.goal} are done. ${headIn(ENGLISH_UNSHOWN, notice.saying)}${asSentence(notice.why)} ${notice.goal} is paused. ${acceptGoalText(notice.goal, 'session', reasonOf(notice))}, or cancel it with \`wukong goal cancel ${notice.goal}\`.`;
    case 'cannot-close':
      return `Wukong: all nodes of ${notice.goal} are done, and it could not be closed: ${notice.why}. Fix that; closing is tried again when Claude next stops.`;
    case 'goal-completed':
      return `Wukong: ${completedText(notice)}`;
    case 'gate-differs':
      return `Wukong: the gate "${notice.gate}" ${trialText(notice)}. ${wayOutText(notice)} Until then no run of it in a copy shows anything in ${notice.goal}. To try it again: wukong gates --try`;
    case 'settings-uncounted':
      return `Wukong: since ${notice.goal} began this was changed: ${notice.what.join(', ')}. Its gates run as if it was not, until you type \`wukong trust\` in a terminal of your own.`;
    case 'settings-changed':
      return `Wukong: ${notice.goal} is paused, and no gate of it runs: ${notice.what.join(', ')}. Put that back, or let it count by typing \`wukong trust\` in a terminal of your own; then type /wukong_resume ${notice.goal}.`;
    case 'order-handed':
      return `Wukong: ${notice.goal}/${notice.node} is a node of ${notice.to}. ${handedHow(notice)}`;
    case 'place-cleared':
      return `Wukong: something was where the order folder of ${notice.run} has to be. Nothing of it counts; it is .wukong/${notice.now} now. Look where it came from (a pull?), and remove it.`;
    case 'in-the-way':
      return `Wukong: a result of ${notice.goal} cannot be checked: ${oneLine(notice.file)} ${IN_THE_WAY[notice.is]}. Take it away (out of git too, if it came with a pull), then type /wukong_resume ${notice.goal}.`;
    case 'node-for-driver': {
      const { goal, node, step, executor } = notice;
      return `Wukong: ${stepText(step)}, ${goal}/${node}, is next. ${drivenHow(goal, executor)}`;
    }
    case 'config-rejected':
      return `Wukong: ${notice.problem} The last good configuration stays in force.`;
    case 'local-unconfirmed':
      return `Wukong: .wukong/config.local.yaml sets ${notice.what.join(', ')}, and nobody confirmed that in this clone: what was confirmed last is in force. To let it count, type \`wukong trust\` in a terminal of your own.`;
    case 'off-uncounted':
      return 'Wukong: .wukong/config.local.yaml says `enabled: false`, which does not count while a goal is open. To turn hooks off, type `wukong off` in a terminal of your own.';
    default:
      return nameOf(notice);
  }
}

/** So many questions of one node are quoted, and so much of what an agent said. */
export const MAX_ASKED = 4;
export const MAX_SAID = 300;
/** All that a report lacked is named: the checks of a step are few. */
export const MAX_LACKED = 700;

/** What is asked, why, and what to type: one line each. */
function questionText(notice: Extract<Notice, { kind: 'node-waits' }>): string {
  const { goal, node, step, because, why } = notice;
  const { first, goOn } = waysOf(notice, 'session');
  const title = step ? `${stepText(step)}, ` : '';
  const head = `Wukong: ${title}${goal}/${node} waits for you`;
  if (because.kind !== 'questions')
    return [`${head}: ${waitsText(notice)}`, ...first, goOn].join('\n');
  const { questions } = because;
  const more = questions.length - MAX_ASKED;
  return [
    `${head}. It asks:`,
    ...questions.slice(0, MAX_ASKED).map((question) => `- ${oneLine(question, MAX_SAID)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(why ? [`Why: ${oneLine(why, MAX_SAID)}`] : []),
    ...first,
    goOn,
  ].join('\n');
}

/** One line for a node: what became of it, what was shown, what its agent was sent back for. */
function endedText(notice: Extract<Notice, { kind: 'node-ended' }>): string {
  const { step, end, check, changed, seconds } = notice;
  const shown = [
    ...(check === undefined ? [] : [`${check} failed before, passes now`]),
    ...(changed ? [changedText(changed)] : []),
  ];
  const what = [
    `${stepText(step)}: ${endText(end)}`,
    ...(shown.length > 0 ? [shown.join('; ')] : []),
  ];
  return `${what.join('. ')} (${timeText(seconds)})${caughtText(beyond(notice, reasonText), '; ')}`;
}

/** What a run was sent back for is not said twice where it ended for the same. */
export function beyond(
  { end, sent_back, caught }: Extract<Notice, { kind: 'node-ended' }>,
  words: (because: Reason) => string,
): SentBack {
  const isSaid = end.kind === 'failed' && caught && words(end.because).includes(caught.seen);
  return { sent_back, caught: isSaid ? undefined : caught };
}

function endText(end: Extract<Notice, { kind: 'node-ended' }>['end']): string {
  switch (end.kind) {
    case 'passes':
      return `passes, ${end.level}${end.found ? `. It found: ${oneLine(end.found, MAX_SAID)}` : ''}`;
    case 'rework': {
      const of = end.of ? ` of ${stepText(end.of)}` : '';
      return `asks for rework${of}: ${oneLine(end.finding, MAX_SAID)}`;
    }
    case 'failed':
      return `does not pass: ${oneLine(reasonText(end.because), MAX_LACKED)} (run ${end.runs} of ${end.of})${end.plan_b ? `; the same as before, so ${end.plan_b} looks for another way first` : ''}`;
  }
}

/** A goal, or one node of it. */
export function whoseText({
  goal,
  node,
}: Readonly<{ goal: string; node?: string | undefined }>): string {
  return node === undefined ? goal : `${goal}/${node}`;
}

export function stepText({ place, total, title }: StepName): string {
  return `${place}/${total} ${oneLine(title, 80)}`;
}

/** `src/a.js +1, src/b.js +2 -3 and 4 more`. */
export function changedText(
  { files, total }: Changed,
  and = (more: number) => ` and ${more} more`,
) {
  const named = files.map(({ path, added, removed }) => {
    const counts = [added > 0 ? ` +${added}` : '', removed > 0 ? ` -${removed}` : ''].join('');
    return `${path}${counts}`;
  });
  return named.join(', ') + (total > files.length ? and(total - files.length) : '');
}

export function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

type SentBack = Readonly<{ sent_back?: number | undefined; caught?: Caught | undefined }>;

export function caughtText({ sent_back: times = 0, caught }: SentBack, before: string): string {
  if (times === 0) return '';
  const often = times === 1 ? 'once' : `${times} times`;
  if (!caught) return `${before}sent back ${often}`;
  const { claimed, level, seen } = caught;
  const levels = claimed === null ? `seen ${level}` : `claimed ${claimed}, seen ${level}`;
  return `${before}sent back ${often}: ${levels}, ${oneLine(seen, MAX_SAID)}`;
}

/** The lines at the end of a goal, in a session and in a shell. */
export function completedText(notice: Extract<Notice, { kind: 'goal-completed' }>): string {
  const { goal, nodes, total, summary, fault, beside } = notice;
  const { changed, gates = [], hunks, caught = [], patch, seconds } = notice;
  const said = endTexts(fault, beside);
  const done = total - nodes.filter(({ end }) => end === 'skipped').length;
  const time = seconds === undefined ? '' : ` in ${timeText(seconds)}`;
  const shown = [
    ...(gates.length > 0
      ? [
          `${gates.length === 1 ? 'gate' : 'gates'} ${gates.join(', ')} ${gates.length === 1 ? 'passes' : 'pass'} on the final tree`,
        ]
      : []),
    ...(hunks ? [hunksText(hunks)] : []),
  ];
  const undo = patch === undefined ? '' : `; undo: git apply -R .wukong/${patch}`;
  return [
    [...said, `${goal} is complete, ${done} of ${total} nodes done${time}.`].join(' '),
    ...(changed ? [`Changed: ${changedText(changed)}${sumText(changed)}`] : []),
    ...(shown.length > 0 ? [`Shown: ${shown.join('; ')}`] : []),
    ...caught.map((one) => `Caught: ${stepText(one.step)}${caughtText(one, ', ')}`),
    ...memoryLines(notice),
    usedLine(notice),
    changed ? `Next: git diff, then git commit${undo}` : '',
    `Summary: .wukong/${summary}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function usedLine({ usage }: Extract<Notice, { kind: 'goal-completed' }>): string {
  const spent = withClaimed(spentIn(usage?.models ?? {}), usage?.claimed);
  return usage && spent.tokens > 0 ? `Used: ${spentText(spent, usage.hours)}` : '';
}

function sumText({ total, added, removed }: Changed): string {
  return total > 1 ? ` (${total} files, +${added} -${removed})` : '';
}

function memoryLines({
  candidates,
  accepted = [],
  removals = 0,
}: Extract<Notice, { kind: 'goal-completed' }>): string[] {
  const by = [...new Set(accepted.map(({ run }) => run))].join(', ');
  const waiting = memoryWaits(candidates, removals);
  return [
    ...(accepted.length > 0
      ? [`Remembered: ${accepted.map(({ id }) => id).join(', ')}, accepted by ${by}`]
      : []),
    ...(waiting === '' ? [] : [`Open: ${waiting}`]),
  ];
}

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

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What no session starts, and how it is done. */
export function drivenHow(
  goal: string,
  { type, name }: Executor,
  audience: Audience = 'session',
): string {
  const who = type === 'headless' ? 'Claude Code without a terminal' : `the program "${name}"`;
  if (audience === 'shell') return `It is carried out by ${who}. Type: \`wukong run ${goal}\``;
  return `It is carried out by ${who}: in a terminal of your own, type \`wukong run ${goal}\`. When that stops, go on in a session with /wukong_resume ${goal}.`;
}

/** Who carries a step out, and what its result lacked. */
export function handedTo({ to, missing }: Readonly<{ to: string; missing: readonly string[] }>) {
  const lacks = missing.length === 0 ? '' : ` Its result lacks: ${missing.join(' ')}`;
  return `${to} carries it out.${lacks}`;
}

/** Where a person finds their order, and how they give its result. */
export function handedHow({ run, dir }: Readonly<{ run: string; dir: string }>): string {
  return `The order lies in ${dir}. When it is done, save work_result.txt there (its form is at the end of spec_snapshot.md), or type \`wukong submit ${run} --result FILE\` in a terminal of your own.`;
}

function reasonOf({ why, saying }: Extract<Notice, { kind: 'fault-not-shown' }>): Reason {
  return { kind: 'fault-not-shown', why, saying };
}
