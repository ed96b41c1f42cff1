// The one form in which an issue is named. Ids that a tracker uses inside are refused: nobody can read them,
// and they name another thing in another tracker.

import type { Problem } from '../../model/failure.ts';
import { ISSUE_REF } from '../../model/vocabulary.ts';
import { oneLine } from '../../words/plain-text.ts';
import { problemIn, type Source } from './source.ts';

type IssueRefFault = 'internal-id' | 'url' | 'no-repository' | 'other-form';

/** What is wrong with it; undefined if it is canonical. */
function issueRefFault(text: string): IssueRefFault | undefined {
  if (ISSUE_REF.test(text)) return undefined;
  if (/^[a-z]+:\/\//i.test(text)) return 'url';
  if (/^#\d+$/.test(text)) return 'no-repository';
  // Numbers, global node ids (I_kwDO…, base64 of `05:Issue…`) and gid:…: ids of a database.
  if (/^(?:\d+|[A-Z]{1,4}_[\w-]{8,}|MDU6\w+=*|gid:.*)$/.test(text)) return 'internal-id';
  return 'other-form';
}

const ISSUE_HINT = 'Write it as in the work order: org/repo#12 or local#12.';

const ISSUE_WORDS = {
  'internal-id': 'is an internal id of a tracker, not an issue',
  url: 'is a URL, not an issue',
  'no-repository': 'does not say of which repository',
  'other-form': 'is not an issue',
} as const;

export function issueRefProblems(text: string | undefined, source: Source): Problem[] {
  const fault = text === undefined ? undefined : issueRefFault(text);
  if (text === undefined || fault === undefined) return [];
  const message = `"${oneLine(text, 60)}" ${ISSUE_WORDS[fault]}.`;
  return [problemIn(source, ['issue_ref'], message, ISSUE_HINT)];
}
