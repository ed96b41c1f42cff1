// Which lines a test holds: each hunk of the program that a goal changed is put back alone, in a fresh
// copy, and the check that was red and is green runs there. If it still passes, no test holds the hunk.
// Told to the auditor and the reader, and never judged: this runs when the verdict is known.
//
// The tests are those of the tree: what is not held must be so by all that is there now, also where a
// later node brought more tests than the check needed to be red.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { couldNotBuild } from '../../evidence/commands/not-built.ts';
import type { Checked } from '../../evidence/gates/check.ts';
import { type Cases, casesOf, compareCases } from '../../evidence/gates/formats/cases.ts';
import { tryInTurn } from '../../evidence/gates/try-in-turn.ts';
import { isProse } from '../../evidence/seal/product-paths.ts';
import type { Hunk } from '../../evidence/trees/hunks.ts';
import type { Overlay } from '../../evidence/trees/overlay.ts';
import { changes } from '../../evidence/trees/tree-changes.ts';
import { removeIfThere } from '../../files/changing.ts';
import { readText } from '../../files/reading.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { CheckState, HunksTried } from '../../model/proof.ts';
import { freeLog, mayRun, type ProofSubject, placeOf, runInCopy } from './copies.ts';
import { overlayWithout, productHunks } from './product-hunks.ts';
import { candidateOf } from './red-green.ts';

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
  const { gate } = candidateOf(about, check);
  const runs = Object.values(about.goal.runs);
  const own = new Set([...runs.flatMap(({ outputs }) => outputs?.patch_files ?? []), ...changed]);
  const hunks = (await productHunks(about)).filter(({ path }) => own.has(path));
  if (hunks.length === 0 || !mayRun(about, gate)) return undefined;
  const command = gate.command.map(about.clean);
  const none = { tree: about.tree, command, hunks: hunks.length, held: 0, not_held: [], silent: 0 };
  if (tookMs > MOST_RUN_MS) return { ...none, too_slow: true };
  const began = Date.now();
  const asIs = await run(about, gate, null, Math.min(leftMs, MOST_RUN_MS), { cases: true });
  if ((asIs.checked.tookMs ?? 0) >= MOST_RUN_MS) return { ...none, too_slow: true };
  if (asIs.checked.outcome !== 'pass') return undefined;
  const compared = await compare(about, gate, check, asIs);
  const ms = Math.min(MOST_MS, leftMs) - (Date.now() - began);
  const { tried } = await tryInTurn(
    [...hunks].sort((a, b) => b.size - a.size),
    { runs: MOST_RUNS - 1 - compared.runs, ms },
    Date.now,
    (hunk, left) => without(about, gate, hunk, left),
  );
  const ended = (as: Without) => tried.filter(([, one]) => one === as).map(([hunk]) => hunk);
  const placesOf = (as: Without): string[] =>
    ended(as).map(({ path, line }) => placeText(about.clean(path), line));
  return {
    ...none,
    held: ended('held').length,
    held_at: placesOf('held'),
    not_held: placesOf('not held'),
    silent: ended('silent').length,
    too_slow: false,
    ...(compared.cases && { cases: compared.cases }),
  };
}

function placeText(path: string, line: number): string {
  const shown = path.length > MAX_PATH_CHARS ? `…${path.slice(-MAX_PATH_CHARS)}` : path;
  return `${shown}:${line}`;
}

/** Whether nothing else differs, so that what was measured on one holds of the other. */
export async function isOnlyProse(
  place: Pick<ProofSubject, 'ws' | 'worktree'>,
  before: string,
  after: string,
): Promise<boolean> {
  if (before === after) return true;
  const found = await changes({ ...placeOf(place), before, after });
  return found.ok && found.value.every(({ path }) => isProse(path));
}

type Without = 'held' | 'not held' | 'silent' | 'not tried';

async function without(
  about: ProofSubject,
  gate: CommandGate,
  hunk: Hunk,
  leftMs: number,
): Promise<Without> {
  if (about.stop?.aborted) return 'not tried';
  const overlay = await overlayWithout(about, [hunk]);
  if (!overlay) return 'silent';
  const { checked, printed } = await run(about, gate, overlay, Math.min(leftMs, MOST_RUN_MS));
  if (checked.outcome === 'pass') return 'not held';
  if (checked.outcome === 'fail') return couldNotBuild(printed) ? 'silent' : 'held';
  return leftMs < MOST_RUN_MS ? 'not tried' : 'silent';
}

type Ran = Readonly<{ checked: Checked; printed: string }>;

/** Its output is not kept: anybody can put a hunk back and run the check again. */
async function run(
  about: ProofSubject,
  gate: CommandGate,
  overlay: Overlay | null,
  maxMs: number,
  { tree = about.tree, cases = false }: Readonly<{ tree?: string; cases?: boolean }> = {},
): Promise<Ran> {
  const logFile = freeLog(about.folder, 'hunk');
  const timeout_sec = Math.min(gate.timeout_sec, maxMs / 1000);
  try {
    const limited = { ...gate, timeout_sec };
    const checked = await runInCopy(about, logFile, limited, tree, overlay, { cases });
    return { checked, printed: printedTo(logFile) };
  } finally {
    removeIfThere(logFile);
    removeIfThere(logFile.replace(/\.log$/, '.stdout.log'));
  }
}

const MAX_READ_BYTES = 16 * 1024 * 1024;

function printedTo(path: string): string {
  const isRead = existsSync(path) && statSync(path).size <= MAX_READ_BYTES;
  return isRead ? readText(path) : '';
}

type Comparison = Readonly<{ runs: number; cases?: HunksTried['cases'] }>;

/**
 * The tests of the red run beside those of this one: what it printed is kept, and what it wrote into its
 * copy is gone, so then it runs once more.
 */
async function compare(
  about: ProofSubject,
  gate: CommandGate,
  { log, overlay }: CheckState,
  { checked, printed }: Ran,
): Promise<Comparison> {
  const first = proofOf(about.goal).first?.tree;
  if (!checked.cases || first === undefined) {
    const red = casesOf(printedTo(join(about.ws.dir, log)));
    return { runs: 0, cases: telling(red, casesOf(printed)) };
  }
  const brought = overlay === null ? null : { tree: overlay, files: {} };
  const red = await run(about, gate, brought, MOST_RUN_MS, { tree: first, cases: true });
  return { runs: 1, cases: telling(red.checked.cases, checked.cases) };
}

/** Where no test tells the two trees apart by its name, there is nothing to compare. */
function telling(red: Cases | undefined, green: Cases | undefined): HunksTried['cases'] {
  const compared = red && green && compareCases(red, green);
  return compared && compared.caught > 0 ? compared : undefined;
}
