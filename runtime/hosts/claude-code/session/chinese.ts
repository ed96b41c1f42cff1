import { stepOf } from '../../../kernel/graph/ended-node.ts';
import { blockedNodes, countOf } from '../../../kernel/graph/graph.ts';
import { asksRedGreen } from '../../../kernel/graph/proof.ts';
import { nodesTriedAgain } from '../../../kernel/reports/verifier.ts';
import { drivenNodes, waitsForDriver } from '../../../kernel/requests/offer.ts';
import { sessionOfOwner } from '../../../kernel/state/owner.ts';
import { specOf } from '../../../kernel/state/queries.ts';
import { doubtFlags } from '../../../model/in-doubt.ts';
import type { StepName } from '../../../model/notice.ts';
import type { Goal } from '../../../model/state/goal.ts';
import type { PersonAnswer } from '../../../model/state/person-answer.ts';
import { placeOf, shortSession, subjectOf } from '../../../words/answered.ts';
import { toldIn } from '../../../words/escalation/told.ts';
import { terminalText } from '../../../words/fault.ts';
import { ownTemplateText } from '../../../words/languages/chinese-fault.ts';
import { CHINESE_NOTICES } from '../../../words/languages/chinese-notices.ts';
import { reasonText, CHINESE as WORDS } from '../../../words/languages/chinese-reasons.ts';
import { titleText } from '../../../words/languages/chinese-titles.ts';
import { CHINESE_TOLD } from '../../../words/languages/chinese-told.ts';
import { CHINESE_VERDICT } from '../../../words/languages/chinese-verdict.ts';
import * as told from '../../../words/notice.ts';
import { oneLine } from '../../../words/plain-text.ts';
import { flagText, nextText, pausedNext, waitingAt, waitsText } from '../../../words/waiting.ts';
import { clip } from '../events/answer.ts';
import { auditedCommands, pastedCommands } from './chosen-text.ts';
import {
  firstGates,
  firstTitles,
  firstWaiting,
  MOST_LINES,
  needsAnswer,
  type Phrases,
  type Refused,
} from './phrases.ts';
import { type ProvedWords, provedText } from './proved-text.ts';
import { termsLine } from './terms-line.ts';
import { FLAG_EXAMPLES, meantCommand } from './unknown-command.ts';

const TERMS: Parameters<typeof termsLine>[1] = {
  priority: (value) => `优先级 ${value}`,
  until: (deadline) => `截止 ${deadline}`,
  noDeadline: '没有期限',
  tokens: (most) => `最多 ${most} 个 token`,
  hours: (most) => `最多 ${most} 小时`,
  usd: (most) => `最多 ${most} 美元`,
  noLimit: (on) => `${on.join('、')}不限`,
  runs: (most) => `每个节点最多运行 ${most} 次`,
  names: { tokens: 'token', hours: '时间', usd: '费用' },
  comma: '，',
};

const PROVED: ProvedWords = {
  verdict: CHINESE_VERDICT,
  line: (mark, said) => `Wukong：本次会话的改动：${mark}。${said.join('')}`,
  doubt: (first, more) => `有疑点：${first}${more > 0 ? `（另有 ${more} 处）` : ''}。`,
  output: '要看它的输出，请在终端里输入：wukong prove',
  noGate:
    'Wukong：无法判断本次会话的改动：这里没有设置门禁。该写什么，请在终端里输入：wukong gates',
  notApproved: (check) =>
    `Wukong：无法判断本次会话的改动：没有人同意在这里运行 \`${check}\`。要同意，请在终端里输入：wukong trust`,
  editsCheck: (check) =>
    `Wukong：没有自动判断本次会话的改动：它改了 \`${check}\` 运行的内容。要看，请在终端里输入：wukong prove`,
};

