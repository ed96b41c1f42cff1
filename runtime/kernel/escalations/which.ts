// What a reason to wait is called where a person is asked, and how urgent it is. None: whoever stopped or
// interrupted something knows, and it goes on when they resume.

import type { Cause, Reason } from '../../model/reason.ts';
import type { Remark } from '../../model/remark.ts';
import { namesCredential } from '../../model/telling-line.ts';
import type { EscalationReason, Urgency } from '../../model/vocabulary.ts';
import { lacksCredential } from './credential.ts';

/** What stands around the reason: actions it needs leave for, what the last runs lacked. */
export type Around = Readonly<{ asked: readonly string[]; findings: readonly Remark[] }>;

export function escalationReason(
  because: Reason,
  { asked, findings }: Around,
): EscalationReason | undefined {
  if (asked.length > 0) return 'approval_required';
  switch (because.kind) {
    case 'questions':
      return namesCredential(because.questions) ? 'missing_credential' : 'ambiguous';
    case 'text':
    case 'rejected':
    case 'nothing-to-reopen':
    case 'fault-not-shown':
    case 'no-change':
    case 'criteria-open':
    case 'work-gone':
      return 'ambiguous';
    case 'gate-stuck':
      return lacksCredential(because) ? 'missing_credential' : 'stuck';
    case 'stuck':
    case 'runs-used-up': {
      const texts = [...textsOf(because.last), ...findings.slice(-RECENT).flatMap(remarkTexts)];
      return namesCredential(texts) ? 'missing_credential' : 'stuck';
    }
    case 'final-gate-unfixable':
    case 'last-nodes-skipped':
      return 'stuck';
    case 'tests-changed':
    case 'denied':
      return 'approval_required';
    case 'settings-changed':
      return namesCredential(because.what) ? 'missing_credential' : 'approval_required';
    case 'deadline-passed':
      return 'deadline_passed';
    case 'budget-exceeded':
      return 'budget_exceeded';
    case 'context-pack-missing':
      return 'context_pack_missing';
    // Somebody stopped it, or it never began: told, and resumed by a word.
    case 'never-started':
    case 'finished':
    case 'agent-failed':
    case 'own-work-audited':
    case 'too-little-evidence':
    case 'no-report':
    case 'agent-error':
    case 'api-error':
    case 'client-gone':
    case 'taken-over':
    case 'switched':
    case 'user-interrupted':
    case 'agent-interrupted':
    case 'agent-stopped':
    case 'no-order-folder':
    case 'executor-ended':
    case 'not-started':
    case 'start-refused':
    case 'order-replaced':
    case 'guard-missed':
    case 'guard-unproven':
    case 'rework':
    case 'final-gate':
    case 'rolled-back':
    case 'reopened-before':
    case 'open-already':
    case 'branches-skipped':
    case 'cannot-run':
    case 'nobody-has-role':
    case 'other-goal':
    case 'goal-resumed':
    case 'session-cleared':
    case 'no-progress':
    case 'plan-mode':
    case 'gates-running':
    case 'report-unjudged':
    case 'by-person':
      return undefined;
    default:
      return because satisfies never;
  }
}

/** Of the last run there are as many. */
const RECENT = 4;

function textsOf(last: Cause): readonly string[] {
  if (last.kind === 'too-little-evidence') return last.missing ?? [];
  if (last.kind === 'agent-failed') return [last.summary];
  return last.kind === 'text' ? [last.text] : [];
}

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
