// Trials of what a whole goal changed, from its first tree to the one that is judged: for one report, or for its
// end. Each runs once, whoever asks for it, and all of them stand in the log.

import { readProduct } from '../../evidence/seal/read-product.ts';
import { filesForLfs } from '../../evidence/trees/commit-bytes.ts';
import { belowData } from '../../executors/order-folder.ts';
import { removeIfThere } from '../../files/changing.ts';
import { gatesOfGoal, proofOf, workBegan } from '../../kernel/graph/proof.ts';
import { sealedTests } from '../../kernel/graph/reproduced.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { Saying } from '../../model/saying.ts';
import type { Change } from '../../proof/change.ts';
import { type Compose, composer } from '../../proof/compose.ts';
import { trialKey } from '../../proof/counts.ts';
import { readChange } from '../../proof/read-change.ts';
import { isRed, type Recipe, type Row, type Want } from '../../proof/row.ts';
import { runTrial, type Trials } from '../../proof/run-trial.ts';
import { isOwnerGone, ownerHere } from '../../workspace/processes.ts';
import { gateSettings, startOf } from '../gates/gate-settings.ts';
import { noteCopy } from '../gates/leftover-gates.ts';
import { GatesStopped, OUT_OF_TIME } from '../gates/node-gates.ts';
import { hashOf, keptRows, rowsText } from './kept-rows.ts';
import { besideShown } from './kept-saying.ts';
import { lookedFor } from './looked-for.ts';
import { placeOf, type Subject } from './subject.ts';
import { earlyPass } from './tried-early.ts';

type Trial = Readonly<{
  gate: CommandGate;
  recipe: Recipe;
  nth?: number;
  /** It is told nobody, and what it printed is not kept. */
  isQuiet?: boolean;
}>;

type Bench = Readonly<{
  /** Undefined: git cannot read it. */
  change: () => Promise<Change | undefined>;
  /** Unless it ran for this bench. */
  row: (trial: Trial) => Promise<Row>;
  /** What a story of the judge comes to, of these checks. */
  tell: <T>(
    checks: readonly CommandGate[],
    story: (of: Change) => Generator<Want, T, Row>,
  ) => Promise<T>;
  /** Of one gate, what ran so far. */
  rows: (gate: CommandGate) => readonly Row[];
  /** What ran so far, as facts. */
  measured: () => readonly Measured[];
  /** The same as a file, for who judges it again; undefined: it may not be kept. */
  kept: () => string | undefined;
  /** It was red, and is green. */
  shown: (gate: CommandGate, by: Shown) => void;
}>;

/** `limit`: why what a check shows counts for L2 at most. */
type Shown = Readonly<{ limit?: string | undefined; saying?: Saying | undefined }>;

type Ran = Readonly<{ gate: CommandGate; key: string; tree: string; row: Row; isQuiet: boolean }>;
type Read = Readonly<{ change: Change; compose: Compose; trials: Omit<Trials, 'change'> }>;

/** With its trials. */
export type ProofSubject = Subject & Readonly<{ bench: Bench }>;

export function onBench(about: Subject): ProofSubject {
  return { ...about, bench: openBench(about) };
}

function openBench(about: Subject): Bench {
  const ran: Ran[] = [];
  const proven = new Map<string, Shown>();
  let begun: Promise<Read | undefined> | undefined;
  const reading = (): Promise<Read | undefined> => {
    begun ??= readAll(about);
    return begun;
  };
  let known: ReturnType<typeof keptRows> | undefined;
  const keptOnes = (): ReturnType<typeof keptRows> => {
    known ??= keptRows(about);
    return known;
  };
  async function row({ gate, recipe, nth = 1, isQuiet = false }: Trial): Promise<Row> {
    const read = await reading();
    const composed = read && (await read.compose(recipe.back));
    const tree = composed?.ok ? composed.value : '';
    const key = trialKey(tree, recipe, nth, gate);
    const before = ran.find((one) => one.key === key)?.row;
    if (before) return { ...before, recipe, nth };
    const kept = keptOnes().get(hashOf(key));
    if (kept) {
      const again = { ...kept.row, recipe, nth };
      ran.push({ gate, key, tree, row: again, isQuiet: kept.isQuiet });
      return again;
    }
    const made = read
      ? await runOne(about, read, { gate, recipe, nth, tree })
      : { ...noRow({ gate, recipe, nth }), why: 'git cannot read the change' };
    if (isQuiet) removeIfThere(made.log);
    ran.push({ gate, key, tree, row: made, isQuiet });
    return made;
  }
  return {
    change: async () => (await reading())?.change,
    row,
    async tell(gates, story) {
      const change = (await reading())?.change;
      const checks = gates.map((gate) => ({ gate }));
      const told = story({ ...(change ?? nothingOf(about)), checks });
      let next = told.next();
      while (!next.done) {
        const { recipe, check, nth } = next.value;
        const gate = gates[check];
        if (!gate) throw new Error(`the judge asked for check ${check} of ${gates.length}`);
        next = told.next({ ...(await row({ gate, recipe, nth })), check });
      }
      return next.value;
    },
    rows: (gate) => ran.filter((one) => isSameGate(one.gate, gate)).map((one) => one.row),
    measured: () => inOrder(ran).map((one) => measuredOf(about, one, proven)),
    kept: () => rowsText(about, ran),
    shown: (gate, by) => proven.set(gateKey(gate), by),
  };
}

