import { upcast } from '../../kernel/reduce/upcast.ts';
import { readHistory } from '../../log/history.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { EscalationEntity } from '../../model/views/escalation.ts';
import { ESCALATION_TYPES, escalationsIn } from '../../words/escalation/entity.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** All there ever were, oldest first. */
export function readEscalations(ws: Workspace): Result<readonly EscalationEntity[]> {
  const facts: Recorded[] = [];
  const history = readHistory(
    ws,
    (record) => {
      if (ESCALATION_TYPES.some((type) => type === record.type)) facts.push(upcast(record));
      return true;
    },
    'count',
  );
  return history.ok ? ok(escalationsIn(facts)) : fail(history.failure);
}
