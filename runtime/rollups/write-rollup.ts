// Writes the roll-up of a day, `.wukong/rollups/2026-11-23.md`. It is derived from the log, as other caches
// are: writing it again gives the same, whatever stood there.

import { join } from 'node:path';
import { fold } from '../cache/fold.ts';
import { replaceFile } from '../files/atomic-write.ts';
import { emptyState } from '../kernel/state/empty-state.ts';
import { readHistory } from '../log/history.ts';
import { type Day, dayFacts, dayOf, seeInDay } from '../metrics/day.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { rollupPage } from '../words/metrics/rollup-page.ts';
import { makeFolder } from '../workspace/links.ts';
import { files, rollupMarkOf, type Workspace } from '../workspace/paths.ts';
import { endOfDay, localDay } from './local-day.ts';

export type Rollup = Readonly<{ day: Day; page: string /** Below .wukong/. */; file: string }>;

/** The same, kept as a file. */
export function writeRollup(ws: Workspace, day: string, now: number): Result<Rollup> {
  const seen = lookAtDay(ws, day, now);
  if (!seen.ok) return seen;
  const page = rollupPage(seen.value);
  const name = `${day}.md`;
  makeFolder(ws, files.rollups(ws));
  replaceFile(join(files.rollups(ws), name), page, false);
  return ok({ day: seen.value, page, file: `rollups/${name}` });
}

/** `day` is one; `now` in milliseconds: of today it says how it stands by now. */
export function lookAtDay(ws: Workspace, day: string, now: number): Result<Day> {
  const of = dayFacts(day);
  const state = emptyState();
  const history = readHistory(
    ws,
    (record) => {
      const recorded = localDay(Date.parse(record.timestamp));
      seeInDay(of, record, recorded);
      if (recorded <= day) fold(state, record, ws);
      return true;
    },
    'count',
  );
  if (!history.ok) return fail(history.failure);
  const end = endOfDay(day) ?? now;
  return ok(dayOf(of, state, new Date(Math.min(now, end)).toISOString(), now <= end));
}

/** The last day before today on which something was done; undefined if there was none. */
export function writeLastRollup(ws: Workspace, now: number): Result<Rollup | undefined> {
  const today = localDay(now);
  let last = '';
  const history = readHistory(
    ws,
    ({ goal_id, timestamp }) => {
      const day = goal_id === undefined ? '' : localDay(Date.parse(timestamp));
      if (day > last && day < today) last = day;
      return true;
    },
    'count',
  );
  if (!history.ok) return fail(history.failure);
  const written = last === '' ? ok(undefined) : writeRollup(ws, last, now);
  if (!written.ok) return written;
  makeFolder(ws, files.rollups(ws));
  replaceFile(rollupMarkOf(ws), today, false);
  return written;
}
