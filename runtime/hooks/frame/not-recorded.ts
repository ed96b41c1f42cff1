import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { lostText } from '../../hosts/claude-code/session/text.ts';
import { type Failure, IN_THE_WAY } from '../../model/failure.ts';

/**
 * Silence would mean: recorded. Two kinds of failure are silent all the same: a delivery that found the
 * log locked waits in the inbox and is not lost, and of a log that can't be used at all a session is
 * told once, when it starts.
 */
export function notRecorded(failure: Failure): Answer {
  if (failure.kind === 'graph-lost') return { message: lostText(failure.goal, failure.file) };
  if (failure.kind === 'in-the-way') {
    return {
      message: `Wukong stopped: ${failure.file} ${IN_THE_WAY[failure.is]}. Nothing was written there, and nothing that was recorded is lost. Take it away (out of git too, if it came with a pull); \`wukong doctor\` shows whether there are more.`,
    };
  }
  if (failure.kind !== 'file-system') return {};
  return {
    message: `Wukong could not record this event (${failure.code}: ${failure.message}). Nothing that was recorded is lost; \`wukong status\` says more.`,
  };
}
