// Commands run in copies of trees, for what they prove. Nothing is locked: a copy is nobody else's.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCommand } from '../../evidence/commands/read-command.ts';
import { shellWords } from '../../evidence/commands/shell-split.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { type Checked, check } from '../../evidence/gates/check.ts';
import type { Overlay } from '../../evidence/trees/overlay.ts';
import type { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { belowData } from '../../executors/order-folder.ts';
import { productAsked, proofOf, workBegan } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import { type CommandGate, commandText, type GateApproval } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Redact } from '../../privacy/redact.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import { approvalsFor, gateSettings, startOf } from '../gates/gate-settings.ts';
import { noteCopy } from '../gates/leftover-gates.ts';
import { GatesStopped, OUT_OF_TIME } from '../gates/node-gates.ts';
import { unlessElsewhere } from './program-elsewhere.ts';

/** One report, or the end of a goal, for which something is to be proven. */
export type ProofSubject = Readonly<{
  ws: Workspace;
  goal: Goal;
  worktree: string;
  /** The tree that is judged. */
  tree: string;
  /** Where the logs go. */
  folder: string;
  /** Commands the agent ran in the top folder. */
  ran: readonly string[];
  clean: Redact;
  /** Of a report; missing at the end of a goal. */
  run?: string | undefined;
  /** Ends what runs (node-gates.ts). */
  stop?: AbortSignal | undefined;
  /** A copy that a run left as it was, for the next one. */
  spare?: SpareCopy | undefined;
}>;

export function placeOf({ ws, worktree }: Pick<ProofSubject, 'ws' | 'worktree'>) {
  return { worktree, objectsDir: files.objects(ws) };
}

/** The rule of gates: a person approved exactly it, or an agent already ran it in this goal. */
export function mayRun({ ws, goal, ran }: ProofSubject, gate: CommandGate): boolean {
  const approvals = approvalsFor(ws, goal);
  return isApproved(
    gate,
    approvals,
    [...goal.ran, ...ran].map((command) => ({ command })),
  );
}

/** A command line of a report as a gate; undefined if only a shell could run it, or it is no check. */
export function gateOf(
  command: string,
  root: string,
  known: readonly CommandGate[],
): CommandGate | undefined {
  const { core, isCheck, hidden } = readCommand(command, root);
  const words = shellWords(core, true);
  if (!words || words.length === 0) return undefined;
  const same = known.find(
    (gate) => (gate.cwd ?? '.') === '.' && gate.command.join('\0') === words.join('\0'),
  );
  if (same) return same;
  return isCheck && !hidden ? asGate({ command: words }) : undefined;
}

/** A command that is no gate of the goal, to be run as one. */
export function asGate({ command, cwd, shell }: GateApproval): CommandGate {
  const named = { type: 'command', name: commandText(command), mustPass: true } as const;
  return { ...named, expect_exit: 0, timeout_sec: 300, command: [...command], cwd, shell };
}

const MAX_FILES = 200;

const NOT_STARTED = {
  outcome: 'unavailable',
  linked: [],
  notes: [],
  touched: { files: [], count: 0, whole: true },
} as const;

/**
 * `side`: what it is run for. `watch`: whether it is told what it opens. `keep`: of that, what is noted. `for`: a word in what it prints.
 * `cases`: its tests.
 */
type Look = Readonly<{
  side?: Measured['side'];
  watch?: boolean;
  keep?: (path: string) => boolean;
  for?: string;
  cases?: boolean;
}>;

/** Those that have to run the program that is in their copy. */
const TELLS_OF_PROGRAM: ReadonlyArray<Measured['side']> = ['red', 'green', 'sealed', 'plain'];

