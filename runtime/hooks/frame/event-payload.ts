// What is kept of every event, whether it concerns a goal or not.

import type { Ids } from '../../hosts/claude-code/events/ids.ts';
import type { HostPayload } from '../../model/facts/host.ts';

/**
 * Two Stops, or two reports, in a row can be equal to the byte while the client has not written its
 * transcript on. They are always handled: a Stop twice counts one reminder more, and a report is judged
 * once because its run says that it is being judged (kernel/reports/receive-report.ts).
 */
export function canLookAlike(event: string): boolean {
  return event === 'Stop' || event === 'SubagentStop' || event === 'PreToolUse';
}

/** Key, time and ids: no text. */
export function recordOf(ids: Ids, key: string | undefined): HostPayload {
  const kept: HostPayload = {};
  if (key) kept.key = key;
  // Since this process started: what the hook has cost until it is recorded.
  kept.ms = Math.round(process.uptime() * 1000);
  return Object.assign(kept, idsOf(ids));
}

export function idsOf(ids: Ids): HostPayload {
  const kept: HostPayload = {};
  if (ids.prompt_id) kept.prompt_id = ids.prompt_id;
  if (ids.agent_id) kept.agent_id = ids.agent_id;
  if (ids.tool_use_id) kept.tool_use_id = ids.tool_use_id;
  if (ids.tool_name) kept.tool = ids.tool_name;
  return kept;
}
