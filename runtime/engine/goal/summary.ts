// summary.md of a finished goal. What a person wants to know first stands on one screen; what it rests on,
// with ids, hashes and every gate, below a line. All words from outside are quoted by words/quoting.ts.

import { usedOfLimits } from '../../kernel/budget/budget.ts';
import { hoursOf, spentOf } from '../../kernel/budget/spent.ts';
import { secondsBetween } from '../../kernel/graph/ended-node.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import type { Decided } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { memoryWaits } from '../../words/english-notices.ts';
import { decidedText, faultText, firstText } from '../../words/fault.ts';
import { caughtIn, type Question, questionsIn } from '../../words/goal/caught.ts';
import { spentText, usedOfLimitText } from '../../words/goal.ts';
import { timeText } from '../../words/notice.ts';
import { oneLine } from '../../words/plain-text.ts';
import { quotedBlock, quotedSpan } from '../../words/quoting.ts';
import type { Audit } from './audits.ts';
import { criteriaLines } from './summary-criteria.ts';
import { details } from './summary-details.ts';
import type { Sources } from './summary-sources.ts';
import { doubtsOf, verdictBar } from './summary-verdict.ts';

/** Of each list; the log has all. */
const MOST_FILES = 12;
const MOST_TOLD = 8;
const MAX_CHARS = 400;
const MAX_DOUBT = 2_000;

export function renderSummary(goal: Goal, sources: Sources): string {
  const { fault, beside, records } = sources;
  const first = [firstText(beside), fault ? faultText(fault) : ''].filter((text) => text !== '');
  const screen = [
    `# ${goal.id}: ${quotedSpan(goal.title, MAX_CHARS)}`,
    `\`${verdictBar(goal, sources)}\``,
    ...(first.length > 0 ? [quotedBlock(oneLine(first.join(' '), MAX_DOUBT))] : []),
    ...section('In doubt', doubtsOf(goal, sources).map(item(MAX_DOUBT))),
    ...section('Change', changeLines(sources)),
    ...section('Criteria', criteriaLines(goal, records)),
    ...section('Caught and sent back', caughtLines(goal, records)),
    ...section('Questions', questionLines(goal, records)),
    ...section(
      'Decided by persons',
      (proofOf(goal).decided ?? []).map(decidedText).map(item(1_000)),
    ),
    ...section('Audit', sources.audits.map(auditLine)),
    ...section('Waits for you', waitingLines(sources)),
    ...section('Time', [timeLine(goal, sources)]),
    ...section('Used', usedLines(goal, sources)),
    ...section('Undo', undoLines(sources)),
  ];
  return [...screen, '---', ...details(goal, sources)].join('\n\n').concat('\n');
}

/** None where there is nothing to say. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`];
}

function item(maxChars: number): (text: string) => string {
  return (text) => `- ${quotedSpan(text, maxChars)}`;
}

function changeLines({ lines }: Sources): string[] {
  const named = lines
    .slice(0, MOST_FILES)
    .map(({ path, added, removed }) => `- ${quotedSpan(path)} +${added} -${removed}`);
  const more = lines.length - MOST_FILES;
  return more > 0 ? [...named, `- and ${more} more ${more === 1 ? 'file' : 'files'}`] : named;
}

/** What was claimed beside what was seen, and what else did not go as it should. */
function caughtLines(goal: Goal, records: readonly Recorded[]): string[] {
  const all = caughtIn(records);
  const roles = new Map(goal.specs.map(({ id, role }) => [id, role]));
  const times = new Map<string, number>();
  for (const { node, what, items } of all) {
    const who = node === null ? '' : `${node} ${roles.get(node) ?? ''}: `;
    const line = `- ${who}${quotedSpan([what, ...items].join('; '), MAX_CHARS)}`;
    times.set(line, (times.get(line) ?? 0) + 1);
  }
  const told = [...times].map(([line, count]) => (count === 1 ? line : `${line}, ${count} times`));
  return [...told.slice(0, MOST_TOLD), ...andMore(goal, told.length)];
}

