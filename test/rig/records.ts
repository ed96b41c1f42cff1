/** One line of `.wukong/events.jsonl`, as far as tests look at it. */
export type LogRecord = Readonly<{
  event_id: string;
  type: string;
  timestamp: string;
  session_id?: string;
  goal_id?: string;
  node_id?: string;
  run_id?: string;
  payload: Readonly<Record<string, unknown>>;
}>;

/** `.wukong/taskgraph.json`, as far as tests look at it. */
export type Taskgraph = Readonly<{
  schema_version: number;
  as_of: string;
  graphs: readonly Readonly<{
    graph_id: string;
    goal_id: string;
    session: string;
    template: string;
    status: string;
    nodes: readonly TaskgraphNode[];
    edges: readonly Readonly<{ from: string; to: string; condition: string }>[];
  }>[];
}>;

export type TaskgraphNode = Readonly<
  Record<string, unknown> & { id: string; title: string; role: string; status: string }
>;

/** Whole lines only: the last one may still be on its way to the disk. */
export function parseLines<T>(text: string): readonly T[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line));
}
