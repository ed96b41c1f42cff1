import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { editedFiles } from '../../evidence/transcript/edited-files.ts';
import { type ReadOptions, readTranscript } from '../../evidence/transcript/read-transcript.ts';
import { ALWAYS, type FreeTime, freeTimes } from '../../evidence/transcript/unobserved-writes.ts';
import { headlessOf, isAgent, subagentOf } from '../../kernel/state/run-by.ts';
import type { Transcript } from '../../model/evidence.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { isClientFile } from '../../workspace/client-file.ts';

type OwnTranscript =
  | Readonly<{ ok: true; transcript: Transcript }>
  | Readonly<{ ok: false; why: string }>;

/**
 * The transcript of a run's agent. Only files below the client's own folder are read: the path comes
 * from a payload, and whatever it names would otherwise become evidence.
 */
async function readOwnTranscript(path: string, options: ReadOptions = {}): Promise<OwnTranscript> {
  if (!isClientFile(path))
    return { ok: false, why: 'its transcript is not in the client’s folder' };
  const read = await readTranscript(path, options);
  return read.ok
    ? { ok: true, transcript: read.value }
    : { ok: false, why: 'its transcript cannot be read' };
}

/** How long the client may take to write down what it has already passed to the hook. */
const SETTLE_MS = 3000;

/**
 * The same, as soon as it holds the report itself. The client writes its transcript behind its own
 * back: at the report the results of the last calls may not be on disk yet.
 */
export async function readSettledTranscript(
  path: string,
  isReport: (text: string) => boolean,
  agentId?: string,
): Promise<OwnTranscript> {
  for (const deadline = Date.now() + SETTLE_MS; ; await delay(50)) {
    const read = await readOwnTranscript(path, { agentId, isReport });
    if (!read.ok || Date.now() > deadline) return read;
    const last = read.transcript.observations.at(-1);
    const handedBack = last?.tool === 'SubagentHandback' && !last.finished;
    if (handedBack || isReport(read.transcript.lastText ?? '')) return read;
  }
}

type Edits = Readonly<{
  own: string[];
  foreign: string[];
  /** When runs of this node could have changed what no transcript names. */
  free: readonly FreeTime[];
}>;

/**
 * Which files were edited since the node's work began: by runs of this node as their transcripts
 * show it, and by others (other nodes, the main agent, other subagents, other sessions).
 */
export async function readEdits(
  state: State,
  goal: Goal,
  run: Run,
  mainTranscript: string,
  ownTranscript?: Transcript,
): Promise<Edits> {
  const runs = Object.values(goal.runs).filter((other) => other.node === run.node);
  const since =
    runs.find((other) => other.lane.base === run.lane.base)?.dispatched_at ?? run.dispatched_at;
  const mine = new Set(runs.flatMap(transcriptName));
  const own: string[] = [];
  const unread = new Set(
    runs.filter(({ dispatched_at }) => dispatched_at >= since).flatMap(transcriptName),
  );
  const free: FreeTime[] = [];
  // What another node of the goal answered for meanwhile, however it was made.
  const foreign = Object.values(goal.runs)
    .filter((other) => other.node !== run.node && other.dispatched_at >= since)
    .flatMap((other) => other.outputs?.patch_files ?? []);
  for (const { path, name } of transcriptsOf(
    state,
    mainTranscript,
    run,
    Object.values(goal.runs),
    since,
  )) {
    const isOwn = ownTranscript !== undefined && path === run.report?.transcript;
    const read = isOwn
      ? { ok: true as const, transcript: ownTranscript }
      : await readOwnTranscript(path);
    if (!read.ok) continue;
    const later = read.transcript.observations.filter((seen) => seen.at >= since);
    (mine.has(name) ? own : foreign).push(...editedFiles(later));
    if (!mine.has(name)) continue;
    unread.delete(name);
    free.push(...freeTimes(later));
  }
  // Who is no agent keeps no transcript.
  const isUnseen = runs.some((one) => one.dispatched_at >= since && !isAgent(one.by));
  return { own, foreign, free: unread.size === 0 && !isUnseen ? free : [ALWAYS] };
}

/** The file the client keeps of a run's agent, which may have changed something. */
function transcriptName(run: Run): string[] {
  const agent = subagentOf(run)?.agent_id;
  if (agent) return [`agent-${agent}.jsonl`];
  const path = headlessOf(run)?.transcript;
  return path === undefined ? [] : [fileName(path)];
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

/** Main transcripts of this and other open sessions with those of their subagents, changed since. */
function transcriptsOf(state: State, main: string, run: Run, runs: readonly Run[], since: string) {
  const mains = new Set([main, ...Object.values(state.sessions).map((other) => other.transcript)]);
  const found = new Map<string, string>();
  const add = (path: string, name: string): void => {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed >= Date.parse(since) - 1000) found.set(path, name);
  };
  if (run.report) add(run.report.transcript, fileName(run.report.transcript));
  for (const other of runs) {
    const path = headlessOf(other)?.transcript;
    if (path !== undefined) add(path, fileName(path));
  }
  for (const path of mains) {
    if (!path.endsWith('.jsonl')) continue;
    add(path, 'main');
    const folder = join(path.slice(0, -'.jsonl'.length), 'subagents');
    for (const name of jsonlIn(folder)) add(join(folder, name), name);
  }
  return [...found].map(([path, name]) => ({ path, name }));
}

function jsonlIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  } catch {
    return []; // The session had no subagents.
  }
}
