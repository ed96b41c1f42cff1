import { hostname, userInfo } from 'node:os';
import { type SealedChange, sealedChanges } from '../../evidence/seal/sealed-changes.ts';
import { snapshot } from '../../evidence/trees/snapshot.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { acceptTests } from '../../kernel/requests/measured.ts';
import { ownerProcess } from '../../kernel/state/owner.ts';
import { activeRuns } from '../../kernel/state/queries.ts';
import { processOf } from '../../kernel/state/run-by.ts';
import { gatesInOrder } from '../../model/gate.ts';
import type { Goal, State } from '../../model/state.ts';
import { redactor } from '../../privacy/redact.ts';
import { oneLine } from '../../words/plain-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { descendsFrom } from '../../workspace/processes.ts';
import { ask } from '../frame/ask.ts';
import type { Command } from '../frame/command.ts';
import { goalStep } from '../frame/goal-step.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAttended, printLine } from '../frame/output.ts';
import { pickGoal } from '../frame/pick-goal.ts';

export const accept: Command = {
  description: 'Accept tests that a node added, changed or deleted, as they are now',
  args: {
    node: { type: 'positional', required: true, description: 'The node: N-020 or G-0001/N-020' },
    'tests-changed': {
      type: 'string',
      valueHint: 'WHY',
      description: 'Why these tests may change; it is kept with your name and their hashes',
    },
    yes: { type: 'boolean', description: 'Do not ask' },
  },
  async run(args) {
    const why = redactor(process.env)(args.text('tests-changed')?.trim() ?? '');
    if (why === '') {
      const hint = 'wukong accept N-020 --tests-changed "the old expectation was wrong"';
      return misused('Say why the tests may change: --tests-changed "…".', hint);
    }
    const named = { goal: undefined, node: args.text('node') };
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const { ws } = opened.value;
    const state = stateOf(ws);
    if (!state.ok) return failed(state.error);
    if (isInsideClient(state.value)) {
      const text =
        'Only a person accepts changed tests, and this was started by an agent’s client.';
      return needsPerson(text, 'Type it in a terminal of your own.');
    }
    const picked = pickGoal(state.value, named, 'accept');
    if (!picked.ok) return picked.error;
    const { goal, nodeId } = picked.value;
    if (nodeId === null) return misused('Name the node, for example N-020.', 'wukong status');
    const found = await changedNow(ws, goal, nodeId);
    if (!Array.isArray(found)) return found;
    if (found.length === 0) {
      return done(`Nothing to accept: no test or gate of ${goal.id} differs from what it was.`, {
        goal: goal.id,
        node: nodeId,
        files: {},
      });
    }
    const list = found.map(({ path, status }) => `  ${STATUS[status]}  ${oneLine(path)}`);
    if (!args.flag('yes')) {
      printLine(list.join('\n'));
      if (
        !(isAttended() && (await ask(`Accept these as they are now, for ${goal.id}?`)) === true)
      ) {
        return needsPerson(
          'Nothing was accepted.',
          'Look at `git diff`, then type it again with --yes.',
        );
      }
    }
    return record(goal.id, nodeId, found, why, list);
  },
};

const STATUS = { A: 'added  ', D: 'deleted', M: 'changed', T: 'changed' } as const;

function record(
  goalId: string,
  nodeId: string,
  found: readonly SealedChange[],
  why: string,
  list: readonly string[],
): Outcome {
  const hashes = Object.fromEntries(found.map(({ path, after }) => [path, after]));
  const by = `${userInfo().username}@${hostname()}`;
  return goalStep('accept', { goal: goalId, node: `${goalId}/${nodeId}` }, (step, { goal }) => {
    const { unblocked } = acceptTests(step, goal, nodeId, {
      files: hashes,
      why: why.slice(0, 2000),
      by: by.slice(0, 200),
    });
    const lines = [
      `Accepted for ${goal.id}, as they are now:`,
      ...list,
      'A further change to them needs acceptance again.',
      ...(unblocked
        ? [`${nodeId} is unblocked. In Claude Code, type: /wukong_resume ${goal.id}`]
        : []),
    ];
    return done(lines.join('\n'), { goal: goal.id, node: nodeId, files: hashes, unblocked });
  });
}

/** Sealed files that differ at this moment, in the working tree the node was last worked at. */
async function changedNow(
  ws: Workspace,
  goal: Goal,
  nodeId: string,
): Promise<SealedChange[] | Outcome> {
  const run = Object.values(goal.runs).findLast((one) => one.node === nodeId);
  const proof = proofOf(goal);
  if (!run || proof.first === null) return [];
  const place = { worktree: run.lane.worktree, objectsDir: files.objects(ws) };
  const taken = await snapshot(place);
  const gates = goal.specs
    .flatMap((spec) => gatesInOrder(spec.verification_plan))
    .filter((gate) => gate.type !== 'builtin');
  const { accepted, first } = proof;
  const found = taken.ok
    ? await sealedChanges({ ...place, first: first.tree, tree: taken.value.tree, gates, accepted })
    : taken;
  if (found.ok) return [...found.value];
  const { error } = found;
  const text = 'stderr' in error ? error.stderr : error.kind;
  return failed({ kind: 'git', message: oneLine(text, 200) });
}

/** By what the client sets for all it starts, and by whose child this process is. */
function isInsideClient(state: State): boolean {
  if (process.env.CLAUDECODE) return true;
  const clients = [
    ...Object.values(state.sessions).map((session) => session.client),
    ...openGoals(state).flatMap((goal) => [
      ownerProcess(goal.owner),
      ...activeRuns(goal).map((run) => processOf(run.by)),
    ]),
  ];
  return clients.some((client) => client !== null && descendsFrom(process.ppid, client));
}