export const CHINESE: Phrases = {
  notice: (notice) => told.noticeIn(CHINESE_NOTICES, notice),
  moreEnded: (count) => `另有 ${count} 个节点结束，\`wukong status\` 会列出。`,
  started(goal, { choice, paused }) {
    const { id, template, specs } = goal;
    const before = paused === undefined ? '' : ` ${paused} 为它暂停：/wukong_resume ${paused}。`;
    const more = specs.length > MOST_LINES ? ` · … 共 ${specs.length} 个` : '';
    return [
      ...(choice ? [`Wukong 选择了 ${template.name}${basis(choice.reasons)}。`] : []),
      `Wukong 开始 ${id}（${template.name}）：${quoted(goal.title)}。${before}`,
      ...(template.own ? [ownTemplateText({ ...template.own, template: template.name })] : []),
      `节点：${firstTitles(goal, titleText)}${more}`,
      judgedBy(goal),
      `条件：${termsLine(goal, TERMS)}。`,
      '查看进展：wukong status、wukong log --follow。暂停：/wukong_pause',
    ].join('\n');
  },
  executorsMissing(missing) {
    const lines = missing.map(
      ({ node, name, place }) =>
        `Wukong：${node} 要由执行器 "${name}" 完成（${place}），而这里没有设置这个名字的执行器。`,
    );
    return `${lines.join('\n')}请在轮到这个节点之前，在 .wukong/config.local.yaml 的 \`executors:\` 下设置它。`;
  },
  resumed(goal, done) {
    const { id, specs } = goal;
    const at = `${specs.length} 个节点已完成 ${countOf(goal, 'done', 'skipped')} 个`;
    const to = done.answered.map((node) => `${stepText(stepOf(goal, node))}（${node}）`).join('、');
    return [
      ...(done.tests === undefined ? [] : [`Wukong：按现在的样子接受：${done.tests}。`]),
      ...(done.accepted.length > 0 ? [`Wukong：按原样接受：${done.accepted.join('、')}。`] : []),
      ...(done.foreign.length > 0 ? [`Wukong：从现在起算你的：${done.foreign.join('、')}。`] : []),
      ...(done.more
        ? [
            `Wukong：${done.more.of} 的${done.more.what === 'budget' ? '预算' : '截止时间'}现在是 ${done.more.is}。`,
          ]
        : []),
      ...(done.approved && to !== '' ? [`Wukong：允许 ${to} 一次。`] : []),
      ...(done.answer !== '' && to !== ''
        ? [`Wukong：你的回答交给 ${to}：${quoted(oneLine(done.answer, 200))}`]
        : []),
      ...(done.unused === undefined
        ? []
        : [`Wukong：${done.unused} 里没有什么在等你的话，所以没有用上。`]),
      ...nodesTriedAgain(goal).map(
        (node) => `Wukong：再次运行 ${stepText(stepOf(goal, node))}（${node}）的门禁。`,
      ),
      `Wukong：${id} 继续，${at}。${done.lost > 0 ? `${done.lost} 次被中断的运行已结束，完成的节点不变。` : ''}${done.paused === undefined ? '' : `${done.paused} 为它暂停：/wukong_resume ${done.paused}。`}`,
      ...firstWaiting(goal).map((node) => waitsForYou(goal, node)),
    ].join('\n');
  },
  paused: ({ id }) =>
    `Wukong：${id} 已暂停。正在运行的智能体可以结束；不再派发新的，也不运行门禁。/wukong_resume 继续。`,
  goesOn: ({ id }) => `Wukong：${id} 继续：等待的时间已到。`,
  moved: ({ id }) =>
    `Wukong：${id} 随它的会话转到后台，在那里继续。要回到终端，在终端里输入 /wukong_resume ${id} --take。`,
  openGoals(goals) {
    const lines = goals.map((goal) => {
      const paused = goal.status === 'paused' ? '，已暂停' : '';
      const done = countOf(goal, 'done', 'skipped');
      const nodes = blockedNodes(goal);
      const waiting = nodes.length > 0 ? `，${CHINESE.status.brief.waiting(nodes)}` : '';
      return `${goal.id} ${quoted(clip(goal.title, 80))}（${done}/${goal.specs.length} 完成${paused}${waiting}）`;
    });
    return `Wukong：这里有未完成的目标：${lines.join('；')}。输入 /wukong_resume${goals.length > 1 ? ' <目标>' : ''} 继续。`;
  },
  stillVerified({ id }, nodes, isRunning) {
    const which = nodes.join('、');
    return isRunning
      ? `Wukong：${which} 的检查还在运行，不需要这个会话。${id} 已暂停：\`wukong status\` 显示在运行什么，结束后输入 /wukong_resume ${id} 继续。`
      : `Wukong：${id} 已暂停，有报告还没能评判（${which}）。输入 /wukong_resume 再试。`;
  },
  finalGates: ({ id }) =>
    `Wukong：${id} 的节点都已完成，它的门禁还在最终文件上运行；通过后目标就关闭。\`wukong status\` 显示在运行什么。`,
  status: {
    head({ goal, done, total, paused }) {
      const why = paused ? `，已暂停：${reasonText(paused)}` : '';
      return `Wukong：${goal.id}（${goal.template.name}）${quoted(oneLine(goal.title, 200))}：${total} 个节点完成 ${done} 个${why}`;
    },
    step: stepText,
    works(working, seconds) {
      const { role, isJudged } = working;
      const what = isJudged ? `正在检查 ${role} 的报告` : `${role} 在做`;
      return `${what}（${told.timeText(seconds, CHINESE_NOTICES)}）${told.caughtText(working, '，', CHINESE_NOTICES)}`;
    },
    waits: ({ goal, asked }, node) => waitsForYou(goal, node, asked[node]),
    goOn({ goal, isHere, isElsewhere, paused, asked }) {
      if (paused) return pausedNext(goal.id, paused, asked[''], 'session', WORDS);
      if (isElsewhere) return '另一个会话在处理它。';
      const [driven] = isHere && waitsForDriver(goal) ? drivenNodes(goal) : [];
      if (driven)
        return `下一个节点是 ${driven.id}。${told.drivenHow(goal.id, specOf(goal, driven.id).executor, 'session', CHINESE_NOTICES)}`;
      return isHere || needsAnswer(goal)
        ? ''
        : `没有会话在处理它。输入 /wukong_resume ${goal.id} 继续。`;
    },
    more: (count) => `… 另有 ${count} 行`,
    all: '完整的状态，在终端里：wukong status',
    brief: {
      judged: '检查中',
      sentBack: (times) => `退回 ${times} 次`,
      waiting: (nodes) =>
        nodes.length === 1 ? `${nodes[0]} 在等你` : `${nodes.length} 个节点在等你`,
      paused: '已暂停',
      parked: (until) => `搁置到 ${until}`,
      budget: (what, percent) => `${BUDGETED[what]}已用 ${percent}%`,
      elsewhere: '在另一个会话里',
      moreGoals: (count) => `另有 ${count} 个目标`,
    },
  },
  proved: (saying) => provedText(PROVED, saying),
  answeredElsewhere,
  asked: (about) => toldIn(CHINESE_TOLD, about, 'session'),
  refused,
};

