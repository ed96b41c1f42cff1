import {
  type Cause,
  type FoundStory,
  readStory,
  type Story,
  type Subject,
} from '../../inspect/story.ts';
import { edgesTo } from '../../kernel/graph/graph.ts';
import { entry } from '../../kernel/state/queries.ts';
import type { EventRecord } from '../../model/event.ts';
import type { Goal } from '../../model/state.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { describeEvent } from '../../words/facts.ts';
import { oneLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { nextText, waitingAt, waitsText } from '../../words/waiting.ts';
import { firstOf } from '../frame/brief-nodes.ts';
import type { Command } from '../frame/command.ts';
import { newerMark, openWorkspace } from '../frame/open-workspace.ts';
import { done, failed, joined, misused, type Outcome } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { progress } from '../frame/progress.ts';
import { eventNamed } from './event-named.ts';

const EXAMPLES = 'For example: wukong why G-0001/N-020 · wukong why E-000123';

export const why: Command = {
  description: 'Show what led to a node, a run or an event',
  args: {
    what: {
      type: 'positional',
      required: false,
      description: 'G-0001/N-020, N-020, a run id, or E-000123',
    },
  },
  run(args) {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const named = args.text('what')?.trim() ?? '';
    if (named === '') return misused('Why what? Name a node, a run or an event.', EXAMPLES);
    const subject = subjectNamed(named);
    const shown = progress();
    const story = subject && readStory(opened.value.ws, subject, shown.update);
    shown.end();
    if (!story) return misused(`"${oneLine(named, 60)}" is no node, run or event.`, EXAMPLES);
    return outcome(named, story);
  },
};

function subjectNamed(text: string): Subject | undefined {
  const [, goal, node] = /^(?:(G-\d+)\/)?(N-\d+)$/i.exec(text) ?? [];
  if (node) return { kind: 'node', id: node.toUpperCase(), goal: goal?.toUpperCase() ?? null };
  if (/^\d{4}-\d\d-\d\d-[a-z]+-\d+$/i.test(text)) return { kind: 'run', id: text.toLowerCase() };
  const number = /^E-/i.test(text) ? eventNamed(text) : undefined;
  return number === undefined ? undefined : { kind: 'event', number };
}

function outcome(named: string, story: Story): Outcome {
  switch (story.kind) {
    case 'failed':
      return failed(story.failure);
    case 'choose': {
      const message = `Several goals have a node ${oneLine(named, 40)}; name one.`;
      const types = story.nodes.map((node) => `wukong why ${node}`).join(' · ');
      return misused(message, `Type one of: ${types}`);
    }
    case 'unknown':
      return unknown(named, story);
    case 'found':
      return found(story);
  }
}

const SHOWN_CANDIDATES = 12;

function unknown(named: string, story: Extract<Story, { kind: 'unknown' }>): Outcome {
  const message = `There is no ${oneLine(named, 60)} in the log.`;
  if (/^E-/i.test(named)) {
    return misused(message, `The log ends at ${story.last}.`);
  }
  const known = /^(?:G-|N-)/i.test(named) ? story.nodes : story.runs;
  const newest = known.slice(-SHOWN_CANDIDATES).join(', ');
  const list = newest === '' ? 'The log knows none.' : `The newest: ${newest}.`;
  return misused(message, joined([didYouMean(named, known), list]));
}

function found(story: FoundStory): Outcome {
  const { at, chain, step, state } = story;
  const { goal: goalId, node } = at;
  const goal = entry(state.goals, goalId);
  const now = goalId === undefined || node === undefined ? null : standOf(goal, goalId, node);
  const cause = step ? causeWords(step.cause) : null;
  const before = step ? chain.filter((record) => !step.records.includes(record)) : chain;
  const lines = [
    ...(step ? [`${at.event} was written because ${cause}.`] : []),
    ...(step && step.records.length > 1 ? ['In one step:'] : []),
    ...(step ? step.records.map((record) => line(record, record.event_id === at.event)) : []),
    ...(step && before.length > 0 ? ['Before it:'] : []),
    ...before.map((record) => line(record, false)),
    ...(now === null ? [] : [`Now: ${now}`]),
  ];
  return done(lines.join('\n'), {
    about: at,
    now,
    cause: step ? { kind: step.cause.kind, text: cause } : null,
    step: step?.records.map(forPrograms) ?? null,
    events: chain.map(forPrograms),
  });
}

function causeWords(cause: Cause): string {
  switch (cause.kind) {
    case 'host':
      return `the client reported ${cause.event.type} (${describeEvent(cause.event)})`;
    case 'verdict':
      return `the report of ${cause.run} was judged`;
    case 'ourselves':
      return 'Wukong itself, or a command in a shell, ran a step';
  }
}

/** Where a node stands, and what it waits for. */
function standOf(goal: Goal | undefined, goalId: string, id: string): string {
  const node = entry(goal?.nodes ?? {}, id);
  if (!goal || !node) return `${goalId} is closed.`;
  const paused = goal.paused ? ` ${goalId} is paused: ${reasonText(goal.paused)}.` : '';
  switch (node.status) {
    case 'blocked': {
      const waiting = waitingAt(goal, id);
      const text =
        waiting && `${oneLine(waitsText(waiting), 500)} ${nextText(waiting, 'shell', oneLine)}`;
      return `it waits for a person (${node.kind}). ${text ?? ''}`;
    }
    case 'pending':
      return `it waits for ${waitsFor(goal, id)}.${paused}`;
    case 'ready':
      return `it is ready${node.offered ? ' and was offered' : ''}.${paused}`;
    case 'running':
    case 'verify':
      return `${node.status === 'verify' ? 'the report is being judged' : 'an agent works on it'}, run ${node.run}.${paused}`;
    case 'done':
      return `it is done, ${node.level} proven by ${node.run}.`;
    default:
      return `it is ${node.status}.`;
  }
}

const MAX_NAMED = 32;

function waitsFor(goal: Goal, id: string): string {
  const open = edgesTo(goal, id)
    .filter(({ outcome }) => outcome === 'open')
    .map(({ from }) => ({ from, status: entry(goal.nodes, from)?.status ?? 'pending' }));
  return (
    firstOf(
      open.map(({ from, status }) => `${from} (${status})`),
      MAX_NAMED,
    ) || 'its turn'
  );
}

function line(record: EventRecord, isMeant: boolean): string {
  const { event_id, timestamp, goal_id, node_id, run_id, v } = record;
  const where = [goal_id, node_id].filter((id) => id !== undefined).join('/');
  const at = colors.dim(`${event_id} ${timestamp.slice(0, 19).replace('T', ' ')}Z`);
  const run = run_id === undefined ? '' : colors.dim(` ${run_id}`);
  const mark = isMeant ? colors.bold('>') : ' ';
  const words = `${describeEvent(record)}${run}${newerMark(v)}`;
  return `${mark} ${at}  ${where.padEnd(12)}  ${words}`;
}

function forPrograms(record: EventRecord) {
  const { event_id, type, timestamp, goal_id, node_id, run_id } = record;
  return { event_id, type, timestamp, goal_id, node_id, run_id, text: describeEvent(record) };
}
