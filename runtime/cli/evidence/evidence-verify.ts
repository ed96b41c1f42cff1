// `wukong evidence --verify`: whether what proved the work is still there, byte by byte. Changes
// nothing; with gates it runs them where the files are now, and makes the proof once more.

import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandGates, runGates } from '../../engine/gates/node-gates.ts';
import { changedPlaces } from '../../evidence/references/resolve-references.ts';
import { isTreeThere } from '../../evidence/trees/tree-files.ts';
import { removeAll, temporaryFolder } from '../../files/changing.ts';
import { hashOfFile } from '../../files/hash.ts';
import { specOf } from '../../kernel/state/queries.ts';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import type { RunResult, StoredFile } from '../../result/runs-in.ts';
import { oneLine } from '../../words/plain-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { atWork } from '../frame/progress.ts';
import { citedPlace, readReferences } from './evidence-view.ts';
import { proveAgain } from './prove-again.ts';

/** `notes` say what could not be looked at, or is different and no fault. */
export type Checked = {
  files: number;
  places: number;
  gates: GateOutcome[];
  findings: string[];
  notes: string[];
};

export type Scope = Readonly<{
  goal: Goal;
  runs: readonly RunResult[];
  summary: GoalResult['summary'];
}>;

export async function verifyFiles(
  ws: Workspace,
  { goal, runs, summary }: Scope,
  onProgress: (where: string) => void,
): Promise<Checked> {
  const checked: Checked = { files: 0, places: 0, gates: [], findings: [], notes: [] };
  for (const { id, stored } of runs) {
    if (!stored) {
      checked.notes.push(`${id}: no report of it was judged, so there is nothing to check.`);
      continue;
    }
    const { dir, event } = stored;
    // Between two reports of one run its folder is being written to.
    const isOpen = goal.runs[id]?.ended === null;
    const problems = isOpen ? checked.notes : checked.findings;
    for (const file of stored.files) {
      onProgress(`${dir}/${file.name}`);
      checked.files += 1;
      const wrong = whatIsWrong(ws, dir, file);
      if (wrong) problems.push(`.wukong/${dir}/${file.name} ${wrong} (${event})`);
    }
    await checkPlaces(ws, dir, checked);
  }
  if (summary) {
    const cut = summary.file.lastIndexOf('/');
    const name = summary.file.slice(cut + 1);
    const wrong = whatIsWrong(ws, summary.file.slice(0, cut), { name, sha256: summary.sha256 });
    checked.files += 1;
    if (wrong) checked.findings.push(`.wukong/${summary.file} ${wrong} (${summary.event})`);
  }
  return checked;
}

/** The log is ours, and its names are looked at all the same: this opens files. */
function whatIsWrong(ws: Workspace, dir: string, { name, sha256 }: StoredFile): string | undefined {
  const isInside = dir.startsWith('artifacts/') && !dir.split('/').includes('..');
  if (!isInside || !/^[^/\\\0]+$/.test(name) || name === '..') return 'lies outside the artifacts';
  const path = join(ws.dir, dir, name);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return 'is gone';
  if (!stat.isFile()) return 'is no file any more';
  return hashOfFile(path, stat.size) === sha256 ? undefined : 'is not what the log says it was';
}

async function checkPlaces(ws: Workspace, dir: string, checked: Checked): Promise<void> {
  const file = `.wukong/${dir}/references.json`;
  const kept = readReferences(join(ws.dir, dir, 'references.json'));
  if (!kept) {
    checked.notes.push(`${file} cannot be read, so no place was looked up again.`);
    return;
  }
  const { tree, references } = kept;
  const places = references.filter(({ place }) => place !== undefined);
  if (tree === null) {
    if (references.length > 0) checked.notes.push(`${file} names no tree to look places up in.`);
    return;
  }
  if (places.length === 0) return;
  const from = { worktree: ws.root, objectsDir: files.objects(ws), tree, since: null };
  if (!/^[0-9a-f]{40,64}$/.test(tree) || !(await isTreeThere(from))) {
    checked.findings.push(
      `${file}: its tree ${oneLine(tree, 64)} is not in .wukong/objects any more`,
    );
    return;
  }
  checked.places += places.length;
  for (const [i, why] of await changedPlaces(places, from)) {
    const cited = places[i] ? citedPlace(places[i].reference) : '';
    checked.findings.push(
      `${file}: ${oneLine(cited, 100)} does not stand there in ${tree.slice(0, 12)}: ${why}`,
    );
  }
}

/** Gates a person approved, once more where the files are now, and the proof; and what is different from then. */
export async function verifyGates(ws: Workspace, scope: Scope, checked: Checked): Promise<void> {
  const { goal, runs } = scope;
  const folder = temporaryFolder(join(tmpdir(), 'wukong-verify-'));
  try {
    const gates = gatesOf(scope);
    for (const gate of gates) {
      const where = { worktree: ws.worktree, folder };
      const run = () => runGates(ws, goal, [gate], where);
      const [outcome] = await atWork(`gate ${gate.name}`, run);
      if (!outcome) continue;
      checked.gates.push(outcome);
      const facts = runs.flatMap((run) => run.gates).filter((fact) => fact.gate === gate.name);
      compare(outcome, facts.at(-1)?.outcome, checked);
    }
    const proof = await atWork('the proof, made again', () => proveAgain(ws, goal, folder));
    if (proof) (proof.holds ? checked.notes : checked.findings).push(oneLine(proof.text, 500));
  } finally {
    removeAll(folder);
  }
}

function gatesOf({ goal, runs }: Scope): CommandGate[] {
  const nodes = [...new Set(runs.map((run) => run.node))];
  const all = nodes.flatMap((id) => commandGates(specOf(goal, id).verification_plan));
  return [...new Map(all.map((gate) => [gate.name, gate])).values()];
}

function compare(now: GateOutcome, then: string | undefined, checked: Checked): void {
  const { gate, outcome, error = '', output = '', mustPass } = now;
  const was = then ?? 'not run';
  const why = error === '' ? '' : `: ${oneLine(error, 200)}`;
  const end = oneLine(output.trim().split('\n').slice(-3).join(' · '), 300);
  const text = `gate ${oneLine(gate, 60)}: was ${was}, is ${outcome}${why}${outcome === 'fail' && end ? ` (${end})` : ''}`;
  // An override lets a node pass, and makes no proof of it.
  const isWorse = mustPass && (outcome === 'fail' || outcome === 'timeout') && then !== outcome;
  if (isWorse) checked.findings.push(text);
  else checked.notes.push(text);
}
