import type { EventRecord } from '../../model/event.ts';
import { describeEvent } from '../../words/facts.ts';
import { newerMark } from './open-workspace.ts';
import { colors } from './output.ts';
import { timeOf } from './when.ts';

/** A record of the log as a line. */
export function eventLine(record: EventRecord, utc: boolean): string {
  const { event_id, timestamp, goal_id, node_id, run_id, v } = record;
  const where = [goal_id, node_id].filter((id) => id !== undefined).join('/');
  const run = run_id === undefined ? '' : colors.dim(` ${run_id}`);
  const at = colors.dim(`${event_id} ${timeOf(timestamp, utc)}`);
  return `${at}  ${where.padEnd(12)}  ${describeEvent(record)}${run}${newerMark(v)}`;
}
