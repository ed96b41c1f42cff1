import { agentCall, type HookCall, launched, SESSION } from './payload.ts';
import type { Stage } from './workspace.ts';

export type HotStep = Readonly<{
  name: string;
  stage: Stage;
  /** It can be taken once only in a repository, so each lane takes it once. */
  once?: true;
  limit: number;
  /** The record that shows that the step was what it is meant to be. */
  leaves: string | null;
  call: (i: number) => HookCall;
}>;

const ours = (event: string, payload: Record<string, unknown>): HookCall => ({
  event,
  session: SESSION,
  payload,
});

export const HOT_STEPS: readonly HotStep[] = [
  {
    name: 'no-op-Stop',
    stage: 'working',
    limit: 1.05,
    leaves: 'Stop',
    call: () => ({ event: 'Stop', session: 'other', payload: {} }),
  },
  {
    name: 'no-op-prompt',
    stage: 'working',
    limit: 1.05,
    leaves: 'UserPromptSubmit',
    call: (i) => ({
      event: 'UserPromptSubmit',
      session: 'other',
      payload: { prompt: 'hi', prompt_id: `p${i}` },
    }),
  },
  {
    name: 'Stop',
    stage: 'working',
    limit: 1.1,
    leaves: 'Stop',
    call: () =>
      ours('Stop', { background_tasks: [{ id: 'agent1', type: 'subagent', status: 'running' }] }),
  },
  {
    name: 'PostToolUse',
    stage: 'working',
    limit: 1.1,
    leaves: 'PostToolUse',
    call: (i) => ours('PostToolUse', launched(`toolu_${i}`)),
  },
  {
    name: 'PreCompact',
    stage: 'working',
    limit: 1.1,
    leaves: 'PreCompact',
    call: (i) => ours('PreCompact', { trigger: 'auto', prompt_id: `p${i}` }),
  },
  {
    name: 'SessionEnd',
    stage: 'working',
    once: true,
    limit: 1.1,
    leaves: 'goal.released',
    call: () => ours('SessionEnd', { reason: 'other' }),
  },
  {
    name: 'guard',
    stage: 'working',
    limit: 1.1,
    leaves: null,
    call: (i) =>
      ours('guard', {
        agent_id: 'agent1',
        tool_name: 'Read',
        tool_use_id: `toolu_${i}`,
        tool_input: { file_path: 'package.json' },
      }),
  },
  {
    name: 'dispatch',
    stage: 'offered',
    once: true,
    limit: 1.1,
    leaves: 'run.dispatched',
    call: () => ours('PreToolUse', agentCall('ear', 'toolu_new')),
  },
];
