import type { Observation } from '../../model/evidence.ts';
import { EDITING_TOOLS } from '../../model/tools.ts';

/** Files the run edited through its tools, as the transcript names them. Failed edits are left out. */
export function editedFiles(observations: readonly Observation[]): readonly string[] {
  const paths = observations
    .filter((seen) => EDITING_TOOLS.includes(seen.tool) && !(seen.finished && seen.isError))
    .flatMap((seen) => (seen.filePath === undefined ? [] : [seen.filePath]));
  return [...new Set(paths)];
}
