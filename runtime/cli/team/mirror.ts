// `wukong team mirror`: at home what is not mirrored yet is mirrored; elsewhere it is read.

import { setTimeout as delay } from 'node:timers/promises';
import { stampOfFile } from '../../engine/daemon/wake.ts';
import { mirrorWithTrees, type Seen } from '../../engine/team/mirror.ts';
import { beginMirror, readMirror } from '../../engine/team/read-mirror.ts';
import { eventId } from '../../kernel/state/ids.ts';
import { type Failure, ok, type Result } from '../../model/failure.ts';
import { CHANNEL, logRows } from '../../team/mirrored.ts';
import { isUnusable, unusable } from '../../team/unusable.ts';
import { explain } from '../../words/explain-failure.ts';
import { oneLine } from '../../words/plain-text.ts';
import { files } from '../../workspace/paths.ts';
import { readNote } from '../../workspace/team-note.ts';
import type { Args } from '../frame/command.ts';
import { inColumns } from '../frame/in-columns.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { printLine, warn } from '../frame/output.ts';
import { HELP, type Here, inTeam, isLogId, WHICH } from './in-team.ts';
import { mirroredJson, mirroredText, readJson, readText } from './told-text.ts';

export async function mirrorHere(args: Args): Promise<Outcome> {
  const [, log, more] = args.words;
  if (more !== undefined) return misused(`"${oneLine(more, 40)}" is one word too many.`, HELP);
  if (log !== undefined && !isLogId(log)) {
    return misused(`"${oneLine(log, 40)}" is no log.`, WHICH);
  }
  return inTeam(async (at) => {
    if (args.flag('list')) return allLogs(at);
    const seen: Seen = {};
    const first = await once(at, seen, log);
    if (!first.ok) return failed(first.error);
    if (!args.flag('follow')) return done(first.value.text, first.value.json);
    printLine(first.value.text);
    return follow(at, seen);
  });
}

async function allLogs({ database }: Here): Promise<Outcome> {
  const rows = await logRows(database.query).catch(unusable);
  if (!Array.isArray(rows)) return failed(rows as Failure);
  const table = rows.map((row) => {
    const age = `${Math.round(row.ageSec)} s ago`;
    return [row.log, oneLine(row.name, 60), eventId(row.records), age];
  });
  const logs = rows.map(({ log, name, records, epoch }) => ({ log, home: name, records, epoch }));
  return done(inColumns(table, 2).join('\n') || 'No log was mirrored to this team yet.', { logs });
}

type Once = Readonly<{ text: string; json: Readonly<Record<string, unknown>> }>;

async function once({ ws, here, database }: Here, seen: Seen, log?: string): Promise<Result<Once>> {
  const note = readNote(ws);
  const isMirror = note?.role === 'mirror';
  if (log === undefined && !isMirror) {
    const mirrored = await mirrorWithTrees(ws, here, database, seen);
    if (!mirrored.ok) return mirrored;
    return ok({ text: mirroredText(mirrored.value), json: mirroredJson(mirrored.value) });
  }
  const isOther = log !== undefined && !(isMirror && note.log === log);
  const read = isOther ? await beginMirror(ws, database, log) : await readMirror(ws, database);
  return read.ok ? ok({ text: readText(read.value), json: readJson(read.value) }) : read;
}

const LOOK_EVERY_MS = 250;
/** Where nothing is heard of the database. */
const POLL_MS = 5_000;

/** Until Ctrl-C. A database that is away is told once, and asked again. */
async function follow(at: Here, seen: Seen): Promise<Outcome> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let isHeard = true;
  const listening = () =>
    at.database
      .listen(CHANNEL, () => {
        isHeard = true;
      })
      // Behind a pooler of transactions nothing is heard, and it is asked every few seconds.
      .catch(() => undefined);
  let endListening = await listening();
  let isAway = false;
  let stamp = '';
  for (let asked = 0; !stop.signal.aborted; ) {
    const now = stampOfFile(files.log(at.ws));
    const isNews = readNote(at.ws)?.role === 'mirror' ? isHeard : now !== stamp;
    if (isNews || Math.abs(Date.now() - asked) >= POLL_MS) {
      [isHeard, stamp, asked] = [false, now, Date.now()];
      const looked = await once(at, seen);
      if (!looked.ok && !isUnusable(looked.error)) return failed(looked.error);
      if (!looked.ok && !isAway) warn(`${explain(looked.error).message} It is tried again.`);
      if (looked.ok && isAway) endListening = await listening();
      isAway = !looked.ok;
      if (looked.ok && looked.value.json.added !== 0) printLine(looked.value.text);
    }
    await delay(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  await endListening?.().catch(() => undefined);
  return done('', null);
}