export async function measure(
  about: ProofSubject,
  side: Measured['side'],
  gate: CommandGate,
  tree: string,
  overlay: Overlay | null,
  look: Look = {},
): Promise<Measured> {
  const { ws, folder, clean } = about;
  const logFile = freeLog(
    folder,
    ['sealed', 'plain', 'broken'].includes(side) ? `${side}-${clean(gate.name)}` : side,
  );
  const began = Date.now();
  const watch = TELLS_OF_PROGRAM.includes(side);
  const ended = await runInCopy(about, logFile, gate, tree, overlay, { ...look, watch, side });
  const first = proofOf(about.goal).first?.tree ?? about.tree;
  const globs = productAsked(about.goal) || [];
  const checked = await unlessElsewhere({ ...placeOf(about), first, globs }, ended, began);
  const { touched } = checked;
  const more = touched.count - touched.files.length;
  return {
    side,
    command: gate.command.map(clean),
    cwd: gate.cwd ?? null,
    tree,
    overlay: overlay?.tree ?? null,
    brought: side === 'red' || side === 'green' ? (overlay?.tree ?? null) : null,
    files: Object.fromEntries(Object.entries(overlay?.files ?? {}).slice(0, MAX_FILES)),
    without: (overlay?.without ?? []).slice(0, MAX_FILES),
    outcome: checked.outcome,
    why: clean(checked.why).slice(0, 500),
    exit_code: checked.exitCode ?? null,
    ...(checked.tookMs === undefined ? {} : { took_ms: checked.tookMs }),
    log: belowData(ws, logFile),
    linked: checked.linked.slice(0, 20),
    notes: checked.notes.slice(0, 20).map((note) => clean(note).slice(0, 300)),
    touched: [...touched.files, ...(more > 0 ? [`and ${more} more`] : [])],
    ...(look.keep &&
      checked.opened && { read: checked.opened.read.filter(look.keep).slice(0, MAX_FILES) }),
    // Why it ended does not matter: a runner that loads nothing may say that there is no test.
    ...(look.for !== undefined &&
      checked.exitCode !== undefined && {
        able: checked.found === true && checked.exitCode !== gate.expect_exit,
      }),
  };
}

/** One run of a command on a tree with an overlay, whatever it is for. */
export async function runInCopy(
  about: ProofSubject,
  logFile: string,
  gate: CommandGate,
  tree: string,
  overlay: Overlay | null,
  look: Look = {},
): Promise<Checked> {
  const { ws, goal, clean, stop } = about;
  const { pid, started } = processRef(process.pid);
  const start = startOf(gate, gateSettings(ws, goal));
  // A cited command is called by its words, which may hold a secret.
  const shown = { goal: goal.id, run: about.run ?? null, gate: clean(gate.name) };
  const note = noteCopy(ws, { ...shown, side: look.side });
  const checked: Checked = start.ok
    ? await check({
        ...placeOf(about),
        gate,
        tree,
        overlay: overlay?.tree,
        without: overlay?.without,
        logFile,
        start: start.value,
        owner: `${pid}-${started ?? 0}`,
        isGone: isOwnerGone,
        sinceMs: workBegan(goal),
        stop,
        spare: about.spare,
        onStart: note.started,
        watch: look.watch === true,
        lookFor: look.for,
        cases: look.cases,
      })
    : { ...NOT_STARTED, why: start.error };
  note.ended();
  if (stop?.aborted && stop.reason !== OUT_OF_TIME) throw new GatesStopped('a copy was stopped');
  return checked;
}

/** `red.log`, then `red-2.log`: what a check that proved nothing printed is kept beside the one that did. */
export function freeLog(folder: string, name: string): string {
  const plain = name.replaceAll(/[^\w-]+/g, '-').slice(0, 60);
  for (let n = 1; ; n += 1) {
    const path = join(folder, n === 1 ? `${plain}.log` : `${plain}-${n}.log`);
    if (!existsSync(path)) return path;
  }
}

export function isOwnerGone(owner: string): boolean {
  const [pid, started] = owner.split('-');
  return !isAlive({ pid: Number(pid), started: started === '0' ? null : (started ?? null) });
}
