import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keptGraph } from '../../cache/save-taskgraph.ts';
import { namesIn } from '../../files/folders.ts';
import { projectTaskgraph } from '../../kernel/views/taskgraph.ts';
import type { Beside, Fault } from '../../model/proof.ts';
import type { State } from '../../model/state/state.ts';
import type { TaskgraphEntry } from '../../model/taskgraph.ts';
import { endTexts } from '../../words/fault.ts';
import { statusText } from '../../words/goal/status-text.ts';
import { oneLine, wholeLine } from '../../words/plain-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

export type LastView = Readonly<{
  id: string;
  /** Null where the graph was kept by an older version. */
  title: string | null;
  template: string;
  status: TaskgraphEntry['status'];
  fault: Fault | null;
  beside: Beside | null;
  done: number;
  nodes: number;
  summary: string | null;
  /** Of what was done in lanes and is nowhere else; left out: there is none. */
  patches?: readonly string[];
}>;

/** The state holds open goals only; the last finished graph stands in taskgraph.json. */
export function lastFinished(ws: Workspace, state: State): LastView | undefined {
  const last = state.finished
    ? projectTaskgraph(state, undefined).graphs.findLast((graph) => isFinished(graph))
    : keptGraph(ws, state);
  if (!Array.isArray(last?.nodes)) return undefined;
  const { goal_id: id, title = null, template, status: end, nodes, session } = last;
  const { fault = null, beside = null } = last;
  const isDone = nodes.filter((node) => node.status === 'done').length;
  const path = join(files.artifacts(ws, session), 'summary.md');
  const summary = existsSync(path) ? `.wukong/artifacts/${session}/summary.md` : null;
  const kept = namesIn(files.lanesKept(ws)).filter((name) => name.startsWith(`${id}-`));
  const patches = kept.flatMap((name) =>
    name.endsWith('.patch') ? [`.wukong/artifacts/lanes/${name}`] : [],
  );
  return {
    id,
    title,
    template,
    status: end,
    fault,
    beside,
    done: isDone,
    nodes: nodes.length,
    summary,
    ...(patches.length > 0 && { patches }),
  };
}

/** A very large graph is not in taskgraph.json when it is over. */
export function lastById({ last_finished: id }: State): string[] {
  return id === null ? [] : [`Last finished: ${id}  wukong log --goal ${id}`];
}

function isFinished(graph: TaskgraphEntry): boolean {
  return graph.status === 'completed' || graph.status === 'aborted';
}

export function describeLast(last: LastView): string {
  const { id, title, template, status: end, fault, beside, done: n, nodes, summary } = last;
  const { patches = [] } = last;
  const more = patches
    .map((path) => `\n  Done in a lane, and nowhere else: kept in ${path}`)
    .join('');
  const where = summary === null ? '' : `  ${summary}`;
  const first = endTexts(fault, beside)
    .map((text) => `${wholeLine(text)}\n  `)
    .join('');
  const request = title === null ? '' : ` "${oneLine(title, 60)}"`;
  return `${first}${id}${request} (${template}) ${statusText(end)}, ${n} of ${nodes} nodes done${where}${more}`;
}
