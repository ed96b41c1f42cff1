// A file with task graphs, read to be checked or drawn: taskgraph.json of Wukong, or a template.

import { ok, type Problem, type Result } from '../model/failure.ts';
import type { TaskgraphEntry, TaskgraphFile } from '../model/taskgraph.ts';
import { inOrder, type PeopleDocument, readPeopleDocument, TASKGRAPH } from './read-document.ts';
import type { Wording } from './schema-problems.ts';
import { graphProblems } from './template-graph.ts';
import { fillIn, readTemplate, type Shelf, type WholeTemplate } from './template-layers.ts';
import { nodeProblems, outputProblems, type Surroundings } from './template-nodes.ts';
import { usualValues } from './template-parameters.ts';
import { templateProblems } from './template-rules.ts';
import { wayProblems } from './template-ways.ts';
import { readPeopleText } from './yaml-text.ts';

export type GraphFile =
  | Readonly<{ kind: 'template' } & Pick<WholeTemplate, 'template' | 'placed'>>
  | Readonly<{ kind: 'taskgraph'; graphs: readonly TaskgraphEntry[] }>;

/**
 * All that is wrong with it, each with its place. `around` is what only a workspace knows: anchors and
 * folders; without it they are not looked at. `shelf`: the templates that this one may extend.
 */
export function readGraphFile(
  path: string,
  display: string,
  around: Surroundings | undefined,
  shelf: Shelf,
): Result<GraphFile, readonly Problem[]> {
  const text = readPeopleText(path, display);
  if (!text.ok) return text;
  if (!hasGraphs(text.value.data)) {
    const read = readTemplate({ path, display }, shelf);
    if (!read.ok) return read;
    const whole = fillIn(read.value, usualValues(read.value.parameters));
    if (!whole.ok) return whole;
    const { template, placed } = whole.value;
    const ofNodes = around ? nodeProblems(template, around) : outputProblems(template);
    const wrong = placed([
      ...templateProblems(template),
      ...graphProblems(template),
      ...wayProblems(template),
      ...ofNodes,
    ]);
    return wrong.length > 0
      ? { ok: false, error: wrong }
      : ok({ kind: 'template', template, placed });
  }
  const read = readPeopleDocument(path, TASKGRAPH, display);
  if (!read.ok) return read;
  const { graphs } = read.value.value;
  const wrong = placedIn(read.value, [...repeatedGraphs(graphs), ...graphs.flatMap(ofGraph)]);
  return wrong.length > 0 ? { ok: false, error: wrong } : ok({ kind: 'taskgraph', graphs });
}

function hasGraphs(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'graphs' in data;
}

function ofGraph(graph: TaskgraphEntry, i: number): Wording[] {
  const all = [...graphProblems(graph), ...outputProblems(graph)];
  return all.map((wording) => ({ ...wording, path: ['graphs', i, ...wording.path] }));
}

function repeatedGraphs(graphs: TaskgraphFile['graphs']): Wording[] {
  return graphs.flatMap(({ graph_id }, i): Wording[] => {
    if (graphs.findIndex((other) => other.graph_id === graph_id) === i) return [];
    const message = `${graph_id} is already the id of another graph.`;
    return [{ path: ['graphs', i, 'graph_id'], at: 'value', message }];
  });
}

function placedIn<T>({ problemAt }: PeopleDocument<T>, wrong: readonly Wording[]): Problem[] {
  return inOrder(wrong.map(({ path, at, message, hint }) => problemAt(path, at, message, hint)));
}
