// What no session starts: who carries it out, and what a person types or saves for it. Apart from notices, since the
// main agent is told it as well.

import type { Executor } from '../model/node.ts';
import type { Audience } from './waiting.ts';

type DrivenWords = typeof ENGLISH_DRIVEN;

export const ENGLISH_DRIVEN = {
  byClient: 'Claude Code without a terminal',
  byProgram: (name: string) => `the program "${name}"`,
  byWorker: 'a worker of the team',
  how: {
    session: ({ who, goal }) =>
      `It is carried out by ${who}: in a terminal of your own, type \`wukong run ${goal}\`. (A daemon would do it by itself: \`wukong daemon start\`.) When that stops, go on in a session with /wukong_resume ${goal}.`,
    shell: ({ who, goal }) => `It is carried out by ${who}. Type: \`wukong run ${goal}\``,
  } satisfies Readonly<Record<Audience, (at: Readonly<{ who: string; goal: string }>) => string>>,
  byDaemon: (who: string) =>
    `The daemon has it carried out by ${who}, and the session goes on when that is done. What it does: wukong daemon`,
};

export function drivenHow(
  goal: string,
  { type, name }: Executor,
  audience: Audience = 'session',
  words = ENGLISH_DRIVEN,
  isWithDaemon = false,
): string {
  const { how, byDaemon } = words;
  const who = carrier({ type, name }, words);
  return isWithDaemon ? byDaemon(who) : how[audience]({ who, goal });
}

function carrier({ type, name }: Executor, words: DrivenWords): string {
  if (type === 'headless') return words.byClient;
  return type === 'team' ? words.byWorker : words.byProgram(name);
}

/** Who carries a step out, and what its result lacked. */
export function handedTo({ to, missing }: Readonly<{ to: string; missing: readonly string[] }>) {
  const lacks = missing.length === 0 ? '' : ` Its result lacks: ${missing.join(' ')}`;
  return `${to} carries it out.${lacks}`;
}

/** Where a person finds their order, and how they give its result. */
export function handedHow({ run, dir }: Readonly<{ run: string; dir: string }>): string {
  return `The order lies in ${dir}. When it is done, save work_result.txt there (its form is at the end of spec_snapshot.md), or type \`wukong submit ${run} --result FILE\` in a terminal of your own.`;
}
