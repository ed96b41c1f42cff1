// `prove: on_stop`: what a session changed since its first prompt, judged after a turn by a process that a hook starts
// and nobody waits for. Where a goal works in the tree its own proof goes its own way, and this ends.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isApproved } from '../../evidence/gates/approval.ts';
import { afterOwnTime } from '../../evidence/gates/waits.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { removeAll, temporaryFolder } from '../../files/changing.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readIfThere } from '../../files/reading.ts';
import { busyGoals, focusOf, writerIn } from '../../kernel/state/queries.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { ProductGlob } from '../../model/gate-schema.ts';
import { proveAnswersSchema } from '../../model/prove-answers.ts';
import type { TurnSaying } from '../../model/saying.ts';
import type { State } from '../../model/state/state.ts';
import { type Redact, redactAll } from '../../privacy/redact.ts';
import { filesOf } from '../../proof/change.ts';
import { editedScripts } from '../../proof/edited-scripts.ts';
import { judgeChange, readAsked, Stopped } from '../../proof/judge-change.ts';
import { type Trees, treesSince } from '../../proof/which-trees.ts';
import { readState } from '../../step/run-step.ts';
import { sayingOf } from '../../words/verdict.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive, isOwnerGone, ownerHere, processRef } from '../../workspace/processes.ts';
import { readTrust } from '../../workspace/trust.ts';
import { dropFromTurn, readTurn, writeTurn } from '../../workspace/turn-record.ts';
import { gateSettings, startOf } from '../gates/gate-settings.ts';
import { endLeftOverCopies, noteCopy } from '../gates/leftover-gates.ts';
import { loadConfig } from '../goal/load-config.ts';
import { checksOf, type Gate, isNews, whatNow } from './what-now.ts';

const WATCH_MS = 1_000;
const LIMIT_MS = 60 * 60_000;
const OUT_OF_TIME = 'it took more than an hour';

export async function judgeTurn(ws: Workspace, session: string, clean: Redact): Promise<void> {
  endLeftOverCopies(ws);
  const base = readTurn(ws, session, 'base');
  if (!base || !isWanted(ws, session, base.worktree)) return;
  const place = { worktree: base.worktree, objectsDir: files.objects(ws) };
  const trees = await treesSince(place, base);
  if (!trees.ok) throw new Error(`git cannot record the working tree: ${trees.error.kind}`);
  const { tree } = trees.value.head;
  const other = readTurn(ws, session, 'judging');
  const last = readTurn(ws, session, 'verdict') ?? readTurn(ws, session, 'told');
  const judging = other && isAlive(other.process) ? other.tree : undefined;
  const now = whatNow({ base: base.tree, tree, judging, last });
  if (now === 'leave') return;
  const me = processRef(process.pid);
  if (now === 'drop') dropFromTurn(ws, session, 'judging');
  else writeTurn(ws, session, 'judging', { process: me, tree });
  // Whatever it says is of other files than there are.
  dropFromTurn(ws, session, 'verdict');
  if (now === 'drop') return;
  const isMine = (): boolean => isSame(readTurn(ws, session, 'judging')?.process, me);
  const stop = new AbortController();
  const watch = setInterval(() => {
    if (!isMine() || !isWanted(ws, session, base.worktree)) stop.abort('no longer wanted');
  }, WATCH_MS);
  const endLimit = afterOwnTime(LIMIT_MS, () => stop.abort(OUT_OF_TIME));
  try {
    const said = await judged(
      ws,
      place,
      { trees: trees.value, product: base.product },
      stop.signal,
    );
    const isDue = said !== undefined && isNews(said, readTurn(ws, session, 'told')?.said);
    if (isDue && isMine()) {
      writeTurn(ws, session, 'verdict', { tree, said: redactAll(said, clean) });
    }
  } finally {
    clearInterval(watch);
    endLimit();
    if (isMine()) dropFromTurn(ws, session, 'judging');
  }
}

function isSame(one: ProcessRef | undefined, { pid, started }: ProcessRef): boolean {
  return one?.pid === pid && one.started === started;
}

/** Hooks are on, a person still wants it, and no goal works there. */
function isWanted(ws: Workspace, session: string, worktree: string): boolean {
  const trust = readTrust(ws);
  if (!trust || trust.off !== undefined) return false;
  const now = readState(ws, (state) => isDriven(state, session, worktree));
  return now.ok && now.state.config.prove === 'on_stop' && !now.value;
}

function isDriven(state: State, session: string, worktree: string): boolean {
  if (focusOf(state, session)) return true;
  return busyGoals(state).some((goal) => writerIn(goal, worktree) !== undefined);
}

/** Undefined: only prose differs, or it was stopped. */
async function judged(
  ws: Workspace,
  place: TreePlace,
  { trees, product }: Readonly<{ trees: Trees; product: readonly ProductGlob[] }>,
  stop: AbortSignal,
): Promise<TurnSaying | undefined> {
  const { gates } = loadConfig(ws);
  const settings = gateSettings(ws, {});
  const mayStart = (gate: CommandGate): boolean => startOf(gate, settings).ok;
  const checks = checksOf(await gatesIn(ws, place, trees, gates, mayStart));
  const may = 'is' in checks ? [] : checks;
  const asked = { place, trees, checks: may, product, looked: looks(ws) };
  const read = await readAsked(asked);
  if (!read.ok) throw new Error(`git cannot read the change: ${read.error.kind}`);
  const change = read.value;
  if (filesOf(change, 'program', 'both', 'judge').length === 0) return undefined;
  if ('is' in checks) return checks;
  const owner = ownerHere();
  // Called as copies are, so that the next one removes it if this process is killed.
  const own = temporaryFolder(join(tmpdir(), `wukong-copy-${owner}-`));
  const noteOf = (gate: string) => noteCopy(ws, { goal: '', run: null, gate });
  try {
    const { verdict } = await judgeChange(asked, change, {
      ...{ owner, isGone: isOwnerGone, own, stop },
      show: (_want, _before, run) => run(),
      startOf: ({ check }) => {
        const gate = may[check]?.gate;
        if (!gate) return {};
        const start = startOf(gate, settings);
        return start.ok ? { start: start.value, onStart: noteOf(gate.name).started } : {};
      },
    });
    return sayingOf({ change, verdict });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    if (stop.reason !== OUT_OF_TIME) return undefined;
    return {
      is: 'unable',
      check: null,
      because: { on: 'tree', ended: 'timeout', why: OUT_OF_TIME },
    };
  } finally {
    noteOf('').ended();
    removeAll(own, 5);
  }
}

async function gatesIn(
  ws: Workspace,
  place: TreePlace,
  { base, head }: Trees,
  gates: readonly CommandGate[],
  mayStart: (gate: CommandGate) => boolean,
): Promise<readonly Gate[]> {
  const approvals = (readTrust(ws)?.approvals ?? []).filter(({ programs }) => !programs);
  const sides = { base: base.tree, head: head.tree };
  const checks = gates.map((gate) => ({ gate }));
  const scripts = await editedScripts(place, sides, checks);
  return gates.map((gate, at) => ({
    gate,
    mayRun: isApproved(gate, approvals) && mayStart(gate),
    isEdited: scripts[at]?.edits.length !== 0,
  }));
}

/** What persons said yes to in this clone, by `wukong prove --accept-doubts`. */
function looks(ws: Workspace) {
  const text = readIfThere(files.proveAnswers(ws))?.toString('utf8') ?? '';
  const read = proveAnswersSchema.safeParse(parseJson(text));
  return read.success ? (read.data.looked ?? []) : [];
}
