// What was found, as far as it still holds: counted without any clone.

import { isJudged, type Judged, type Line } from './judged.ts';
import type { Judges } from './judges.ts';
import { Kept } from './kept.ts';
import type { Repository } from './list.ts';
import type { Mined } from './mine.ts';
import { judgedBy, type KeptPlaces, minedBy } from './places.ts';

/** Of one repository. */
export type FoundIn = Readonly<{
  repository: Repository;
  mined: readonly Mined[];
  judged: readonly Judged[];
}>;

export function foundIn(kept: KeptPlaces, judges: Judges, repository: Repository): FoundIn {
  const by = minedBy(repository);
  const sources = judgedBy(repository, judges[repository.set].sources);
  const last = new Map<string, Judged>();
  for (const line of new Kept<Line>(kept.judged(repository)).lines) {
    if (line.by === sources && isJudged(line)) last.set(`${line.commit}:${line.variant}`, line);
  }
  return {
    repository,
    mined: new Kept<Mined>(kept.mined(repository)).lines.filter((one) => one.by === by),
    judged: [...last.values()],
  };
}
