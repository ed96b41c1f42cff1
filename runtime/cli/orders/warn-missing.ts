import { configOf } from '../../documents/config.ts';
import { missingIn } from '../../documents/template.ts';
import type { OwnTemplate } from '../../model/proof.ts';
import { ownTemplateText } from '../../words/fault.ts';
import { renderProblem } from '../../words/render-problem.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { warn } from '../frame/output.ts';

type Planned = Readonly<{ name: string; own?: OwnTemplate }>;

/**
 * Before a goal begins, which may go on all the same: on stderr, so that what is printed stays its own. Executors
 * that nobody set up, and templates of the repository in the place of shipped ones.
 */
export function warnMissing(ws: Workspace, plans: readonly Planned[]): void {
  const templates = new Map(plans.map((plan) => [plan.name, plan.own]));
  for (const [template, own] of templates) {
    if (own) warn(`note  ${ownTemplateText({ ...own, template })}`);
  }
  const compiled = configOf(ws);
  for (const name of templates.keys()) {
    for (const { problem } of missingIn(ws, name, compiled)) {
      warn(`warning  ${renderProblem(problem)}`);
    }
  }
}
