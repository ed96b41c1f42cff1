// Which lines a test holds: each hunk of the program that a goal changed is put back alone, in a fresh
// copy, and the check that was red and is green runs there. If it still passes, no test holds the hunk.
// Told to the auditor and the reader, and never judged: this runs when the verdict is known.
//
// The tests are those of the tree: what is not held must be so by all that is there now, also where a
// later node brought more tests than the check needed to be red.

import { isProse } from '../../evidence/seal/product-paths.ts';
import { changes } from '../../evidence/trees/tree-changes.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { CheckState, HunksTried } from '../../model/proof.ts';
import { compareCases } from '../../proof/compare-cases.ts';
import { isWell, type Row } from '../../proof/row.ts';
import { isSameGate, type ProofSubject } from './bench.ts';
import { asGate, mayRun } from './commands.ts';
import { placeOf, type Subject } from './subject.ts';

/** With those in which no hunk is put back. */
const MOST_RUNS = 20;
const MOST_MS = 60_000;
const MOST_RUN_MS = 10_000;
/** A record has its limit. */
const MAX_PATH_CHARS = 300;

type Asked = Readonly<{
  /** As it was red and is green. */
  check: CheckState;
  /** How long it took in a copy, where that was seen. */
  tookMs?: number | undefined;
  /** What a run changed that has not settled; what others changed is no hunk of the work. */
  changed?: readonly string[];
  /** What is left for it, if that is less than it may take. */
  leftMs?: number;
}>;

/** Undefined where there is nothing to tell: no hunk of the program, or a check that does not pass here. */
export async function heldHunks(
  about: ProofSubject,
  { check, tookMs = 0, leftMs = MOST_MS, changed = [] }: Asked,
): Promise<HunksTried | undefined> {
  const gate = gateOfCheck(about, check);
  const runs = Object.values(about.goal.runs);
  const own = new Set([...runs.flatMap(({ outputs }) => outputs?.patch_files ?? []), ...changed]);
  const all = (await about.bench.change())?.places ?? [];
  const hunks = [...all.entries()].filter(([, { path }]) => own.has(path) && !isProse(path));
  if (hunks.length === 0 || !mayRun(about, gate)) return undefined;
  const command = gate.command.map(about.clean);
  const none = { tree: about.tree, command, hunks: hunks.length, held: 0, not_held: [], silent: 0 };
  if (tookMs > MOST_RUN_MS) return { ...none, too_slow: true };
  const began = Date.now();
  const asIs = await run(about, gate, Math.min(leftMs, MOST_RUN_MS));
  if (asIs.seconds * 1000 >= MOST_RUN_MS) return { ...none, too_slow: true };
  if (asIs.ended !== 'pass') return undefined;
  const cases = await casesOf(about, gate, asIs);
  const end = began + Math.min(MOST_MS, leftMs);
  const places: Record<Without, string[]> = { held: [], free: [], silent: [], untried: [] };
  const largest = hunks.sort(([, a], [, b]) => b.size - a.size).slice(0, MOST_RUNS - 1);
  for (const [at, { path, line }] of largest) {
    const left = end - Date.now();
    const ended = left > 0 ? await without(about, gate, at, left) : 'untried';
    places[ended].push(placeText(about.clean(path), line));
  }
  return {
    ...none,
    held: places.held.length,
    held_at: places.held,
    not_held: places.free,
    silent: places.silent.length,
    too_slow: false,
    ...(cases && { cases }),
  };
}

function gateOfCheck({ goal }: ProofSubject, { command, cwd }: CheckState): CommandGate {
  const made = asGate({ command, ...(cwd !== null && { cwd }) });
  return gatesOfGoal(goal).find((gate) => isSameGate(gate, made)) ?? made;
}

function placeText(path: string, line: number): string {
  const shown = path.length > MAX_PATH_CHARS ? `…${path.slice(-MAX_PATH_CHARS)}` : path;
  return `${shown}:${line}`;
}

/** Whether nothing else differs, so that what was measured on one holds of the other. */
export async function isOnlyProse(
  place: Pick<Subject, 'ws' | 'worktree'>,
  before: string,
  after: string,
): Promise<boolean> {
  if (before === after) return true;
  const found = await changes({ ...placeOf(place), before, after });
  return found.ok && found.value.every(({ path }) => isProse(path));
}

type Without = 'held' | 'free' | 'silent' | 'untried';

async function without(
  about: ProofSubject,
  gate: CommandGate,
  at: number,
  leftMs: number,
): Promise<Without> {
  if (about.stop?.aborted) return 'untried';
  const { ended } = await run(about, gate, Math.min(leftMs, MOST_RUN_MS), [at]);
  if (ended === 'pass') return 'free';
  if (ended === 'fail') return 'held';
  return ended === 'timeout' && leftMs < MOST_RUN_MS ? 'untried' : 'silent';
}

/** Its output is not kept: anybody can put a hunk back and run the check again. */
function run(
  { bench }: ProofSubject,
  gate: CommandGate,
  maxMs: number,
  back: 'nothing' | readonly number[] = 'nothing',
): Promise<Row> {
  const timeout_sec = Math.min(gate.timeout_sec, maxMs / 1000);
  return bench.row({ gate: { ...gate, timeout_sec }, recipe: { back }, isQuiet: true });
}

/** The tests of the red run beside those of now. Where none tells the two trees apart, there is nothing to tell. */
async function casesOf(
  { bench }: ProofSubject,
  gate: CommandGate,
  green: Row,
): Promise<HunksTried['cases']> {
  if (!green.cases || !isWell(green)) return undefined;
  const red =
    bench.rows(gate).findLast((row) => row.recipe.back === 'program' && row.cases) ??
    (await bench.row({ gate, recipe: { back: 'program' }, isQuiet: true }));
  if (!red.cases) return undefined;
  const caught = compareCases(red.cases, green.cases).fixed.length;
  const passed = green.cases.filter(({ ended }) => ended === 'passed').length;
  return caught > 0 ? { caught, either: passed - caught } : undefined;
}
