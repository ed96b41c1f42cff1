// Files the client keeps beside a session's transcript, and what they prove about an agent.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../files/parse-json.ts';
import { readText } from '../../../files/reading.ts';
import { idOf } from './ids.ts';

/** `…/<session>.jsonl` → `…/<session>/subagents` */
function folderOf(transcriptPath: string): string | undefined {
  if (!transcriptPath.endsWith('.jsonl') || transcriptPath.includes('\0')) return undefined;
  return join(transcriptPath.slice(0, -'.jsonl'.length), 'subagents');
}

/** The tool call that started an agent, by its meta file. Empty while the file is not there. */
export function toolUseOfAgent(transcriptPath: string, agentId: string): string {
  const folder = folderOf(transcriptPath);
  if (!folder || agentId === '') return '';
  return toolUseIn(join(folder, `agent-${agentId}.meta.json`));
}

/** The same, beside the agent's own transcript (after /clear the session folder is another one). */
export function toolUseOfTranscript(agentTranscriptPath: string): string {
  if (!agentTranscriptPath.endsWith('.jsonl') || agentTranscriptPath.includes('\0')) return '';
  return toolUseIn(agentTranscriptPath.replace(/\.jsonl$/, '.meta.json'));
}

/** Every agent of a session that ever started: tool call and agent id. */
export function startedAgents(
  transcriptPath: string,
): Array<{ toolUseId: string; agentId: string }> {
  const folder = folderOf(transcriptPath);
  if (!folder) return [];
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return []; // No subagents yet.
  }
  return names.flatMap((name) => {
    const agentId = /^agent-([A-Za-z0-9_-]{1,128})\.meta\.json$/.exec(name)?.[1];
    return agentId ? [{ agentId, toolUseId: toolUseIn(join(folder, name)) }] : [];
  });
}

export function agentTranscript(transcriptPath: string, agentId: string): string {
  const folder = folderOf(transcriptPath);
  return folder && agentId !== '' ? join(folder, `agent-${agentId}.jsonl`) : '';
}

function toolUseIn(path: string): string {
  try {
    const meta: unknown = JSON.parse(readText(path));
    return isObject(meta) ? idOf(meta.toolUseId) : '';
  } catch {
    return ''; // Not written yet, or half written: another event will bind the agent.
  }
}
