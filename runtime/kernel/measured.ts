// What the runtime ran in copies for a report, as facts.

import type { Goal } from '../model/state.ts';
import type { BlockedKind } from '../model/words.ts';
import { waitIfOpen } from './runs.ts';
import type { Step } from './step.ts';

/** A command that ran on one tree, with another laid over it. */
export type Measured = Readonly<{
  /** `red`: before the first change. `green`: after this one. `sealed`: with the sealed files. */
  side: 'red' | 'green' | 'sealed' | 'plain';
  command: readonly string[];
  cwd: string | null;
  tree: string;
  /** A git tree; by path what it brings, at most 200 of them. */
  overlay: string | null;
  /** Of these, the files that belong to the check: red and green of one check have the same. */
  brought: string | null;
  files: Readonly<Record<string, string>>;
  /** Paths that were taken away, at most 200 of them. */
  without: readonly string[];
  outcome: 'pass' | 'fail' | 'unavailable';
  why: string;
  exit_code: number | null;
  /** Its output, below .wukong/. */
  log: string;
  /** Folders of the working tree that it used, by a link. */
  linked: readonly string[];
  notes: readonly string[];
  /** Files in them that changed since work in the goal began. */
  touched: readonly string[];
}>;

/** What became of the seal on one tree. `changed`: sealed files that are not what they were, or are new. */
export type SealSeen = Readonly<{
  tree: string;
  held: boolean;
  why: string;
  changed: readonly string[];
  /** What was done to them, each with file and line. */
  named: readonly string[];
}>;

type Scope = Parameters<Step['emit']>[1];

export function recordMeasured(
  step: Step,
  scope: Scope,
  { measured, seal }: Readonly<{ measured: readonly Measured[]; seal: SealSeen | null }>,
): void {
  for (const one of measured) step.emit('check.measured', scope, { ...one });
  if (seal) step.emit('seal.checked', scope, { ...seal });
}

/** Why a node may wait for it: it was told to, it asked, or it tried until its runs were used up. */
const ASKING: readonly BlockedKind[] = ['tests-changed', 'questions', 'retries'];

/** A person accepts sealed files as they are now. Nodes that waited for just that are free to go on. */
export function acceptTests(
  step: Step,
  goal: Goal,
  nodeId: string,
  accepted: Readonly<{ files: Readonly<Record<string, string>>; why: string; by: string }>,
): Readonly<{ unblocked: boolean }> {
  const scope = { goal_id: goal.id, node_id: nodeId };
  step.emit('tests.accepted', scope, { ...accepted });
  const node = goal.nodes[nodeId];
  const isAsking = node?.status === 'blocked' && ASKING.includes(node.kind);
  if (!isAsking) return { unblocked: false };
  const names = Object.keys(accepted.files).join(', ');
  const answer = `The changed tests were accepted as they are now (${names}): ${accepted.why}`;
  step.emit('node.answered', scope, { answer: answer.slice(0, 2000), to: node.reason });
  // One more run reports on what is there.
  step.emit('node.unblocked', scope, { attempts: Math.max(0, node.attempts - 1) });
  waitIfOpen(step, goal, nodeId);
  return { unblocked: true };
}
