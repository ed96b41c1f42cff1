// What became of an answer in a file, as data, and in English. What a session says in other languages stands
// in hosts/claude-code/session/.

import type { Does } from '../../model/ways.ts';
import { oneLine } from '../plain-text.ts';
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

export type Speaks = 'session' | 'shell';

export function toldText(told: Told, audience: Speaks = 'session'): string {
  const { id } = told;
  const file = `.wukong/${fileOf(id)}`;
  const resume = audience === 'session' ? `/wukong_resume ${id}` : `wukong resume ${id}`;
  switch (told.kind) {
    case 'urgent':
      return `Wukong: ${id} is critical: ${whereOf(told)} has waited for your answer for ${told.hours} hours. It is in ${file}`;
    case 'taken': {
      const where = whereOf(told);
      return `Wukong: your answer to ${id} was taken from its file, "${quoted(told.says)}"; ${where} goes on.`;
    }
    case 'proposed':
      return audience === 'session'
        ? `Wukong: ${id}: an answer stands in its file ("${quoted(told.says)}"). Type ${resume} to confirm it; nothing goes on with it until then.`
        : `Wukong: ${id}: an answer stands in its file ("${quoted(told.says)}"). To confirm it, type /wukong_resume ${id} in Claude Code, or ${resume} in a terminal of your own.`;
    case 'unseen':
      return `Wukong: nothing was taken for ${id}: what stands in its file decides what may happen or pass, and you were not shown it before. It says: "${quoted(told.says)}". If that is yours, type ${resume} once more.`;
    case 'not-done':
      return `Wukong: ${file} has an answer, and Done is not ticked below it. Tick it and save; or type ${resume}, which takes it as it is.`;
    case 'misread': {
      const { line, message, hint } = told.misread;
      return `Wukong: nothing was taken from ${file}:${line}: ${message} ${hint}`;
    }
    case 'mistyped':
      return `Wukong: nothing was taken for ${id}: ${told.misread.message} ${told.misread.hint}`;
    case 'no-words':
      return `Wukong: nothing was taken for ${id}: option ${told.option} needs words of yours. Write them below "## Answer" in ${file}, or type: ${resume} <your answer>`;
    case 'writer':
      return told.now
        ? `Wukong: your answer to ${id} is not taken from its file yet: ${told.run} may write, so that nobody could say whose words they are. It can be confirmed when that run is over; or say it here: ${resume} <your answer>`
        : `Wukong: ${file} was saved while ${told.run} could write, so that nobody can say whose words they are. Look through it and save it again; or say it here: ${resume} <your answer>`;
    case 'power':
      return audience === 'session'
        ? `Wukong: in the file of ${id} stands "${quoted(told.says)}". Option ${told.option} decides what may happen or pass, so that a mark in a file is not enough. To take it, type: ${resume}`
        : `In the file of ${id} stands "${quoted(told.says)}". Option ${told.option} decides what may happen or pass. Type in a terminal of your own: \`${powerCommand(told)}\`. Or in Claude Code, as your own prompt: \`/wukong_resume ${id}\``;
    case 'words-decide':
      return `Wukong: the answer in the file of ${id}, "${quoted(told.says)}", decides what may pass, so that its file is not enough. To take it, type in Claude Code: /wukong_resume ${id}`;
    case 'typed':
      return `Wukong: option ${told.option} of ${id} is a command that you type in a terminal of your own: ${oneLine(told.command)}`;
    case 'over':
      return `Wukong: ${id} was answered from elsewhere just before; nothing is taken for it twice. \`wukong escalations show ${id}\` says what was taken.`;
    case 'late':
      return `Wukong: ${file} was saved after ${id} was over, so nothing is taken from it. \`wukong escalations show ${id}\` says how it ended, \`wukong escalations list\` what waits now.`;
  }
}

/** What stands in a file may be anybody’s. */
function quoted(says: string): string {
  return oneLine(says, 300);
}

export function whereOf({ goal, node }: Readonly<{ goal: string; node: string | null }>): string {
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
      return `wukong resume ${id} --answer "${formOf(does)}"`;
    case 'criterion':
      return `wukong accept ${id} --criterion ${does.number} "<why>"`;
    default:
      return `wukong resume ${id} --answer "<your answer>"`;
  }
}
