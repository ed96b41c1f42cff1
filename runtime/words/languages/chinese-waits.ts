// The same as words/english-waits.ts, in Chinese. What agents, gates and people wrote stays as they wrote it, and so
// do names, ids, paths, commands and levels.

import type { NodeWay } from '../../model/ways.ts';
import type { WaitWords } from '../english-waits.ts';
import { saidUnshownText, whyUnshownText } from '../fault.ts';
import { causeText } from '../trial-cause.ts';
import type { WayWords } from '../wait-words.ts';
import { CHINESE_CAUSES } from './chinese-causes.ts';
import { CHINESE_END } from './chinese-fault.ts';

export const CHINESE_WAITS: WaitWords = {
  reasons: {
    questions: ({ questions }) => `它问：${questions.join(' · ')}`,
    'runs-used-up': ({ runs }, { last }) => `${runs} 次运行已用完，最后一次：${last}`,
    stuck: ({ times, untried }, { last }) =>
      `连续 ${times} 次运行因同一错误失败${untried ? '' : '，备选方案也没有奏效'}：${last}`,
    'agent-stopped': '你停止了它的智能体',
    'agent-interrupted': '它的智能体被中断',
    'never-started': ({ role, times }, { last }) =>
      `角色 ${role} 连续 ${times} 次没能启动：${last}`,
    'no-change': '运行结束，没有改动任何文件',
    rejected: ({ findings, summary }) => `审查否决了这次改动：${findings.join(' · ') || summary}`,
    'nothing-to-reopen': ({ findings }) =>
      `审查要求返工，但没有可以重开的已完成节点：${findings.join(' · ')}`,
    'tests-changed': (because) =>
      `封存的测试被改动，没有证明它们仍然成立：${saidUnshownText(because, CHINESE_END)}`,
    'fault-not-shown': (because) => whyUnshownText(because, CHINESE_END),
    'criteria-open': ({ open }) =>
      `有标准没有见到成立：${open.map(({ number, text, why }) => `${number}. ${text}（${why}）`).join(' · ')}`,
    'gate-stuck': ({ gate, how, error, cause, printed, red_before, dir }) =>
      cause
        ? `门禁“${gate}”什么也没有说明：${causeText(cause, CHINESE_CAUSES).replace(/。$/, '')}`
        : `门禁“${gate}”${how === 'timeout' ? '再次超时' : '在同样的文件上再次失败'}：${inChinese(error)}。${red_before ? '第一次改动之前它也失败。' : ''}${printed === undefined ? '' : `它输出：${printed}。`}输出在 .wukong/${dir}`,
    denied: ({ what, said, questions }) =>
      `客户端不允许它的智能体运行 \`${what}\`：${said}${questions.length > 0 ? `。它问：${questions.join(' · ')}` : ''}`,
    'lane-conflict': ({ paths, nodes, unasked = [] }) =>
      `它的改动与${nodes.length === 0 ? '这期间别人的改动' : ` ${nodes.join('、')} 的改动`}合不到一起：${paths.join('、')}${unasked.length === 0 ? '' : `。没有用你的合并驱动 ${unasked.join('、')}：没有人批准现在的它，或者它没有结束（wukong trust）`}`,
    'edge-undecided': ({ from, expression, error, values }) =>
      `它是否运行由 ${from} 之后的条件决定，而这个条件无法回答：\`${expression}\`（${error}）${Object.entries(
        values,
      )
        .map(([name, value]) => `，${name} 是 ${value}`)
        .join('')}`,
    'order-replaced': '工单没有送到它的智能体：另一个 hook 改写了这次调用',
    'work-gone': ({ files, total }) => {
      const named = files.slice(0, 5).map(({ path, node }) => `${path}（${node}）`);
      const more = total > named.length ? `，另有 ${total - named.length} 个` : '';
      return `已完成的改动不在文件里了：${named.join('、')}${more}`;
    },
    'guard-missed': ({ role, run }) =>
      `运行 ${run} 使用了工具，但 ${role} 的守卫没有运行，没有什么约束它，因此这份工作不算数`,
    'guard-unproven': ({ role, run }) =>
      `运行 ${run} 中 ${role} 的守卫没有运行，因此不再启动 ${role}`,
  },
  tried: {
    'runs-used-up': ({ runs }) => `${runs} 次运行都没有做成：下一次该怎么做才不一样？`,
    stuck: ({ times }) => `${times} 次运行因同一错误失败：下一次该怎么做才不一样？`,
    'gate-stuck': ({ gate }) => `门禁“${gate}”没有通过，再运行一次也不会改变：该怎么办？`,
  },
  next: {
    resume: ({ resume }) => `输入 ${resume} 继续。`,
    answer: ({ say }) => `回答：${say('你的回答')}`,
    'yes-or-no': ({ say }) =>
      `说明它是否运行：${say('yes 或 no')}。回答 no 会像条件不成立时一样跳过它。`,
    differently: ({ say, goal }) =>
      `输入 ${say('换个什么做法')}，或者 \`wukong goal cancel ${goal}\`。`,
    'bring-back': ({ resume, apply }) =>
      `要找回：\`git stash pop\`，或 \`git reflog\` 里的提交${apply === '' ? '' : `，或 \`${apply}\``}；然后输入 ${resume}。要按现在的文件继续，直接输入 ${resume}。`,
    'judge-again': ({ resume, say }) =>
      `处理好之后输入 ${resume}：现有的工作会重新判断一次。或者说明没有它该怎么做：${say('怎么做')}`,
    'put-there': ({ resume, say }) =>
      `把它放到该在的地方，然后输入 ${resume}：门禁会在现有的工作上再运行一次。或者说明没有它该怎么做：${say('怎么做')}`,
    'put-right': ({ say, gate, goal }) =>
      `排除阻碍后输入 ${say('重试，或换个做法')}。如果某个测试要求的正是要改变的行为，就在那里写明它可以改。在你自己的终端里，\`wukong trust --revoke --gate ${gate}\` 不用这个门禁继续，\`wukong goal cancel ${goal}\` 取消。`,
    'allow-headless': ({ rule, resume }) =>
      `允许它：把 \`${rule}\` 写进 .wukong/config.local.yaml 的 executors.headless.allowed_tools；然后输入 ${resume}。`,
    'allow-in-client': ({ rule, resume }) =>
      `允许它：把 \`${rule}\` 写进 .claude/settings.local.json 的 permissions.allow（或用 /permissions），并且没有规则禁止它；然后输入 ${resume}。`,
    'free-call': ({ resume }) =>
      `找到在 Agent 上带 \`updatedInput\` 的 PreToolUse hook（.claude/settings.json、~/.claude/settings.json、插件；/hooks 会列出），让它不要碰 Wukong 的智能体；然后输入 ${resume}。`,
    'fix-guard': ({ resume }) => `\`wukong doctor\` 会说哪里不对。修好后输入 ${resume}。`,
  },
  offers: {
    'tests-right': ({ type }) => `如果这是对的，输入：${type}`,
    'good-as-it-is': ({ type }) => `如果工作本身没问题，输入：${type}`,
    'tests-judged-again': ({ type }) => `如果这些测试是对的，要再试一次，输入：${type}`,
    looked: ({ type }) => `如果你看过有疑点的地方，它是对的，输入：${type}`,
    'good-without-it': ({ type }) => `如果不证明也可以，输入：${type}`,
    'good-without-criterion': ({ type, others }) =>
      `如果没有它也可以，输入：${type}${others.length > 0 ? `，其余的（${others.join('、')}）也一样` : ''}`,
    'nothing-to-change': ({ type }) => `如果本来就无需改动，输入：${type}`,
    'go-on-without-test': ({ type }) => `如果没有测试也可以，输入：${type}`,
  },
  sentence: (clause) => clause,
  why: '理由',
  all: (first, goOn) => [...first, goOn].join(' '),
  claim: ({ path, more, type, orMine }) =>
    `如果 ${path}${more > 0 ? `（另有 ${more} 个）` : ''} 是你自己改的，输入：${type}${orMine ? '，或者回答 "mine"' : ''}`,
  allow: ({ actions, command }) => `只允许 ${quoted(actions)} 一次：${command}`,
  forbidden: (more) => `（另有 ${more} 个请求，仍被禁止）`,
  mayHaveHappened: (actions) =>
    `${quoted(actions)} 可能已经执行过：得到许可的那次运行没有报告就结束了。请先查看。`,
};

