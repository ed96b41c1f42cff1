// The same as words/reason.ts and words/fault.ts, in Chinese. What agents, gates and people wrote stays as
// they wrote it, and so do names, ids, paths, commands and levels.

import type { Excuse } from '../../model/gate.ts';
import type { Beside, Fault, HunksTried, OwnTemplate } from '../../model/proof.ts';
import type { Cause, Reason } from '../../model/reason.ts';
import type { Saying } from '../../model/saying.ts';
import type { ExecutorEnd } from '../../model/vocabulary.ts';

import { minuteAfter, nameOf, timeHere } from '../plain-text.ts';
import { headIn, limitIn, lookedIn, nothingShownIn, unshownIn } from '../unshown.ts';
import { CHINESE_UNSHOWN } from './chinese-unshown.ts';
import { usedOfText, usedText } from './chinese-usage.ts';

export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case 'never-started':
      return `角色 ${reason.role} 连续 ${reason.times} 次没能启动：${causeText(reason.last)}`;
    case 'stuck':
      return `连续 ${reason.times} 次运行因同一错误失败${reason.untried ? '' : '，备选方案也没有奏效'}：${causeText(reason.last)}`;
    case 'runs-used-up':
      return `${reason.runs} 次运行已用完，最后一次：${causeText(reason.last)}`;
    default:
      return causeText(reason);
  }
}

const EXECUTOR_ENDED: Readonly<Record<ExecutorEnd, string>> = {
  interrupted: '驱动进程被中断，并结束了它',
  'lease-lost': '驱动进程已不在，或太久没有心跳',
  time: '执行器超时',
  silent: '执行器太久没有输出',
  'folder-missing': '它的工单目录已不在',
  'cannot-start': '无法启动执行器',
  'other-run': '执行器交回的是另一次运行的结果',
  'no-report': '它的客户端没有报告就结束了',
  'adapter-failed': '驱动执行器的程序出错',
};

