import { readIfThere } from '../../files/reading.ts';
import type { Candidate } from '../../memory/candidates.ts';
import { type Item, itemsOf } from '../../memory/review/candidate-items.ts';
import { oneLine } from '../../words/plain-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

/** Those that can be read; what is wrong with the file is said when somebody decides. */
export function waitingCandidates(ws: Workspace): Candidate[] {
  return itemsIn(ws).flatMap((item) => ('candidate' in item ? [item.candidate] : []));
}

/** Ids of anchors that are proposed for removal. */
export function waitingRemovals(ws: Workspace): string[] {
  return itemsIn(ws).flatMap((item) => ('remove' in item ? [item.remove] : []));
}

function itemsIn(ws: Workspace): Item[] {
  const text = readIfThere(files.candidates(ws))?.toString('utf8') ?? '';
  return itemsOf(text).parts.flatMap(({ item }) => item ?? []);
}

export function waitingLines(waiting: readonly Candidate[], removals: readonly string[]): string[] {
  if (waiting.length + removals.length === 0) return [];
  return [
    '',
    'What waits for you in .wukong/anchors/anchors_candidates.md:',
    ...waiting.map(({ id, type, title }) => `${id}  ${oneLine(`${type}: ${title}`, 100)}`),
    ...removals.map((id) => `${id}  to be removed, because no goal uses it`),
  ];
}
