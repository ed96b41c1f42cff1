// The same as words/notice.ts, in Chinese.

import { untilIn } from '../../../kernel/retries/parking.ts';
import type { Kind } from '../../../model/failure.ts';
import type { Executor } from '../../../model/node.ts';
import type { Caught, Notice } from '../../../model/notice.ts';
import { spentIn, withClaimed } from '../../../usage/sums.ts';
import { trialCauseText } from '../../../words/languages/chinese-causes.ts';
import {
  hunksText,
  endText as saidFirst,
  whyUnshown,
} from '../../../words/languages/chinese-fault.ts';
import { reasonText, CHINESE as WORDS } from '../../../words/languages/chinese-reasons.ts';
import { stepText } from '../../../words/languages/chinese-titles.ts';
import { spentText, usedOfText } from '../../../words/languages/chinese-usage.ts';
import {
  beyond,
  changedText,
  MAX_ASKED,
  MAX_LACKED,
  MAX_SAID,
  whoseText,
} from '../../../words/notice.ts';
import { nameOf, oneLine } from '../../../words/plain-text.ts';
import { acceptGoalText, pausedNext, waitsText, waysOf } from '../../../words/waiting.ts';

type Of<K extends Notice['kind']> = Extract<Notice, { kind: K }>;

export function noticeText(notice: Notice): string {
  const text = plainText(notice);
  const id = 'escalation' in notice ? notice.escalation : undefined;
  if (id === undefined) return text;
  return `${text}\n${id}：试过什么、三条出路和写答复的地方，都在 .wukong/escalations/${id}.md`;
}

function plainText(notice: Notice): string {
  switch (notice.kind) {
    case 'text':
      return notice.text;
    case 'node-waits':
      return questionText(notice);
    case 'node-ended':
      return endedText(notice);
    case 'goal-cancelled':
      return `Wukong：${notice.goal} 已在终端里取消：不再派发它的任何节点，也不再接收它的报告。智能体改过的内容留着；看 \`git status\`。`;
    case 'goal-parked':
      return `Wukong：${notice.goal} 已搁置：${reasonText(notice.because)}。什么都没有丢。${untilIn(notice.because) ? pausedNext(notice.goal, notice.because, undefined, 'session', WORDS) : '过去之后输入 /wukong_resume。'}`;
    case 'goal-waits':
      return `Wukong：${notice.goal} 已暂停：${reasonText(notice.because)}。${pausedNext(notice.goal, notice.because, notice.escalation, 'session', WORDS)}`;
    case 'budget-warned':
      return `Wukong：${whoseText(notice)} 已用 ${usedOfText(notice)}。用到上限就不再派发${notice.node === undefined ? '' : '它'}。`;
    case 'no-progress': {
      const ready = notice.ready.map(({ id, role }) => `${id}（${role}）`).join('、');
      return `Wukong：${notice.goal} 已暂停，提醒 ${notice.reminders} 次后仍无进展。就绪：${ready}。输入 /wukong_resume 继续。`;
    }
    case 'cut-short':
      return `Wukong：${notice.goal} 没有什么可以再运行，但并未完成：计划末尾的 ${notice.nodes.join('、')} 被跳过。目标已暂停。\`wukong goal cancel ${notice.goal}\` 结束它；\`join: any\` 让节点在任一前路走通时运行。`;
    case 'final-gates': {
      const gates = notice.gates.map((gate) => `“${gate}”`).join('、');
      return `Wukong：${notice.goal} 的节点都已完成，但这些门禁在最终文件上失败：${gates}。没有已完成的节点改动文件，所以不会重开，目标已暂停。修好后输入 /wukong_resume ${notice.goal}，下次停止时再运行一次；或用 \`wukong goal cancel ${notice.goal}\` 取消。`;
    }
    case 'fault-not-shown':
      return `Wukong：${notice.goal} 的节点都已完成。${whyUnshown(notice)}。目标已暂停。${acceptGoalWay(notice)}，或用 \`wukong goal cancel ${notice.goal}\` 取消。`;
    case 'cannot-close':
      return `Wukong：${notice.goal} 的节点都已完成，但无法关闭：${notice.why}。请排除；下次停止时会再试。`;
    case 'goal-completed':
      return completedText(notice);
    case 'gate-differs': {
      const out = notice.cause
        ? trialCauseText(notice.cause)
        : `输出在 .wukong/${notice.copy.log}。`;
      return `Wukong：门禁“${notice.gate}”在这里通过，在干净副本里不通过。${out}在此之前，它在副本里的运行对 ${notice.goal} 什么都不能证明。再试一次：wukong gates --try`;
    }
    case 'settings-uncounted':
      return `Wukong：${notice.goal} 开始之后这些被改动：${notice.what.join('、')}。它的门禁照旧运行，直到你在自己的终端里输入 \`wukong trust\`。`;
    case 'settings-changed':
      return `Wukong：${notice.goal} 已暂停，它的门禁都不运行：${notice.what.join('、')}。改回去，或在自己的终端里输入 \`wukong trust\` 让它算数；然后输入 /wukong_resume ${notice.goal}。`;
    case 'order-handed':
      return `Wukong：${notice.goal}/${notice.node} 由 ${notice.to} 亲自完成。任务单在 ${notice.dir}。完成后把 work_result.txt 存到那里（格式见 spec_snapshot.md 末尾），或在自己的终端里输入 \`wukong submit ${notice.run} --result FILE\`。`;
    case 'place-cleared':
      return `Wukong：${notice.run} 的任务单文件夹原来的位置上已有别的东西。它不算数，现已改名为 .wukong/${notice.now}。请查看它的来历（是否由 pull 带来），然后删除。`;
    case 'in-the-way':
      return `Wukong：${notice.goal} 的一个结果无法检查：${oneLine(notice.file)} ${IN_THE_WAY[notice.is]}。请移除它（如果由 pull 带来，也从 git 中移除），然后输入 /wukong_resume ${notice.goal}。`;
    case 'node-for-driver': {
      const { goal, node, step, executor } = notice;
      return `Wukong：下一个节点是 ${stepText(step)}（${goal}/${node}）。${drivenHow(goal, executor)}`;
    }
    case 'config-rejected':
      return `Wukong：${notice.problem} 上一份有效的配置继续生效。`;
    case 'local-unconfirmed':
      return `Wukong：.wukong/config.local.yaml 设置了 ${notice.what.join('、')}，但还没有人在这个克隆里确认，上次确认的内容继续生效。要让它生效，请在自己的终端里输入 \`wukong trust\`。`;
    case 'off-uncounted':
      return 'Wukong：.wukong/config.local.yaml 中写有 `enabled: false`，但有目标未结束时它不生效。要关闭 hook，请在您自己的终端中输入 `wukong off`。';
    default:
      return nameOf(notice);
  }
}

