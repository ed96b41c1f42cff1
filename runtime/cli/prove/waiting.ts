// That another check runs in the repository, for whoever waits: a line of its own, or where the progress stands.

import type { OnWait } from '../../evidence/gates/check-turn.ts';
import type { Language } from '../../model/vocabulary.ts';
import { trialWords } from '../../words/languages/verdict-text.ts';
import { warn } from '../frame/output.ts';

export class Waiting {
  /** While it waits. */
  text: string | undefined;
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  readonly onWait: OnWait = (holder) => {
    this.text = holder && trialWords(this.#language).waits(holder.what, holder.process.pid);
    if (this.text !== undefined && process.stderr.isTTY !== true) warn(this.text);
  };
}
