import { type Entities, entitiesOf } from '../../entities/entities.ts';
import { ENTITY_FACTS } from '../../entities/history.ts';
import { goalHistories } from '../../inspect/goal-histories.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { firstOf } from '../frame/brief-nodes.ts';
import { failed, misused, type Outcome } from '../frame/outcome.ts';
import { goalId } from '../frame/pick-goal.ts';
import { progress } from '../frame/progress.ts';
import { tenantOf } from './tenant.ts';

/**
 * Of one goal, of one node of it (`G-0001/N-020`, or `N-020` where one goal has it), or of all goals. The log
 * is read once.
 */
export function readEntities(ws: Workspace, named: string | undefined): Result<Entities, Outcome> {
  const words = (named ?? '').trim().toUpperCase().split('/');
  const isShort = words.length === 1 && /^N-\d+$/.test(words[0] ?? '');
  const [goal, node] = isShort ? [undefined, words[0]] : words;
  const only = goal ? goalId(goal) : undefined;
  const shown = progress();
  const read = goalHistories(ws, ENTITY_FACTS, only, shown.update);
  shown.end();
  if (!read.ok) return fail(failed(read.error));
  const all = entitiesOf(read.value, tenantOf(ws));
  if (only === undefined) return node === undefined ? ok(all) : ofShort(all, node);
  if (all.goals.length === 0) {
    return fail(misused(`There is no goal ${oneLine(only, 40)}.`, 'See `wukong goal list`.'));
  }
  if (node === undefined) return ok(all);
  const id = `${only}/${node}`;
  const item = all.work_items.find((one) => one.id === id);
  if (!item) {
    const known = all.work_items.map((one) => one.id).join(', ');
    return fail(misused(`There is no ${oneLine(id, 60)}.`, `There are: ${known}.`));
  }
  return ok(ofItem(all, id));
}

function ofShort(all: Entities, node: string): Result<Entities, Outcome> {
  const ids = all.work_items.map(({ id }) => id).filter((id) => id.endsWith(`/${node}`));
  const [id] = ids;
  if (id === undefined) {
    return fail(misused(`No goal has a node ${oneLine(node, 40)}.`, 'See `wukong goal list`.'));
  }
  if (ids.length === 1) return ok(ofItem(all, id));
  const message = `Several goals have a node ${node}: ${firstOf(ids, MAX_NAMED)}.`;
  return fail(misused(message, 'Name it in full.'));
}

const MAX_NAMED = 20;

function ofItem(all: Entities, id: string): Entities {
  const runs = all.runs.filter(({ work_item_id }) => work_item_id === id);
  const own = new Set(runs.map((run) => run.id));
  return {
    goals: all.goals.filter((goal) => id.startsWith(`${goal.id}/`)),
    work_items: all.work_items.filter((item) => item.id === id),
    runs,
    artifacts: all.artifacts.filter(({ run_id }) => own.has(run_id)),
    decisions: all.decisions.filter(({ work_item_id }) => work_item_id === id),
    escalations: all.escalations.filter(({ work_item_id }) => work_item_id === id),
  };
}
