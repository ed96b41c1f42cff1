// Why a run ended, a node waits, a goal paused: in words of any language. A clause without a full stop, except where
// an agent or a person is quoted.

import type { Cause, Reason } from '../model/reason.ts';
import type { Remark } from '../model/remark.ts';
import type { Run } from '../model/state/run.ts';
import type { ExecutorEnd } from '../model/vocabulary.ts';
import { ENGLISH_PAUSES } from './english-pauses.ts';
import { ENGLISH_WAITS } from './english-waits.ts';
import { nameOf } from './plain-text.ts';
import { failedText, shortfallText } from './shortfall.ts';
import type { CauseWords, ReasonWords, Spent } from './wait-words.ts';

/** A kind that this version has no words for is named: a release after it may add one. */
export function reasonText(because: Reason, words = ENGLISH): string {
  const { causes, waits, pauses } = words;
  const { kind } = because;
  const known = [waits.reasons, pauses.reasons, causes].find((one) => Object.hasOwn(one, kind));
  const sentence = (known as Partial<ReasonWords<Reason['kind']>> | undefined)?.[kind] ?? kind;
  if (typeof sentence === 'string') return sentence;
  const last = lastOf(because);
  const said = last ? reasonText(last, words) : '';
  const how = last ? spentHow(last) : 'failed';
  return (sentence as (of: Reason, last: { last: string; how: Spent }) => string)(because, {
    last: said,
    how,
  });
}

function lastOf(because: Reason): Cause | undefined {
  switch (because.kind) {
    case 'never-started':
    case 'runs-used-up':
    case 'stuck':
      return because.last;
    default:
      return undefined;
  }
}

function spentHow(last: Cause): Spent {
  switch (last.kind) {
    case 'branches-skipped':
      return 'branches-skipped';
    case 'rework':
    case 'final-gate':
      return 'asked-again';
    case 'too-little-evidence':
      return last.failed?.length || last.why?.length ? 'lacking' : 'failed';
    default:
      return 'failed';
  }
}

const EXECUTOR_ENDED: Readonly<Record<ExecutorEnd, string>> = {
  interrupted: 'its driver was interrupted, and ended it',
  'lease-lost': 'its driver is gone, or gave no sign of life for too long',
  time: 'its executor ran out of time',
  silent: 'its executor printed nothing for too long',
  'folder-missing': 'the folder of its order is gone',
  'cannot-start': 'its executor could not be started',
  'other-run': 'its executor gave the result of another run',
  'no-report': 'its client ended without a report',
  'adapter-failed': 'nothing of it could be taken',
};

const CAUSES: CauseWords = {
  finished: ({ summary }) => summary,
  'agent-failed': ({ summary, last }) =>
    `it was reported as failed: ${summary || 'no summary'}${last ? ` (\`${last.command}\` said: ${last.printed})` : ''}`,
  'own-work-audited': ({ what }) => `the auditor made what it judges: ${what}`,
  // What it lacks first, then the level. What its agent was asked to do is not for a person.
  'too-little-evidence': ({ level, required, ...lacks }) => {
    const said = shortfallText(lacks);
    if (said === '') return `too little evidence: ${level} proven`;
    const proven = required === undefined || required <= level ? level : `${level} of ${required}`;
    return `${said} ${proven} is proven.`;
  },
  'no-report': 'the agent ended without a report',
  'agent-error': 'its agent ended with an error',
  'client-gone': 'its client process is gone',
  'taken-over': 'another session took the goal over',
  switched: ({ to, rule, why }) =>
    `${to} goes on with it${rule === undefined ? '' : ` (rule ${rule})`}${why === undefined ? '' : `: ${why}`}`,
  'user-interrupted': 'the user interrupted it',
  'no-order-folder': ({ why }) => `its order folder cannot be written: ${why}`,
  'executor-ended': ({ how, why }) => `${EXECUTOR_ENDED[how]}${why ? `: ${why}` : ''}`,
  'not-started': 'the client did not start it',
  'start-refused': ({ why }) => `the client could not start it${why ? `: ${why}` : ''}`,
  rework: ({ by }) => `rework asked by ${by}`,
  'final-gate': ({ failed = [] }) =>
    failed.length === 0
      ? 'a gate fails on the final tree'
      : `on the final tree ${failed.map(failedText).join('; ')}`,
  'rolled-back': 'a person put the tree back to before it',
  'reopened-before': 'what it needs is open again',
  replanned: ({ by, parts }) =>
    parts ? `${by} planned it in parts: ${parts.join(', ')}` : `${by} has made another plan`,
  'open-already': ({ node }) => `${node} is open already`,
  'branches-skipped': 'every branch for its failure was skipped',
  'cannot-run': 'an edge it needs cannot fire any more',
  'nobody-has-role': ({ role }) => `no executor here has the role ${role}`,
  'other-goal': 'another goal was started in its session',
  'goal-resumed': ({ goal }) => `${goal} was resumed in its session`,
  'session-cleared': 'its session was cleared',
  'no-progress': ({ reminders }) => `no progress after ${reminders} reminders`,
  'gates-running': 'gates still run',
  'report-unjudged': 'a report could not be judged yet',
  'by-person': ({ from }) => (from === 'shell' ? 'from the command line' : 'the user asked for it'),
};

export type Waits = typeof ENGLISH;

export const ENGLISH = { causes: CAUSES, waits: ENGLISH_WAITS, pauses: ENGLISH_PAUSES };

/** How a run came to its end, for whoever still works at it or reports from it. */
export function overText({ id, ended }: Pick<Run, 'id' | 'ended'>): string {
  return ended
    ? `run ${id} is over (${ended.outcome}: ${reasonText(ended.because)})`
    : `run ${id} is over`;
}

/** A finding in words, for the agent that has to fix it. */
export function remarkText(remark: Remark): string {
  switch (remark.kind) {
    case 'said':
    case 'missing':
      return remark.text;
    case 'ended':
      return reasonText(remark.because);
    case 'final-gate':
      return `The gate "${remark.gate}" fails on the final tree: ${remark.error}`;
    case 'kept-report':
      return `Run ${remark.run} of this node reported while what it builds on was open again, so it does not count; what it changed is still in the tree. It said: ${remark.summary}`;
    default:
      return nameOf(remark);
  }
}
