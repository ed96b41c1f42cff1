import { closeSync, fstatSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isNoFile } from '../../files/file-failure.ts';
import { openToRead, readFrom } from '../../files/reading.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { Args } from '../frame/command.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, EXIT, failed, type Outcome } from '../frame/outcome.ts';
import { endWithReader, printLine } from '../frame/output.ts';

const LOOK_EVERY_MS = 250;

/** What the daemon said that was started last. */
export async function daemonLogs(args: Args): Promise<Outcome> {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  if (!args.flag('follow')) {
    const text = saidSince(ws, START).text.toString('utf8').trimEnd();
    return done(text === '' ? NOTHING : text, { lines: text === '' ? [] : text.split('\n') });
  }
  endWithReader();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let at = START;
  let rest = '';
  while (!stop.signal.aborted) {
    const more = saidSince(ws, at);
    if (more.isAnother && rest !== '') printLine(rest);
    const lines = ((more.isAnother ? '' : rest) + more.text.toString('utf8')).split('\n');
    at = more.at;
    rest = lines.pop() ?? '';
    for (const line of lines) printLine(line);
    // Ends with the signal.
    await delay(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  return { exit: EXIT.done, text: '', json: null };
}

const NOTHING = 'Nothing: no daemon was started here, or a service manager keeps what it says.';

type Place = Readonly<{ file: string | undefined; byte: number }>;

const START: Place = { file: undefined, byte: 0 };

/** Each daemon has a file of its own, put where that of the one before it was: such a file is read from its start. */
function saidSince(ws: Workspace, at: Place) {
  try {
    const fd = openToRead(files.daemonLog(ws));
    try {
      const { dev, ino } = fstatSync(fd);
      const file = `${dev}:${ino}`;
      const isAnother = at.file !== undefined && at.file !== file;
      const start = isAnother ? 0 : at.byte;
      const text = readFrom(fd, start);
      return { text, isAnother, at: { file, byte: start + text.length } };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (isNoFile(error)) return { text: Buffer.alloc(0), isAnother: false, at };
    throw error;
  }
}
