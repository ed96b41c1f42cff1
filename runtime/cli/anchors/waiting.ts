import { readIfThere } from '../../files/reading.ts';
import type { Candidate } from '../../memory/candidates.ts';
import { itemsOf } from '../../memory/review/candidate-items.ts';
import { oneLine } from '../../words/plain-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

/** Those that can be read; what is wrong with the file is said when somebody decides. */
export function waitingCandidates(ws: Workspace): Candidate[] {
  const text = readIfThere(files.candidates(ws))?.toString('utf8') ?? '';
  return itemsOf(text).parts.flatMap(({ item }) =>
    item && 'candidate' in item ? [item.candidate] : [],
  );
}

export function waitingLines(waiting: readonly Candidate[]): string[] {
  if (waiting.length === 0) return [];
  const lines = waiting.map(({ id, type, title }) => `${id}  ${oneLine(`${type}: ${title}`, 100)}`);
  return ['', 'Candidates, which wait for you (.wukong/anchors/anchors_candidates.md):', ...lines];
}
