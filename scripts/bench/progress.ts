const QUIET_MS = 2000;
/** Where nobody looks at a terminal, as in CI: a line now and then, to show that it goes on. */
const LINE_EVERY_MS = 15_000;

export type Progress = Readonly<{ say: (text: string) => void; clear: () => void }>;

/** What is going on, on stderr, once it takes longer than two seconds. */
export function showProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const started = performance.now();
  let lastLine = started;
  let drawn = false;
  return {
    say(text) {
      const now = performance.now();
      if (now - started < QUIET_MS) return;
      if (stream.isTTY) {
        stream.write(`\r\u001b[K${text.slice(0, Math.max(20, stream.columns - 1))}`);
        drawn = true;
      } else if (now - lastLine >= LINE_EVERY_MS) {
        lastLine = now;
        stream.write(`${Math.round((now - started) / 1000)} s: ${text}\n`);
      }
    },
    clear() {
      if (drawn) stream.write('\r\u001b[K');
      drawn = false;
    },
  };
}
