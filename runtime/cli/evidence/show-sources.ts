// Reads what the page of a goal is made from: facts of the log, files of order folders, and the change
// from git. What was meant to stay secret is taken out here.

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { patch as patchBetween } from '../../evidence/trees/tree-changes.ts';
import { codeOf } from '../../files/file-failure.ts';
import { readEnds } from '../../files/reading.ts';
import type { OnProgress } from '../../inspect/read-log.ts';
import { readResult } from '../../inspect/read-result.ts';
import { ok, type Result } from '../../model/failure.ts';
import { commandText } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { LogText } from '../../page/compare-logs.ts';
import type { PatchText, RunRead, Sources } from '../../page/page-of.ts';
import type { Redact } from '../../privacy/redact.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import { linkOnTheWay } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { collectedText, comparison } from './evidence-text.ts';
import { viewOf } from './evidence-view.ts';

type Read = Readonly<{ ws: Workspace; goal: Goal; clean: Redact }>;

export async function readSources(about: Read, onProgress: OnProgress): Promise<Result<Sources>> {
  const { ws, goal } = about;
  const read = readResult(ws, goal, onProgress);
  if (!read.ok) return read;
  const result = read.value;
  const { collected } = result;
  const patch = await readChange(about, result);
  const gone = collected ? [collectedText(goal.id, collected)] : [];
  return ok({
    result,
    read: readRuns(about, result, onProgress),
    patch: { ...patch, notes: [...gone, ...patch.notes] },
    logs: readLogs(about, result),
  });
}

/** Of each node the last judged run, as the page shows it. */
function readRuns(
  { ws, clean }: Read,
  result: GoalResult,
  onProgress: OnProgress,
): ReadonlyMap<string, RunRead> {
  const last = new Map(result.runs.filter((run) => run.graded).map((run) => [run.node, run]));
  const read = new Map<string, RunRead>();
  for (const run of last.values()) {
    onProgress(`${run.id} read`);
    const isOurs = run.stored === undefined || placeOf(ws, run.stored.dir) !== undefined;
    // A folder that leads elsewhere was not written by the runtime.
    const { stored, ...rest } = run;
    const view = viewOf(ws, result, isOurs ? run : rest);
    read.set(run.id, {
      compared: comparison(view).map((row) => row.map(clean)),
      files: (stored?.files ?? []).map(({ name }) => name).filter((name) => /\.log$/.test(name)),
    });
  }
  return read;
}

/** An absolute path for one below .wukong/ as the log names it; undefined where it leads out. */
function placeOf(ws: Workspace, path: string): string | undefined {
  const isBelow = /^artifacts\//.test(path) && posix.normalize(path) === path;
  return isBelow && linkOnTheWay(ws.dir, path) === undefined ? join(ws.dir, path) : undefined;
}

/** Of each end of a log. */
const MAX_LOG_BYTES = 256 * 1024;

/** The newest run of each check before the first change, and after one. */
function readLogs(about: Read, { checks }: GoalResult): Sources['logs'] {
  return checks.map(({ command, red, green }) => ({
    command: about.clean(commandText(command)),
    red: readLog(about, red.log, OUTCOMES[red.outcome]),
    green: green
      ? readLog(about, green.log, OUTCOMES[green.outcome])
      : { ...NO_LOG, outcome: 'not run yet' },
  }));
}

const OUTCOMES = { pass: 'passed', fail: 'failed', unavailable: 'could not run' } as const;
const NO_LOG = { path: '', missing: 'there is none', bytes: 0, head: '', tail: null } as const;

function readLog({ ws, clean }: Read, path: string, outcome: string): LogText {
  const none = { path, outcome, bytes: 0, head: '', tail: null };
  const place = placeOf(ws, path);
  if (place === undefined) return { ...none, missing: 'it is not below .wukong/artifacts' };
  try {
    const ends = readEnds(place, MAX_LOG_BYTES);
    if (!ends) return { ...none, missing: 'it is no regular file' };
    const { bytes, head, tail } = ends;
    return { path, outcome, bytes, head: clean(head), tail: tail === null ? null : clean(tail) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { ...none, missing: 'the file is gone' };
    return { ...none, missing: `it cannot be read (${codeOf(error)})` };
  }
}

/** More is not shown anyway. What is cut off here is far behind it. */
const MAX_PATCH_BYTES = 2 * 1024 * 1024;

async function readChange(
  { ws, clean }: Read,
  { nodes, runs, trees: { before, after } }: GoalResult,
): Promise<PatchText> {
  const paths = [...new Set(nodes.flatMap(({ touched }) => touched))];
  if (paths.length === 0) return { text: '', notes: [] };
  if (before !== null && after !== null) {
    const place = { worktree: ws.root, objectsDir: files.objects(ws) };
    const found = await patchBetween({ ...place, before, after, paths });
    if (found.ok) return bounded(found.value, clean);
  }
  const why =
    before === null || after === null
      ? 'No tree of this change was kept'
      : 'The trees of this change are gone';
  const kept = runs.flatMap(({ stored }) => (stored ? readPatchOf(ws, stored.dir) : []));
  const { text, notes } = bounded(Buffer.from(kept.join('')), clean);
  const instead =
    kept.length > 0 ? '; these are the patches of its runs, one after the other.' : '.';
  return { text, notes: [`${why}${instead}`, ...notes] };
}

function bounded(patch: Buffer, clean: Redact): PatchText {
  const isLong = patch.length > MAX_PATCH_BYTES;
  const shown = patch.subarray(0, MAX_PATCH_BYTES).toString('utf8');
  const whole = isLong ? shown.slice(0, shown.lastIndexOf('\n') + 1) : shown;
  const megabytes = Math.ceil(patch.length / 1024 / 1024);
  const notes = isLong ? [`The change is a patch of ${megabytes} MB; its beginning is shown.`] : [];
  return { text: clean(whole), notes };
}

function readPatchOf(ws: Workspace, dir: string): string[] {
  const place = placeOf(ws, `${dir}/patch.diff`);
  if (place === undefined || !existsSync(place)) return [];
  return [readEnds(place, MAX_PATCH_BYTES)?.head ?? ''];
}
