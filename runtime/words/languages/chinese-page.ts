// The file a person answers in, in Chinese; the same as words/escalation/page-words.ts.

import type { PageWords } from '../escalation/page-words.ts';
import { CHINESE_GOAL_WAYS } from './chinese-pauses.ts';
import { CHINESE } from './chinese-reasons.ts';
import { CHINESE_NODE_WAYS } from './chinese-waits.ts';

export const CHINESE_PAGE: PageWords = {
  reasons: CHINESE,
  ways: { ofNode: CHINESE_NODE_WAYS, ofGoal: CHINESE_GOAL_WAYS },
  sentence,
  asSaid: sentence,
  title: (id, where) => `${id}：${where} 在等你`,
  question: '问题',
  leave: (action) => `可以运行 \`${action}\` 一次吗？`,
  whose: (paths) => `${paths.join('、')} 是你改的吗？`,
  rootCause: '根本原因',
  tried: '试过什么',
  nothingTried: '还没有。',
  proven: (level) => `，证实到 ${level}`,
  noSummary: '它没有留下摘要。',
  changed: (paths) => `它改了 ${paths.join('、')}。`,
  failedAt: (printed) => `没有通过：${printed}`,
  ended: (why) => `结束于：${why}`,
  stands: '现在的情况',
  passing: (gates) => `通过的门禁：${gates || '没有见到'}`,
  failing: (gates) => `没有通过的门禁：${gates || '无'}`,
  runsLeft: (runs) => `剩余运行次数：${runs}`,
  budgetLeft: (left) => `剩余预算：${left}`,
  inDoubt: (actions) => `可能已经发生过（那次运行没有留下报告）：${actions}`,
  files: (folder, names) => `最后一份报告的文件，在 \`${folder}\`：${names}`,
  pro: '好处：',
  con: '坏处：',
  effort: '工作量：',
  power: (id) => `之后在 Claude Code 里输入 \`/wukong_resume ${id}\` 才会采用`,
  typed: '在你自己的终端里输入；勾选它没有作用',
  howTo:
    '在上面（Options）勾选一项，或在这里写下你要的，或两样都做。然后勾选 Done、保存，并在 Claude Code 里输入 /wukong_resume：从那时起才算数。只写密钥在哪里，不要写密钥本身。',
  done: 'Done: 采用这个答复',
  closed: (how, by, at) => `${HOW[how]}${by === undefined ? '' : `（${by}）`}，${at}。`,
  took: (types) => `同时采用：${types}。`,
};

const HOW = {
  answered: '已答复',
  ignored: '已忽略',
  dropped: '不再需要答复',
} as const;

function sentence(text: string): string {
  const plain = text.trim();
  return /[.!?…。！？]$/.test(plain) ? plain : `${plain}。`;
}
