// A file with task graphs, read to be checked or drawn: taskgraph.json of Wukong, or a template.

import { fail, ok, type Problem, type Result } from '../model/failure.ts';
import type { TaskgraphEntry, TaskgraphFile } from '../model/taskgraph.ts';
import { type TemplatePlace, templateRules } from './check-template.ts';
import { checked, hold, type PeopleFile, type Rule } from './reader/read-document.ts';
import type { Wording } from './reader/schema-problems.ts';
import { asked, fromEach } from './reader/unread.ts';
import { TASKGRAPH_SCHEMA } from './reader/validators.ts';
import { graphProblems } from './template-graph.ts';
import {
  fillIn,
  openTemplate,
  readTemplate,
  type Shelf,
  type WholeTemplate,
} from './template-layers.ts';
import { outputProblems } from './template-nodes.ts';
import { usualValues } from './template-parameters.ts';

export type GraphFile =
  | Readonly<{ kind: 'template' } & Pick<WholeTemplate, 'template' | 'placed'>>
  | Readonly<{ kind: 'taskgraph'; graphs: readonly TaskgraphEntry[] }>;

/** All that is wrong with it, each with its place. `shelf`: the templates that this one may extend. */
export function readGraphFile(
  file: PeopleFile,
  place: TemplatePlace,
  shelf: Shelf,
): Result<GraphFile, readonly Problem[]> {
  const text = openTemplate(file);
  if (!text.ok) return text;
  if (hasGraphs(text.value.data)) {
    const read = checked(hold(text.value, TASKGRAPH_SCHEMA), TASKGRAPH_RULES);
    return read.ok ? ok({ kind: 'taskgraph', graphs: read.value.value.graphs }) : read;
  }
  const written = readTemplate(file, shelf, text);
  if (!written.ok) return written;
  const whole = fillIn(written.value, usualValues(written.value.parameters), templateRules(place));
  return whole.ok ? ok({ kind: 'template', ...whole.value }) : fail(whole.error);
}

function hasGraphs(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'graphs' in data;
}

const TASKGRAPH_RULES: ReadonlyArray<Rule<TaskgraphFile>> = [
  repeatedGraphs,
  ({ graphs }) => fromEach(graphs, (graph, i) => ofGraph(graph, i)),
];

function ofGraph(graph: TaskgraphEntry, i: number): Wording[] {
  const all = asked([graphProblems, outputProblems], graph);
  return all.map((wording) => ({ ...wording, path: ['graphs', i, ...wording.path] }));
}

function repeatedGraphs({ graphs }: TaskgraphFile): Wording[] {
  const seen = new Set<string>();
  return fromEach(graphs, ({ graph_id }, i): Wording[] => {
    if (!seen.has(graph_id)) {
      seen.add(graph_id);
      return [];
    }
    const message = `${graph_id} is already the id of another graph.`;
    return [{ path: ['graphs', i, 'graph_id'], at: 'value', message }];
  });
}
