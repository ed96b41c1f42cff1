// What came of the change of a session after a turn (`prove: on_stop`), in one line of any language.

import type { TurnSaying, VerdictSaying } from '../../../model/saying.ts';
import { oneLine } from '../../../words/plain-text.ts';
import { saidIn } from '../../../words/verdict.ts';
import type { PhraseWords } from './english.ts';

type ProvedWords = PhraseWords['proved'];

const LONGEST = 700;

export function provedText(words: ProvedWords, saying: TurnSaying): string {
  switch (saying.is) {
    case 'no-gate':
      return words.noGate;
    case 'not-approved':
      return oneLine(words.notApproved(saying.check), LONGEST);
    case 'edits-check':
      return oneLine(words.editsCheck(saying.check), LONGEST);
    default:
      return oneLine(verdictLine(words, saying), LONGEST);
  }
}

function verdictLine(words: ProvedWords, saying: VerdictSaying): string {
  const { mark, head, more, limits, doubts, next } = saidIn(words.verdict, saying);
  const [doubt] = doubts;
  const rest = {
    shown: [...limits, ...(doubt === undefined ? [] : [words.doubt(doubt, doubts.length - 1)])],
    'not-shown': next,
    nothing: more,
    unable: [words.output],
  };
  return words.line(mark, [head, ...rest[saying.is]]);
}
