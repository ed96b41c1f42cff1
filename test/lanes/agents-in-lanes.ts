// A goal of two parts in a session, whose agents are dispatched, each with the working tree that a client makes for it.

import { join } from 'node:path';
import type { Rig } from '../rig/rig.ts';

const part = (id: string, name: string) => ({
  ...{ id, title: `Part ${name}`, role: 'body', instructions: `Write src/${name}/.` },
  constraints: { allowed_paths: [`src/${name}/**`] },
});
const PARTS = [part('N-010', 'a'), part('N-020', 'b')];
const AUDIT = { id: 'N-030', title: 'Audit', role: 'nose', instructions: 'Audit both.' };

/** As `/wukong_parts`. */
export function writeParts(rig: Rig): void {
  const template = {
    ...{ name: 'parts', version: 1, description: 'Writes parts.' },
    ...{ success_criteria: ['it is there'], nodes: [...PARTS, AUDIT] },
    edges: PARTS.map(({ id }) => ({ from: id, to: AUDIT.id })),
  };
  rig.write('.wukong/templates/parts.yaml', JSON.stringify(template));
}

/** Their working trees, of N-010 and N-020; `made` is called once each is there. */
export async function agentsInLanes(
  rig: Rig,
  made: (lane: string, node: string) => Promise<unknown>,
  env?: Readonly<Record<string, string>>,
): Promise<readonly [string, string]> {
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_parts write both' }, env);
  const laneOf = (id: string): string => join(rig.repo, '.claude', 'worktrees', `agent-${id}`);
  for (const { id } of PARTS) {
    const tool = { tool_name: 'Agent', tool_use_id: `toolu_${id}` };
    const tool_input = { subagent_type: 'body', description: id, prompt: `Carry out ${id}` };
    await rig.hook('PreToolUse', { ...tool, tool_input }, env);
    const tool_response = { status: 'async_launched', agentId: id };
    await rig.hook('PostToolUse', { ...tool, tool_input, tool_response }, env);
    const lane = laneOf(id);
    await rig.git('worktree', 'add', '--quiet', '-b', `worktree-agent-${id}`, lane);
    await made(lane, id);
  }
  return [laneOf('N-010'), laneOf('N-020')];
}
