// The same as words/reason.ts, in Chinese.

import type { ExecutorEnd } from '../../model/vocabulary.ts';
import type { Waits } from '../reason.ts';
import type { CauseWords } from '../wait-words.ts';
import { CHINESE_PAUSES } from './chinese-pauses.ts';
import { failedText } from './chinese-shortfall.ts';
import { CHINESE_WAITS } from './chinese-waits.ts';

const EXECUTOR_ENDED: Readonly<Record<ExecutorEnd, string>> = {
  interrupted: '驱动进程被中断，并结束了它',
  'lease-lost': '驱动进程已不在，或太久没有心跳',
  time: '执行器超时',
  silent: '执行器太久没有输出',
  'folder-missing': '它的工单目录已不在',
  'cannot-start': '无法启动执行器',
  'other-run': '执行器交回的是另一次运行的结果',
  'no-report': '它的客户端没有报告就结束了',
  'adapter-failed': '它的结果无法取用',
};

const CAUSES: CauseWords = {
  finished: ({ summary }) => summary,
  'agent-failed': ({ summary, last }) =>
    `智能体报告失败：${summary || '没有说明'}${last ? `（\`${last.command}\` 输出：${last.printed}）` : ''}`,
  'own-work-audited': ({ what }) => `审查者审查的是自己的改动：${what}`,
  'too-little-evidence': ({ level, required, failed = [], why = [] }) => {
    const lacks = [...failed.map(failedText), ...why].join('；');
    return `证据不足：实见 ${level}${required === undefined ? '' : `，要求 ${required}`}${lacks === '' ? '' : `。${lacks}`}`;
  },
  'no-report': '智能体结束时没有报告',
  'agent-error': '智能体出错结束',
  'client-gone': '它的客户端进程已不在',
  'taken-over': '另一个会话接管了目标',
  switched: ({ to, rule, why }) =>
    `改由 ${to} 执行${rule ? `（规则 ${rule}）` : ''}${why ? `：${why}` : ''}`,
  'user-interrupted': '用户中断了它',
  'no-order-folder': ({ why }) => `无法写入工单目录：${why}`,
  'executor-ended': ({ how, why }) => `${EXECUTOR_ENDED[how]}${why ? `：${why}` : ''}`,
  'not-started': '客户端没有启动它',
  'start-refused': ({ why }) => `客户端无法启动它${why ? `：${why}` : ''}`,
  rework: ({ by }) => `${by} 要求返工`,
  'final-gate': ({ failed = [] }) =>
    failed.length === 0
      ? '最终文件上有门禁失败'
      : `在最终文件上，${failed.map(failedText).join('；')}`,
  'rolled-back': '有人把文件恢复到它之前',
  'reopened-before': '它所依赖的节点又重开了',
  replanned: ({ by, parts }) =>
    parts ? `${by} 把它拆成了：${parts.join('、')}` : `${by} 重新做了计划`,
  'open-already': ({ node }) => `${node} 已经重开`,
  'branches-skipped': '处理它失败的分支都被跳过',
  'cannot-run': '它需要的一条边不会再触发',
  'nobody-has-role': ({ role }) => `这里没有角色为 ${role} 的执行者`,
  'other-goal': '它的会话开始了另一个目标',
  'goal-resumed': ({ goal }) => `它的会话继续了 ${goal}`,
  'session-cleared': '它的会话被清空',
  'no-progress': ({ reminders }) => `提醒 ${reminders} 次后仍无进展`,
  'gates-running': '门禁仍在运行',
  'report-unjudged': '有一份报告还没能评判',
  'by-person': ({ from }) => (from === 'shell' ? '来自命令行' : '用户要求'),
};

export const CHINESE: Waits = { causes: CAUSES, waits: CHINESE_WAITS, pauses: CHINESE_PAUSES };
