import {
  type Cause,
  type FoundStory,
  readStory,
  type Story,
  type Subject,
} from '../../inspect/story.ts';
import { edgesTo } from '../../kernel/graph/graph.ts';
import { waitingAt } from '../../kernel/requests/waiting-at.ts';
import { entry } from '../../kernel/state/queries.ts';
import type { EventRecord } from '../../model/event.ts';
import type { Goal } from '../../model/state/goal.ts';
import { waitKind } from '../../model/wait-of.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { describeEvent } from '../../words/facts.ts';
import { oneLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { nextText, waitsText } from '../../words/waiting.ts';
import { firstOf } from '../frame/brief-nodes.ts';
import type { Command } from '../frame/command.ts';
import { eventLine } from '../frame/event-line.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, failed, joined, misused, type Outcome } from '../frame/outcome.ts';
import { colors, lineWidth } from '../frame/output.ts';
import { progress } from '../frame/progress.ts';
import { hanging } from '../frame/wrap.ts';
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
    utc: { type: 'boolean', description: 'Times in UTC, not in the zone of this machine' },
  },
  examples: [
    ['wukong why N-020', 'where it stands, and how it came there'],
    ['wukong why E-000123', 'what set an event off'],
  ],
  run(args) {
    const utc = args.flag('utc');
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const named = args.text('what')?.trim() ?? '';
    if (named === '') return misused('Why what? Name a node, a run or an event.', EXAMPLES);
    const subject = subjectNamed(named);
    const shown = progress();
    const story = subject && readStory(opened.value.ws, subject, shown.update);
    shown.end();
    if (!story) return misused(`"${oneLine(named, 60)}" is no node, run or event.`, EXAMPLES);
    return outcome(named, story, utc);
  },
};

function subjectNamed(text: string): Subject | undefined {
  const [, goal, node] = /^(?:(G-\d+)\/)?(N-\d+)$/i.exec(text) ?? [];
  if (node) return { kind: 'node', id: node.toUpperCase(), goal: goal?.toUpperCase() ?? null };
  if (/^\d{4}-\d\d-\d\d-[a-z]+-\d+$/i.test(text)) return { kind: 'run', id: text.toLowerCase() };
  const number = /^E-/i.test(text) ? eventNamed(text) : undefined;
  return number === undefined ? undefined : { kind: 'event', number };
}

function outcome(named: string, story: Story, utc: boolean): Outcome {
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
      return found(story, utc);
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

function found(story: FoundStory, utc: boolean): Outcome {
  const { at, chain, step } = story;
  return done(storyLines(story, { utc, width: lineWidth() }).join('\n'), {
    about: at,
    now: nowOf(story),
    cause: step ? { kind: step.cause.kind, text: causeWords(step.cause) } : null,
    step: step?.records.map(forPrograms) ?? null,
    events: chain.map(forPrograms),
  });
}

function nowOf({ at: { goal, node }, state }: FoundStory): string | null {
  return goal === undefined || node === undefined
    ? null
    : standOf(entry(state.goals, goal), goal, node);
}

/** A node begins with where it stands, an event with what set it off; what led there follows. */
export function storyLines(
  story: FoundStory,
  { utc, width }: Readonly<{ utc: boolean; width: number }>,
): string[] {
  const { at, chain, step, state } = story;
  const now = nowOf(story);
  const line = (record: EventRecord): string => {
    const mark = step && record.event_id === at.event ? colors.bold('>') : ' ';
    return `${mark} ${eventLine(record, utc)}`;
  };
  if (!step) {
    const title = entry(state.goals, at.goal)?.specs.find(({ id }) => id === at.node)?.title;
    const first = now === null ? [] : [sentenceOf(`${at.goal}/${at.node}`, title, now), ''];
    return [...first, ...chain.map(line)].flatMap((text) => hanging(text, width, 4));
  }
  const before = chain.filter((record) => !step.records.includes(record));
  const lines = [
    `${at.event} was written because ${causeWords(step.cause)}.`,
    ...(step.records.length > 1 ? ['In one step:'] : []),
    ...step.records.map(line),
    ...(before.length > 0 ? ['Before it:'] : []),
    ...before.map(line),
    ...(now === null ? [] : [`Now: ${now}`]),
  ];
  return lines.flatMap((text) => hanging(text, width, 4));
}

/** `now` begins with "it", or names the goal. */
function sentenceOf(name: string, title: string | undefined, now: string): string {
  const node = title === undefined ? name : `${name} (${oneLine(title, 60)})`;
  return now.startsWith('it ') ? `${node}${now.slice(2)}` : `${node}: ${now}`;
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
      return `it waits for a person (${waitKind(node.because)}). ${text ?? ''}`;
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

function forPrograms(record: EventRecord) {
  const { event_id, type, timestamp, goal_id, node_id, run_id } = record;
  return { event_id, type, timestamp, goal_id, node_id, run_id, text: describeEvent(record) };
}
