// One comment a run in the thread of an issue: `Key: value` lines that a program can read, and in quotes what agents
// say. Nothing outside of quotes comes from anybody but us, so no word there mentions, closes or commands anything.

import type { Question } from '../../result/goal-result.ts';
import type { ThreadEntry } from '../../result/thread-of.ts';
import { fitted } from '../fitted.ts';
import { askedNext, askedText } from '../goal/caught.ts';
import { quotedBlock, quotedSpan } from '../quoting.ts';
import { reasonText } from '../reason.ts';

const MOST_FILES = 20;
const MOST_GATES = 20;
const MAX_CHARS = 300;
const MAX_SAID = 2_000;
/** Of what to type, which is no use cut off. */
const MAX_NEXT = 1_000;
const TRIGGER = 'Trigger: workrun:';
const MARK = '<!-- wukong ';

/** By both of these lines it is known again: run ids repeat from one clone to the next. */
export function commentText(entry: ThreadEntry, logId: string): string {
  const { run, node, role, title, status, said } = entry;
  const lines = [
    `IssueRef: ${quotedSpan(entry.issue)}`,
    `RunId: ${run}`,
    `Node: ${entry.goal}/${node} (${role}): ${quotedSpan(title, MAX_CHARS)}`,
    `Status: ${status}${entry.level === null ? '' : `, ${entry.level}`}${causeOf(entry)}`,
    `PR: ${entry.pull ?? 'none'}`,
    `Commit: ${entry.commit ?? 'none'}`,
    `Changed: ${listed(entry.changed, MOST_FILES) || 'nothing'}`,
    `Tests: ${testsOf(entry)}`,
    ...fromOf(entry),
    `Next: ${nextOf(entry)}`,
  ];
  const questions = entry.questions.map((one) => `- ${quotedSpan(askedText(one), MAX_CHARS)}`);
  const told = [
    lines.join('\n'),
    ...(questions.length > 0 ? [`Questions:\n${questions.join('\n')}`] : []),
    ...(said === '' ? [] : [`What the agent says:\n${quotedBlock(said, MAX_SAID)}`]),
  ];
  const end = `${markOf(entry.goal, logId)}\n${triggerOf(run)}`;
  const cut = `The rest is too long for a comment: wukong show ${entry.goal}`;
  return fitted(told.join('\n\n'), end, cut);
}

export function triggerOf(run: string): string {
  return `${TRIGGER}${run}`;
}

export function markOf(goal: string, logId: string): string {
  return `${MARK}${logId}/${goal} -->`;
}

/**
 * Whether a text of ours is the comment on this run, whatever was added around it since. What an agent says stands
 * between our first line and our last two: there it may have lines like them.
 */
export function isCommentOn(
  text: string,
  { goal, run }: Pick<ThreadEntry, 'goal' | 'run'>,
  logId: string,
): boolean {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const first = lines.find((line) => line.startsWith('RunId: '));
  const mark = lines.findLast((line) => line.startsWith(MARK));
  const trigger = lines.findLast((line) => line.startsWith(TRIGGER));
  return first === `RunId: ${run}` && mark === markOf(goal, logId) && trigger === triggerOf(run);
}

/** Not where a question says the same below. */
function causeOf({ status, because, questions }: ThreadEntry): string {
  const cause = reasonText(because);
  const isSaid = status === 'ok' || questions.some((one) => askedText(one) === cause);
  return isSaid ? '' : `: ${quotedSpan(cause, MAX_CHARS)}`;
}

function testsOf({ gates, checks }: ThreadEntry): string {
  const shown = checks.map(({ command, before, after }) => {
    const now = after === null ? '' : `, ${after} now`;
    return `${quotedSpan(command)} ${before} before${now}`;
  });
  const ran = gates.map(({ gate, outcome }) => `${quotedSpan(gate)} ${outcome}`);
  const all = [...shown, ...ran];
  return all.slice(0, MOST_GATES).join('; ') || 'n/a';
}

function fromOf({ from }: ThreadEntry): string[] {
  return from === null
    ? []
    : [`Goes on from: ${from.run}, since ${quotedSpan(reasonText(from.because), MAX_CHARS)}`];
}

/** Whoever reads it there has to know that somebody is waited for. */
function nextOf({ status, wentOn, questions, goalStatus }: ThreadEntry): string {
  if (wentOn !== null) return `went on in ${wentOn}`;
  const [open] = questions;
  if (open) return `needs-human, ${whereOf(open)}`;
  if (goalStatus === 'completed') return 'nothing, the goal is complete';
  if (goalStatus === 'aborted') return 'nothing, the goal was cancelled';
  return status === 'ok' ? 'the plan goes on' : 'another run, or a person';
}

function whereOf(question: Question): string {
  const next = askedNext(question);
  const at = question.escalation === null ? '' : `${question.escalation}: `;
  return next === null ? `${at}it waits` : `${at}${quotedSpan(next, MAX_NEXT)}`;
}

function listed(paths: readonly string[], most: number): string {
  const named = paths.slice(0, most).map((path) => quotedSpan(path));
  return [...named, ...(paths.length > most ? [`and ${paths.length - most} more`] : [])].join(', ');
}
