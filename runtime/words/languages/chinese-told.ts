// The same as words/escalation/told.ts, in Chinese.

import type { ToldWords } from '../escalation/told.ts';

export const CHINESE_TOLD: ToldWords = {
  urgent: ({ id, where, hours, file }) =>
    `Wukong：${id} 已变为紧急：${where} 已等你的答复 ${hours} 小时。见 ${file}`,
  taken: ({ id, says, where }) =>
    `Wukong：已从文件中取走你对 ${id} 的答复“${says}”，${where} 继续。`,
  proposed: ({ id, says, resume }) =>
    `Wukong：${id} 的文件里有答复（“${says}”）。输入 ${resume} 确认；在此之前不会据此继续。`,
  'proposed-in-shell': ({ id, says, resume }) =>
    `Wukong：${id} 的文件里有答复（“${says}”）。要确认，在 Claude Code 里输入 /wukong_resume ${id}，或在你自己的终端里输入 ${resume}。`,
  unseen: ({ id, says, resume }) =>
    `Wukong：没有为 ${id} 取走任何内容：文件里的内容决定什么可以发生或通过，而你还没有看到过。它说：“${says}”。如果是你写的，再输入一次 ${resume}。`,
  'not-done': ({ file, resume }) =>
    `Wukong：${file} 里有答复，但下面的 Done 没有勾选。勾选后保存；或者输入 ${resume}，按现在的样子取走。`,
  misread: ({ file, line, message, hint }) =>
    `Wukong：没有从 ${file}:${line} 取走任何内容：${message} ${hint}`,
  mistyped: ({ id, message, hint }) => `Wukong：没有为 ${id} 采用任何内容：${message} ${hint}`,
  'no-words': ({ id, option, file, resume }) =>
    `Wukong：没有为 ${id} 取走任何内容：选项 ${option} 需要你自己的话。写在 ${file} 的“## Answer”下面，或者输入：${resume} <你的答复>`,
  'run-may-write': ({ id, run, resume }) =>
    `Wukong：暂不从文件中取走你对 ${id} 的答复：${run} 现在可以写文件，无法确认是谁写的。它结束后可以确认；或者在这里说：${resume} <你的答复>`,
  'run-could-write': ({ file, run, resume }) =>
    `Wukong：${file} 保存时 ${run} 可以写文件，无法确认是谁写的。请看一遍再保存一次；或者在这里说：${resume} <你的答复>`,
  power: ({ id, says, option, resume }) =>
    `Wukong：${id} 的文件里是“${says}”。选项 ${option} 决定什么可以发生或通过，只在文件里勾选不够。要采用它，输入：${resume}`,
  'power-in-shell': ({ id, says, option, command }) =>
    `${id} 的文件里是“${says}”。选项 ${option} 决定什么可以发生或通过。在你自己的终端里输入：\`${command}\`。或者在 Claude Code 里亲自输入：\`/wukong_resume ${id}\``,
  'words-decide': ({ id, says }) =>
    `Wukong：${id} 的文件里的答复“${says}”决定什么可以通过，只写在文件里不够。要采用它，输入：/wukong_resume ${id}`,
  typed: ({ id, option, command }) =>
    `Wukong：${id} 的选项 ${option} 是你在自己的终端里输入的命令：${command}`,
  over: ({ id }) =>
    `Wukong：${id} 刚刚已从别处得到答复，不会再取一次。\`wukong escalations show ${id}\` 会说取走了什么。`,
  late: ({ id, file }) =>
    `Wukong：${file} 是在 ${id} 结束之后保存的，不会从中取走任何内容。\`wukong escalations show ${id}\` 会说它怎样结束，\`wukong escalations list\` 会列出现在等你的。`,
};
