// What became of lanes that were to go.

import { relative } from 'node:path';
import type { Removal } from '../../engine/lanes/remove-lanes.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Outcome } from './outcome.ts';

export function laneLines({ root }: Workspace, { left, kept }: Removal): string[] {
  return [
    ...kept.map((path) => `Done in a lane, and nowhere else: kept in ${relative(root, path)}.`),
    ...left.map(({ path, why }) => `The lane ${path} stays: ${why}.`),
    ...(left.length > 0 ? ['When that is over: wukong gc --yes'] : []),
  ];
}

export function withLanes(ws: Workspace, outcome: Outcome, removal: Removal): Outcome {
  const lines = laneLines(ws, removal);
  const { json, text } = outcome;
  if (lines.length === 0 || json === null || Array.isArray(json)) return outcome;
  const lanes = { kept: removal.kept.map((path) => relative(ws.root, path)), left: removal.left };
  return { ...outcome, text: [text, ...lines].join('\n'), json: { ...json, lanes } };
}