function questionLines(goal: Goal, records: readonly Recorded[]): string[] {
  const all = questionsIn(goal, records);
  const told = all.slice(0, MOST_TOLD).map((question) => {
    const { node, at, asked, answer, escalation } = question;
    const end = endOf(goal, question);
    const said = answer ? quotedSpan(answer.text, MAX_CHARS) : 'decided without an answer';
    const after = end === undefined ? '' : `, after ${timeText(secondsBetween(at, end))}`;
    const where = escalation === undefined ? node : `${node}, ${escalation}`;
    return `- ${where}: ${quotedSpan(asked, MAX_CHARS)} → ${said}${after}`;
  });
  return [...told, ...andMore(goal, all.length)];
}

/** When a person answered, or decided it. */
function endOf(goal: Goal, { node, at, answer }: Question): string | undefined {
  const isOfIt = (one: Decided): boolean => one.node === node && one.at >= at;
  return answer?.at ?? proofOf(goal).decided?.find(isOfIt)?.at;
}

function andMore(goal: Goal, all: number): string[] {
  const more = all - MOST_TOLD;
  return more > 0 ? [`- and ${more} more: \`wukong log --goal ${goal.id}\``] : [];
}

function auditLine({ node, verdict, risks }: Audit): string {
  const named = risks === '' ? 'it names no risk' : `risks: ${quotedSpan(risks, MAX_CHARS)}`;
  return `- ${node}: ${verdict ?? 'no verdict'}; ${named}`;
}

/** `12 min 3 s: ear 20 s, body 8 min 2 s; 3 min 1 s waiting for you`. Runs side by side count each. */
function timeLine(goal: Goal, { records, now }: Sources): string {
  const ends = new Map<string, string>();
  for (const { type, run_id: run, timestamp } of records) {
    if (type === 'run.ended' && run !== undefined && !ends.has(run)) ends.set(run, timestamp);
  }
  const runs = Object.values(goal.runs);
  const roles = new Set(goal.specs.map(({ role }) => role));
  const byRole = [...roles].flatMap((role) => {
    const own = runs.filter((run) => run.role === role && ends.has(run.id));
    if (own.length === 0) return [];
    const sum = total(
      own.map(({ id, dispatched_at: at }) => secondsBetween(at, ends.get(id) ?? at)),
    );
    return [`${role} ${timeText(sum)}`];
  });
  const asked = questionsIn(goal, records);
  const waited = total(
    asked.map((question) => secondsBetween(question.at, endOf(goal, question) ?? question.at)),
  );
  const whole = timeText(secondsBetween(goal.created_at, now));
  const parts = byRole.length === 0 ? '' : `: ${byRole.join(', ')}`;
  return `${whole}${parts}${waited > 0 ? `; ${timeText(waited)} waiting for you` : ''}.`;
}

function total(seconds: readonly number[]): number {
  return seconds.reduce((sum, one) => sum + one, 0);
}

function waitingLines({ memory: { waiting, removals } }: Sources): string[] {
  const text = memoryWaits(waiting.length, removals.length);
  return text === '' ? [] : [`${text}.`];
}

/** Up to here: what the main agent says about its end is told in the session and by `wukong goal show`. */
function usedLines(goal: Goal, { now }: Sources): string[] {
  const spent = spentOf(goal);
  if (spent.tokens === 0) return [];
  const over = usedOfLimits(goal, now).map((one) => usedOfLimitText(one));
  const budget = over.length === 0 ? '' : ` Budget: ${over.join(', ')}.`;
  return [`${quotedSpan(spentText(spent, hoursOf(goal, now)))}.${budget}`];
}

function undoLines({ patch }: Sources): string[] {
  return patch === undefined ? [] : [`\`git apply -R .wukong/${patch}\` takes all of it back.`];
}