function causeText(cause: Cause): string {
  switch (cause.kind) {
    case 'text':
      return cause.text;
    case 'finished':
      return cause.summary;
    case 'agent-failed':
      return `智能体报告失败：${cause.summary || '没有说明'}${cause.last ? `（\`${cause.last.command}\` 输出：${cause.last.printed}）` : ''}`;
    case 'own-work-audited':
      return `审查者审查的是自己的改动：${cause.what}`;
    case 'too-little-evidence': {
      const { level, required, missing = [] } = cause;
      const of = required === undefined ? '' : `，要求 ${required}`;
      return `证据不足：实见 ${level}${of}${missing.length > 0 ? `。${missing.join(' ')}` : ''}`;
    }
    case 'no-change':
      return '运行结束，没有改动任何文件';
    case 'no-report':
      return '智能体结束时没有报告';
    case 'agent-error':
      return '智能体出错结束';
    case 'api-error':
      return `API 返回错误：${cause.said}${cause.until ? `（搁置到 ${minuteAfter(cause.until)}）` : ''}`;
    case 'client-gone':
      return '它的客户端进程已不在';
    case 'taken-over':
      return '另一个会话接管了目标';
    case 'switched':
      return `改由 ${cause.to} 执行${cause.rule ? `（规则 ${cause.rule}）` : ''}${cause.why ? `：${cause.why}` : ''}`;
    case 'user-interrupted':
      return '用户中断了它';
    case 'agent-interrupted':
      return '它的智能体被中断';
    case 'agent-stopped':
      return '你停止了它的智能体';
    case 'no-order-folder':
      return `无法写入工单目录：${cause.why}`;
    case 'executor-ended':
      return `${EXECUTOR_ENDED[cause.how]}${cause.why ? `：${cause.why}` : ''}`;
    case 'not-started':
      return '客户端没有启动它';
    case 'start-refused':
      return '客户端无法启动它';
    case 'questions':
      return `它问：${cause.questions.join(' · ')}`;
    case 'rejected':
      return `审查否决了这次改动：${cause.findings.join(' · ') || cause.summary}`;
    case 'nothing-to-reopen':
      return `审查要求返工，但没有可以重开的已完成节点：${cause.findings.join(' · ')}`;
    case 'tests-changed':
      return `封存的测试被改动，没有证明它们仍然成立：${saidInChinese(cause)}`;
    case 'fault-not-shown':
      return whyUnshown(cause);
    case 'criteria-open':
      return `有标准没有见到成立：${cause.open.map(({ number, text, why }) => `${number}. ${text}（${why}）`).join(' · ')}`;
    case 'gate-stuck': {
      const { gate, how, error, printed, dir } = cause;
      const what = how === 'timeout' ? '再次超时' : '在同样的文件上再次失败';
      const says = printed === undefined ? '' : `它输出：${printed}。`;
      return `门禁“${gate}”${what}：${error}。${says}输出在 .wukong/${dir}`;
    }
    case 'denied': {
      const asks = cause.questions.length > 0 ? `。它问：${cause.questions.join(' · ')}` : '';
      return `客户端不允许它的智能体运行 \`${cause.what}\`：${cause.said}${asks}`;
    }
    case 'order-replaced':
      return '工单没有送到它的智能体：另一个 hook 改写了这次调用';
    case 'guard-missed':
      return `运行 ${cause.run} 使用了工具，但 ${cause.role} 的守卫没有运行，没有什么约束它，因此这份工作不算数`;
    case 'guard-unproven':
      return `运行 ${cause.run} 中 ${cause.role} 的守卫没有运行，因此不再启动 ${cause.role}`;
    case 'rework':
      return `${cause.by} 要求返工`;
    case 'final-gate':
      return '最终文件上有门禁失败';
    case 'rolled-back':
      return '有人把文件恢复到它之前';
    case 'reopened-before':
      return '它所依赖的节点又重开了';
    case 'open-already':
      return `${cause.node} 已经重开`;
    case 'branches-skipped':
      return '处理它失败的分支都被跳过';
    case 'cannot-run':
      return '它需要的一条边不会再触发';
    case 'nobody-has-role':
      return `这里没有角色为 ${cause.role} 的执行者`;
    case 'other-goal':
      return '它的会话开始了另一个目标';
    case 'goal-resumed':
      return `它的会话继续了 ${cause.goal}`;
    case 'session-cleared':
      return '它的会话被清空';
    case 'no-progress':
      return `提醒 ${cause.reminders} 次后仍无进展`;
    case 'last-nodes-skipped':
      return `最后的节点被跳过：${cause.nodes.join('、')}`;
    case 'work-gone': {
      const { files, total } = cause;
      const named = files.slice(0, 5).map(({ path, node }) => `${path}（${node}）`);
      const more = total > named.length ? `，另有 ${total - named.length} 个` : '';
      return `已完成的改动不在文件里了：${named.join('、')}${more}`;
    }
    case 'deadline-passed':
      return `截止时间已过（${timeHere(cause.deadline)}）`;
    case 'context-pack-missing':
      return `${cause.node} 之前的运行留下的文件不见了（${cause.files.slice(0, 3).join('、')}），下一次运行无法得知工作做到了哪里`;
    case 'budget-exceeded': {
      const more = cause.needs ? `，再运行一次预计要用 ${usedText(cause.what, cause.needs)}` : '';
      const whose = cause.node === undefined ? '' : `${cause.node} 的`;
      return `${whose}预算已用完：${usedOfText(cause)}${more}`;
    }
    case 'plan-mode':
      return '会话处于计划模式，智能体不能改动文件';
    case 'final-gate-unfixable':
      return '最终文件上有门禁失败，没有节点能修复';
    case 'settings-changed':
      return cause.what.join('、');
    case 'gates-running':
      return '门禁仍在运行';
    case 'report-unjudged':
      return '有一份报告还没能评判';
    case 'by-person':
      return cause.from === 'shell' ? '来自命令行' : '用户要求';
    default:
      return nameOf(cause);
  }
}

export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'shown':
      return shownText(fault);
    case 'nothing-changed':
      return '没有见到故障，什么都没有改。';
    case 'not-asked':
      if (fault.why !== undefined) {
        const { why, saying } = fault;
        return `什么都没有证明：${saying ? nothingShownIn(CHINESE_UNSHOWN, saying) : why}。`;
      }
      return `没有证明什么在改动之前失败：模板 ${fault.template} 不要求这种检查。`;
    case 'same':
      return sameText(fault);
    case 'documentation':
      return `只改了没有检查会打开的文件：${fault.files.join('、')}。`;
    case 'not-shown': {
      const { accepted } = fault;
      const by = accepted ? `由 ${accepted.by} 接受${accepted.why && `：${accepted.why}`}。` : '';
      return `${whyUnshown(fault)}。${by}`;
    }
  }
}

function shownText({ check, limit, saying }: Extract<Fault, { kind: 'shown' }>): string {
  const less = saying?.is === 'shown' ? limitIn(CHINESE_UNSHOWN, saying) : limit;
  const looked = lookedIn(CHINESE_UNSHOWN, saying).join('');
  return less === undefined
    ? `已证明：\`${check}\` 之前失败，现在通过。${looked}`
    : `证明到 L2：\`${check}\` 现在通过；${less}。${looked}`;
}

export function whyUnshown(about: Unshown): string {
  return headIn(CHINESE_UNSHOWN, about.saying) + saidInChinese(about);
}

