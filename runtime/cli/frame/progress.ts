// A line on stderr that says how far a long command is: only for a person at a terminal, and only once
// it has taken two seconds.

import { oneLine } from '../../words/plain-text.ts';

const QUIET_MS = 2000;
const EVERY_MS = 200;
/** Asking for the time a million times would itself take long. */
const EVERY_CALLS = 256;
const WIDTH = 72;

export type Progress = Readonly<{ update: (where: string) => void; end: () => void }>;

/** No escape codes: NO_COLOR and dumb terminals get the same line. */
export function progress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (stream.isTTY !== true) return { update: () => undefined, end: () => undefined };
  const started = Date.now();
  let next = started + QUIET_MS;
  let calls = 0;
  let isShown = false;
  const put = (text: string): void => {
    stream.write(`\r${oneLine(text, WIDTH).padEnd(WIDTH)}`);
  };
  return {
    update(where) {
      calls += 1;
      // The first calls of all look at the clock: there may be few of them, and each long.
      if (calls > EVERY_CALLS && calls % EVERY_CALLS !== 0) return;
      const now = Date.now();
      if (now < next) return;
      next = now + EVERY_MS;
      isShown = true;
      put(`${Math.round((now - started) / 1000)} s: ${where}`);
    },
    end() {
      if (isShown) clearLine(stream);
    },
  };
}

const TICK_MS = 500;

/** Says what is waited for, where that takes long: `what` may change meanwhile. */
export async function atWork<T>(what: string | (() => string), work: () => Promise<T>): Promise<T> {
  const shown = progress();
  const say = typeof what === 'string' ? () => what : what;
  const timer = setInterval(() => shown.update(say()), TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    shown.end();
  }
}

/** For a line that stays. */
export function clearLine(stream: NodeJS.WriteStream = process.stderr): void {
  if (stream.isTTY === true) stream.write(`\r${' '.repeat(WIDTH)}\r`);
}
