import { archiveLog } from '../store/step.ts';
import type { Command } from './commands.ts';
import { done, failed, needsPerson } from './outcome.ts';
import { openTrusted } from './workspace.ts';

export const archive: Command = {
  description: 'Seal the log: what it holds moves to archive/, and events.jsonl begins anew',
  args: {},
  run() {
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const sealed = archiveLog(opened.value.ws);
    if (!sealed.ok) return failed(sealed.failure);
    if (sealed.file === null) {
      return needsPerson(
        'The log was not sealed: another writer came in between, or it ends in half a step.',
        'Nothing is lost. The next hook puts it right; then try again.',
      );
    }
    const { file, events, bytes, sha256 } = sealed;
    return done(
      `Sealed ${events} events (${bytes} bytes) as .wukong/${file}.\nSHA-256 ${sha256}, written into the log.\nReaders see one log: \`wukong log\` still shows all of it.`,
      { file, events, bytes, sha256 },
    );
  },
};
