// What was counted of a goal: each thing once, in a short form and a long one, and where it is told.

import type { GoalHead, GoalResult, Places } from '../../result/goal-result.ts';
import { counted } from '../plain-text.ts';

type Teller = 'summary' | 'page' | 'evidence' | 'status';

type Row = Readonly<{
  in: readonly Teller[];
  /** `gates 3/3` */
  short?: string;
  /** Half a sentence. */
  long?: string;
}>;

type Counted = GoalHead & Partial<Pick<GoalResult, 'memory'>> & { counts: { places?: Places } };

/** In the order they are told. */
function rowsOf({ counts, beside, memory = null }: Counted): Array<Row | false> {
  const { nodes, gates, criteria, red_to_green, sent_back, places } = counts;
  const { unseen = 0 } = beside ?? {};
  const waiting = memory ? memory.waiting.length + memory.removals.length : 0;
  return [
    unseen > 0 && {
      in: ['summary'],
      short: `${counted(unseen, 'criterion', 'criteria')} nobody looked at`,
    },
    { in: ['page'], long: `${nodes.done} of ${nodes.total} nodes done` },
    red_to_green > 0 && { in: ['summary'], short: `red ${red_to_green} → green` },
    criteria !== null && {
      in: ['summary', 'page', 'status'],
      short: `criteria ${criteria.met}/${criteria.total}`,
      long: `${criteria.met} of ${criteria.total} criteria hold${criteria.accepted > 0 ? `, ${criteria.accepted} accepted` : ''}`,
    },
    gates.total > 0 && {
      in: ['summary', 'page'],
      short: `gates ${gates.passed.length}/${gates.total}`,
      long: `${gates.passed.length} of ${gates.total} gates passed`,
    },
    places !== undefined &&
      places.total > 0 && { in: ['page', 'evidence'], long: placesText(places) },
    sent_back > 0 && {
      in: ['page'],
      long: `sent back ${sent_back === 1 ? 'once' : `${sent_back} times`}`,
    },
    waiting > 0 && {
      in: ['summary'],
      short: `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`,
    },
  ];
}

export function shortCounts(teller: Teller, of: Counted): string[] {
  return rowsFor(teller, of).flatMap(({ short }) => short ?? []);
}

export function longCounts(teller: Teller, of: Counted): string[] {
  return rowsFor(teller, of).flatMap(({ long }) => long ?? []);
}

function rowsFor(teller: Teller, of: Counted): Row[] {
  return rowsOf(of).filter((row): row is Row => row !== false && row.in.includes(teller));
}

export function placesText({ resolved, total }: Places): string {
  const share = total === 0 ? '' : ` (${Math.round((100 * resolved) / total)} %)`;
  return `${resolved} of ${total} cited places resolve${share}`;
}
