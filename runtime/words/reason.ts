// Reasons in words: a clause without a full stop, except where an agent or a person is quoted.

import type { Cause, Reason } from '../model/reason.ts';
import type { Run } from '../model/state/run.ts';
import type { ExecutorEnd } from '../model/vocabulary.ts';
import { usedOfText, usedText } from './goal.ts';
import { asSentence, minuteAfter, nameOf, timeHere } from './plain-text.ts';
import { ENGLISH_UNSHOWN, headIn } from './unshown.ts';

export function reasonText(reason: Reason): string {
  if (reason.kind === 'never-started') {
    const { role, times } = reason;
    return `The agent "${role}" could not be started ${times} times: ${causeText(reason.last)}.`;
  }
  if (reason.kind === 'stuck') {
    const { times, last, untried } = reason;
    const helped = untried ? '' : ', and plan B did not help';
    return `${times} ${times === 1 ? 'run' : 'runs in a row'} failed of the same${helped}: ${causeText(last)}`;
  }
  if (reason.kind !== 'runs-used-up') return causeText(reason);
  const { runs, last } = reason;
  const text = causeText(last);
  switch (last.kind) {
    case 'branches-skipped':
      return `${runs} attempts failed, and ${text}.`;
    case 'rework':
    case 'final-gate':
      return `${text}, and its ${runs} runs are used up.`;
    case 'too-little-evidence':
      return last.missing?.length ? `${text} Its ${runs} runs are used up.` : spent(runs, text);
    default:
      return spent(runs, text);
  }
}

function spent(runs: number, text: string): string {
  return `Its ${runs} runs are used up; the last failed: ${text}`;
}

/** What is missing first, then the level. Older logs know the level alone. */
function lackingText(cause: Extract<Cause, { kind: 'too-little-evidence' }>): string {
  const { level, required, missing = [] } = cause;
  if (missing.length === 0) return `too little evidence: ${level} proven`;
  const proven = required === undefined || required <= level ? level : `${level} of ${required}`;
  return `${missing.map(asSentence).join(' ')} ${proven} is proven.`;
}

function lastText({ last }: Extract<Cause, { kind: 'agent-failed' }>): string {
  return last ? ` (\`${last.command}\` said: ${last.printed})` : '';
}

/** How a run came to its end, for whoever still works at it or reports from it. */
export function overText({ id, ended }: Pick<Run, 'id' | 'ended'>): string {
  return ended
    ? `run ${id} is over (${ended.outcome}: ${reasonText(ended.because)})`
    : `run ${id} is over`;
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
  'adapter-failed': 'what drives its executor failed',
};

function switchedText({ to, rule, why }: Extract<Cause, { kind: 'switched' }>): string {
  const rest = why === undefined ? '' : `: ${why}`;
  return `${to} goes on with it${rule === undefined ? '' : ` (rule ${rule})`}${rest}`;
}

