import { orFailure } from '../../files/file-failure.ts';
import { readHistory } from '../../log/history.ts';
import type { Cursor } from '../../log/record.ts';
import type { EventRecord } from '../../model/event.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { KNOWN_TYPES } from '../../words/facts.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Args, Command } from '../frame/command.ts';
import { eventLine } from '../frame/event-line.ts';
import { recordsSince, untilStopped } from '../frame/follow-log.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { EXIT, failed, joined, misused, type Outcome } from '../frame/outcome.ts';
import { endWithReader, print, printJsonLines } from '../frame/output.ts';
import { goalId } from '../frame/pick-goal.ts';
import { progress } from '../frame/progress.ts';

export const log: Command = {
  description: 'Show the events of the log, oldest first',
  args: {
    follow: { type: 'boolean', description: 'Keep showing new events, until Ctrl-C' },
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
    utc: { type: 'boolean', description: 'Times in UTC, not in the zone of this machine' },
  },
  examples: [
    ['wukong log --limit 20', 'the last 20 events'],
    ['wukong log --follow --type node', 'nodes, as they go on'],
  ],
  run(args) {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const wanted = readFilter(args);
    if (!wanted.ok) return wanted.error;
    endWithReader();
    const utc = args.flag('utc');
    const print = args.flag('json') ? printJsonLines : asLines(utc);
    return args.flag('follow')
      ? follow(opened.value.ws, wanted.value, print)
      : showOnce(opened.value.ws, wanted.value, print);
  },
};

type Filter = Readonly<{
  matches: (record: EventRecord) => boolean;
  limit: number;
  goal: string | undefined;
  node: string | undefined;
}>;

function readFilter(args: Args): Result<Filter, Outcome> {
  for (const name of ['type', 'node', 'goal']) {
    if (args.text(name)?.trim() === '') {
      return fail(misused(`--${name} is empty.`, 'See `wukong log --help`.'));
    }
  }
  const limit = Number(args.text('limit') ?? Number.POSITIVE_INFINITY);
  if (args.text('limit') !== undefined && !/^\d+$/.test(args.text('limit') ?? '')) {
    return fail(misused('--limit needs a whole number.', 'For example --limit 20.'));
  }
  const typed = args.text('type');
  const type = typed?.toLowerCase();
  if (type !== undefined && !KNOWN_TYPES.some((one) => isOfType(one.toLowerCase(), type))) {
    const hints = [didYouMean(type, KNOWN_TYPES), 'For example: node.done, run, Stop.'];
    return fail(misused(`"${oneLine(typed ?? '', 60)}" is no type of event.`, joined(hints)));
  }
  const [node, goalOfNode] = (args.text('node') ?? '').toUpperCase().split('/').reverse();
  if (node && !/^N-\d+$/.test(node)) {
    const message = `"${oneLine(args.text('node') ?? '', 60)}" is no node.`;
    return fail(misused(message, 'For example --node N-010 or --node G-0001/N-010.'));
  }
  const named = args.text('goal') ?? goalOfNode;
  const goal = named === undefined ? undefined : goalId(named);
  if (goal !== undefined && !/^G-\d+$/.test(goal)) {
    return fail(misused(`"${oneLine(goal, 60)}" is no goal.`, 'For example --goal G-0001.'));
  }
  return ok({
    limit,
    goal,
    node: node || undefined,
    matches(record) {
      if (type !== undefined && !isOfType(record.type.toLowerCase(), type)) return false;
      if (node && record.node_id !== node) return false;
      return goal === undefined || record.goal_id === goal;
    },
  });
}

/** `run` means all of `run.dispatched`, `run.ended`, … */
function isOfType(type: string, wanted: string): boolean {
  return type === wanted || type.startsWith(`${wanted}.`);
}

function showOnce(ws: Workspace, filter: Filter, print: Print): Outcome {
  const ids = { goals: new Set<string>(), nodes: new Set<string>() };
  const read = readAll(ws, filter, print, ({ goal_id, node_id }) => {
    if (filter.goal && goal_id) ids.goals.add(goal_id);
    if (filter.node && node_id && (!filter.goal || goal_id === filter.goal)) ids.nodes.add(node_id);
  });
  if (!read.ok) return failed(read.error);
  const { goal, node } = filter;
  if (goal && !ids.goals.has(goal)) return notInLog(goal, didYouMean(goal, ids.goals));
  if (!node || ids.nodes.has(node)) return SHOWN;
  return notInLog(goal ? `${goal}/${node}` : node, didYouMean(node, ids.nodes));
}

function notInLog(name: string, near: string | undefined): Outcome {
  const message = `The log has no event of ${oneLine(name, 60)}.`;
  return misused(message, joined([near, 'All there is: `wukong log`.']));
}

/** Everything was printed as it came. */
const SHOWN: Outcome = { exit: EXIT.done, text: '', json: null };

async function follow(ws: Workspace, filter: Filter, print: Print): Promise<Outcome> {
  let cursor: Cursor | undefined;
  const failure = await untilStopped(ws, () => {
    const read = cursor ? readMore(ws, cursor, filter, print) : readAll(ws, filter, print);
    if (!read.ok) return read.error;
    cursor = read.value;
    return undefined;
  });
  return failure ? failed(failure) : SHOWN;
}

/**
 * Prints what matches, while it reads; of a limit the last ones, when it has read all. Counted records
 * only: a torn tail or a void step is shown to nobody.
 */
function readAll(
  ws: Workspace,
  filter: Filter,
  print: Print,
  onRecord: (record: EventRecord) => void = () => undefined,
): Result<Cursor> {
  const shown = progress();
  const { limit } = filter;
  let events = 0;
  let kept: EventRecord[] = [];
  const history = orFailure(() =>
    readHistory(
      ws,
      (record) => {
        events += 1;
        shown.update(`${events} events read`);
        onRecord(record);
        if (!filter.matches(record)) return true;
        kept.push(record);
        if (kept.length < BATCH) return true;
        if (limit === Number.POSITIVE_INFINITY) {
          shown.end();
          print(kept);
          kept = [];
        } else if (kept.length >= limit + BATCH) {
          kept = lastOf(kept, limit);
        }
        // Nobody reads any more, or the disk is full.
        return process.stdout.errored === null;
      },
      'count',
    ),
  );
  shown.end();
  if (!history.ok) return fail(history.failure);
  print(lastOf(kept, limit));
  return ok(history.cursor);
}

/** So many records are printed at once. */
const BATCH = 1024;

function readMore(ws: Workspace, from: Cursor, filter: Filter, print: Print): Result<Cursor> {
  const since = recordsSince(ws, from);
  if (!since.ok) return since;
  print(since.value.records.filter(filter.matches));
  return ok(since.value.cursor);
}

function lastOf<T>(values: T[], limit: number): T[] {
  return limit === 0 ? [] : values.slice(-Math.min(limit, values.length));
}

type Print = (records: readonly EventRecord[]) => void;

function asLines(utc: boolean): Print {
  return (records) => {
    if (records.length === 0) return;
    print(process.stdout, records.map((record) => eventLine(record, utc)).join('\n'));
  };
}
