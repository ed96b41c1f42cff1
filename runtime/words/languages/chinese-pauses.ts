// The same as words/english-pauses.ts, in Chinese.

import type { GoalWay } from '../../model/ways.ts';
import type { PauseWords } from '../english-pauses.ts';
import { minuteAfter, timeHere } from '../plain-text.ts';
import type { WayWords } from '../wait-words.ts';
import { failedText } from './chinese-shortfall.ts';
import { usedOfText, usedText } from './chinese-usage.ts';

export const CHINESE_PAUSES: PauseWords = {
  reasons: {
    text: ({ text }) => text,
    'final-gate-unfixable': ({ failed = [] }) =>
      failed.length === 0
        ? '最终文件上有门禁失败，没有节点能修复'
        : `最终文件上的失败没有节点能修复：${failed.map(failedText).join('；')}`,
    'last-nodes-skipped': ({ nodes }) => `最后的节点被跳过：${nodes.join('、')}`,
    'settings-changed': ({ what }) => what.join('、'),
    'deadline-passed': ({ deadline }) => `截止时间已过（${timeHere(deadline)}）`,
    'budget-exceeded': ({ node, needs, ...used }) =>
      `${node === undefined ? '' : `${node} 的`}预算已用完：${usedOfText(used)}${needs ? `，再运行一次预计要用 ${usedText(used.what, needs)}` : ''}`,
    'context-pack-missing': ({ node, files }) =>
      `${node} 之前的运行留下的文件不见了（${files.slice(0, 3).join('、')}），下一次运行无法得知工作做到了哪里`,
    'plan-mode': '会话处于计划模式，智能体不能改动文件',
    'api-error': ({ said, until }) =>
      `API 返回错误：${said}${until ? `（搁置到 ${minuteAfter(until)}）` : ''}`,
  },
  next: {
    'by-itself': ({ resume, after, inSession }) =>
      `${after} 之后，${inSession ? '会话里的下一条消息会让它继续' : '它会继续'}。要立即继续，输入 ${resume}。`,
    'files-back': ({ resume }) => `把这些文件放回原处，或者不用它们继续；然后输入 ${resume}。`,
    'leave-plan-mode': ({ resume }) => `退出计划模式（Shift+Tab），然后输入 ${resume}。`,
  },
  time: { what: '要延长', day: '日期' },
  budget: { what: '要增加预算', amount: '更多' },
  set: ({ command, resume, cancel }) => `${command}；然后输入 ${resume}。要结束它：${cancel}。`,
  more: {
    asked: ({ what, words, set, file, resume }) =>
      `${what}，输入：${resume} ${words}。或者在 ${file} 的 "## Answer" 下面写 ${words}，再输入 ${resume}。或者在终端里：${set}`,
    session: ({ what, set }) => `${what}，在终端里：${set}`,
    shell: ({ what, set }) => `${what}，输入：${set}`,
  },
};

/** The ways on. */
export const CHINESE_GOAL_WAYS: WayWords<GoalWay> = {
  'brought-back': [
    '我把它找回来了（`git stash pop`、`git reflog` 或补丁）：继续',
    '没有什么做两遍。',
    '要由你亲手找回。',
  ],
  'by-hand': ({ command }) => [
    `从现有的内容亲手做完：\`${command}\``,
    '你会看到做了什么、证实了什么、还剩什么。',
    '目标一直开着，直到取消它或给它更多。',
  ],
  'check-added': [
    '我加了一个能显示它的检查：再看一次',
    '故障得到证明，并且由这个检查守住。',
    '检查要由你来写。',
  ],
  'files-back': ['我把文件放回去了：继续', '下一次运行知道试过什么。', '要由你亲手放回。'],
  'gates-fixed': [
    '门禁指出的问题我修好了：再运行一次门禁',
    '目标在全部门禁通过后结束。',
    '要由你亲手修；这个目标没有改文件的节点了。',
  ],
  'more-time': ({ example }) => [
    `给它更多时间：把新的期限写在下面，例如 \`${example}\``,
    '已有的工作不会丢。',
    '它结束得比你想要的晚。',
  ],
  'plan-changed': [
    '继续；计划改过了，或者撤回了一个节点',
    '能运行的就运行。',
    '如果什么都没改，它马上又会暂停。',
  ],
  raise: ({ of, example }) => [
    `提高${of === undefined ? '它' : ` ${of} `}的预算：把新的上限写在下面，例如 \`${example}\``,
    '已有的工作不会丢。',
    '它用得比你想要的多。',
  ],
  'see-edges': ({ command }) => [
    `看看哪些边没有走：\`${command}\``,
    '你会看到计划在哪里断了，该撤回哪个节点。',
    '目标继续等着。',
  ],
  'see-evidence': ({ command }) => [
    `先看看证实了什么：\`${command}\``,
    '你会看到每个节点证明了什么，在哪个版本的文件上。',
    '目标继续等着。',
  ],
  'settings-count': [
    '让它们按现在的样子生效：`wukong trust`，然后恢复',
    '目标按新的设置继续。',
    '门禁的运行可能和目标开始时你看到的不同。',
  ],
  'settings-put-back': [
    '我把设置改回原样了：继续',
    '门禁按目标开始时你批准的那样运行。',
    '要由你亲手改回。',
  ],
  'tree-as-it-is': ['按现在的文件继续', '马上继续。', '没有了的要重做，否则最后会缺。'],
  'without-files': [
    '不用它们继续',
    '马上继续；文件里已有的留着。',
    '下一次运行可能又试一遍行不通的。',
  ],
};
