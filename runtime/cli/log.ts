import { describeEvent } from '../diagnostics/describe-event.ts';
import { numberOf } from '../kernel/ids.ts';
import type { EventRecord } from '../model/event.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { FORMAT_VERSION } from '../model/words.ts';
import { orFailure } from '../store/file-failure.ts';
import { readHistory } from '../store/history.ts';
import { readTail } from '../store/log.ts';
import { closeLog, openLog } from '../store/open-log.ts';
import { files, type Workspace } from '../store/paths.ts';
import type { Cursor } from '../store/record.ts';
import type { Args, Command } from './commands.ts';
import { EXIT, failed, misused, type Outcome } from './outcome.ts';
import { colors } from './output.ts';
import { openWorkspace } from './workspace.ts';

export const log: Command = {
  description: 'Show what happened, oldest first',
  args: {
    follow: { type: 'boolean', description: 'Go on showing what happens, until Ctrl-C' },
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
  },
  run(args) {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const wanted = readFilter(args);
    if (!wanted.ok) return wanted.error;
    return args.flag('follow')
      ? follow(opened.value.ws, wanted.value, args.flag('json'))
      : showOnce(opened.value.ws, wanted.value, args.flag('json'));
  },
};

type Filter = Readonly<{ matches: (record: EventRecord) => boolean; limit: number }>;

function readFilter(args: Args): Result<Filter, Outcome> {
  const limit = Number(args.text('limit') ?? Number.POSITIVE_INFINITY);
  if (args.text('limit') !== undefined && !(Number.isInteger(limit) && limit >= 0)) {
    return fail(misused('--limit needs a whole number.', 'For example --limit 20.'));
  }
  const type = args.text('type')?.toLowerCase();
  const [node, goalOfNode] = (args.text('node') ?? '').toUpperCase().split('/').reverse();
  const goal = args.text('goal')?.toUpperCase() ?? goalOfNode;
  return ok({
    limit,
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

function showOnce(ws: Workspace, filter: Filter, asJson: boolean): Outcome {
  const read = readAll(ws);
  if (!read.ok) return failed(read.error);
  print(lastOf(read.value.records.filter(filter.matches), filter.limit), asJson);
  return SHOWN;
}

/** Everything was printed as it came. */
const SHOWN: Outcome = { exit: EXIT.done, text: '', json: null };

/** A look at the log costs a tenth of a millisecond. */
const LOOK_EVERY_MS = 250;

async function follow(ws: Workspace, filter: Filter, asJson: boolean): Promise<Outcome> {
  const stopped = new Promise<Outcome>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(SHOWN));
  });
  const first = readAll(ws);
  if (!first.ok) return failed(first.error);
  print(lastOf(first.value.records.filter(filter.matches), filter.limit), asJson);
  let { cursor } = first.value;
  const { watch } = await import('chokidar');
  const watcher = watch(files.log(ws));
  let look: NodeJS.Timeout | undefined;
  const ended = new Promise<Outcome>((resolve) => {
    const more = (): void => {
      const read = readMore(ws, cursor);
      if (!read.ok) {
        resolve(failed(read.error));
        return;
      }
      cursor = read.value.cursor;
      print(read.value.records.filter(filter.matches), asJson);
    };
    // The watcher tells at once; but not of what comes within 50 ms after a change, and nothing more
    // of a log that was sealed, because then another file is in its place.
    watcher.on('change', more);
    // The system gives no more of them: then every look is one of ours.
    watcher.on('error', () => undefined);
    look = setInterval(more, LOOK_EVERY_MS);
  });
  const outcome = await Promise.race([ended, stopped]);
  clearInterval(look);
  await watcher.close();
  return outcome;
}

type Read = Readonly<{ records: readonly EventRecord[]; cursor: Cursor }>;

/** Counted records only: a torn tail or a void step is shown to nobody. */
function readAll(ws: Workspace, after = 0): Result<Read> {
  const records: EventRecord[] = [];
  const history = orFailure(() =>
    readHistory(
      ws,
      (record) => {
        if (numberOf(record.event_id) > after) records.push(record);
        return true;
      },
      'count',
    ),
  );
  return history.ok ? ok({ records, cursor: history.cursor }) : fail(history.failure);
}

/** What came since. When the log was sealed meanwhile, the row goes on in another file. */
function readMore(ws: Workspace, from: Cursor): Result<Read> {
  const tail = orFailure(() => {
    const opened = openLog(ws);
    try {
      return { ok: true as const, tail: readTail(opened, from) };
    } finally {
      closeLog(opened);
    }
  });
  if (!tail.ok) return fail(tail.failure);
  const read = tail.tail;
  if (read.kind === 'failed') return fail(read.failure);
  return read.kind === 'read' ? ok(read) : readAll(ws, from.events);
}

function lastOf<T>(values: readonly T[], limit: number): readonly T[] {
  return limit === 0 ? [] : values.slice(-Math.min(limit, values.length));
}

function print(records: readonly EventRecord[], asJson: boolean): void {
  const lines = records.map((record) => (asJson ? JSON.stringify(record) : line(record)));
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
}

function line(record: EventRecord): string {
  const { event_id, timestamp, goal_id, node_id, run_id, v } = record;
  const where = [goal_id, node_id].filter((id) => id !== undefined).join('/');
  const run = run_id === undefined ? '' : colors.dim(` ${run_id}`);
  const at = colors.dim(`${event_id} ${timestamp.slice(0, 19).replace('T', ' ')}Z`);
  const newer = v > FORMAT_VERSION ? colors.yellow(` (of a newer version: ${v})`) : '';
  return `${at}  ${where.padEnd(12)}  ${describeEvent(record)}${run}${newer}`;
}
