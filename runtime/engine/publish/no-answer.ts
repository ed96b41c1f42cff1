import type { NoAnswer } from '../../publish/github/answer.ts';
import { asSentence, oneLine } from '../../words/plain-text.ts';

/** What to look at, by the status. GitHub says 404 of what somebody may not see, too. */
const TO_LOOK_AT: Readonly<Record<number, string>> = {
  403: ' Whether your login may do it, say its scopes: gh auth status',
  404: ' It is not there, or your login may not see it: gh auth status',
  422: ' What was sent, shows: wukong publish --dry-run',
};

/** Why a code host did not do it, and what to type. */
export function noAnswerText(answer: NoAnswer): string {
  switch (answer.kind) {
    case 'refused':
      return `${answer.status}: ${asSentence(answer.message)}${TO_LOOK_AT[answer.status] ?? ''}`;
    case 'not-logged-in':
      return `nobody is logged in there (${answer.message}): type ${answer.toType}`;
    case 'limited':
      return `too many requests (${oneLine(answer.message)}): again in ${answer.waitSec} s`;
    case 'unreachable':
      return `it cannot be reached: ${answer.why}`;
    case 'unknown':
      return `no answer came: ${answer.why}`;
    case 'missing':
      return `the GitHub CLI (gh) is not here. ${asSentence(answer.toType)}`;
    case 'too-old':
      return `the GitHub CLI is ${answer.found}; it has to be ${answer.needs} or newer`;
  }
}
