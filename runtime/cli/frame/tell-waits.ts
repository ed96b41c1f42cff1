// That another check runs in the repository, for whoever waits at a terminal or reads what was printed.

import { onWait } from '../../evidence/gates/waits.ts';
import type { TrialWords } from '../../words/trial-words.ts';
import { warn } from './output.ts';
import { clearLine } from './progress.ts';

export function tellWaits(words: Pick<TrialWords, 'waits'>): void {
  onWait(({ what, process: { pid } }) => {
    clearLine();
    warn(words.waits(what, pid));
  });
}
