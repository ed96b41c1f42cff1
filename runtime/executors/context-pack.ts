// The context pack of a node on disk: derived from its goal and the files its runs left, and made again
// whenever somebody goes on with the node.

import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { codeOf } from '../files/file-failure.ts';
import { readText } from '../files/reading.ts';
import { refuseOdd } from '../files/real-folder.ts';
import { lastJudged } from '../kernel/graph/graph.ts';
import type { WorkOrder } from '../kernel/views/work-order.ts';
import type { Counts } from '../model/gate.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Run } from '../model/state/run.ts';
import type { State } from '../model/state/state.ts';
import type { ContextPack } from '../model/views/context-pack.ts';
import { contextPack, type Left, packText } from '../words/goal/context-pack.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { shownFile } from './shown-patch.ts';

/** Where the work of a node stands; undefined before its first run. */
export function readContextPack(ws: Workspace, goal: Goal, node: string): ContextPack | undefined {
  return contextPack(goal, node, (run) => leftBy(ws, run));
}

/** The same, and the file made again. */
export function writeContextPack(ws: Workspace, goal: Goal, node: string): ContextPack | undefined {
  const pack = readContextPack(ws, goal, node);
  if (!pack) return undefined;
  const path = files.contextPack(ws, goal.id, node);
  replaceFile(path, `${JSON.stringify(pack, null, 1)}\n`, false);
  return pack;
}

/** What a run that is not the first of its node goes on from: the pack in short, and its file below .wukong/. */
export function resumeFrom(ws: Workspace, goal: Goal, node: string): WorkOrder['resume'] {
  const pack = writeContextPack(ws, goal, node);
  if (!pack) return undefined;
  const file = relative(ws.dir, files.contextPack(ws, goal.id, node))
    .split(sep)
    .join('/');
  return { file, text: packText(pack) };
}

/** As often as the settings ask: at each end of a run, or at each step of a node. */
export function keepContextPack(
  ws: Workspace,
  { config }: State,
  goal: Goal | undefined,
  node: string,
  at: 'run' | 'status',
): void {
  if (!goal || !config.context_packs_enabled) return;
  if (at === 'run' || config.save_frequency === 'every_status') {
    writeContextPack(ws, goal, node);
  }
}

/** What the last judged run of the node left and is not there any more, below .wukong/. */
export function missingOfRuns(ws: Workspace, goal: Goal, node: string): string[] {
  const outputs = lastJudged(goal, node)?.outputs;
  if (!outputs) return [];
  const needed = ['report.md', 'outcome.json', 'patch.diff'];
  return outputs.artifacts
    .filter((name) => needed.includes(name))
    .map((name) => `${outputs.dir}/${name}`)
    .filter((path) => !existsSync(join(ws.dir, path)));
}

function leftBy(ws: Workspace, run: Run): Left {
  const dir = join(ws.dir, run.outputs?.dir ?? '');
  return {
    patch: textOf(shownFile(join(dir, 'patch.diff'))),
    counts: countsIn(textOf(join(dir, 'outcome.json'))),
  };
}

/** Of all gates of a run together. What was altered to something else says nothing. */
function countsIn(text: string): Counts {
  const { tests } = Object.assign({}, ...gatesIn(text).map((gate) => gate?.counts));
  return { ...(hasNumbers(tests, 'total', 'passed') && { tests }) };
}

function hasNumbers(value: Readonly<Record<string, unknown>> | undefined, ...names: string[]) {
  return names.every((name) => Number.isFinite(value?.[name]));
}

function gatesIn(text: string): ReadonlyArray<{ counts?: object } | null> {
  try {
    const gates = JSON.parse(text)?.gates;
    return Array.isArray(gates) ? gates : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function textOf(path: string): string {
  refuseOdd(path);
  try {
    return readText(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
