// The same as words/waiting.ts, in Chinese, for a session.

import { asksToLook } from '../../../model/in-doubt.ts';
import type { Reason } from '../../../model/reason.ts';
import { isHeld, lacksCredential, waitKind } from '../../../model/waits.ts';
import { reasonText } from '../../../words/languages/chinese-reasons.ts';
import { minuteAfter } from '../../../words/plain-text.ts';
import { doubtsFlag, type Waiting } from '../../../words/waiting.ts';

export function waitsText({ because }: Waiting): string {
  return reasonText(because);
}

/** What to type: what may be said of this alone, and what may always be. */
export function waysOf(waiting: Waiting): Readonly<{ first: readonly string[]; goOn: string }> {
  const first = [...acceptWays(waiting), ...claimWays(waiting), ...allowWays(waiting)];
  return { first, goOn: goOnText(waiting) };
}

function acceptWays({ goal, node, because, no_test }: Waiting): string[] {
  const type = (flag: string): string => `/wukong_resume ${goal} ${node} --${flag} <理由>`;
  switch (because.kind) {
    case 'tests-changed':
      return because.unchecked
        ? [
            `如果工作本身没问题，输入：${type('unproven')}`,
            `如果这些测试是对的，要再试一次，输入：${type('tests-changed')}`,
          ]
        : [`如果这是对的，输入：${type('tests-changed')}`];
    case 'fault-not-shown':
      return asksToLook(because)
        ? [`如果你看过有疑点的地方，它是对的，输入：${type(doubtsFlag(because))}`]
        : [`如果不证明也可以，输入：${type('unproven')}`];
    case 'criteria-open': {
      const [first, ...others] = because.open;
      const more =
        others.length > 0
          ? `，其余的（${others.map(({ number }) => number).join('、')}）也一样`
          : '';
      return [`如果没有它也可以，输入：${type(`criterion ${first?.number}`)}${more}`];
    }
    case 'no-change':
      return no_test
        ? [`如果没有测试也可以，输入：${type('unproven')}`]
        : [`如果本来就无需改动，输入：${type('no-change')}`];
    case 'questions':
      return because.untested ? [`如果没有测试也可以，输入：${type('unproven')}`] : [];
    default:
      return [];
  }
}

function claimWays({ goal, node, outside = [] }: Waiting): string[] {
  const [path] = outside;
  if (path === undefined) return [];
  const more = outside.length > 1 ? `（另有 ${outside.length - 1} 个）` : '';
  return [
    `如果 ${path}${more} 是你自己改的，输入：/wukong_resume ${goal} ${node} --foreign ${path}，或者回答 "mine"`,
  ];
}

function allowWays({ goal, node, asked, more, in_doubt = [] }: Waiting): string[] {
  if (asked.length === 0) return [];
  const quoted = asked.map((action) => `\`${action}\``).join('、');
  const rest = more > 0 ? `（另有 ${more} 个请求，仍被禁止）` : '';
  const doubted = in_doubt.map((action) => `\`${action}\``).join('、');
  const doubt =
    doubted === ''
      ? ''
      : `${doubted} 可能已经执行过：得到许可的那次运行没有报告就结束了。请先查看。`;
  return [`${doubt}只允许 ${quoted} 一次：/wukong_resume ${goal} ${node} --approve${rest}`];
}

function goOnText({ goal, node, because }: Waiting): string {
  const kind = waitKind(because);
  const resume = `/wukong_resume ${goal}`;
  if (kind === 'unguarded') return `\`wukong doctor\` 会说哪里不对。修好后输入 ${resume}。`;
  if (because.kind === 'gate-stuck' && lacksCredential(because)) {
    return `把它放到该在的地方，然后输入 ${resume}：门禁会在现有的工作上再运行一次。或者说明没有它该怎么做：${resume} ${node} <怎么做>`;
  }
  if (kind === 'gate-stuck') {
    const gate = because.kind === 'gate-stuck' ? `"${because.gate}"` : 'NAME';
    return `排除阻碍后输入 ${resume} ${node} <重试，或换个做法>。如果某个测试要求的正是要改变的行为，就在那里写明它可以改。在你自己的终端里，\`wukong trust --revoke --gate ${gate}\` 不用这个门禁继续，\`wukong goal cancel ${goal}\` 取消。`;
  }
  if (because.kind === 'denied' && because.headless) {
    return `允许它：把 \`${because.rule}\` 写进 .wukong/config.local.yaml 的 executors.headless.allowed_tools；然后输入 ${resume}。`;
  }
  if (because.kind === 'denied') {
    return `允许它：把 \`${because.rule}\` 写进 .claude/settings.local.json 的 permissions.allow（或用 /permissions），并且没有规则禁止它；然后输入 ${resume}。`;
  }
  if (kind === 'order-replaced') {
    return `找到在 Agent 上带 \`updatedInput\` 的 PreToolUse hook（.claude/settings.json、~/.claude/settings.json、插件；/hooks 会列出），让它不要碰 Wukong 的智能体；然后输入 ${resume}。`;
  }
  if (because.kind === 'work-gone') return workBackText(because, resume);
  if (isHeld(because)) return `输入 ${resume} 继续。`;
  return kind === 'questions'
    ? `回答：/wukong_resume ${goal} ${node} <你的回答>`
    : `输入 ${resume} ${node} <换个什么做法>，或者 \`wukong goal cancel\`。`;
}

export function pausedNext(goal: string, because: Reason, asked?: string): string {
  const resume = `/wukong_resume ${goal}`;
  switch (because.kind) {
    case 'work-gone':
      return workBackText(because, resume);
    case 'deadline-passed':
      return moreText(goal, '要延长', 'deadline=<日期>', '--deadline <日期>', asked);
    case 'context-pack-missing':
      return `把这些文件放回原处，或者不用它们继续；然后输入 ${resume}。`;
    case 'budget-exceeded':
      return moreText(
        goal,
        '要增加预算',
        `${because.what}=<更多>`,
        `${because.node === undefined ? '' : `--node ${because.node} `}--budget ${because.what}=<更多>`,
        asked,
      );
    case 'plan-mode':
      return `退出计划模式（Shift+Tab），然后输入 ${resume}。`;
    case 'api-error':
      return because.until === undefined
        ? `输入 ${resume} 继续。`
        : `${minuteAfter(because.until)} 之后，会话里的下一条消息会让它继续。要立即继续，输入 ${resume}。`;
    default:
      return `输入 ${resume} 继续。`;
  }
}

function moreText(
  goal: string,
  what: string,
  words: string,
  option: string,
  asked?: string,
): string {
  const shell = `在终端里：wukong goal set ${goal} ${option}；然后输入 /wukong_resume ${goal}。要结束它：wukong goal cancel ${goal}。`;
  if (asked === undefined) return `${what}，${shell}`;
  const resume = `/wukong_resume ${asked}`;
  return `${what}，输入：${resume} ${words}。或者在 .wukong/escalations/${asked}.md 的 "## Answer" 下面写 ${words}，再输入 ${resume}。或者${shell}`;
}

function workBackText({ files }: Extract<Reason, { kind: 'work-gone' }>, resume: string): string {
  const patch = files.find((file) => file.patch !== undefined)?.patch;
  const apply = patch === undefined ? '' : `，或 \`git apply .wukong/${patch}\``;
  return `要找回：\`git stash pop\`，或 \`git reflog\` 里的提交${apply}；然后输入 ${resume}。要按现在的文件继续，直接输入 ${resume}。`;
}
