import { readHistory } from '../../log/history.ts';
import { keepSecondCopy } from '../../log/second-copy.ts';
import { archiveLog } from '../../step/run-step.ts';
import type { Command } from '../frame/command.ts';
import { openTrusted } from '../frame/open-workspace.ts';
import { done, failed, needsPerson } from '../frame/outcome.ts';
import { progress } from '../frame/progress.ts';

export const archive: Command = {
  description: 'Seal the log: move its records to archive/ and start a new events.jsonl',
  args: {},
  examples: [['wukong archive', 'when the log has grown long']],
  run() {
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const { ws, trust } = opened.value;
    const shown = progress();
    let events = 0;
    let since = 0;
    // A damage that state.json stands behind would be sealed with the rest, and be found much later.
    const history = readHistory(ws, ({ type }) => {
      events += 1;
      since = type === 'log.sealed' ? 0 : since + 1;
      shown.update(`${events} events read`);
      return true;
    });
    shown.end();
    if (!history.ok) return failed(history.failure);
    if (since === 0) {
      const text = 'Nothing to seal: nothing was recorded since the log was sealed.';
      return done(text, { file: null, events: 0 });
    }
    const sealed = archiveLog(ws);
    if (!sealed.ok) return failed(sealed.failure);
    if (sealed.file === null) {
      return needsPerson(
        'The log was not sealed: another writer came in between, or it ends in half a step.',
        'Nothing is lost. The next hook fixes it; then try again.',
      );
    }
    const { file, bytes, sha256 } = sealed;
    keepSecondCopy(ws, trust.log_id);
    // The record that begins the file counts as well; others may have come while this was read.
    const isFirst = since === events;
    const inFile = sealed.events - events + since + (isFirst ? 0 : 1);
    return done(
      `Sealed ${inFile} events (${bytes} bytes) as .wukong/${file}.\nSHA-256 ${sha256}, written into the log.\nReaders see one log: \`wukong log\` still shows all of it.`,
      { file, events: inFile, bytes, sha256 },
    );
  },
};
