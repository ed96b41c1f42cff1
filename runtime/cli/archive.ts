import { readHistory } from '../store/history.ts';
import { archiveLog } from '../store/step.ts';
import type { Command } from './commands.ts';
import { done, failed, needsPerson } from './outcome.ts';
import { progress } from './progress.ts';
import { openTrusted } from './workspace.ts';

export const archive: Command = {
  description: 'Seal the log: what it holds moves to archive/, and events.jsonl begins anew',
  args: {},
  run() {
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const { ws } = opened.value;
    const shown = progress();
    let events = 0;
    // A damage that state.json stands behind would be sealed with the rest, and be found much later.
    const whole = readHistory(ws, () => {
      events += 1;
      shown.tell(`${events} events read`);
      return true;
    });
    shown.end();
    if (!whole.ok) return failed(whole.failure);
    const sealed = archiveLog(ws);
    if (!sealed.ok) return failed(sealed.failure);
    if (sealed.file === null) {
      return needsPerson(
        'The log was not sealed: another writer came in between, or it ends in half a step.',
        'Nothing is lost. The next hook puts it right; then try again.',
      );
    }
    const { file, bytes, sha256 } = sealed;
    return done(
      `Sealed ${sealed.events} events (${bytes} bytes) as .wukong/${file}.\nSHA-256 ${sha256}, written into the log.\nReaders see one log: \`wukong log\` still shows all of it.`,
      { file, events: sealed.events, bytes, sha256 },
    );
  },
};
