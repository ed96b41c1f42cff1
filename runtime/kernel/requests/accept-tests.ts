// A person accepts sealed files as they are now.

import type { Goal } from '../../model/state/goal.ts';
import { isFreedBy } from '../../model/wait-of.ts';
import { type Said, signed, typedIn } from '../state/said.ts';
import type { Step } from './step.ts';
import { judgeAgain } from './verify-again.ts';
import { waitIfOpen } from './waiting-nodes.ts';

type TestsAccepted = 'judged-again' | 'unblocked' | 'noted';

/**
 * A report that waited for just that is judged once more; a node that asked, or used up its runs, gets another one.
 */
export function acceptTests(
  step: Step,
  goal: Goal,
  nodeId: string,
  {
    files,
    why,
    ...said
  }: Said & Readonly<{ files: Readonly<Record<string, string>>; why: string }>,
): TestsAccepted {
  const scope = { goal_id: goal.id, node_id: nodeId };
  step.emit({
    type: 'tests.accepted',
    ...scope,
    ...typedIn(said),
    payload: { files, why, ...signed(said) },
  });
  if (judgeAgain(step, goal, nodeId)) return 'judged-again';
  const node = goal.nodes[nodeId];
  // It had to wait for it, it asked, or it tried until its runs were used up.
  if (node?.status !== 'blocked' || !isFreedBy(node.because, 'tests')) return 'noted';
  const names = Object.keys(files).join(', ');
  const answer = `The changed tests were accepted as they are now (${names}): ${why}`;
  step.emit({
    type: 'node.answered',
    ...scope,
    ...typedIn(said),
    payload: { answer: answer.slice(0, 2000), to: node.because, ...signed(said) },
  });
  // One more run reports on what is there.
  step.emit({
    type: 'node.unblocked',
    ...scope,
    payload: { attempts: Math.max(0, node.attempts - 1) },
  });
  waitIfOpen(step, goal, nodeId);
  return 'unblocked';
}