function stepText(step: StepName): string {
  return told.stepText(step, CHINESE_NOTICES);
}

/** The same as words/answered.ts, in Chinese. */
function answeredElsewhere(answer: PersonAnswer): string {
  const { goal, by, terminal, session, words = '' } = answer;
  const seat = terminal ? `终端 ${oneLine(terminalText(terminal), 300)}` : '终端不明';
  const where = session === undefined ? seat : `会话 ${shortSession(session)}（${seat}）`;
  const said = words === '' ? '' : `：“${oneLine(words, 300)}”`;
  return `Wukong：${oneLine(by, 80)} 在${where}答复了 ${subjectOf(answer)}${said}。如果不是你：\`wukong why ${placeOf(answer)}\` 显示由此发生了什么；目标还没结束时，\`wukong pause ${goal}\` 让它停下。`;
}

const BUDGETED = { tokens: 'token ', usd: '费用', hours: '工时' } as const;

/** Reasons are in English; the words they name are the person’s own. */
function basis([why = '']: readonly string[]): string {
  const word = /"([^"]+)"/.exec(why)?.[1];
  return word === undefined ? '' : `，依据：${quoted(word)}`;
}

function judgedBy(goal: Goal): string {
  const gates = firstGates(goal);
  if (gates.length === 0) {
    return '评判依据：智能体引用并且确实运行过的命令。这里没有设置门禁；`wukong gates` 会说哪些可以。';
  }
  const redGreen = asksRedGreen(goal) ? '，以及一个改动前失败、改动后通过的检查' : '';
  return `评判依据：${gates.join('、')}${redGreen}`;
}

function quoted(text: string): string {
  return `“${text.replaceAll(/\s+/g, ' ')}”`;
}

