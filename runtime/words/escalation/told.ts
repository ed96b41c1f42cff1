// What became of an answer in a file: as data, which sentence is said of it and what that names, and the English
// sentences.

import type { Does } from '../../model/ways.ts';
import { oneLine } from '../plain-text.ts';
import type { Audience } from '../waiting.ts';
import type { Misread } from './answer.ts';
import { fileOf } from './page.ts';
import { formOf } from './raise.ts';
import type { Letter } from './way.ts';

export type Told = Readonly<{ id: string }> &
  (
    | Readonly<{ kind: 'taken'; goal: string; node: string | null; says: string }>
    /** It stands in its file, and nobody confirmed it. */
    | Readonly<{ kind: 'proposed'; says: string }>
    /** It is not what the person was shown last, or they were not shown it: they are now. */
    | Readonly<{ kind: 'unseen'; says: string }>
    /** Nobody answered for so many hours. */
    | Readonly<{ kind: 'urgent'; goal: string; node: string | null; hours: number }>
    /** Words or a mark, and nothing says that they are finished. */
    | Readonly<{ kind: 'not-done' }>
    | Readonly<{ kind: 'misread'; misread: Misread }>
    /** The same, of what was typed. */
    | Readonly<{ kind: 'mistyped'; misread: Omit<Misread, 'line'> }>
    /** What was chosen says nothing without words of the person. */
    | Readonly<{ kind: 'no-words'; option: Letter }>
    /** The run that could have written it, or may now. */
    | Readonly<{ kind: 'writer'; run: string; now: boolean }>
    /** It widens what may happen or pass. */
    | Readonly<{
        kind: 'power';
        option: Letter;
        does: Does;
        goal: string;
        node: string | null;
        says: string;
      }>
    /** Words that decide what a mark in a file may not: a rejection, whose a change is. */
    | Readonly<{ kind: 'words-decide'; says: string }>
    | Readonly<{ kind: 'typed'; option: Letter; command: string }>
    /** Another hook or command took an answer to it just before. */
    | Readonly<{ kind: 'over' }>
    /** Its file was saved when it was over. */
    | Readonly<{ kind: 'late' }>
  );

/** Each is one sentence; what a shell is told otherwise has a key of its own. */
type ToldKey =
  | Exclude<Told['kind'], 'writer'>
  | 'proposed-in-shell'
  | 'power-in-shell'
  | 'run-may-write'
  | 'run-could-write';

function keyOf(told: Told, audience: Audience): ToldKey {
  switch (told.kind) {
    case 'writer':
      return told.now ? 'run-may-write' : 'run-could-write';
    case 'proposed':
    case 'power':
      return audience === 'shell' ? `${told.kind}-in-shell` : told.kind;
    default:
      return told.kind;
  }
}

export function toldText(told: Told, audience: Audience = 'session', words = ENGLISH_TOLD): string {
  return words[keyOf(told, audience)](namedIn(told, audience));
}

/** What sentences name; empty or 0 where it is nothing of theirs. */
type ToldAt = ReturnType<typeof namedIn>;

function namedIn(told: Told, audience: Audience) {
  const { id } = told;
  const misread = 'misread' in told ? told.misread : { message: '', hint: '' };
  return {
    id,
    file: `.wukong/${fileOf(id)}`,
    resume: audience === 'session' ? `/wukong_resume ${id}` : `wukong resume ${id}`,
    where: 'goal' in told ? whereOf(told) : '',
    says: 'says' in told ? oneLine(told.says, 300) : '',
    hours: 'hours' in told ? told.hours : 0,
    line: told.kind === 'misread' ? told.misread.line : 0,
    message: misread.message,
    hint: misread.hint,
    option: 'option' in told ? told.option : '',
    run: 'run' in told ? told.run : '',
    command:
      told.kind === 'power' ? powerCommand(told) : 'command' in told ? oneLine(told.command) : '',
  };
}

function whereOf({ goal, node }: Readonly<{ goal: string; node: string | null }>): string {
  return node === null ? goal : `${goal}/${node}`;
}

