// What git said of a push that did not end well. Pure.

export type PushRefusal =
  /** Others pushed: it would be no plain step forward. */
  | 'rejected'
  /** By a hook, here or there. */
  | 'hook-refused'
  /** Who asks is not let in, or not with this. */
  | 'not-allowed'
  | 'unreachable'
  /** It may have arrived. */
  | 'unknown';

const OTHERS_PUSHED =
  /fetch first|non-fast-forward|needs force|already exists|stale info|cannot lock ref|failed to update ref|incorrect old value/;
const BY_HOOK = /(?:pre-receive|update|proc-receive) hook declined|\(hook declined\)/;
const NO_ENTRY =
  /permission|denied|authenticat|could not read (?:username|password)|terminal prompts disabled|returned error: 40[13]|unauthorized|forbidden|repository .*not found|returned error: 404|host key verification failed|unable to write|not allowed/i;
const NO_WAY =
  /could not resolve|couldn't (?:resolve|connect)|failed to connect|connection (?:refused|timed out|reset|closed)|network is unreachable|no route to host|operation timed out|does not appear to be a git repository|unable to access|unable to connect|could not read from remote|does not exist|returned error: 5\d\d|unable to find remote helper/i;
/** Once it has begun to send. */
const BROKE_OFF = /hung up|RPC failed|early EOF|unexpected disconnect|remote failure|send-pack/i;

/** `stdout`: in the form that `--porcelain` gives. */
export function pushRefusal(
  said: Readonly<{ exitCode: number | null; stdout: string; stderr: string }>,
): PushRefusal {
  if (said.exitCode === null) return 'unknown';
  const line = said.stdout.split('\n').find((one) => one.startsWith('!')) ?? '';
  if (/\[remote failure\]|\[no match\]/.test(line)) return 'unknown';
  if (OTHERS_PUSHED.test(line)) return 'rejected';
  if (/protected branch|repository rule/i.test(line)) return 'not-allowed';
  if (BY_HOOK.test(line)) return 'hook-refused';
  if (/unpacker error|internal|timed? ?out/i.test(line)) return 'unknown';
  if (line !== '') return 'not-allowed';
  // Its own hook ends git so, after the other side was reached, and with no word about the branch.
  if (said.exitCode === 1 && !/^fatal: /m.test(said.stderr)) return 'hook-refused';
  return whyNotReached(said.stderr);
}

/** In the middle of it: what was sent may have arrived, and the next time may go well. */
export function hungUp(stderr: string): boolean {
  return BROKE_OFF.test(stderr);
}

export function whyNotReached(stderr: string): 'not-allowed' | 'unreachable' | 'unknown' {
  if (hungUp(stderr)) return 'unknown';
  if (NO_ENTRY.test(stderr)) return 'not-allowed';
  return NO_WAY.test(stderr) ? 'unreachable' : 'unknown';
}
