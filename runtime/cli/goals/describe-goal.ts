// An open goal in words, as wide as the terminal is. Pure but for colours.

import type { Fault } from '../../model/proof.ts';
import { CHANGING_ROLES, type NodeStatus } from '../../model/vocabulary.ts';
import { answeredText } from '../../words/answered.ts';
import { besideText, decidedText, faultText, firstText } from '../../words/fault.ts';
import { shortCounts } from '../../words/goal/counts.ts';
import { spentText, usedOfLimitText } from '../../words/goal.ts';
import { asSentence, columns, oneLine, wholeLine } from '../../words/plain-text.ts';
import { briefNodes } from '../frame/brief-nodes.ts';
import { colors } from '../frame/output.ts';
import { ago, type Clock, span, timeOf } from '../frame/when.ts';
import { fitted, hanging } from '../frame/wrap.ts';
import type { GoalView, NodeView } from './goal-view.ts';
import { describeVerify } from './verify-view.ts';

export type Look = Clock & Readonly<{ width: number }>;

const MAX_WAITING = 8;
const MAX_DECIDED = 4;

export function describe(goal: GoalView, look: Look): string {
  const isSaid = goal.fault !== null && goal.paused === faultText(goal.fault);
  const paused =
    goal.paused === null || isSaid ? '' : `: ${wholeLine(goal.paused).replace(/\.$/, '')}`;
  const begun = `begun ${ago(goal.created_at, look)}`;
  const fault = goal.fault ? faultSoFar(goal, goal.fault) : '';
  // Whoever waits for a word on it says it.
  const isWaitedFor = goal.waiting.slice(0, MAX_WAITING).some(({ reason }) => reason === fault);
  const brief = briefNodes(goal.nodes);
  const say = (text: string): string[] => indented(wholeLine(text), look.width);
  const textOf = (text: string): string[] => (text === '' ? [] : say(text));
  return [
    `${colors.bold(goal.id)}  ${fitted(oneLine(goal.title, 100), look.width - goal.id.length - 2)}`,
    ...say(`${goal.status}${paused}, owned by ${goal.owned_by}, ${begun}`),
    ...textOf(firstText(goal.beside)),
    ...(fault === '' || isWaitedFor ? [] : say(fault)),
    ...textOf(besideText(goal.beside)),
    ...textOf(shortCounts('status', goal.result).join(' · ')),
    ...(goal.deadline === null ? [] : say(deadlineText(goal.deadline, look))),
    ...usedLines(goal).flatMap(say),
    ...(goal.one_writer === null ? [] : say(`one node writes at a time, since ${goal.one_writer}`)),
    ...(brief.counts === undefined ? [] : say(brief.counts)),
    ...brief.shown.flatMap((node) => nodeLines(node, look)),
    ...(brief.shown.length < goal.nodes.length ? say('All of them: wukong status --json') : []),
    ...brief.shown.flatMap(({ id, verify }) =>
      verify ? say(`${id} ${describeVerify(verify, look.now)}`) : [],
    ),
    ...goal.decided.slice(-MAX_DECIDED).flatMap((one) => say(decidedText(one))),
    ...answeredLines(goal).flatMap(say),
    ...(goal.closing ? say(`The final tree ${describeVerify(goal.closing, look.now)}`) : []),
    ...waitingLines(goal, look.width),
    ...say(`Next: ${goal.next}${goal.escalation === null ? '' : ` (${goal.escalation})`}`),
  ].join('\n');
}

/** What was allowed or accepted stands there already. */
function answeredLines({ answered }: GoalView): string[] {
  const words = answered.filter(({ took }) => took === undefined);
  return words.slice(-MAX_DECIDED).map((one) => asSentence(answeredText(one)));
}

function deadlineText(iso: string, { now, utc }: Clock): string {
  const isPast = Date.parse(iso) < now;
  return `deadline ${timeOf(iso, utc).slice(0, 16)}${utc ? ' UTC' : ''}${isPast ? ', passed' : ''}`;
}

/** Nothing before the first run has ended, unless there is a limit. */
function usedLines({ result: { used } }: GoalView): string[] {
  const { spent, hours, limits, models } = used;
  const of = limits.map((one) => usedOfLimitText(one));
  const budget = of.length === 0 ? [] : [`budget: ${of.join(', ')}`];
  const isKnown = Object.keys(models).length > 0 || spent.claimed !== undefined;
  return isKnown ? [`used ${spentText(spent, hours)}`, ...budget] : budget;
}

