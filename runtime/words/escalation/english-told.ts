// What became of an answer in a file, in English.

import type { ToldWords } from './told-words.ts';

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
