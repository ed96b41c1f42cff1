import { readFileSync, rmSync } from 'node:fs';
import type { TaskgraphFile } from '../../runtime/model/taskgraph.ts';
import { runStep } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { counted } from './counted.ts';

/**
 * What a log means, whatever the caches look like: the published taskgraph.json (open graphs and the one
 * that finished last), made again from the log; and how each goal, run and node ended, from its facts.
 */
export function meaningOf(ws: Workspace): Meaning {
  rmSync(files.taskgraph(ws), { force: true });
  rmSync(files.state(ws), { force: true });
  const made = runStep(ws, () => undefined);
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  const { graphs }: TaskgraphFile = JSON.parse(readFileSync(files.taskgraph(ws), 'utf8'));
  return { graphs: timeless(graphs), outcomes: outcomesOf(ws) };
}

/** When something happened is no part of what it means. */
function timeless<T>(graphs: T): T {
  const text = JSON.stringify(graphs, (key, value) => (/_(?:at|ms|sec)$/.test(key) ? 0 : value));
  return JSON.parse(text);
}

export type Meaning = Readonly<{
  graphs: TaskgraphFile['graphs'];
  outcomes: Readonly<Record<string, string>>;
}>;

const ENDS =
  /^(?:graph\.(?:completed|aborted)|run\.(?:ended|excused|refused)|node\.(?:done|failed|skipped|blocked|cancelled))$/;

/** The last word about each goal, run and node. */
function outcomesOf(ws: Workspace): Record<string, string> {
  const outcomes: Record<string, string> = {};
  for (const { type, goal_id, node_id, run_id, payload } of counted(ws)) {
    if (!ENDS.test(type)) continue;
    const [kind] = type.split('.');
    const id = { graph: goal_id, run: run_id, node: `${goal_id}/${node_id}` }[kind ?? ''];
    outcomes[`${kind} ${id}`] =
      `${type} ${payload.outcome ?? payload.level ?? payload.kind ?? ''}`.trim();
  }
  return outcomes;
}
