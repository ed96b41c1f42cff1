import { recordSchema } from '../../runtime/model/facts/record.ts';
import type { TaskNode } from '../../runtime/model/node.ts';
import type { TaskgraphFile } from '../../runtime/model/taskgraph.ts';

/** One line of `.wukong/events.jsonl`, as far as tests look at it. */
export type LogRecord = Readonly<{
  event_id: string;
  type: string;
  timestamp: string;
  session_id?: string;
  goal_id?: string;
  node_id?: string;
  run_id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every type.
  payload: Readonly<Record<string, any>>;
}>;

/** What in these records is not as model/facts/ defines it. */
export function againstDefinitions(records: readonly LogRecord[]): readonly string[] {
  return records.flatMap((record) => {
    const issues = recordSchema.safeParse(record).error?.issues ?? [];
    const wrong = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return wrong.length > 0 ? [`${record.event_id} ${record.type}: ${wrong.join(', ')}`] : [];
  });
}

/** `.wukong/taskgraph.json` */
export type Taskgraph = TaskgraphFile;
export type TaskgraphNode = TaskNode;

/** Whole lines only: the last one may still be on its way to the disk. */
export function parseLines<T>(text: string): readonly T[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line));
}
