// The file a person answers in, in Chinese; the same as words/escalation/page-words.ts.

import type { AskedPacket, Attempt } from '../../model/facts/escalation.ts';
import type { Reason } from '../../model/reason.ts';
import { asksHow, causeIn, type PageWords, printedIn } from '../escalation/page-words.ts';
import { oneLine } from '../plain-text.ts';
import { reasonText } from './chinese-reasons.ts';
import { wayIn } from './chinese-ways.ts';

export const CHINESE_PAGE: PageWords = {
  title: (id, where) => `${id}：${where} 在等你`,
  question: '问题',
  questions,
  rootCause: '根本原因',
  cause: (packet) => sentence(causeIn(packet, reasonText)),
  tried: '试过什么',
  nothingTried: '还没有。',
  proven: (level) => `，证实到 ${level}`,
  attempt,
  failed,
  stands: '现在的情况',
  passing: (gates) => `通过的门禁：${gates || '没有见到'}`,
  failing: (gates) => `没有通过的门禁：${gates || '无'}`,
  runsLeft: (runs) => `剩余运行次数：${runs}`,
  budgetLeft: (left) => `剩余预算：${left}`,
  inDoubt: (actions) => `可能已经发生过（那次运行没有留下报告）：${actions}`,
  files: (folder, names) => `最后一份报告的文件，在 \`${folder}\`：${names}`,
  way: wayIn,
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

function questions({ because, asked, outside }: AskedPacket): readonly string[] {
  const leave = asked.map((action) => `可以运行 \`${oneLine(action)}\` 一次吗？`);
  const paths = outside.map((path) => oneLine(path)).join('、');
  const own =
    because.kind === 'questions'
      ? because.questions
      : [howToGoOn(because) ?? sentence(reasonText(because))];
  return [...own, ...leave, ...(paths === '' ? [] : [`${paths} 是你改的吗？`])];
}

function howToGoOn(because: Reason): string | undefined {
  if (!asksHow(because)) return undefined;
  switch (because.kind) {
    case 'runs-used-up':
      return `${because.runs} 次运行都没有做成：下一次该怎么做才不一样？`;
    case 'stuck':
      return `${because.times} 次运行因同一错误失败：下一次该怎么做才不一样？`;
    case 'gate-stuck':
      return `门禁“${because.gate}”没有通过，再运行一次也不会改变：该怎么办？`;
    default:
      return undefined;
  }
}

function failed(one: Attempt): string {
  const printed = printedIn(one);
  if (printed !== undefined) return `没有通过：${printed}`;
  return one.because === null ? '' : `结束于：${reasonText(one.because)}`;
}

function attempt({ summary, changed }: Attempt): string {
  const what = summary === '' ? '它没有留下摘要。' : sentence(summary);
  return changed.length > 0 ? `${what}它改了 ${changed.join('、')}。` : what;
}

function sentence(text: string): string {
  const plain = text.trim();
  return /[.!?…。！？]$/.test(plain) ? plain : `${plain}。`;
}