/** The command that does the same, and asks. */
function powerCommand({ id, does }: Extract<Told, { kind: 'power' }>): string {
  switch (does.kind) {
    case 'approve':
      return `wukong resume ${id} --approve`;
    case 'accept':
      return `wukong accept ${id} --${does.what} "<why>"`;
    case 'raise':
    case 'postpone':
      return `wukong answer ${id} "${formOf(does)}"`;
    case 'criterion':
      return `wukong accept ${id} --criterion ${does.number} "<why>"`;
    default:
      return `wukong answer ${id} "<your answer>"`;
  }
}

export type ToldWords = Readonly<Record<ToldKey, (at: ToldAt) => string>>;

export const ENGLISH_TOLD: ToldWords = {
  urgent: ({ id, where, hours, file }) =>
    `Wukong: ${id} is critical: ${where} has waited for your answer for ${hours} hours. It is in ${file}`,
  taken: ({ id, says, where }) =>
    `Wukong: your answer to ${id} was taken from its file, "${says}"; ${where} goes on.`,
  proposed: ({ id, says, resume }) =>
    `Wukong: ${id}: an answer stands in its file ("${says}"). Type ${resume} to confirm it; nothing goes on with it until then.`,
  'proposed-in-shell': ({ id, says, resume }) =>
    `Wukong: ${id}: an answer stands in its file ("${says}"). To confirm it, type /wukong_resume ${id} in Claude Code, or ${resume} in a terminal of your own.`,
  unseen: ({ id, says, resume }) =>
    `Wukong: nothing was taken for ${id}: what stands in its file decides what may happen or pass, and you were not shown it before. It says: "${says}". If that is yours, type ${resume} once more.`,
  'not-done': ({ file, resume }) =>
    `Wukong: ${file} has an answer, and Done is not ticked below it. Tick it and save; or type ${resume}, which takes it as it is.`,
  misread: ({ file, line, message, hint }) =>
    `Wukong: nothing was taken from ${file}:${line}: ${message} ${hint}`,
  mistyped: ({ id, message, hint }) => `Wukong: nothing was taken for ${id}: ${message} ${hint}`,
  'no-words': ({ id, option, file, resume }) =>
    `Wukong: nothing was taken for ${id}: option ${option} needs words of yours. Write them below "## Answer" in ${file}, or type: ${resume} <your answer>`,
  'run-may-write': ({ id, run, resume }) =>
    `Wukong: your answer to ${id} is not taken from its file yet: ${run} may write, so that nobody could say whose words they are. It can be confirmed when that run is over; or say it here: ${resume} <your answer>`,
  'run-could-write': ({ file, run, resume }) =>
    `Wukong: ${file} was saved while ${run} could write, so that nobody can say whose words they are. Look through it and save it again; or say it here: ${resume} <your answer>`,
  power: ({ id, says, option, resume }) =>
    `Wukong: in the file of ${id} stands "${says}". Option ${option} decides what may happen or pass, so that a mark in a file is not enough. To take it, type: ${resume}`,
  'power-in-shell': ({ id, says, option, command }) =>
    `In the file of ${id} stands "${says}". Option ${option} decides what may happen or pass. Type in a terminal of your own: \`${command}\`. Or in Claude Code, as your own prompt: \`/wukong_resume ${id}\``,
  'words-decide': ({ id, says }) =>
    `Wukong: the answer in the file of ${id}, "${says}", decides what may pass, so that its file is not enough. To take it, type in Claude Code: /wukong_resume ${id}`,
  typed: ({ id, option, command }) =>
    `Wukong: option ${option} of ${id} is a command that you type in a terminal of your own: ${command}`,
  over: ({ id }) =>
    `Wukong: ${id} was answered from elsewhere just before; nothing is taken for it twice. \`wukong escalations show ${id}\` says what was taken.`,
  late: ({ id, file }) =>
    `Wukong: ${file} was saved after ${id} was over, so nothing is taken from it. \`wukong escalations show ${id}\` says how it ended, \`wukong escalations list\` what waits now.`,
};
