// The same as words/escalation/told.ts, in Chinese.

import type { PersonAnswer } from '../../../model/state/person-answer.ts';
import { placeOf, shortSession, subjectOf } from '../../../words/answered.ts';
import { type Told, whereOf } from '../../../words/escalation/told.ts';
import { terminalText } from '../../../words/fault.ts';
import { oneLine } from '../../../words/plain-text.ts';

export function askedText(told: Told): string {
  const { id } = told;
  const file = `.wukong/escalations/${id}.md`;
  const resume = `/wukong_resume ${id}`;
  switch (told.kind) {
    case 'urgent':
      return `Wukong：${id} 已变为紧急：${whereOf(told)} 已等你的答复 ${told.hours} 小时。见 ${file}`;
    case 'taken':
      return `Wukong：已从文件中取走你对 ${id} 的答复“${quoted(told.says)}”，${whereOf(told)} 继续。`;
    case 'proposed':
      return `Wukong：${id} 的文件里有答复（“${quoted(told.says)}”）。输入 ${resume} 确认；在此之前不会据此继续。`;
    case 'unseen':
      return `Wukong：没有为 ${id} 取走任何内容：文件里的内容决定什么可以发生或通过，而你还没有看到过。它说：“${quoted(told.says)}”。如果是你写的，再输入一次 ${resume}。`;
    case 'not-done':
      return `Wukong：${file} 里有答复，但下面的 Done 没有勾选。勾选后保存；或者输入 ${resume}，按现在的样子取走。`;
    case 'misread': {
      const { line, message, hint } = told.misread;
      return `Wukong：没有从 ${file}:${line} 取走任何内容：${message} ${hint}`;
    }
    case 'mistyped':
      return `Wukong：没有为 ${id} 采用任何内容：${told.misread.message} ${told.misread.hint}`;
    case 'no-words':
      return `Wukong：没有为 ${id} 取走任何内容：选项 ${told.option} 需要你自己的话。写在 ${file} 的“## Answer”下面，或者输入：${resume} <你的答复>`;
    case 'writer':
      return told.now
        ? `Wukong：暂不从文件中取走你对 ${id} 的答复：${told.run} 现在可以写文件，无法确认是谁写的。它结束后可以确认；或者在这里说：${resume} <你的答复>`
        : `Wukong：${file} 保存时 ${told.run} 可以写文件，无法确认是谁写的。请看一遍再保存一次；或者在这里说：${resume} <你的答复>`;
    case 'power':
      return `Wukong：${id} 的文件里是“${quoted(told.says)}”。选项 ${told.option} 决定什么可以发生或通过，只在文件里勾选不够。要采用它，输入：${resume}`;
    case 'words-decide':
      return `Wukong：${id} 的文件里的答复“${quoted(told.says)}”决定什么可以通过，只写在文件里不够。要采用它，输入：${resume}`;
    case 'typed':
      return `Wukong：${id} 的选项 ${told.option} 是你在自己的终端里输入的命令：${oneLine(told.command)}`;
    case 'over':
      return `Wukong：${id} 刚刚已从别处得到答复，不会再取一次。\`wukong escalations show ${id}\` 会说取走了什么。`;
    case 'late':
      return `Wukong：${file} 是在 ${id} 结束之后保存的，不会从中取走任何内容。\`wukong escalations show ${id}\` 会说它怎样结束，\`wukong escalations list\` 会列出现在等你的。`;
  }
}

/** What stands in a file may be anybody’s. */
function quoted(says: string): string {
  return oneLine(says, 300);
}

/** The same as words/answered.ts, in Chinese. */
export function answeredElsewhere(answer: PersonAnswer): string {
  const { goal, by, terminal, session, words = '' } = answer;
  const seat = terminal ? `终端 ${oneLine(terminalText(terminal), 300)}` : '终端不明';
  const where = session === undefined ? seat : `会话 ${shortSession(session)}（${seat}）`;
  const said = words === '' ? '' : `：“${quoted(words)}”`;
  return `Wukong：${oneLine(by, 80)} 在${where}答复了 ${subjectOf(answer)}${said}。如果不是你：\`wukong why ${placeOf(answer)}\` 显示由此发生了什么；目标还没结束时，\`wukong pause ${goal}\` 让它停下。`;
}
