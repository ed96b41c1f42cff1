// What the user of a session is told when a hook can next say something: decided here once, said in words of any
// language.

import { untilIn } from '../kernel/retries/parking.ts';
import type { Caught, Changed, Notice, StepName } from '../model/notice.ts';
import { spentIn, withClaimed } from '../usage/sums.ts';
import { drivenHow } from './driven.ts';
import type { NoticeOf, NoticeWords } from './english-notices.ts';
import { ENGLISH_NOTICES } from './english-notices.ts';
import { endTexts, whyUnshownText } from './fault.ts';
import { oneLine } from './plain-text.ts';
import { reasonText } from './reason.ts';
import { acceptGoalText, pausedNext, waitsText, waysOf } from './waiting.ts';

export function noticeText(notice: Notice, words = ENGLISH_NOTICES): string {
  const text = plainText(notice, words);
  const id = 'escalation' in notice ? notice.escalation : undefined;
  return id === undefined ? text : `${text}\n${words.file(id)}`;
}

function plainText(notice: Notice, words: NoticeWords): string {
  switch (notice.kind) {
    case 'text':
      return notice.text;
    case 'node-ended':
      return endedText(notice, words);
    default:
      return `${words.ours}${oursText(notice, words)}`;
  }
}

function oursText(
  notice: Exclude<Notice, { kind: 'text' | 'node-ended' }>,
  words: NoticeWords,
): string {
  const { reasons } = words;
  switch (notice.kind) {
    case 'node-waits':
      return questionText(notice, words);
    case 'goal-parked': {
      const { goal, because } = notice;
      const isKnown = untilIn(because) !== undefined;
      const next = isKnown
        ? pausedNext(goal, because, undefined, 'session', reasons)
        : words.whenOver;
      return words.parked({ goal, why: reasonText(because, reasons), next });
    }
    case 'goal-waits': {
      const { goal, because, escalation } = notice;
      const next = pausedNext(goal, because, escalation, 'session', reasons);
      return words.paused({ goal, why: reasonText(because, reasons), next });
    }
    case 'budget-warned': {
      const { goal, node } = notice;
      return node === undefined
        ? words.warned({ whose: goal, used: notice })
        : words.warnedOfNode({ whose: `${goal}/${node}`, used: notice });
    }
    case 'fault-not-shown': {
      const { goal, why, saying } = notice;
      const because = { kind: 'fault-not-shown', why, saying } as const;
      return words.unshown({
        goal,
        why: whyUnshownText(notice, words.end),
        accept: acceptGoalText(goal, 'session', because, reasons),
      });
    }
    case 'goal-completed':
      return completedText(notice, words);
    case 'node-for-driver': {
      const { goal, node, step, executor, daemon } = notice;
      const how = drivenHow(goal, executor, 'session', words.driven, daemon);
      return words.next({ goal, node, step: stepText(step, words), how });
    }
    default: {
      // Of a kind that this version has no words for its name is said: a release after it may add one.
      const sentence = (words.plain as Partial<NoticeWords['plain']>)[notice.kind] ?? notice.kind;
      return typeof sentence === 'string' ? sentence : (sentence as (of: Notice) => string)(notice);
    }
  }
}

/** So many questions of one node are quoted, and so much of what an agent said. */
const MAX_ASKED = 4;
const MAX_SAID = 300;
/** All that a report lacked is named: the checks of a step are few. */
const MAX_LACKED = 700;

/** What is asked, why, and what to type: one line each. */
function questionText(notice: NoticeOf<'node-waits'>, words: NoticeWords): string {
  const { goal, node, step, because, why } = notice;
  const { first, goOn } = waysOf(notice, 'session', undefined, words.reasons);
  const where = `${goal}/${node}`;
  const head = step ? words.waitsTitled(where, stepText(step, words)) : words.waits(where);
  if (because.kind !== 'questions') {
    return [words.because(head, waitsText(notice, words.reasons)), ...first, goOn].join('\n');
  }
  const { questions } = because;
  const more = questions.length - MAX_ASKED;
  return [
    words.asks(head),
    ...questions.slice(0, MAX_ASKED).map((question) => `- ${oneLine(question, MAX_SAID)}`),
    ...(more > 0 ? [`- ${words.moreAsked(more)}`] : []),
    ...(why ? [words.why(oneLine(why, MAX_SAID))] : []),
    ...first,
    goOn,
  ].join('\n');
}

/** One line for a node: what became of it, what was shown, what its agent was sent back for. */
function endedText(notice: NoticeOf<'node-ended'>, words: NoticeWords): string {
  const { step, end, check, changed, seconds } = notice;
  const shown = [
    ...(check === undefined ? [] : [words.checkPasses(check)]),
    ...(changed ? [changedText(changed, words)] : []),
  ];
  const line = words.ended({
    step: stepText(step, words),
    end: endText(end, words),
    shown,
    time: timeText(seconds, words),
  });
  return `${line}${caughtText(beyond(notice, words), words.semicolon, words)}`;
}

