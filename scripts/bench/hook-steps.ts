import { agentCall, type HookCall, launched, SESSION } from './payload.ts';
import type { Stage } from './workspace.ts';

export type HookStep = Readonly<{
  name: string;
  stage: Stage;
  /** It can be taken once only before everything has to be put back. */
  once?: true;
  /** Times a bare Node. */
  limit: number;
  /** The record that shows that the step was what it is meant to be; null: it says and leaves nothing. */
  leaves: string | null;
  call: (i: number) => HookCall;
}>;

const NO_GOAL = 1.15;
const IN_A_GOAL = 1.4;
const DISPATCH = 1.7;

const TASKS = [{ id: 'agent1', type: 'subagent', status: 'running' }];
const READ = { tool_name: 'Read', tool_input: { file_path: 'package.json' } };

/** What a session has many of, so that the user waits for each. */
export const HOOK_STEPS: readonly HookStep[] = [
  working('no-goal-Stop', NO_GOAL, 'Stop', () => theirs('Stop', {})),
  working('no-goal-prompt', NO_GOAL, 'UserPromptSubmit', (i) =>
    theirs('UserPromptSubmit', { prompt: 'hi', prompt_id: `p${i}` }),
  ),
  working('Stop', IN_A_GOAL, 'Stop', () => ours('Stop', { background_tasks: TASKS })),
  working('PostToolUse', IN_A_GOAL, 'PostToolUse', (i) =>
    ours('PostToolUse', launched(`toolu_${i}`)),
  ),
  working('PreCompact', IN_A_GOAL, 'PreCompact', (i) =>
    ours('PreCompact', { trigger: 'auto', prompt_id: `p${i}` }),
  ),
  {
    ...working('SessionEnd', IN_A_GOAL, 'goal.released', () =>
      ours('SessionEnd', { reason: 'other' }),
    ),
    once: true,
  },
  working('guard', IN_A_GOAL, null, (i) =>
    ours('guard', { agent_id: 'agent1', tool_use_id: `toolu_${i}`, ...READ }),
  ),
  {
    ...working('dispatch', DISPATCH, 'run.dispatched', () =>
      ours('PreToolUse', agentCall('ear', 'toolu_new')),
    ),
    stage: 'offered',
    once: true,
  },
];

function working(
  name: string,
  limit: number,
  leaves: string | null,
  call: HookStep['call'],
): HookStep {
  return { name, stage: 'working', limit, leaves, call };
}

function ours(event: string, payload: HookCall['payload']): HookCall {
  return { event, session: SESSION, payload };
}

/** Of a session without a goal. */
function theirs(event: string, payload: HookCall['payload']): HookCall {
  return { event, session: 'other', payload };
}
