// The same as words/english-notices.ts, in Chinese.

import type { Kind } from '../../model/failure.ts';
import type { NoticeWords } from '../english-notices.ts';
import { oneLine } from '../plain-text.ts';
import { causeText } from '../trial-cause.ts';
import { CHINESE_CAUSES } from './chinese-causes.ts';
import { CHINESE_END } from './chinese-fault.ts';
import { CHINESE } from './chinese-reasons.ts';
import { failedText } from './chinese-shortfall.ts';
import { titleText } from './chinese-titles.ts';
import { spentText, usedOfText } from './chinese-usage.ts';

export const CHINESE_NOTICES: NoticeWords = {
  reasons: CHINESE,
  ours: 'Wukong：',
  plain: {
    'goal-cancelled': ({ goal }) =>
      `${goal} 已在终端里取消：不再派发它的任何节点，也不再接收它的报告。智能体改过的内容留着；看 \`git status\`。`,
    'no-progress': ({ goal, reminders, ready }) =>
      `${goal} 已暂停，提醒 ${reminders} 次后仍无进展。就绪：${ready.map(({ id, role }) => `${id}（${role}）`).join('、')}。输入 /wukong_resume 继续。`,
    'cut-short': ({ goal, nodes }) =>
      `${goal} 没有什么可以再运行，但并未完成：计划末尾的 ${nodes.join('、')} 被跳过。目标已暂停。\`wukong goal cancel ${goal}\` 结束它；\`join: any\` 让节点在任一前路走通时运行。`,
    'final-gates': ({ goal, gates, failed = gates.map((gate) => ({ gate })) }) =>
      `${goal} 的节点都已完成，但在最终文件上${failed.map(failedText).join('；')}。没有已完成的节点改动文件，所以不会重开，目标已暂停。修好后输入 /wukong_resume ${goal}，下次停止时再运行一次；或用 \`wukong goal cancel ${goal}\` 取消。`,
    'cannot-close': ({ goal, why }) =>
      `${goal} 的节点都已完成，但无法关闭：${why}。请排除；下次停止时会再试。`,
    'gate-differs': ({ goal, gate, cause, copy }) =>
      `门禁“${gate}”在这里通过，在干净副本里不通过。${cause ? causeText(cause, CHINESE_CAUSES) : `输出在 .wukong/${copy.log}。`}在此之前，它在副本里的运行对 ${goal} 什么都不能证明。再试一次：wukong gates --try`,
    'settings-uncounted': ({ goal, what }) =>
      `${goal} 开始之后这些被改动：${what.join('、')}。它的门禁照旧运行，直到你在自己的终端里输入 \`wukong trust\`。`,
    'settings-changed': ({ goal, what }) =>
      `${goal} 已暂停，它的门禁都不运行：${what.join('、')}。改回去，或在自己的终端里输入 \`wukong trust\` 让它算数；然后输入 /wukong_resume ${goal}。`,
    'order-handed': ({ goal, node, to, dir, run }) =>
      `${goal}/${node} 由 ${to} 亲自完成。任务单在 ${dir}。完成后把 work_result.txt 存到那里（格式见 spec_snapshot.md 末尾），或在自己的终端里输入 \`wukong submit ${run} --result FILE\`。`,
    'place-cleared': ({ run, now }) =>
      `${run} 的任务单文件夹原来的位置上已有别的东西。它不算数，现已改名为 .wukong/${now}。请查看它的来历（是否由 pull 带来），然后删除。`,
    'in-the-way': ({ goal, file, is }) =>
      `${goal} 的一个结果无法检查：${oneLine(file)} ${IN_THE_WAY[is]}。请移除它（如果由 pull 带来，也从 git 中移除），然后输入 /wukong_resume ${goal}。`,
    'config-rejected': ({ problem }) => `${problem} 上一份有效的配置继续生效。`,
    'local-unconfirmed': ({ what }) =>
      `.wukong/config.local.yaml 设置了 ${what.join('、')}，但还没有人在这个克隆里确认，上次确认的内容继续生效。要让它生效，请在自己的终端里输入 \`wukong trust\`。`,
    'off-uncounted':
      '.wukong/config.local.yaml 中写有 `enabled: false`，但有目标未结束时它不生效。要关闭 hook，请在您自己的终端中输入 `wukong off`。',
  },
  file: (id) => `${id}：试过什么、三条出路和写答复的地方，都在 .wukong/escalations/${id}.md`,
  title: titleText,
  time: {
    seconds: (seconds) => `${seconds} 秒`,
    minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
    hours: (hours, minutes) => `${hours} 小时 ${minutes} 分`,
  },
  comma: '，',
  semicolon: '；',

  waits: (where) => `${where} 等你`,
  waitsTitled: (where, step) => `${step}，${where} 等你`,
  because: (head, why) => `${head}：${why}`,
  asks: (head) => `${head}。它问：`,
  moreAsked: (more) => `另有 ${more} 个问题`,
  why: (why) => `为什么：${why}`,

  ended: ({ step, end, shown, time }) =>
    `${step}：${end}${shown.length > 0 ? `。${shown.join('；')}` : ''}（${time}）`,
  passes: (level) => `通过，${level}`,
  found: (found) => `。它发现：${found}`,
  inParts: (titles) => `。它拆成了 ${titles.length} 个部分：${titles.join(' · ')}`,
  rework: (of, finding) => `要求${of}返工：${finding}`,
  reworkOf: (step) => ` ${step} `,
  failed: ({ why, runs, of }) => `未通过：${why}（第 ${runs} 次运行，共 ${of} 次）`,
  planB: (node) => `；与之前相同，先由 ${node} 找别的办法`,
  checkPasses: (check) => `${check} 之前失败，现在通过`,
  moreFiles: (more) => `，另有 ${more} 个文件`,
  sentBack: (times) => `退回 ${times} 次`,
  claimed: ({ claimed, level, seen }) => `：声称 ${claimed}，实见 ${level}，${seen}`,
  unclaimed: ({ level, seen }) => `：实见 ${level}，${seen}`,

  parked: ({ goal, why, next }) => `${goal} 已搁置：${why}。什么都没有丢。${next}`,
  whenOver: '过去之后输入 /wukong_resume。',
  paused: ({ goal, why, next }) => `${goal} 已暂停：${why}。${next}`,
  warned: ({ whose, used }) => `${whose} 已用 ${usedOfText(used)}。用到上限就不再派发。`,
  warnedOfNode: ({ whose, used }) => `${whose} 已用 ${usedOfText(used)}。用到上限就不再派发它。`,
  unshown: ({ goal, why, accept }) =>
    `${goal} 的节点都已完成。${why}。目标已暂停。${accept}，或用 \`wukong goal cancel ${goal}\` 取消。`,

  next: ({ goal, node, step, how }) => `下一个节点是 ${step}（${goal}/${node}）。${how}`,
  driven: {
    byClient: '不开终端的 Claude Code',
    byProgram: (name) => `程序“${name}”`,
    byWorker: '团队中的一台工作机',
    how: {
      session: ({ who, goal }) =>
        `它由${who}完成：在自己的终端里输入 \`wukong run ${goal}\`。（守护进程会自动做：\`wukong daemon start\`。）停下之后，在会话里用 /wukong_resume ${goal} 继续。`,
      shell: ({ who, goal }) => `它由${who}完成。输入：\`wukong run ${goal}\``,
    },
    byDaemon: (who) => `守护进程让${who}完成它，做完之后会话接着往下走。它在做什么：wukong daemon`,
  },

  end: CHINESE_END,
  complete: ({ goal, done, total, first, time }) =>
    `${first}${goal} 已完成，${total} 个节点完成 ${done} 个${time}。`,
  inTime: (time) => `，用时 ${time}`,
  changed: (files) => `改动：${files}`,
  sum: ({ total, added, removed }) => `（${total} 个文件，+${added} -${removed}）`,
  shown: (shown) => `证明：${shown.join('；')}`,
  gates: (gates) => `门禁 ${gates.join('、')} 在最终文件上通过`,
  caught: (step, how) => `途中发现：${step}${how}`,
  remembered: (ids, runs) => `已记住：${ids.join('、')}，由 ${runs.join('、')} 接受`,
  open: (candidates, removals) =>
    `待办：${[
      ...(candidates > 0 ? [`${candidates} 条记忆候选`] : []),
      ...(removals > 0 ? [`${removals} 条待移除的记忆`] : []),
    ].join('、')}在 .wukong/anchors/anchors_candidates.md`,
  used: (spent, hours) => `用量：${spentText(spent, hours)}`,
  commit: (publish, undo) => `下一步：git diff，然后 git commit${publish}${undo}`,
  publish: (goal) => ` 或 wukong publish ${goal}`,
  undo: (patch) => `；撤销：git apply -R .wukong/${patch}`,
  summary: (path) => `总结：${path}`,
};

const IN_THE_WAY: Readonly<Record<Kind, string>> = {
  link: '是符号链接，可能指向任何地方',
  folder: '是文件夹，而这里应是文件',
  file: '是文件，而这里应是文件夹',
  pipe: '是管道，而这里应是文件',
  socket: '是套接字，而这里应是文件',
  device: '是设备，而这里应是文件',
  swapped: '已不是刚才的那个文件夹',
};
