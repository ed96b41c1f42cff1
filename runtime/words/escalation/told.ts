// What became of an answer in a file: decided here once, said in words of any language.

import { oneLine } from '../plain-text.ts';
import type { Audience } from '../waiting.ts';
import { ENGLISH_TOLD } from './english-told.ts';
import { fileOf } from './page.ts';
import { formOf } from './raise.ts';
import type { Told, ToldWords } from './told-words.ts';

function sentenceOf(told: Told, audience: Audience): keyof ToldWords {
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

export function toldIn(words: ToldWords, told: Told, audience: Audience): string {
  const { id } = told;
  const misread = 'misread' in told ? told.misread : { message: '', hint: '' };
  return words[sentenceOf(told, audience)]({
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
  });
}

export function toldText(told: Told, audience: Audience = 'session'): string {
  return toldIn(ENGLISH_TOLD, told, audience);
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