function refused(why: Refused): string {
  switch (why.kind) {
    case 'no-command': {
      const { all, meant, shown } = meantCommand(why.typed, why.templates, '<要做什么>', '[话]');
      const end = `可用的有：${all.join('、')}。.wukong/templates/ 里的每个模板增加一个。`;
      if (why.typed === '/wukong') return `Wukong：在 /wukong 后面说要做什么。${end}`;
      const hint = meant === undefined ? '' : `你是指 /wukong_${meant}？`;
      return `Wukong：这里没有${shown === undefined ? '这个命令' : ` ${shown}`}。${hint}${end}`;
    }
    case 'no-words':
      return `Wukong：说要做什么，例如：/wukong_${why.template} <哪里不对>`;
    case 'bad-flag':
      if (why.passed) return `Wukong：${why.passed} 已经过去；--${why.flag} 要一个将来的时间。`;
      return `Wukong：--${why.flag} 要这样写：${why.typed} ${FLAG_EXAMPLES[why.flag]} <要做什么>`;
    case 'inside-run':
      return `Wukong：这个客户端是由执行器启动的（WUKONG_DEPTH 为 ${why.depth}），这里不开始也不接管任何目标。`;
    case 'unsure':
      return `Wukong 没有开始：看不出是哪一类工作${basis(why.choice.reasons)}。输入其中之一：\n${pastedCommands(why.choice.ask, why.begun)}`;
    case 'unaudited':
      return `Wukong 没有开始：风险高，而 ${why.choice.track} 没有审查${basis(why.choice.reasons)}。输入其中之一：\n${auditedCommands(why.choice, why.begun)}`;
    case 'no-template':
      return `Wukong 没有开始：这里没有模板 ${why.choice.track}${basis(why.choice.reasons)}。输入其中之一：\n${pastedCommands(why.templates, why.begun)}`;
    case 'nothing-to-pause':
      return 'Wukong：这个会话没有可以暂停的目标。';
    case 'no-person':
      return 'Wukong：这个会话由另一个会话启动，不能替人答复或决定。请在你自己的会话里输入，或在自己的终端里用 `wukong resume` 或 `wukong accept`。';
    case 'name-goal':
      return 'Wukong：请指明目标，例如 /wukong_resume G-0001 N-020 --tests-changed <理由>。';
    case 'name-node':
      return `Wukong：请指明接受哪个节点的测试，例如 /wukong_resume ${why.goal} N-020 --tests-changed <理由>。`;
    case 'no-tests-changed':
      return `Wukong：没有什么要接受：${why.goal} 的测试和门禁都和原来一样。`;
    case 'no-doubts':
      return `Wukong：${why.goal} 里没有什么在等 --doubts。`;
    case 'name-doubts':
      return `Wukong：有疑点的是 ${why.places.join('、')}。请指明你看过的，例如 /wukong_resume ${[why.goal, why.node ?? []].flat().join(' ')} ${doubtFlags(why.places)} --doubts <理由>。`;
    case 'no-token':
      return 'Wukong：这个令牌下没有在等的事：已经用过，或者不属于这份日志。现在等什么：/wukong_status';
    case 'git-fails':
      return `Wukong：git 说不出改了什么：${why.said}`;
    case 'not-open':
      return `Wukong：${why.isOver ? `${why.escalation} 已经结束，不再为它采用任何内容：\`wukong escalations show ${why.escalation}\` 会说它是怎么答复的。` : `没有 ${why.escalation}。`}看看什么在等你：/wukong_status，或 \`wukong escalations list\`。`;
    case 'nothing-open':
      return 'Wukong：这里没有未完成的目标。用 /wukong_fix <哪里不对> 开始一个。';
    case 'unknown':
      return `Wukong：这里没有未完成的目标 ${why.goalId}。单独输入 /wukong_resume，或看 \`wukong status\`。`;
    case 'choose':
      return `${CHINESE.openGoals(why.goals)}请指明一个。`;
    case 'not-asked': {
      const { goal, accept } = why;
      const waiting = blockedNodes(goal).map(
        (id) => `\n${id}：${waits(goal, id)} ${howTo(goal, id)}`,
      );
      const others = waiting.length > 0 ? `那里在等你的是：${waiting.join('')}` : '';
      return `Wukong：${goal.id} 里没有什么在等 ${flagText(accept)}。${others}`;
    }
    case 'choose-node': {
      const { goal, nodes } = why;
      const lines = nodes
        .slice(0, MOST_LINES)
        .map((id) => `/wukong_resume ${goal.id} ${id} <话>  对应 ${waits(goal, id)}`);
      return [
        `Wukong：${goal.id} 有 ${nodes.length} 个节点在等你的话，请指明是给哪个的：`,
        ...lines,
      ].join('\n');
    }
    case 'owned': {
      const session = sessionOfOwner(why.goal.owner);
      const worker = session === undefined ? '另一个进程' : `会话 ${session}`;
      return `Wukong：${why.goal.id} 正由${worker}处理（它的客户端在运行）。要接管并替换它的运行：/wukong_resume ${why.goal.id} --take`;
    }
  }
}

function waitsForYou(goal: Goal, id: string, asked?: string): string {
  const names = [id, ...(asked === undefined ? [] : [asked])].join('，');
  return `${stepText(stepOf(goal, id))}（${names}）在等你：${waits(goal, id)} ${howTo(goal, id)}`;
}

function waits(goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  return waiting ? quoted(waitsText(waiting, WORDS).slice(0, 300)) : '';
}

function howTo(goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  return waiting ? nextText(waiting, 'session', undefined, WORDS) : '';
}
