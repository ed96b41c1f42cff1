// What became of lanes that were to go.

import { relative } from 'node:path';
import { leftLanes, type Removal } from '../../engine/lanes/remove-lanes.ts';
import { strayPlaces } from '../../engine/lanes/stray-lanes.ts';
import type { State } from '../../model/state/state.ts';
import { counted } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Outcome } from './outcome.ts';

export function laneLines({ root }: Workspace, { left, kept }: Removal): string[] {
  return [
    ...kept.map((path) => `Done in a lane, and nowhere else: kept in ${relative(root, path)}.`),
    ...left.map(({ path, why }) => `The lane ${path} stays: ${why}.`),
    ...(left.length > 0 ? ['When that is over: wukong gc --yes'] : []),
  ];
}

/** Those that no open goal has any more: the log is another one, say. */
export async function lanesThere(ws: Workspace, state: State): Promise<string[]> {
  const all = [...(await leftLanes(ws, state)), ...(await strayPlaces(ws, state))];
  if (all.length === 0) return [];
  const named = all.slice(0, MOST_NAMED).map(({ path }) => path);
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return [
    `${counted(all.length, 'lane')} of no open goal: ${named.join(', ')}${more}. What is in it, and may go: wukong gc`,
  ];
}

const MOST_NAMED = 3;

export function withLanes(ws: Workspace, outcome: Outcome, removal: Removal): Outcome {
  const lines = laneLines(ws, removal);
  const { json, text } = outcome;
  if (lines.length === 0 || json === null || Array.isArray(json)) return outcome;
  const lanes = { kept: removal.kept.map((path) => relative(ws.root, path)), left: removal.left };
  return { ...outcome, text: [text, ...lines].join('\n'), json: { ...json, lanes } };
}
