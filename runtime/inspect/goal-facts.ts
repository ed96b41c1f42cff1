import { upcast } from '../kernel/reduce/upcast.ts';
import { readHistory } from '../log/history.ts';
import type { Recorded } from '../model/facts/fact.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import type { Workspace } from '../workspace/paths.ts';
import type { OnProgress } from './read-log.ts';

/** The facts of these types about one goal, in the order of the log. */
export function goalFacts(
  ws: Workspace,
  goal: string,
  types: readonly string[],
  onProgress: OnProgress,
): Result<readonly Recorded[]> {
  const found: Recorded[] = [];
  const history = readHistory(
    ws,
    (record) => {
      onProgress(`${record.event_id} read`);
      if (record.goal_id !== goal) return true;
      // By what it means now: an older log may have it under another name.
      const fact = upcast(record);
      if (types.includes(fact.type)) found.push(fact);
      return true;
    },
    'count',
  );
  return history.ok ? ok(found) : fail(history.failure);
}