/** What a run was sent back for is not said twice where it ended for the same. */
function beyond(
  { end, sent_back, caught }: NoticeOf<'node-ended'>,
  { reasons }: NoticeWords,
): SentBack {
  const isSaid =
    end.kind === 'failed' && caught && reasonText(end.because, reasons).includes(caught.seen);
  return { sent_back, caught: isSaid ? undefined : caught };
}

function endText(end: NoticeOf<'node-ended'>['end'], words: NoticeWords): string {
  switch (end.kind) {
    case 'passes': {
      const found = end.found ? words.found(oneLine(end.found, MAX_SAID)) : '';
      const parts = end.parts ? words.inParts(end.parts.map((one) => oneLine(one, 80))) : '';
      return `${words.passes(end.level)}${found}${parts}`;
    }
    case 'rework': {
      const of = end.of ? words.reworkOf(stepText(end.of, words)) : '';
      return words.rework(of, oneLine(end.finding, MAX_SAID));
    }
    case 'failed': {
      const why = oneLine(reasonText(end.because, words.reasons), MAX_LACKED);
      const planB = end.plan_b ? words.planB(end.plan_b) : '';
      return `${words.failed({ why, runs: end.runs, of: end.of })}${planB}`;
    }
  }
}

/** `3/6 Fix the cause`. */
export function stepText({ place, total, title }: StepName, words = ENGLISH_NOTICES): string {
  return `${place}/${total} ${oneLine(words.title(title), 80)}`;
}

/** `src/a.js +1, src/b.js +2 -3 and 4 more`. */
function changedText({ files, total }: Changed, { moreFiles }: NoticeWords) {
  const named = files.map(({ path, added, removed }) => {
    const counts = [added > 0 ? ` +${added}` : '', removed > 0 ? ` -${removed}` : ''].join('');
    return `${path}${counts}`;
  });
  return named.join(', ') + (total > files.length ? moreFiles(total - files.length) : '');
}

export function timeText(seconds: number, { time } = ENGLISH_NOTICES): string {
  if (seconds < 60) return time.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return time.minutes(minutes, seconds % 60);
  return time.hours(Math.floor(minutes / 60), minutes % 60);
}

type SentBack = Readonly<{ sent_back?: number | undefined; caught?: Caught | undefined }>;

export function caughtText(
  { sent_back: times = 0, caught }: SentBack,
  before: string,
  words = ENGLISH_NOTICES,
): string {
  if (times === 0) return '';
  const head = `${before}${words.sentBack(times)}`;
  if (!caught) return head;
  const { claimed, level } = caught;
  const seen = oneLine(caught.seen, MAX_SAID);
  return `${head}${claimed === null ? words.unclaimed({ level, seen }) : words.claimed({ claimed, level, seen })}`;
}

/** The lines at the end of a goal, in a session and in a shell. */
export function completedText(notice: NoticeOf<'goal-completed'>, words = ENGLISH_NOTICES): string {
  const { goal, nodes, total, summary, fault, beside } = notice;
  const { changed, issue, gates = [], caught = [], patch, seconds } = notice;
  const publish = issue === undefined ? '' : words.publish(goal);
  const undo = patch === undefined ? '' : words.undo(patch);
  const { done = total - nodes.filter(({ end }) => end === 'skipped').length } = notice;
  const time = seconds === undefined ? '' : words.inTime(timeText(seconds, words));
  const shown = [...(gates.length > 0 ? [words.gates(gates)] : [])];
  const first = endTexts(fault, beside, words.end).join(words.end.space);
  const sum = changed && changed.total > 1 ? words.sum(changed) : '';
  return [
    words.complete({ goal, done, total, first, time }),
    ...(changed ? [words.changed(`${changedText(changed, words)}${sum}`)] : []),
    ...(shown.length > 0 ? [words.shown(shown)] : []),
    ...caught.map((one) =>
      words.caught(stepText(one.step, words), caughtText(one, words.comma, words)),
    ),
    ...memoryLines(notice, words),
    ...usedLines(notice, words),
    ...(changed ? [words.commit(publish, undo)] : []),
    words.summary(`.wukong/${summary}`),
  ].join('\n');
}

function usedLines({ usage }: NoticeOf<'goal-completed'>, words: NoticeWords): string[] {
  const spent = withClaimed(spentIn(usage?.models ?? {}), usage?.claimed);
  return usage && spent.tokens > 0 ? [words.used(spent, usage.hours)] : [];
}

function memoryLines(
  { candidates, accepted = [], removals = 0 }: NoticeOf<'goal-completed'>,
  words: NoticeWords,
): string[] {
  const ids = accepted.map(({ id }) => id);
  const runs = [...new Set(accepted.map(({ run }) => run))];
  return [
    ...(ids.length > 0 ? [words.remembered(ids, runs)] : []),
    ...(candidates + removals > 0 ? [words.open(candidates, removals)] : []),
  ];
}