/** The ways on. */
export const CHINESE_NODE_WAYS: WayWords<Exclude<NodeWay, 'found'>> = {
  'allow-once': ({ asked }) => [
    `只允许 ${asked.map((action) => `\`${action}\``).join('、')} 一次`,
    '工作按计划继续。',
    '命令在这个仓库之外做的事，这里无法撤回。',
  ],
  answer: ['用你自己的话在下面回答', '照你想要的做。', '在你写下之前一直等着。'],
  brought: ({ again }) => [
    '现在有了。在下面写它在哪里，不要写它是什么',
    again ? '门禁会在现有的工作上再运行一次，不需要新的运行。' : '下一次运行会找到它。',
    '在你的 shell 里设置的变量，只有之后启动的客户端才看得到。',
  ],
  cancel: ({ command }) => [
    `取消这个目标：\`${command}\``,
    ['不再为它花费任何东西。', '改过的内容留在文件里。'],
    '要做的事没有做完，而且这个目标不能再打开。',
  ],
  'client-allows': ({ rule, setting }) => [
    `客户端现在允许它运行：\`${rule}\` 在 ${setting} 里`,
    '工作按计划继续。',
    '这条规则也适用于同样形式的其他命令。',
  ],
  criterion: ({ criterion, many }) => [
    `标准 ${criterion} 虽然没有见到成立，工作也是好的${many ? '；其他几条随后再问你' : ''}`,
    '不用再运行就继续。',
    '你要的没有全部得到证明。',
  ],
  'do-without-leave': [
    '不允许；智能体不用它完成',
    '不会发生你没有亲自做的事。',
    '需要它的部分留给你做。',
  ],
  doubts: [
    '我看过有疑点的地方，它是对的',
    '会重新评判，故障算作已经证明，不需要新的运行。',
    '它对不对，运行说明不了：依据的是你的话。',
  ],
  'doubts-back': [
    '让它把有疑点的地方撤回',
    '故障由运行来证明。',
    '多一次运行；如果工作真的需要它，它还会出现。',
  ],
  'edge-fires': [
    '是：条件算作成立，这条边生效',
    '像条件得到回答一样继续。',
    '在模板改好之前，下一个目标里还会这样问。',
  ],
  'edge-is-dead': [
    '否：条件算作不成立，这条边失效',
    '不会运行不想要的东西。',
    '只由这条边到达的部分会跳过。',
  ],
  'finish-without': ['不用它完成', '不再多允许任何东西。', '需要它的部分没有得到证实。'],
  'gate-put-right': [
    '阻碍已经排除：带上你在下面说的话再试一次',
    '门禁继续起作用。',
    '要由你查出是什么在阻碍。',
  ],
  'have-check': [
    '让它加一个改动前失败、改动后通过的检查',
    '故障得到证明，并且由这个检查守住。',
    '多一次运行，而且有些故障在这里无法用检查显示。',
  ],
  'have-criteria': ['让没有成立的标准成立', '要的全部得到证明。', '多一次运行。'],
  'judge-again': [
    '带上你在下面说的话，重新评判',
    '审查者知道你知道的。',
    '它推翻一次否决：改动并不会因此变好。',
  ],
  'leave-to-agent': [
    '交给智能体，由它说明它假定了什么',
    '马上继续。',
    '可能建立在你以后才发现的猜测上。',
  ],
  'look-again': ['有东西要改：带上你在下面说的话再看一次', '会再看第二遍。', '多一次运行。'],
  'no-change': ['没有什么要改：就这样接受', '目标继续。', '如果漏看了什么，就会留下。'],
  'one-more-run': [
    '再运行一次，换个做法写在下面',
    '智能体知道你知道的。',
    '没有新的想法，很可能还是同样的结果。',
  ],
  'roll-back': ({ node, command }) => [
    `撤回 ${node} 的工作，重新做：\`${command}\``,
    '下一次运行从第一次开始的地方开始，不带走错的东西。',
    '这些运行改过的内容会从文件里去掉，另存为补丁。',
  ],
  'stand-in': ['不用它，用替身继续', '这里不需要任何秘密。', '依赖真实值的部分没有得到证实。'],
  'tests-good': [
    '工作和它的测试现在这样就是好的',
    '不用再运行就继续。',
    '没有运行能说明原来的测试会不会通过。',
  ],
  'tests-may-change': [
    '这些测试可以改：按现在的测试来评判',
    '报告会重新评判，不需要新的运行。',
    '如果测试被改得更宽松，故障可能会通过。',
  ],
  'tests-stay': [
    '测试保持原样',
    '以前承诺的仍然成立。',
    '多一次运行；如果原来的期望是错的，就无法满足。',
  ],
  unproven: [
    '没有它工作也是好的：按现在的样子接受',
    '目标可以结束。',
    '没有什么证明故障存在过，也没有什么证明它消失了。',
  ],
  'without-gate': ({ command }) => [
    `不用这个门禁继续：\`${command}\`，然后恢复`,
    '工作由其他门禁评判。',
    '只有这个门禁看得到的东西，以后的目标里也看不到了。',
  ],
};

function quoted(actions: readonly string[]): string {
  return actions.map((action) => `\`${action}\``).join('、');
}

/** Of what ended a gate the time is said by us; all else by its own program. */
function inChinese(error: string): string {
  const [, seconds] = /^it did not end within (\d+) s$/.exec(error) ?? [];
  return seconds === undefined ? error : `${seconds} 秒内没有结束`;
}
