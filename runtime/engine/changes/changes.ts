import { realpathSync } from 'node:fs';
import { bringsTestsInside } from '../../evidence/seal/tests-inside.ts';
import { attribute } from '../../evidence/transcript/attribution.ts';
import { excludeOthersChanges } from '../../evidence/transcript/unobserved-writes.ts';
import { git } from '../../evidence/trees/git.ts';
import { snapshot } from '../../evidence/trees/snapshot.ts';
import { changes, lineCounts, patch } from '../../evidence/trees/tree-changes.ts';
import { isClaimed } from '../../kernel/graph/proof.ts';
import type { AttributedChange, LineCount, Transcript } from '../../model/evidence.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { readEdits } from './transcripts.ts';

/** The working tree as a git tree, or git's own words why it can't be had. */
export async function takeTree(ws: Workspace, worktree: string): Promise<Result<string, string>> {
  makeFolder(ws, files.objects(ws));
  const taken = await snapshot({ worktree, objectsDir: files.objects(ws) });
  if (taken.ok) return ok(taken.value.tree);
  const { error } = taken;
  return fail('stderr' in error ? error.stderr.trim() : error.kind);
}

/** `<branch> <commit>`; empty without a commit. By it a switch of branches between two runs is seen. */
export async function headOf(worktree: string): Promise<string> {
  const args = ['rev-parse', '--symbolic-full-name', '--verify', '-q', 'HEAD'];
  const name = await git({ cwd: worktree, args, expect: [0, 1] });
  const commit = await git({
    cwd: worktree,
    args: ['rev-parse', '--verify', '-q', 'HEAD'],
    expect: [0, 1],
  });
  const [branch, id] = [name, commit].map((one) =>
    one.ok ? one.value.stdout.toString('utf8').trim() : '',
  );
  if (!id) return '';
  return `${branch} ${id}`;
}

export type RunChanges = Readonly<{
  tree: string | null;
  changes: AttributedChange[];
  /** What the run answers for: its own changes and those nobody was seen to make. */
  answersFor: string[];
  patch: Buffer;
  /** Of what it answers for. */
  lines: readonly LineCount[];
}>;

const NOTHING: RunChanges = {
  tree: null,
  changes: [],
  answersFor: [],
  patch: Buffer.alloc(0),
  lines: [],
};

/**
 * What a node did in all its runs that still stands, for its checklist: one that is opened again and
 * only takes something back has still added its tests.
 */
export async function testsOfNode(
  ws: Workspace,
  goal: Goal,
  run: Run,
  { tree, changes: now }: RunChanges,
): Promise<readonly AttributedChange[]> {
  const mine = now.filter((change) => change.attribution !== 'foreign');
  const runs = runsSoFar(goal, run);
  const [first] = runs;
  if (tree === null || !first?.lane.base || first.lane.base === run.lane.base) return mine;
  const paths = new Set([
    ...mine.map((change) => change.path),
    ...runs.flatMap((other) => other.outputs?.patch_files ?? []),
  ]);
  const pair = { worktree: run.lane.worktree, objectsDir: files.objects(ws) };
  const whole = await changes({ ...pair, before: first.lane.base, after: tree });
  if (!whole.ok) return mine;
  return whole.value
    .filter((change) => paths.has(change.path))
    .map((change) => ({ ...change, attribution: 'own' }));
}

function runsSoFar(goal: Goal, { node, lane }: Run): Run[] {
  return Object.values(goal.runs).filter(
    (other) =>
      other.node === node && other.lane.worktree === lane.worktree && other.lane.base !== null,
  );
}

/** Whether what a node did brings tests that stand inside the program. */
export async function hasTestsInside(
  ws: Workspace,
  goal: Goal,
  run: Run,
  tree: string | null,
  mine: readonly AttributedChange[],
): Promise<boolean> {
  const base = runsSoFar(goal, run)[0]?.lane.base ?? null;
  if (tree === null || base === null) return false;
  const place = { worktree: run.lane.worktree, objectsDir: files.objects(ws) };
  const paths = mine.filter(({ status }) => status !== 'D').map(({ path }) => path);
  return bringsTestsInside(place, base, tree, paths);
}

/** What changed since the node's work began, and who did it by what the transcripts show. */
export async function changesOf(
  ws: Workspace,
  state: State,
  goal: Goal,
  run: Run,
  mainTranscript: string,
  /** The run's own, where it was read before: it can be long. */
  ownTranscript?: Transcript,
): Promise<RunChanges> {
  const { base, awaited } = run.lane;
  if (base === null) return NOTHING;
  // It did nothing that its guard saw, so it was never in its lane.
  if (awaited) return { ...NOTHING, tree: base };
  const after = await takeTree(ws, run.lane.worktree);
  if (!after.ok) return NOTHING;
  const pair = {
    worktree: run.lane.worktree,
    objectsDir: files.objects(ws),
    before: base,
    after: after.value,
  };
  const found = await changes(pair);
  if (!found.ok) return { ...NOTHING, tree: after.value };
  const { own, foreign, free } = await readEdits(state, goal, run, mainTranscript, ownTranscript);
  const seen = attribute(found.value, {
    ownEdits: own,
    foreignEdits: foreign,
    roots: [run.lane.worktree, realpathSync(run.lane.worktree)],
  });
  const byTime = excludeOthersChanges(seen, run.lane.worktree, free);
  const attributed = claimedBy(goal, byTime);
  const answersFor = attributed
    .filter((change) => change.attribution !== 'foreign')
    .map((change) => change.path);
  const mine = { ...pair, paths: answersFor };
  const [text, lines] = await Promise.all([patch(mine), lineCounts(mine)]);
  return {
    tree: after.value,
    changes: attributed,
    answersFor,
    patch: text.ok ? text.value : Buffer.alloc(0),
    lines: lines.ok ? lines.value : [],
  };
}

/** What a person said is theirs, unless a run was seen to edit it. */
function claimedBy(goal: Goal, changes: readonly AttributedChange[]): AttributedChange[] {
  return changes.map((change) =>
    change.attribution === 'unattributed' && isClaimed(goal, change.path)
      ? { ...change, attribution: 'foreign' }
      : change,
  );
}
