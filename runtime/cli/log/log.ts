import { goalEntity } from '../../entities/goals.ts';
import { orFailure } from '../../files/file-failure.ts';
import { goalsAfter } from '../../inspect/goals-after.ts';
import { numberOf } from '../../kernel/state/ids.ts';
import { readHistory } from '../../log/history.ts';
import { recordsSince, type Wanted } from '../../log/read-on.ts';
import type { Cursor } from '../../log/record.ts';
import type { EventRecord } from '../../model/event.ts';
import type { GoalEntity } from '../../model/views/entities/goal.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Args, Command } from '../frame/command.ts';
import { eventLine } from '../frame/event-line.ts';
import { type Looked, untilStopped } from '../frame/follow-log.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { EXIT, failed, joined, misused, type Outcome } from '../frame/outcome.ts';
import { drained, endWithReader, print, printJsonLines } from '../frame/output.ts';
import { type Progress, progress } from '../frame/progress.ts';
import { type Filter, readFilter } from './log-filter.ts';

export const log: Command = {
  description: 'Show the events of the log, oldest first',
  args: {
    follow: { type: 'boolean', description: 'Keep showing new events, until Ctrl-C' },
    since: {
      type: 'string',
      valueHint: 'EVENT',
      description: 'Only what comes after this one: E-000123, or E-000123:CRC to be sure it is it',
    },
    type: {
      type: 'string',
      valueHint: 'TYPE',
      description: 'Only this type: Stop, node.done, run',
    },
    node: {
      type: 'string',
      valueHint: 'NODE',
      description: 'Only this node: N-010 or G-0001/N-010',
    },
    goal: { type: 'string', valueHint: 'GOAL', description: 'Only this goal: G-0001' },
    limit: { type: 'string', valueHint: 'N', description: 'Only the last N' },
    state: { type: 'boolean', description: 'With --json: its goal as it was after each event' },
    utc: { type: 'boolean', description: 'Times in UTC, not in the zone of this machine' },
  },
  examples: [
    ['wukong log --limit 20', 'the last 20 events'],
    ['wukong log --follow --type node', 'nodes, as they go on'],
    ['wukong log --follow --json --since E-000003', 'the journal for programs, from there on'],
  ],
  // Behind lines of JSON what went wrong is one more.
  run: async (args) => ({ ...(await showLog(args)), isLine: true }),
};

async function showLog(args: Args): Promise<Outcome> {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  const wanted = readFilter(args);
  if (!wanted.ok) return wanted.error;
  const isJson = args.flag('json');
  const isWithState = args.flag('state');
  const isFollowed = args.flag('follow');
  if (isWithState && !isJson) {
    return misused('--state is for programs.', 'Type: wukong log --json --state');
  }
  endWithReader();
  const print = isJson ? printJsonLines : asLines(args.flag('utc'));
  // The configuration is read for this alone.
  const tenant = isWithState ? (await import('../audit/tenant.ts')).tenantOf(ws) : undefined;
  const { look, seen } = reading(ws, wanted.value, isFollowed ? 'stays' : 'now', tenant, print);
  if (isFollowed) {
    const failure = await untilStopped(ws, look);
    return failure ? failed(failure) : SHOWN;
  }
  for (let looked: Looked = 'more'; looked === 'more'; await drained()) {
    looked = look();
    if (typeof looked === 'object') return failed(looked);
  }
  return wanted.value.since.events > 0 ? SHOWN : whereNone(wanted.value, seen);
}

/** Everything was printed as it came. */
const SHOWN: Outcome = { exit: EXIT.done, text: '', json: null };

type Seen = Readonly<{ goals: Set<string>; nodes: Set<string> }>;

function whereNone({ goal, node }: Filter, seen: Seen): Outcome {
  if (goal && !seen.goals.has(goal)) return notInLog(goal, didYouMean(goal, seen.goals));
  if (!node || seen.nodes.has(node)) return SHOWN;
  return notInLog(goal ? `${goal}/${node}` : node, didYouMean(node, seen.nodes));
}

function notInLog(name: string, near: string | undefined): Outcome {
  const message = `The log has no event of ${oneLine(name, 60)}.`;
  return misused(message, joined([near, 'All there is: `wukong log`.']));
}

/** A record of the log; with its goal as it was then, null where it names none that is there. */
type Line = EventRecord & Readonly<{ state?: GoalEntity | null }>;

type Print = (lines: readonly Line[]) => void;

/**
 * Each look prints what matches of what it takes; of a limit the last ones, when there is no more. Counted
 * records only: a torn tail or a void step is shown to nobody.
 */
function reading(
  ws: Workspace,
  filter: Filter,
  wanted: Wanted,
  tenant: string | undefined,
  print: Print,
) {
  const { goal, node, limit } = filter;
  const seen: Seen = { goals: new Set(), nodes: new Set() };
  // Of what comes while somebody looks on nothing is said.
  let shown: Progress | undefined = progress();
  const goals = tenant === undefined ? undefined : goalsAfter(ws);
  let cursor = goals ? foldedTo(ws, filter.since, goals, shown) : filter.since;
  let kept: Line[] = [];
  let isLimited = limit < Number.POSITIVE_INFINITY;
  const look = (): Looked => {
    const since = recordsSince(ws, cursor, wanted);
    if (!since.ok) return since.error;
    const { records, isMore } = since.value;
    cursor = since.value.cursor;
    for (const record of records) {
      const { goal_id, node_id, event_id } = record;
      shown?.update(`${event_id} read`);
      if (goal && goal_id) seen.goals.add(goal_id);
      if (node && node_id && (!goal || goal_id === goal)) seen.nodes.add(node_id);
      const then = goals?.(record);
      if (!filter.matches(record)) continue;
      const state = then ? goalEntity(then.goal, tenant ?? '', then.times) : null;
      kept.push(goals ? { ...record, state } : record);
    }
    if (isLimited) kept = lastOf(kept, limit);
    if (isLimited && isMore) return 'more';
    isLimited = false;
    shown?.end();
    print(kept);
    kept = [];
    if (isMore) return 'more';
    shown = undefined;
    return undefined;
  };
  return { look, seen };
}

type Fold = (record: EventRecord) => unknown;

/** The goals as of an event are made of all before it. */
function foldedTo(ws: Workspace, since: Cursor, take: Fold, shown: Progress): Cursor {
  let { crc } = since;
  const upTo = (record: EventRecord): boolean => {
    if (numberOf(record.event_id) > since.events) return false;
    shown.update(`${record.event_id} read`);
    take(record);
    crc = since.crc || record.crc;
    return true;
  };
  // What can't be read is reported by the look that follows.
  orFailure(() => readHistory(ws, upTo, 'count'));
  return { ...since, crc };
}

function lastOf<T>(values: T[], limit: number): T[] {
  return limit === 0 ? [] : values.slice(-Math.min(limit, values.length));
}

function asLines(utc: boolean): Print {
  return (records) => {
    if (records.length === 0) return;
    print(process.stdout, records.map((record) => eventLine(record, utc)).join('\n'));
  };
}
