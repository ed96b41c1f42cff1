// Who takes goals up and why, and why they are handed back, in sentences.

import type { DriveEnd, Left } from '../model/actors/owner.ts';
import type { PayloadOf } from '../model/facts/fact.ts';
import type { DaemonEnd } from '../model/vocabulary.ts';
import { ownerText } from './goal.ts';

const DAEMON_ENDS: Readonly<Record<DaemonEnd, string>> = {
  asked: 'somebody stopped it',
  'turned-off': 'hooks are off in this clone',
  replaced: 'another version of Wukong takes its place',
  'cannot-go-on': 'it could not go on',
  gone: 'it ended without a word',
};

const LEFT: Readonly<Record<DriveEnd, string>> = {
  interrupted: 'its driver was stopped',
  waits: 'it waits for a person',
  parked: 'it waits for the end of a limit or an outage',
  'for-session': 'what comes next is for a session',
  'no-executor': 'there is nobody to carry out what comes next',
  cannot: 'something could not be done',
  'not-recorded': 'the log could not be written',
};

export function daemonEndText(because: DaemonEnd): string {
  return DAEMON_ENDS[because] ?? because;
}

export function leftText({ because, why }: Left): string {
  return (LEFT[because] ?? because) + (why === undefined ? '' : `: ${why}`);
}

/** The same of a goal that nothing else is said of: with what a person types to go on. */
export function leftHow(goal: string, left: Left): string {
  const inSession = left.because === 'for-session';
  return leftText(left) + (inSession ? ` In Claude Code, type: /wukong_resume ${goal}` : '');
}

/** `taken up by process 4242, before G-0002: 0.66 (priority 0.48, age 0.08, dependencies 0.10)`. */
export function ownedText({ owner, chosen, left }: PayloadOf<'goal.owned'>): string {
  if (left) return `handed back, since ${leftText(left)}`;
  if (!chosen) return `goal owned by ${ownerText(owner)}`;
  const { score, priority, age, dependencies, before } = chosen;
  const parts = { priority, age, dependencies };
  const sum = Object.entries(parts).map(([name, part]) => `${name} ${part.toFixed(2)}`);
  const others = before === null ? '' : `, before ${before}`;
  return `taken up by ${ownerText(owner)}${others}: ${score.toFixed(2)} (${sum.join(', ')})`;
}