function causeText(cause: Cause): string {
  switch (cause.kind) {
    case 'text':
      return cause.text;
    case 'finished':
      return cause.summary;
    case 'agent-failed':
      return `it was reported as failed: ${cause.summary || 'no summary'}${lastText(cause)}`;
    case 'own-work-audited':
      return `the auditor made what it judges: ${cause.what}`;
    case 'too-little-evidence':
      return lackingText(cause);
    case 'no-change':
      return 'the run ended without changing a file.';
    case 'no-report':
      return 'the agent ended without a report';
    case 'agent-error':
      return 'its agent ended with an error';
    case 'api-error':
      return `the API answered with an error: ${cause.said}${cause.until ? ` (parked until ${minuteAfter(cause.until)})` : ''}`;
    case 'client-gone':
      return 'its client process is gone';
    case 'taken-over':
      return 'another session took the goal over';
    case 'switched':
      return switchedText(cause);
    case 'user-interrupted':
      return 'the user interrupted it';
    case 'agent-interrupted':
      return 'Its agent was interrupted.';
    case 'agent-stopped':
      return 'You stopped its agent.';
    case 'no-order-folder':
      return `its order folder cannot be written: ${cause.why}`;
    case 'executor-ended':
      return `${EXECUTOR_ENDED[cause.how]}${cause.why ? `: ${cause.why}` : ''}`;
    case 'not-started':
      return 'the client did not start it';
    case 'start-refused':
      return 'the client could not start it';
    case 'questions':
      return `It asks: ${cause.questions.join(' · ')}`;
    case 'rejected':
      return `the audit rejects the change: ${cause.findings.join(' · ') || cause.summary}`;
    case 'nothing-to-reopen':
      return `the audit asks for rework, and no finished node is there to reopen: ${cause.findings.join(' · ')}`;
    case 'tests-changed':
      return `${cause.why}.`;
    case 'fault-not-shown':
      return `${headIn(ENGLISH_UNSHOWN, cause.saying)}${cause.why}.`;
    case 'criteria-open':
      return `${cause.open.length === 1 ? 'A criterion is' : `${cause.open.length} criteria are`} not seen to hold: ${cause.open.map(({ number, text, why }) => `${number}. ${text} (${why})`).join(' · ')}.`;
    case 'gate-stuck': {
      const { gate, how, error, printed, dir } = cause;
      const what = how === 'timeout' ? 'runs out of time again' : 'fails again on the same files';
      const says = printed === undefined ? '' : ` It printed: ${asSentence(printed)}`;
      return `The gate "${gate}" ${what}: ${asSentence(error)}${says} Its output is in .wukong/${dir}.`;
    }
    case 'denied': {
      const asks = cause.questions.length > 0 ? ` It asks: ${cause.questions.join(' · ')}` : '';
      return `The client did not let its agent run \`${cause.what}\`: ${asSentence(cause.said)}${asks}`;
    }
    case 'order-replaced':
      return 'The work order did not reach its agent: another hook rewrote the call.';
    case 'guard-missed':
      return `The guard of ${cause.role} did not run in run ${cause.run}, although it used tools: nothing held it to its limits, so its work is not accepted.`;
    case 'guard-unproven':
      return `The guard of ${cause.role} did not run in run ${cause.run}, so no ${cause.role} starts.`;
    case 'rework':
      return `rework asked by ${cause.by}`;
    case 'final-gate':
      return 'a gate fails on the final tree';
    case 'rolled-back':
      return 'a person put the tree back to before it';
    case 'reopened-before':
      return 'what it needs is open again';
    case 'open-already':
      return `${cause.node} is open already`;
    case 'branches-skipped':
      return 'every branch for its failure was skipped';
    case 'cannot-run':
      return 'an edge it needs cannot fire any more';
    case 'nobody-has-role':
      return `no executor here has the role ${cause.role}`;
    case 'other-goal':
      return 'another goal was started in its session';
    case 'goal-resumed':
      return `${cause.goal} was resumed in its session`;
    case 'session-cleared':
      return 'its session was cleared';
    case 'no-progress':
      return `no progress after ${cause.reminders} reminders`;
    case 'last-nodes-skipped':
      return `its last nodes were skipped: ${cause.nodes.join(', ')}`;
    case 'work-gone': {
      const { files, total } = cause;
      const named = files.slice(0, 5).map(({ path, node }) => `${path} (${node})`);
      if (total > named.length) named.push(`${total - named.length} more`);
      return `work that was done is gone from the tree: ${named.join(', ')}`;
    }
    case 'deadline-passed':
      return `its deadline has passed (${timeHere(cause.deadline)})`;
    case 'context-pack-missing':
      return `what earlier runs of ${cause.node} left is gone (${cause.files.slice(0, 3).join(', ')}), so its next run cannot be told where the work stood`;
    case 'budget-exceeded': {
      const more = cause.needs
        ? `, and one more run is expected to use ${usedText(cause.what, cause.needs)}`
        : '';
      const whose = cause.node === undefined ? 'its budget' : `the budget of ${cause.node}`;
      return `${whose} is used up: ${usedOfText(cause)}${more}`;
    }
    case 'plan-mode':
      return 'plan mode is on, in which agents change nothing';
    case 'final-gate-unfixable':
      return 'a gate fails on the final tree, and no node could fix it';
    case 'settings-changed':
      return cause.what.join(', ');
    case 'gates-running':
      return 'gates still run';
    case 'report-unjudged':
      return 'a report could not be judged yet';
    case 'by-person':
      return cause.from === 'shell' ? 'from the command line' : 'the user asked for it';
    default:
      return nameOf(cause);
  }
}