const IN_THE_WAY: Readonly<Record<Kind, string>> = {
  link: '是符号链接，可能指向任何地方',
  folder: '是文件夹，而这里应是文件',
  file: '是文件，而这里应是文件夹',
  pipe: '是管道，而这里应是文件',
  socket: '是套接字，而这里应是文件',
  device: '是设备，而这里应是文件',
  swapped: '已不是刚才的那个文件夹',
};

/** What no session starts, and how it is done. */
export function drivenHow(goal: string, { type, name }: Executor): string {
  const who = type === 'headless' ? '不开终端的 Claude Code' : `程序“${name}”`;
  return `它由${who}完成：在自己的终端里输入 \`wukong run ${goal}\`。停下之后，在会话里用 /wukong_resume ${goal} 继续。`;
}

function questionText(notice: Of<'node-waits'>): string {
  const { goal, node, step, because, why } = notice;
  const { first, goOn } = waysOf(notice, 'session', undefined, WORDS);
  const head = `Wukong：${step ? `${stepText(step)}，` : ''}${goal}/${node} 等你`;
  if (because.kind !== 'questions') {
    return [`${head}：${waitsText(notice, WORDS)}`, ...first, goOn].join('\n');
  }
  const { questions } = because;
  const more = questions.length - MAX_ASKED;
  return [
    `${head}。它问：`,
    ...questions.slice(0, MAX_ASKED).map((question) => `- ${oneLine(question, MAX_SAID)}`),
    ...(more > 0 ? [`- 另有 ${more} 个问题`] : []),
    ...(why ? [`为什么：${oneLine(why, MAX_SAID)}`] : []),
    ...first,
    goOn,
  ].join('\n');
}

