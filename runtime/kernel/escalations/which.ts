// What a reason to wait is called where a person is asked, and how urgent it is.

import type { Reason } from '../../model/reason.ts';
import type { Remark } from '../../model/remark.ts';
import type { EscalationReason, Urgency } from '../../model/vocabulary.ts';
import { asksOf, isSpent } from '../../model/wait-of.ts';

/** What stands around the reason: actions it needs leave for, what the last runs lacked. */
export type Around = Readonly<{ asked: readonly string[]; findings: readonly Remark[] }>;

/** Undefined: whoever stopped or interrupted something knows, and it goes on when they resume. */
export function escalationReason(
  because: Reason,
  { asked, findings }: Around,
): EscalationReason | undefined {
  if (asked.length > 0) return 'approval_required';
  return asksOf(because, isSpent(because) ? findings.slice(-RECENT).flatMap(remarkTexts) : []);
}

/** Of the last run there are as many. */
const RECENT = 4;

function remarkTexts(remark: Remark): readonly string[] {
  if (remark.kind === 'said' || remark.kind === 'missing') return [remark.text];
  return remark.kind === 'final-gate' ? [remark.error] : [];
}

const URGENCY: Readonly<Record<EscalationReason, Urgency>> = {
  ambiguous: 'medium',
  missing_credential: 'medium',
  approval_required: 'medium',
  stuck: 'high',
  budget_exceeded: 'high',
  context_pack_missing: 'high',
  deadline_passed: 'high',
};

export function urgencyOf(reason: EscalationReason): Urgency {
  return URGENCY[reason];
}
