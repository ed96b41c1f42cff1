import { closeSync } from 'node:fs';
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
  const said = saidFrom(ws, 0);
  if (!args.flag('follow')) {
    const text = said.toString('utf8').trimEnd();
    return done(text === '' ? NOTHING : text, { lines: text === '' ? [] : text.split('\n') });
  }
  endWithReader();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let at = 0;
  let rest = '';
  while (!stop.signal.aborted) {
    const more = saidFrom(ws, at);
    at += more.length;
    const lines = (rest + more.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) printLine(line);
    // Ends with the signal.
    await delay(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  return { exit: EXIT.done, text: '', json: null };
}

const NOTHING = 'Nothing: no daemon was started here, or a service manager keeps what it says.';

function saidFrom(ws: Workspace, start: number): Buffer {
  try {
    const fd = openToRead(files.daemonLog(ws));
    try {
      return readFrom(fd, start);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (isNoFile(error)) return Buffer.alloc(0);
    throw error;
  }
}
