// Whether a person is asked, by what, and what they decided last.

import { resumeToken } from '../kernel/escalations/token.ts';
import { escalationReason } from '../kernel/escalations/which.ts';
import { blockedNodes } from '../kernel/graph/graph.ts';
import { proofOf } from '../kernel/graph/proof.ts';
import { waitingAt } from '../kernel/requests/waiting-at.ts';
import type { PayloadOf } from '../model/facts/fact.ts';
import type { Reason } from '../model/reason.ts';
import type { WorkflowState } from '../model/views/workflow-state.ts';
import { waitKind } from '../model/wait-of.ts';
import { reasonText } from '../words/reason.ts';
import { nextText, pausedNext, waitsText } from '../words/waiting.ts';
import { escalationsIn } from './escalations.ts';
import { of, type StateSources } from './workflow-sources.ts';

type Review = WorkflowState['review'];

export function reviewOf(sources: StateSources): Review {
  const resume_token = resumeToken(sources.goal, sources.logId) ?? null;
  const waiting = waitingFor(sources);
  // The token is for what waits first.
  const payload = waiting.map(({ asks: _, ...one }, i) => ({
    ...one,
    resume_token: i === 0 ? resume_token : null,
  }));
  return {
    requires_human_review: waiting.some(({ asks }) => asks),
    human_review_payload: payload.length > 0 ? payload : null,
    human_decision: decisionOf(sources),
    resume_token,
  };
}

/** `asks`: only a person can answer it. What was stopped or parked goes on by a word, or by itself. */
function waitingFor({ goal, facts }: StateSources) {
  const open = escalationsIn(facts).filter(({ status }) => status === 'pending');
  const askedAt = (node: string | null) =>
    open.find((one) => one.work_item_id === (node && `${goal.id}/${node}`)) ?? null;
  const nodes = blockedNodes(goal).flatMap((node) => {
    const at = waitingAt(goal, node);
    const state = goal.nodes[node];
    if (!at || state?.status !== 'blocked') return [];
    const next = nextText(at, 'shell');
    const one = {
      node,
      kind: waitKind(at.because),
      why: waitsText(at),
      next,
      escalation: askedAt(node),
    };
    return [{ ...one, asks: isAsked(state.because, at.asked) }];
  });
  if (nodes.length > 0 || !goal.paused) return nodes;
  const escalation = askedAt(null);
  const next = pausedNext(goal.id, goal.paused, escalation?.id, 'shell');
  const one = {
    node: null,
    kind: goal.paused.kind,
    why: reasonText(goal.paused),
    next,
    escalation,
  };
  return [{ ...one, asks: isAsked(goal.paused, []) }];
}

function isAsked(because: Reason, asked: readonly string[]): boolean {
  return escalationReason(because, { asked, findings: [] }) !== undefined;
}

/** What a person decided, answered or ignored, whichever came last. */
function decisionOf({ goal, facts }: StateSources): Review['human_decision'] {
  const decided = proofOf(goal).decided?.at(-1);
  const answered = of(facts, 'node.answered').at(-1);
  const closed = of(facts, 'escalation.closed').findLast(
    ({ payload }) => payload.how !== 'dropped',
  );
  const all = [
    ...(decided ? [{ what: decided.what, by: decided.by, at: decided.at, why: decided.why }] : []),
    ...(answered ? [said('answered', answered, answered.payload.answer)] : []),
    ...(closed ? [said(closed.payload.how, closed, wordsOf(closed.payload))] : []),
  ];
  return all.reduce<Review['human_decision']>(
    (last, one) => (last && last.at >= one.at ? last : one),
    null,
  );
}

type By = Readonly<{ timestamp: string; payload: Readonly<{ by?: string | undefined }> }>;

function said(what: string, { timestamp: at, payload }: By, why: string) {
  return { what, by: payload.by ?? null, at, why };
}

/** Without words, what was allowed or set with it. */
function wordsOf({ response = {} }: PayloadOf<'escalation.closed'>): string {
  return response.words ?? response.took?.join(', ') ?? '';
}
