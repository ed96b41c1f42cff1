import { upcast } from '../../kernel/reduce/upcast.ts';
import { mayWrite } from '../../kernel/state/writers.ts';
import { readHistory } from '../../log/history.ts';
import type { Workspace } from '../../workspace/paths.ts';

/**
 * The run that could have written a file when it was saved last, if there was one: nobody can say then
 * whose words are in it. Only asked where a person decided something.
 */
export function writerAt(ws: Workspace, savedMs: number): string | undefined {
  const since = new Map<string, number>();
  let found: string | undefined;
  readHistory(ws, (record) => {
    const fact = upcast(record);
    const ms = Date.parse(record.timestamp);
    if (fact.type === 'run.dispatched' && mayWrite(fact.payload)) {
      since.set(fact.run_id, ms);
    } else if (fact.type === 'run.ended') {
      const began = since.get(fact.run_id) ?? Number.POSITIVE_INFINITY;
      since.delete(fact.run_id);
      if (began <= savedMs && savedMs <= ms) found = fact.run_id;
    }
    return true;
  });
  return found;
}
