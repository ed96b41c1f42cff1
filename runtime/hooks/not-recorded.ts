import type { Answer } from '../hosts/claude-code/answer.ts';
import type { Failure } from '../model/failure.ts';

/**
 * Silence would mean: recorded. A delivery that found the log locked waits in the inbox and is not
 * lost, so there is nothing to say.
 */
export function notRecorded(failure: Failure): Answer {
  if (failure.kind === 'log-locked') return {};
  const why =
    failure.kind === 'file-system' ? `${failure.code}: ${failure.message}` : `${failure.kind}`;
  return {
    message: `Wukong could not record this event (${why}). Nothing that was recorded is lost; \`wukong status\` says more.`,
  };
}
