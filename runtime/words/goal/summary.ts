// summary.md of a finished goal. What a person wants to know first stands on one screen; what it rests on,
// with ids, hashes and every gate, below a line. All words from outside are quoted by words/quoting.ts.

import type { CriterionSeen } from '../../kernel/graph/criteria.ts';
import { secondsBetween } from '../../kernel/graph/ended-node.ts';
import type { Fault } from '../../model/proof.ts';
import { ISSUE_REF, type VerdictTold } from '../../model/vocabulary.ts';
import type { Audit, GoalResult } from '../../result/goal-result.ts';
import { memoryWaits } from '../english-notices.ts';
import { decidedText, faultText, firstText, holdsText, standingText } from '../fault.ts';
import { fitted } from '../fitted.ts';
import { spentText, usedOfLimitText } from '../goal.ts';
import { timeText } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { quotedBlock, quotedExactly, quotedSpan } from '../quoting.ts';
import { answerText, askedText, caughtText } from './caught.ts';
import { shortCounts } from './counts.ts';
import { doubtLines } from './doubts.ts';
import { details } from './summary-details.ts';

/** Of each list; the log has all. */
const MOST_FILES = 12;
const MOST_TOLD = 8;
const MAX_CHARS = 400;
const MAX_DOUBT = 2_000;

export function renderSummary(result: GoalResult): string {
  const { goal, title } = result;
  const screen = [
    `# ${goal}: ${quotedSpan(title, MAX_CHARS)}`,
    ...shownLines(result, section('Change', changeLines(result))),
    ...section('Caught and sent back', caughtLines(result)),
    ...section('Questions', questionLines(result)),
    ...decidedLines(result),
    ...section('Waits for you', waitingLines(result)),
    ...section('Time', [timeLine(result)]),
    ...section('Used', usedLines(result)),
    ...section('Undo', undoLines(result)),
  ];
  return [...screen, '---', ...details(result)].join('\n\n').concat('\n');
}

/** What is published: between these commits, and what was found when it was judged by itself. */
type InBranch = Readonly<{
  base: string;
  head: string;
  verdict: VerdictTold;
  failed: readonly string[];
  doubts: readonly string[];
  /** It has what the goal was judged on, and nothing else. */
  same: boolean;
}>;

/** The body of a pull request: what its readers judge the change by, without what is only here. */
export function renderBody(result: GoalResult, branch?: InBranch): string {
  const { goal, title, issue } = result;
  // Not quoted, so that it leads there: its form lets nothing else through.
  const about = ISSUE_REF.test(issue) && !issue.startsWith('local#') ? [`For ${issue}.`] : [];
  const told = [
    quotedSpan(title, MAX_CHARS),
    ...(branch ? branchLines(branch) : []),
    ...shownLines(result),
    ...decidedLines(result),
  ];
  const end = [
    ...(branch ? section('Used', usedLines(result)) : []),
    ...(branch ? againLines(result, branch) : []),
    ...about,
    `Judged by Wukong, ${goal}.`,
  ];
  const cut = `The rest is too long for a pull request: wukong show ${goal}`;
  return fitted(told.join('\n\n'), end.join('\n\n'), cut).concat('\n');
}

/** What is in the branch may be less than what the goal was judged on: that is said first. */
function branchLines({ verdict, failed, doubts, same }: InBranch): string[] {
  if (verdict === 'open') return ['**Not finished**: this is what is there so far.'];
  if (same) return [];
  const gates = failed.map((name) => quotedSpan(name)).join(', ');
  return [
    `This branch by itself: **${verdict}**${gates === '' ? '' : `; does not pass: ${gates}`}.`,
    ...(doubts.length > 0 ? [doubts.map(item(MAX_CHARS)).join('\n')] : []),
  ];
}

function againLines({ checks }: GoalResult, { base, head }: InBranch): string[] {
  const check = checks.find(({ red }) => red.outcome === 'fail')?.command.join(' ');
  const by = check === undefined ? '' : ` --check ${JSON.stringify(check)}`;
  const line = `wukong prove --base ${base.slice(0, 12)} --head ${head.slice(0, 12)}${by}`;
  return section('Prove it again', [quotedBlock(line)]);
}

/** `change`: not where its readers have it beside it. */
function shownLines(result: GoalResult, change: readonly string[] = []): string[] {
  const { fault, beside } = result;
  const first = [firstText(beside), fault ? faultText(fault) : ''].filter((text) => text !== '');
  return [
    `\`${verdictBar(result)}\``,
    ...(first.length > 0 ? [quotedBlock(oneLine(first.join(' '), MAX_DOUBT))] : []),
    ...section('In doubt', doubtLines(result.doubts).map(item(MAX_DOUBT))),
    ...change,
    ...section('Criteria', criteriaLines(result)),
  ];
}

function decidedLines({ decided, audits }: GoalResult): string[] {
  return [
    ...section('Decided by persons', decided.map(decidedText).map(item(1_000))),
    ...section('Audit', (audits ?? []).map(auditLine)),
  ];
}

/** None where there is nothing to say. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`];
}

function item(maxChars: number): (text: string) => string {
  return (text) => `- ${quotedSpan(text, maxChars)}`;
}

/** `fixed: red 1 → green · held 7 of 9 · gates 3/3 · 1 waits for you`. Nothing but words of ours and numbers. */
function verdictBar(result: GoalResult): string {
  const counts = shortCounts('summary', result);
  const word = wordOf(result.fault, result.asks_red_green);
  return counts.length === 0 ? word : `${word}: ${counts.join(' · ')}`;
}