/** What waits for a person, and what to type. */
export function waitingLines({ waiting }: Pick<GoalView, 'waiting'>, width: number): string[] {
  const shown = waiting.slice(0, MAX_WAITING).flatMap(({ node, reason, next, escalation }) => {
    const head = `${node} waits for you:`;
    const id = escalation === null ? '' : ` (${escalation})`;
    const [first = '', ...rest] = indented(`${head} ${wholeLine(reason)} ${next}${id}`, width);
    return [first.replace(head, () => colors.yellow(head)), ...rest];
  });
  const more = waiting.length - MAX_WAITING;
  return more > 0 ? [...shown, `  ${colors.yellow(`${more} more wait for you.`)}`] : shown;
}

function indented(text: string, width: number): string[] {
  return hanging(text, width - 2, 2).map((part) => `  ${part}`);
}

/** A node may still bring the test that shows it. */
function faultSoFar({ nodes, waiting }: GoalView, fault: Fault): string {
  const isOpen = nodes.some(({ role, status }) => OWING.includes(role) && status !== 'done');
  if (fault.kind !== 'not-shown' || !isOpen || waiting.some(({ kind }) => kind === 'not-shown')) {
    return faultText(fault);
  }
  return `The fault is not shown yet: ${asSentence(fault.why)}`;
}

const OWING: readonly string[] = CHANGING_ROLES;

const BEFORE_TITLE = 33;
const MIN_TITLE = 12;
const MAX_TITLE = 60;
const UNDER_NODE = ' '.repeat(10);
const MAX_WORDS = 120;

function nodeLines(node: NodeView, look: Look): string[] {
  const under = Math.min(look.width - UNDER_NODE.length, MAX_WORDS);
  const word = wordOf(node);
  return [
    nodeLine(node, look),
    ...node.warnings.map((warning) =>
      colors.yellow(`${UNDER_NODE}${fitted(`warning: ${oneLine(warning)}`, look.width - 10)}`),
    ),
    ...(node.lane === null
      ? []
      : [colors.dim(`${UNDER_NODE}${fitted(`in ${oneLine(node.lane)}`, look.width - 10)}`)]),
    ...(word === '' ? [] : [colors.dim(`${UNDER_NODE}${fitted(word, under)}`)]),
  ];
}

function nodeLine(node: NodeView, { width, now }: Look): string {
  const { id, role, title, issue_ref, status, level, attempts, max_retries } = node;
  const tries = attempts > 1 || status === 'blocked' ? `${attempts} of ${max_retries} runs` : '';
  const tail = [issue_ref ?? '', tries, took(node, now), whereText(node)]
    .filter((text) => text !== '')
    .join(', ');
  const room = Math.min(width - BEFORE_TITLE - columns(tail) - 2, MAX_TITLE);
  const head = [
    id.padEnd(6),
    role.padEnd(6),
    paint(status)(status.padEnd(9)),
    (level ?? '').padEnd(2),
  ];
  const end = tail === '' ? '' : colors.dim(`  ${tail}`);
  return `  ${head.join('  ')}  ${fitted(title, Math.max(room, MIN_TITLE))}${end}`;
}

/** Of a run at work on another machine. */
function whereText({ status, worker }: NodeView): string {
  if (status !== 'running' || worker === null) return '';
  if (worker === 'none') return 'waits for a worker of the team (wukong team)';
  return `on ${oneLine(worker.machine, MAX_WORDS)} (${oneLine(worker.person, MAX_WORDS)})`;
}

function took({ status, started_at, finished_at }: NodeView, now: number): string {
  if (started_at === null || status === 'ready' || status === 'pending') return '';
  const end = finished_at === null ? now : Date.parse(finished_at);
  return span(end - Date.parse(started_at));
}

/** Of a node that is being worked on: since when, and what there is to say. */
export function workText(node: NodeView, now: number): string {
  if (node.status !== 'running' && node.status !== 'verify') return '';
  const verify = node.verify ? describeVerify(node.verify, now) : '';
  const parts = [took(node, now), verify, wordOf(node)];
  return parts.filter((text) => text !== '').join(' · ');
}

const TIMES = ['', 'once', 'twice'];

function wordOf({ sent_back: times, last_word: word }: NodeView): string {
  const back = times === 0 ? '' : `sent back ${TIMES[times] ?? `${times} times`}`;
  if (word?.kind === 'missing') return `${back === '' ? 'missing' : back}: ${word.text}`;
  const said = word ? `“${oneLine(word.text, MAX_WORDS)}”` : '';
  return [back, said].filter((text) => text !== '').join(' · ');
}

function paint(status: NodeStatus): (text: string) => string {
  if (status === 'done') return colors.green;
  if (status === 'running' || status === 'verify') return colors.cyan;
  if (status === 'blocked') return colors.yellow;
  return status === 'failed' ? colors.red : (text) => text;
}
