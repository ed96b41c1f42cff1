// The same as english.ts, in Chinese.

import type { PersonAnswer } from '../../../model/state/person-answer.ts';
import { placeOf, shortSession, subjectOf } from '../../../words/answered.ts';
import { terminalText } from '../../../words/fault.ts';
import { CHINESE_NOTICES } from '../../../words/languages/chinese-notices.ts';
import { CHINESE_TOLD } from '../../../words/languages/chinese-told.ts';
import { CHINESE_VERDICT } from '../../../words/languages/chinese-verdict.ts';
import { oneLine } from '../../../words/plain-text.ts';
import { auditedCommands, pastedCommands } from './chosen-text.ts';
import type { PhraseWords } from './english.ts';

export const CHINESE: PhraseWords = {
  notices: CHINESE_NOTICES,
  told: CHINESE_TOLD,
  proved: {
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
  },
  terms: {
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
  },
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
  moreEnded: (count) => `另有 ${count} 个节点结束，\`wukong status\` 会列出。`,
  quoted,
  quote: quoted,
  list: (items) => items.join('、'),

  chosen: ({ reasons }, template) => `Wukong 选择了 ${template}${basis(reasons)}。`,
  begins: ({ id, template, title, then }) =>
    `Wukong 开始 ${id}（${template}）：${title}。${then === '' ? '' : ` ${then}`}`,
  pausesFor: (goal) => `${goal} 为它暂停：/wukong_resume ${goal}。`,
  nodes: (titles, more) => `节点：${titles}${more}`,
  moreNodes: (total) => ` · … 共 ${total} 个`,
  judgedBy: (gates, redGreen) => `评判依据：${gates.join('、')}${redGreen}`,
  redGreen: '，以及一个改动前失败、改动后通过的检查',
  judgedByNothing:
    '这里没有设置检查，智能体说的成果不会被试跑：最多证明到 L1。`wukong gates` 会说哪些可以。',
  mayRun: (check) =>
    `可以运行 \`${check}\` 吗？还没有人同意；在此之前什么都不试跑，最多证明到 L1。要同意，请在你自己的终端里输入：wukong trust --approve；用插件时，在这里输入：/wukong:trust`,
  onTerms: (terms) => `条件：${terms}。`,
  follow: '查看进展：wukong status、wukong log --follow。暂停：/wukong_pause',
  executorMissing: ({ node, name, place }) =>
    `Wukong：${node} 要由执行器 "${name}" 完成（${place}），而这里没有设置这个名字的执行器。`,
  setUpFirst: (lines) =>
    `${lines}请在轮到这个节点之前，在 .wukong/config.local.yaml 的 \`executors:\` 下设置它。`,

  acceptedTests: (tests) => `Wukong：按现在的样子接受：${tests}。`,
  accepted: (nodes) => `Wukong：按原样接受：${nodes}。`,
  yours: (paths) => `Wukong：从现在起算你的：${paths}。`,
  more: ({ of, what, is }) => `Wukong：${of} 的${LIMITS[what]}现在是 ${is}。`,
  allowed: (to) => `Wukong：允许 ${to} 一次。`,
  answerGoes: (to, answer) => `Wukong：你的回答交给 ${to}：${answer}`,
  unused: (where) => `Wukong：${where} 里没有什么能凭这句话继续，所以没有用上。`,
  gatesAgain: (node) => `Wukong：再次运行 ${node}的门禁。`,
  nodeNamed: (step, id) => `${step}（${id}）`,
  resumes: ({ id, done, total, lost, then }) =>
    `Wukong：${id} 继续，${total} 个节点已完成 ${done} 个。${lost}${then}`,
  lostRun: '1 次被中断的运行已结束，完成的节点不变。',
  lostRuns: (count) => `${count} 次被中断的运行已结束，完成的节点不变。`,
  waits: ({ step, names, why, next }) => `${step}（${names.join('，')}）在等你：${why} ${next}`,

  paused: (goal) =>
    `Wukong：${goal} 已暂停。正在运行的智能体可以结束；不再派发新的，也不运行门禁。/wukong_resume 继续。`,
  moved: (goal) =>
    `Wukong：${goal} 随它的会话转到后台，在那里继续。要回到终端，在终端里输入 /wukong_resume ${goal} --take。`,
  goesOn: (goal) => `Wukong：${goal} 继续：等待的时间已到。`,
  openGoal: ({ id, title, how }) => `${id} ${title}（${how.join('，')}）`,
  doneOf: (done, total) => `${done}/${total} 完成`,
  openGoals: (goals) =>
    `Wukong：这里有未完成的目标：${goals.join('；')}。输入 /wukong_resume 继续。`,
  openGoalsOf: (goals) =>
    `Wukong：这里有未完成的目标：${goals.join('；')}。输入 /wukong_resume <目标> 继续。`,
  stillRunning: (goal, nodes) =>
    `Wukong：${nodes} 的检查还在运行，不需要这个会话。${goal} 已暂停：\`wukong status\` 显示在运行什么，结束后输入 /wukong_resume ${goal} 继续。`,
  stillUnjudged: (goal, nodes) =>
    `Wukong：${goal} 已暂停，有报告还没能评判（${nodes}）。输入 /wukong_resume 再试。`,
  finalGates: (goal) =>
    `Wukong：${goal} 的节点都已完成，它的门禁还在最终文件上运行；通过后目标就关闭。\`wukong status\` 显示在运行什么。`,

  head: ({ id, template, title, done, total, why }) =>
    `Wukong：${id}（${template}）${title}：${total} 个节点完成 ${done} 个${why}`,
  pausedFor: (why) => `，已暂停：${why}`,
  works: (role) => `${role} 在做`,
  judged: (role) => `正在检查 ${role} 的报告`,
  since: (what, time) => `${what}（${time}）`,
  inLane: (folder) => `，在 ${folder}`,
  oneWriter: (why) => `这里一次只有一个节点写文件，因为：${why}。`,
  worksElsewhere: '另一个会话在处理它。',
  nextIs: (node, how) => `下一个节点是 ${node}。${how}`,
  nobodyWorks: (goal) => `没有会话在处理它。输入 /wukong_resume ${goal} 继续。`,
  moreLines: (count) => `… 另有 ${count} 行`,
  all: '完整的状态，在终端里：wukong status',

  answeredElsewhere,
  refused: {
    what: '<要做什么>',
    words: '[话]',
    commands: (all) => `可用的有：${all.join('、')}。.wukong/templates/ 里的每个模板增加一个。`,
    sayBehind: (commands) => `Wukong：在 /wukong 后面说要做什么。${commands}`,
    noCommand: (hint, commands) => `Wukong：这里没有这个命令。${hint}${commands}`,
    noSuch: (shown, hint, commands) => `Wukong：这里没有 ${shown}。${hint}${commands}`,
    didYouMean: (meant) => `你是指 /wukong_${meant}？`,
    'no-words': ({ template }) => `Wukong：说要做什么，例如：/wukong_${template} <哪里不对>`,
    'flag-passed': ({ typed, flag }) => `Wukong：${typed} 已经过去；--${flag} 要一个将来的时间。`,
    'bad-flag': ({ typed, flag, example }) =>
      `Wukong：--${flag} 要这样写：${typed} ${example} <要做什么>`,
    'inside-run': ({ depth }) =>
      `Wukong：这个客户端是由执行器启动的（WUKONG_DEPTH 为 ${depth}），这里不开始也不接管任何目标。`,
    unsure: ({ choice, templates, begun }) =>
      `Wukong 没有开始：看不出是哪一类工作${basis(choice.reasons)}。输入其中之一：\n${pastedCommands(templates, begun)}`,
    unaudited: ({ choice, begun }) =>
      `Wukong 没有开始：风险高，而 ${choice.track} 没有审查${basis(choice.reasons)}。输入其中之一：\n${auditedCommands(choice, begun)}`,
    'no-template': ({ choice, templates, begun }) =>
      `Wukong 没有开始：这里没有模板 ${choice.track}${basis(choice.reasons)}。输入其中之一：\n${pastedCommands(templates, begun)}`,
    'nothing-to-pause': () => 'Wukong：这个会话没有可以暂停的目标。',
    'no-person': () =>
      'Wukong：这个会话由另一个会话启动，不能替人答复或决定。请在你自己的会话里输入，或在自己的终端里用 `wukong resume` 或 `wukong accept`。',
    'name-goal': () =>
      'Wukong：请指明目标，例如 /wukong_resume G-0001 N-020 --tests-changed <理由>。',
    'name-node': ({ goal }) =>
      `Wukong：请指明接受哪个节点的测试，例如 /wukong_resume ${goal} N-020 --tests-changed <理由>。`,
    'no-tests-changed': ({ goal }) => `Wukong：没有什么要接受：${goal} 的测试和门禁都和原来一样。`,
    'no-doubts': ({ goal }) => `Wukong：${goal} 里没有什么在等 --doubts。`,
    nameDoubts: (places, command) =>
      `Wukong：有疑点的是 ${places}。请指明你看过的，例如 ${command} <理由>。`,
    'no-token': () =>
      'Wukong：这个令牌下没有在等的事：已经用过，或者不属于这份日志。现在等什么：/wukong_status',
    'git-fails': ({ typed }) => `Wukong：git 说不出改了什么：${typed}`,
    'is-over': ({ escalation }) =>
      `Wukong：${escalation} 已经结束，不再为它采用任何内容：\`wukong escalations show ${escalation}\` 会说它是怎么答复的。看看什么在等你：/wukong_status，或 \`wukong escalations list\`。`,
    'never-open': ({ escalation }) =>
      `Wukong：没有 ${escalation}。看看什么在等你：/wukong_status，或 \`wukong escalations list\`。`,
    'nothing-open': () => 'Wukong：这里没有未完成的目标。用 /wukong_fix <哪里不对> 开始一个。',
    unknown: ({ goal }) =>
      `Wukong：这里没有未完成的目标 ${goal}。单独输入 /wukong_resume，或看 \`wukong status\`。`,
    nameOne: (open) => `${open}请指明一个。`,
    notAsked: (goal, flag, waiting) => `Wukong：${goal} 里没有什么在等 ${flag}。${waiting}`,
    waitingThere: (waiting) => `那里在等你的是：${waiting}`,
    waitsThere: (node, why, next) => `\n${node}：${why} ${next}`,
    chooseNode: (goal, count) => `Wukong：${goal} 有 ${count} 个节点在等你的话，请指明是给哪个的：`,
    chosenNode: (command, why) => `${command} <话>  对应 ${why}`,
    owned: (goal, worker) =>
      `Wukong：${goal} 正由${worker}处理（它的客户端在运行）。要接管并替换它的运行：/wukong_resume ${goal} --take`,
    bySession: (session) => `会话 ${session}`,
    byProcess: '另一个进程',
  },
};

const BUDGETED = { tokens: 'token ', usd: '费用', hours: '工时' } as const;
const LIMITS = { budget: '预算', deadline: '截止时间' } as const;

/** The same as words/answered.ts, in Chinese. */
function answeredElsewhere(answer: PersonAnswer): string {
  const { goal, by, terminal, session, words = '' } = answer;
  const seat = terminal ? `终端 ${oneLine(terminalText(terminal), 300)}` : '终端不明';
  const where = session === undefined ? seat : `会话 ${shortSession(session)}（${seat}）`;
  const said = words === '' ? '' : `：“${oneLine(words, 300)}”`;
  return `Wukong：${oneLine(by, 80)} 在${where}答复了 ${subjectOf(answer)}${said}。如果不是你：\`wukong why ${placeOf(answer)}\` 显示由此发生了什么；目标还没结束时，\`wukong pause ${goal}\` 让它停下。`;
}

/** Reasons are in English; the words they name are the person’s own. */
function basis([why = '']: readonly string[]): string {
  const word = /"([^"]+)"/.exec(why)?.[1];
  return word === undefined ? '' : `，依据：${quoted(word)}`;
}

function quoted(text: string): string {
  return `“${text.replaceAll(/\s+/g, ' ')}”`;
}
