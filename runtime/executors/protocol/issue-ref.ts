// The one form in which an issue is named. Ids that a tracker uses inside are refused: nobody can read them,
// and they name another thing in another tracker.

const CANONICAL = /^(?:local|[\w.-]+(?:\/[\w.-]+)+)#[1-9]\d{0,9}$/;

export type IssueRefFault = 'internal-id' | 'url' | 'no-repository' | 'other-form';

/** What is wrong with it; undefined if it is canonical. */
export function issueRefFault(text: string): IssueRefFault | undefined {
  if (CANONICAL.test(text)) return undefined;
  if (/^[a-z]+:\/\//i.test(text)) return 'url';
  if (/^#\d+$/.test(text)) return 'no-repository';
  // Numbers, global node ids (I_kwDO…, base64 of `05:Issue…`) and gid:…: ids of a database.
  if (/^(?:\d+|[A-Z]{1,4}_[\w-]{8,}|MDU6\w+=*|gid:.*)$/.test(text)) return 'internal-id';
  return 'other-form';
}
