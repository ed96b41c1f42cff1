// The criteria in the summary of a goal: each ticked with where it holds.

import { type CriterionSeen, criteriaOf, type Holds } from '../../kernel/graph/criteria.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import { commandText } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import { holdsText, standingText } from '../../words/fault.ts';
import { quotedExactly, quotedSpan } from '../../words/quoting.ts';

const MAX_CHARS = 400;

/** One line each; none where there are none. */
export function criteriaLines(goal: Goal, records: readonly Recorded[]): string[] {
  const more = proofOf(goal).criteria?.more ?? 0;
  return [
    ...criteriaOf(goal).map((seen) => criterionLine(seen, records)),
    ...(more > 0 ? [`- ${more} more were written, and not looked at one by one.`] : []),
  ];
}

/** Only what was seen is ticked, not what a person took without it. */
function criterionLine(
  { criterion, standing }: CriterionSeen,
  records: readonly Recorded[],
): string {
  const isMet = standing.is === 'met';
  const where = isMet
    ? standing.holds.map((holds) => holdsText(holds) + eventText(holds, records)).join(', ')
    : standingText(standing);
  const text = quotedExactly(criterion.text, MAX_CHARS);
  return `- [${isMet ? 'x' : ' '}] ${criterion.number}. ${text} — ${quotedSpan(where, MAX_CHARS)}`;
}

function eventText(holds: Holds, records: readonly Recorded[]): string {
  const event = records.findLast((record) => shows(record, holds))?.event_id;
  return event === undefined ? '' : ` (${event})`;
}

/** Whether the record says so. */
function shows(record: Recorded, holds: Holds): boolean {
  switch (holds.kind) {
    case 'gate':
      return (
        record.type === 'gate.finished' &&
        record.payload.gate === holds.gate &&
        record.payload.outcome === 'pass'
      );
    case 'check':
      return (
        record.type === 'check.measured' &&
        record.payload.side === 'green' &&
        record.payload.outcome === 'pass' &&
        commandText(record.payload.command) === holds.command
      );
    case 'changed':
      return (
        record.type === 'evidence.graded' && record.payload.outputs.patch_files.includes(holds.path)
      );
    case 'cited':
      return record.type === 'criteria.said';
  }
}
