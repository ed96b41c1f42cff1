// What the user broke off by Esc: no event shows it, only the main transcript.

import { readText } from '../../../files/reading.ts';
import { activeRuns, focusOf } from '../../../kernel/state/queries.ts';
import { subagentOf } from '../../../kernel/state/run-by.ts';
import type { State } from '../../../model/state/state.ts';

/**
 * Tool calls of the session's goal that the main transcript shows as rejected: read only when one of
 * our runs is still active.
 */
export function interruptedCalls(state: State, sessionId: string, transcript: string): string[] {
  const goal = focusOf(state, sessionId);
  const active = goal ? activeRuns(goal).flatMap((run) => subagentOf(run)?.tool_use_id ?? []) : [];
  return active.length > 0 ? rejectedCalls(transcript, active) : [];
}

function rejectedCalls(transcriptPath: string, toolUseIds: readonly string[]): string[] {
  let text: string;
  try {
    text = readText(transcriptPath);
  } catch {
    return []; // No transcript: nothing is proven, and Stop will show it.
  }
  const lines = text.split('\n').filter((line) => line.includes('"is_error":true'));
  return toolUseIds.filter((id) =>
    lines.some((line) => line.includes(`"tool_use_id":"${id}"`) && /reject|interrupt/i.test(line)),
  );
}