function nothingOf({ tree }: Subject): Change {
  return { base: tree, tree, files: [], places: [], checks: [], doubts: [] };
}

function gateKey({ command, cwd }: CommandGate): string {
  return JSON.stringify([cwd ?? '.', ...command]);
}

export function isSameGate(one: CommandGate, other: CommandGate): boolean {
  return gateKey(one) === gateKey(other);
}

async function readAll(about: Subject): Promise<Read | undefined> {
  const { goal, tree, folder, stop, spare } = about;
  const { first, accepted } = proofOf(goal);
  const base = about.base ?? first?.tree ?? tree;
  const place = placeOf(about);
  const product = goal.pinned?.product ?? [];
  const checks = gatesOfGoal(goal).map((gate) => ({ gate }));
  const forLfs = await filesForLfs(place, tree);
  const found = await readChange({
    ...place,
    filtered: forLfs.ok ? forLfs.value : [],
    base,
    tree,
    product,
    checks,
    accepted,
    sealed: sealedTests(goal),
    looked: lookedFor(about.ws, goal),
    isWatched: true,
  });
  if (!found.ok) return undefined;
  const change = found.value;
  const compose = composer(change, place);
  const trials = {
    ...place,
    compose,
    product: await readProduct({ ...place, first: base }, product),
    folder,
    owner: ownerHere(),
    isGone: isOwnerGone,
    sinceMs: workBegan(goal),
    spare,
    stop,
  };
  return { change, compose, trials };
}

function noRow({ gate, recipe, nth = 1 }: Trial): Row {
  const none = { exitCode: null, totals: {}, notes: [], seconds: 0, log: '' };
  return { recipe, check: 0, nth, ended: 'disturbed', why: `"${gate.name}" did not run`, ...none };
}

async function runOne(
  about: Subject,
  { change, trials }: Read,
  { gate, recipe, nth = 1, tree }: Trial & Readonly<{ tree: string }>,
): Promise<Row> {
  const { ws, goal, clean, stop } = about;
  const early = await earlyPass(about, { gate, recipe, tree, nth });
  if (early) return early;
  const start = startOf(gate, gateSettings(ws, goal));
  if (!start.ok) return { ...noRow({ gate, recipe, nth }), ended: 'not-started', why: start.error };
  // A cited command is called by its words, which may hold a secret.
  const shown = { goal: goal.id, run: about.run ?? null, gate: clean(gate.name) };
  const note = noteCopy(ws, { ...shown, side: sideOf(recipe) });
  const own = { ...trials, change: { ...change, checks: [{ gate }] }, start: start.value };
  const row = await runTrial({ ...own, onStart: note.started }, { recipe, check: 0, nth });
  note.ended();
  if (stop?.aborted && stop.reason !== OUT_OF_TIME) throw new GatesStopped('a copy was stopped');
  return row;
}

function sideOf({ back, planted }: Recipe): Measured['side'] {
  if (planted) return back === 'program' ? 'planted-first' : 'planted';
  if (back === 'judge') return 'sealed';
  return back === 'program' || typeof back !== 'string' ? 'red' : 'plain';
}

const MAX_NAMED = 20;

/** What was not shown is green for nobody, whatever passed. */
function measuredOf(
  { ws, clean }: Subject,
  { gate, tree, row }: Ran,
  proven: ReadonlyMap<string, Shown>,
): Measured {
  const { recipe, ended, planted } = row;
  const shown = proven.get(gateKey(gate));
  const { limit, saying } = shown ?? {};
  const is = sideOf(recipe);
  const isGreen = is === 'plain' && recipe.back === 'nothing' && ended === 'pass';
  const side = isGreen && shown ? 'green' : is;
  return {
    side,
    command: gate.command.map(clean),
    cwd: gate.cwd ?? null,
    tree,
    without: [...(recipe.without ?? [])].slice(0, MAX_NAMED),
    outcome: ended === 'pass' ? 'pass' : isRed(row) ? 'fail' : 'unavailable',
    why: clean(row.why).slice(0, 500),
    exit_code: row.exitCode,
    ...(row.seconds > 0 && { took_ms: Math.round(row.seconds * 1000) }),
    log: row.log === '' ? '' : belowData(ws, row.log),
    linked: (row.linked ?? []).slice(0, MAX_NAMED),
    notes: row.notes.slice(0, MAX_NAMED).map((note) => clean(note).slice(0, 300)),
    touched: [...(row.touched ?? [])],
    ...(planted && {
      able: ended !== 'pass' && planted.lines > 0 && planted.seen === planted.lines,
    }),
    ...(side === 'green' && limit !== undefined && { limit: clean(limit).slice(0, 500) }),
    ...(side === 'green' && besideShown(saying, clean)),
  };
}

/**
 * In the log a red begins its check from the start, so the one that shows it is the last of them, and what is planted
 * stands on a green.
 */
function inOrder(ran: readonly Ran[]): readonly Ran[] {
  const rank = ({ row }: Ran): number => {
    const side = sideOf(row.recipe);
    if (side !== 'red') return side === 'planted' ? 4 : 3;
    return isRed(row) ? (row.nth > 1 ? 1 : 2) : 0;
  };
  return ran.filter(({ isQuiet }) => !isQuiet).sort((a, b) => rank(a) - rank(b));
}
