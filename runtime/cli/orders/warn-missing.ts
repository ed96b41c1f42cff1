import { configOf } from '../../documents/config.ts';
import { missingIn } from '../../documents/template.ts';
import { renderProblem } from '../../words/render-problem.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** Before a goal begins, which may go on all the same: on stderr, so that what is printed stays its own. */
export function warnMissing(ws: Workspace, templates: readonly string[]): void {
  const compiled = configOf(ws);
  for (const name of new Set(templates)) {
    for (const { problem } of missingIn(ws, name, compiled)) {
      process.stderr.write(`warning  ${renderProblem(problem)}\n`);
    }
  }
}