/** A log of before has it in English alone. */
function saidInChinese({ why, saying }: Unshown): string {
  return saying ? unshownIn(CHINESE_UNSHOWN, saying) : why;
}

type Unshown = Readonly<{ why: string; saying?: Saying | undefined }>;

function sameText({
  check,
  cases,
  broken = 0,
  gone = 0,
  named = [],
}: Extract<Fault, { kind: 'same' }>): string {
  if (broken + gone > 0) {
    const what = [
      ...(broken > 0 ? [`${broken} 个用例之前通过，现在失败`] : []),
      ...(gone > 0 ? [`${gone} 个用例之前会运行，现在被跳过或不见了`] : []),
    ];
    const more = broken + gone - named.length;
    const names = `${named.map((name) => `“${name}”`).join('、')}${more > 0 ? ` 等 ${broken + gone} 个` : ''}`;
    return `改动前后不一样：${what.join('，')}（${names}）：\`${check}\`。`;
  }
  return cases === undefined
    ? `\`${check}\` 在改动前后都通过。`
    : `同样的 ${cases} 个用例在改动前后都通过：\`${check}\`。`;
}

/** Which lines a test holds: half sentences. */
export function hunksText({ hunks, held, not_held, silent, too_slow, cases }: HunksTried): string {
  const untried = hunks - held - not_held.length - silent;
  const parts = [
    cases ? `${cases.caught} 个用例抓住了故障，${cases.either} 个改不改都通过` : '',
    too_slow
      ? `运行一次超过 10 秒，没有逐一试验 ${hunks} 处改动`
      : `${hunks} 处改动中有 ${held} 处被测试守住`,
    not_held.length > 0 ? `没有守住：${not_held.join('、')}` : '',
    silent > 0 ? `${silent} 处拿掉就无法运行` : '',
    untried > 0 && !too_slow ? `${untried} 处没有试` : '',
  ];
  return parts.filter((part) => part !== '').join('；');
}

const ACCEPTED = {
  'tests-changed': '接受了改动的测试',
  'no-change': '接受了无需改动',
  foreign: '认领了这些改动',
} as const;

/** What is told at the end of a goal before all else. */
export function endText(fault: Fault | undefined, beside: Beside | undefined): string {
  return `${firstText(beside)}${fault ? faultText(fault) : ''}${besideText(beside)}`;
}

function firstText(beside: Beside | undefined): string {
  const { unseen = 0, own } = beside ?? {};
  return `${unseen > 0 ? `有 ${unseen} 条标准没有人看过。` : ''}${own ? ownTemplateText(own) : ''}`;
}

export function ownTemplateText({
  template,
  replaces,
  less = {},
}: OwnTemplate & Readonly<{ template: string }>): string {
  const { proof, audit, level, checks = [] } = less;
  const lacks = [
    ...(proof ? ['不要求有检查在改动之前失败'] : []),
    ...(audit ? ['没有审查'] : []),
    ...(level ? ['要求的等级更低'] : []),
    ...(checks.length > 0 ? [`少了 ${checks.join('、')}`] : []),
  ];
  const file = `.wukong/templates/${template}.yaml`;
  const whose = replaces ? `代替了自带的“${template}”` : '是这个仓库自己的';
  const asks = lacks.length === 0 ? '' : `${replaces ? '，要求更少' : ''}：${lacks.join('，')}`;
  return `所用模板 ${file} ${whose}${asks}。`;
}

export function besideText(beside: Beside | undefined): string {
  if (!beside) return '';
  const { named, accepted, gone, others = [] } = beside;
  return [
    ...(named.length > 0 ? [`测试里：${listed(named)}。`] : []),
    ...others.map(otherGateText),
    ...(gone.length > 0 ? [`已不在文件里：${listed(gone)}。`] : []),
    ...accepted.map(({ what, by, why }) => `${by} ${ACCEPTED[what]}${why && `：${why}`}。`),
  ].join('');
}

function otherGateText({ gate, outcome, excused }: NonNullable<Beside['others']>[number]): string {
  if (outcome === 'unavailable') return `门禁“${gate}”没能运行。`;
  const how = outcome === 'timeout' ? '超时' : '失败';
  return `门禁“${gate}”${how}；${excused ? EXCUSED[excused] : '它不必通过'}。`;
}

const EXCUSED: Readonly<Record<Excuse, string>> = {
  'failed-before': '第一次改动之前它也失败',
  'passes-in-copy': '在干净副本里它通过',
  'unknown-before': '之前是否通过，副本里看不出来',
};

const NAMED = 3;

function listed(items: readonly string[]): string {
  const more = items.length - NAMED;
  return items.slice(0, NAMED).join('、') + (more > 0 ? `，另有 ${more} 处` : '');
}