function wordOf(fault: Fault | null, asksRedGreen: boolean): string {
  switch (fault?.kind) {
    case undefined:
      return 'done';
    case 'shown': {
      const word = asksRedGreen ? 'fixed' : 'done';
      return fault.limit === undefined ? word : `${word}, shown to L2`;
    }
    case 'same': {
      const { broken = 0, gone = 0 } = fault;
      return broken + gone > 0 ? 'done, not the same as before' : 'done, the same as before';
    }
    case 'not-shown':
      return 'done, the fault was not shown';
    case 'nothing-changed':
      return 'nothing changed';
    case 'documentation':
      return 'documentation only';
    case 'not-asked':
      return fault.why === undefined
        ? 'done, nothing shown to fail before'
        : 'done, nothing was shown';
  }
}

function changeLines({ change }: GoalResult): string[] {
  const { lines = [] } = change ?? {};
  const named = lines
    .slice(0, MOST_FILES)
    .map(({ path, added, removed }) => `- ${quotedSpan(path)} +${added} -${removed}`);
  const more = lines.length - MOST_FILES;
  return more > 0 ? [...named, `- and ${more} more ${more === 1 ? 'file' : 'files'}`] : named;
}

function criteriaLines({ criteria: { list, more }, shown_by }: GoalResult): string[] {
  return [
    ...list.map((one) => criterionLine(one, shown_by[one.criterion.number] ?? [])),
    ...(more > 0 ? [`- ${more} more were written, and not looked at one by one.`] : []),
  ];
}

/** Only what was seen is ticked, not what a person took without it. */
function criterionLine(
  { criterion: { number, text }, standing }: CriterionSeen,
  events: ReadonlyArray<string | null>,
): string {
  const isMet = standing.is === 'met';
  const eventText = (event: string | null = null): string => (event === null ? '' : ` (${event})`);
  const where = isMet
    ? standing.holds.map((holds, i) => holdsText(holds) + eventText(events[i])).join(', ')
    : standingText(standing);
  const shown = quotedExactly(text, MAX_CHARS);
  return `- [${isMet ? 'x' : ' '}] ${number}. ${shown} — ${quotedSpan(where, MAX_CHARS)}`;
}

/** What was claimed beside what was seen, and what else did not go as it should. */
function caughtLines({ goal, nodes, caught }: GoalResult): string[] {
  const roles = new Map(nodes.map(({ id, role }) => [id, role]));
  const times = new Map<string, number>();
  for (const one of caught) {
    const { what, items } = caughtText(one);
    const who = one.node === null ? '' : `${one.node} ${roles.get(one.node) ?? ''}: `;
    const line = `- ${who}${quotedSpan([what, ...items].join('; '), MAX_CHARS)}`;
    times.set(line, (times.get(line) ?? 0) + 1);
  }
  const told = [...times].map(([line, count]) => (count === 1 ? line : `${line}, ${count} times`));
  return [...told.slice(0, MOST_TOLD), ...andMore(goal, told.length)];
}

function questionLines({ goal, questions }: GoalResult): string[] {
  const told = questions.slice(0, MOST_TOLD).map((question) => {
    const { node, at, ended, escalation } = question;
    const answer = answerText(question);
    const said = answer === null ? 'decided without an answer' : quotedSpan(answer, MAX_CHARS);
    const after = ended === null ? '' : `, after ${timeText(secondsBetween(at, ended))}`;
    const where = escalation === null ? node : `${node}, ${escalation}`;
    return `- ${where}: ${quotedSpan(askedText(question), MAX_CHARS)} → ${said}${after}`;
  });
  return [...told, ...andMore(goal, questions.length)];
}

function andMore(goal: string, all: number): string[] {
  const more = all - MOST_TOLD;
  return more > 0 ? [`- and ${more} more: \`wukong log --goal ${goal}\``] : [];
}

function auditLine({ node, verdict, risks }: Audit): string {
  const named = risks === '' ? 'it names no risk' : `risks: ${quotedSpan(risks, MAX_CHARS)}`;
  return `- ${node}: ${verdict ?? 'no verdict'}; ${named}`;
}

/** `12 min 3 s: ear 20 s, body 8 min 2 s; 3 min 1 s waiting for you`. Runs side by side count each. */
function timeLine({ time: { whole, roles, waited } }: GoalResult): string {
  const byRole = roles.map(({ role, seconds }) => `${role} ${timeText(seconds)}`);
  const parts = byRole.length === 0 ? '' : `: ${byRole.join(', ')}`;
  return `${timeText(whole)}${parts}${waited > 0 ? `; ${timeText(waited)} waiting for you` : ''}.`;
}

function waitingLines({ memory }: GoalResult): string[] {
  const text = memory ? memoryWaits(memory.waiting.length, memory.removals.length) : '';
  return text === '' ? [] : [`${text}.`];
}

/** Up to here: what the main agent says about its end is told in the session and by `wukong goal show`. */
function usedLines({ used: { spent, hours, limits } }: GoalResult): string[] {
  if (spent.tokens === 0) return [];
  const over = limits.map((one) => usedOfLimitText(one));
  const budget = over.length === 0 ? '' : ` Budget: ${over.join(', ')}.`;
  return [`${quotedSpan(spentText(spent, hours))}.${budget}`];
}

function undoLines({ change }: GoalResult): string[] {
  const { patch = null } = change ?? {};
  return patch === null ? [] : [`\`git apply -R .wukong/${patch}\` takes all of it back.`];
}
