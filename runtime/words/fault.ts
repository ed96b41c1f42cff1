import type { Fault } from '../model/proof.ts';
import { asSentence } from './plain-text.ts';

/** What is said first of a goal that was to be shown red and green: whole sentences. */
export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'shown':
      return `Proven: \`${fault.check}\` failed before, passes now.`;
    case 'nothing-changed':
      return 'The fault was not seen, nothing was changed.';
    case 'documentation':
      return `No check opens what was changed: ${fault.files.join(', ')}.`;
    case 'not-shown': {
      const what = `The fault was not shown: ${asSentence(fault.why)}`;
      if (fault.accepted === null) return what;
      const { by, why } = fault.accepted;
      return `${what} Accepted by ${by}${why === '' ? '.' : `: ${asSentence(why)}`}`;
    }
  }
}