function endedText(notice: Of<'node-ended'>): string {
  const { step, end, check, changed, seconds } = notice;
  const shown = [
    ...(check === undefined ? [] : [`${check} 之前失败，现在通过`]),
    ...(changed ? [changedText(changed, more)] : []),
  ];
  const rest = shown.length > 0 ? `。${shown.join('；')}` : '';
  const what = `${stepText(step)}：${endText(end)}${rest}`;
  return `${what}（${timeText(seconds)}）${caughtText(beyond(notice, reasonText), '；')}`;
}

function endText(end: Of<'node-ended'>['end']): string {
  switch (end.kind) {
    case 'passes':
      return `通过，${end.level}${end.found ? `。它发现：${oneLine(end.found, MAX_SAID)}` : ''}`;
    case 'rework':
      return `要求${end.of ? ` ${stepText(end.of)} ` : ''}返工：${oneLine(end.finding, MAX_SAID)}`;
    case 'failed':
      return `未通过：${oneLine(reasonText(end.because), MAX_LACKED)}（第 ${end.runs} 次运行，共 ${end.of} 次）${end.plan_b ? `；与之前相同，先由 ${end.plan_b} 找别的办法` : ''}`;
  }
}

function more(count: number): string {
  return `，另有 ${count} 个文件`;
}

export function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} 分 ${seconds % 60} 秒`;
  return `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`;
}

type SentBack = Readonly<{ sent_back?: number | undefined; caught?: Caught | undefined }>;

export function caughtText({ sent_back: times = 0, caught }: SentBack, before: string): string {
  if (times === 0) return '';
  const head = `${before}退回 ${times} 次`;
  if (!caught) return head;
  const { claimed, level, seen } = caught;
  const levels = claimed === null ? `实见 ${level}` : `声称 ${claimed}，实见 ${level}`;
  return `${head}：${levels}，${oneLine(seen, MAX_SAID)}`;
}

function completedText(notice: Of<'goal-completed'>): string {
  const { goal, nodes, total, summary, fault, beside } = notice;
  const { changed, gates = [], hunks, caught = [], patch, seconds } = notice;
  const done = total - nodes.filter(({ end }) => end === 'skipped').length;
  const time = seconds === undefined ? '' : `，用时 ${timeText(seconds)}`;
  const sum =
    changed && changed.total > 1
      ? `（${changed.total} 个文件，+${changed.added} -${changed.removed}）`
      : '';
  const shown = [
    ...(gates.length > 0 ? [`门禁 ${gates.join('、')} 在最终文件上通过`] : []),
    ...(hunks ? [hunksText(hunks)] : []),
  ];
  const undo = patch === undefined ? '' : `；撤销：git apply -R .wukong/${patch}`;
  return [
    `Wukong：${saidFirst(fault, beside)}${goal} 已完成，${total} 个节点完成 ${done} 个${time}。`,
    changed ? `改动：${changedText(changed, more)}${sum}` : '',
    shown.length > 0 ? `证明：${shown.join('；')}` : '',
    ...caught.map((one) => `途中发现：${stepText(one.step)}${caughtText(one, '，')}`),
    ...memoryLines(notice),
    usedLine(notice),
    changed ? `下一步：git diff，然后 git commit${undo}` : '',
    `总结：.wukong/${summary}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function usedLine({ usage }: Of<'goal-completed'>): string {
  const spent = withClaimed(spentIn(usage?.models ?? {}), usage?.claimed);
  return usage && spent.tokens > 0 ? `用量：${spentText(spent, usage.hours)}` : '';
}

function memoryLines({ candidates, accepted = [], removals = 0 }: Of<'goal-completed'>): string[] {
  const by = [...new Set(accepted.map(({ run }) => run))].join('、');
  const waiting = [
    ...(candidates > 0 ? [`${candidates} 条记忆候选`] : []),
    ...(removals > 0 ? [`${removals} 条待移除的记忆`] : []),
  ];
  return [
    ...(accepted.length > 0
      ? [`已记住：${accepted.map(({ id }) => id).join('、')}，由 ${by} 接受`]
      : []),
    ...(waiting.length > 0
      ? [`待办：${waiting.join('、')}在 .wukong/anchors/anchors_candidates.md`]
      : []),
  ];
}

function acceptGoalWay({ goal, why, saying }: Of<'fault-not-shown'>): string {
  return acceptGoalText(goal, 'session', { kind: 'fault-not-shown', why, saying }, WORDS);
}
