import { closeSync, openSync, rmSync } from 'node:fs';
import { writeAll } from '../../runtime/files/atomic-write.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { encodeStep } from '../../runtime/log/record.ts';
import { readState } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';

const BUFFER_BYTES = 4 * 1024 * 1024;

/** Steps of the real code, put into the log without lock, sync and caches between them. */
export type BulkLog = Readonly<{
  step: (body: (step: Step) => void) => void;
  /** Records so far. */
  events: () => number;
  /** Writes what is left. The caches are gone: the first hook makes them from the log. */
  close: () => void;
}>;

/** The workspace must be nobody else's meanwhile. Time begins long ago, a second passes a step. */
export function openBulkLog(ws: Workspace): BulkLog {
  const now = readState(ws);
  if (!now.ok) throw new Error(`the log cannot be read: ${now.failure.kind}`);
  const { state } = now;
  let cursor = { events: state.log.events, bytes: state.log.bytes, crc: state.log.crc };
  let time = Date.UTC(2026, 0, 1);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const fd = openSync(files.log(ws), 'a');
  const flush = (): void => {
    writeAll(fd, Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
  };
  return {
    events: () => cursor.events,
    step(body) {
      time += 1000;
      const step = openStep(state, new Date(time).toISOString());
      body(step);
      if (step.facts.length === 0) return;
      const encoded = encodeStep(step.facts, cursor);
      if (!encoded.ok) throw new Error(`a record of ${encoded.type} has ${encoded.size} bytes`);
      cursor = {
        events: cursor.events + step.facts.length,
        bytes: cursor.bytes + encoded.bytes.length,
        crc: encoded.records.at(-1)?.crc ?? cursor.crc,
      };
      waiting.push(encoded.bytes);
      waitingBytes += encoded.bytes.length;
      if (waitingBytes > BUFFER_BYTES) flush();
    },
    close() {
      flush();
      closeSync(fd);
      for (const cache of [files.state(ws), files.taskgraph(ws)]) rmSync(cache, { force: true });
    },
  };
}
