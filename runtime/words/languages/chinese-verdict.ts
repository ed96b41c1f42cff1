// The same as words/verdict-words.ts, in Chinese. Commands, paths, names of cases and what a run said stay as
// they are.

import { lackText } from '../trial-cause.ts';
import type { Red, Unread, VerdictWords } from '../verdict-words.ts';
import { CHINESE_CAUSES } from './chinese-causes.ts';

export const CHINESE_VERDICT: VerdictWords = {
  marks: {
    shown: '已证明',
    'in-doubt': '已证明，有疑点',
    'not-shown': '没有证明',
    nothing: '没有要证明的',
    'tests-in-doubt': '有疑点',
    unable: '无法判断',
  },
  theCheck: '这个检查',
  shown: (check, red) => `${check} 没有这次改动时${RED[red]}，有了它就通过。`,
  cases: (count, names) => `${count} 个用例之前失败，现在通过：${names}。`,
  names: (names, more) => {
    const quoted = names.map((name) => `“${name}”`).join('、');
    return more > 0 ? `${quoted}，另有 ${more} 个` : quoted;
  },
  lookAtDoubts: '请看一下有疑点的地方：它们对不对，运行说明不了。',
  limits: {
    'not-there-yet': ({ back, of }) =>
      back < of
        ? `它的测试需要这次改动加进来的东西；把 ${of} 处改动中的 ${back} 处放回原样，测试失败。`
        : '它的测试需要这次改动加进来的东西：只证明了有它，没有证明它做得对。',
    'no-end': ({ seconds }) => `没有这次改动时，它运行 ${seconds} 秒后被结束：没有看到它说不。`,
    'old-failures': (_, names) => `没有这次改动时也同样失败：${names}。`,
    flaky: (_, names) => `在这次改动没有碰过的文件里偶然失败过一次：${names}。`,
    accepted: ({ files: { names, more } }) =>
      `有人同意了改动过的测试或设置：${names.join('、')}${more > 0 ? ` 等 ${names.length + more} 个` : ''}。`,
    'no-cases': () => '没有报告列出单个用例：依据的只有退出码。',
    'types-alone': () => '它只检查类型，什么都不运行：程序做了什么，没有一次运行能说明。',
    'not-planted': () => '它的测试里埋不下失败，所以没有试过它们会不会失败。',
    'not-sealed': ({ why }) => `改动之前的测试和设置，配上这次改动没有通过（${why}）。`,
  },
  doubts: {
    'names-runner': '程序会看自己是不是在被测试',
    'ends-process': '程序会结束进程',
    'outside-path': '仓库之外的路径',
    'mocks-changed': '有测试替换了这次改动涉及的内容',
    'reads-program': '有测试读取程序的源文本',
    remapped: '加载它用的名字指向了另一个文件',
    'inline-test': '程序文件里的测试被改动了',
    'changed-expectation': '之前的期望不再成立',
    'case-left-out': '之前运行的用例被跳过或不见了',
    'no-longer-red': '之前失败，现在通过，而程序的文件没有任何改动',
    'types-silenced': '这里的类型错误不会报告出来',
    'not-read': '太长，没有看',
    'end-not-planted': '没能试出它会不会运行到结尾',
    unkeyed: '这个文件里哪些是程序、哪些用来判断它，没有键能说明',
    filtered: 'git 存的内容要经过一个过滤程序，它不在任何树里',
    dependencies: '它在这里改动过，而没有提交包含它',
  },
  doubt: (place, what, quoted) =>
    `${place === '' ? '' : `${place}  `}${what}${quoted === '' ? '' : `：${quoted}`}`,
  looked: (by, places) => `有疑点的 ${places.join('、')}，${by} 已经看过。`,
  notShown: {
    'fails-now': ({ check, cases, failedBefore, endsWell }) =>
      endsWell
        ? `${check} 有了这次改动后退出码说通过，报告却说有失败${after(cases)}。`
        : `${check} 在有这次改动时失败${failedBefore ? '，之前也是这样' : ''}${after(cases)}。`,
    'passes-before': ({ check, inSameCases }) =>
      inSameCases
        ? `${check} 没有这次改动时也在同样的用例上失败，所以什么都没有证明。`
        : `${check} 没有这次改动时也通过，所以什么都没有证明。`,
    'fails-as-it-was': ({ check, cases }) =>
      `${check} 配上这次改动与之前的测试和设置时失败${after(cases)}。`,
    'case-gone': ({ check, cases }) =>
      cases === ''
        ? `${check} 通过了，但测试没有运行到结尾：不再统计任何用例。`
        : `${check} 通过了，但没有这次改动时会运行的用例被跳过或不见了：${cases}。`,
    'cannot-fail': ({ check, cases }) =>
      cases === ''
        ? `${check} 不会失败：埋在测试里的失败没有出现。`
        : `${check} 没有运行到之前失败的用例的结尾：埋在那里的失败没有出现（${cases}）。`,
    'by-chance': ({ check, cases, side }) =>
      side === 'red'
        ? `${check} 没有这次改动时失败过一次，再运行却没有失败。`
        : `${check} 有这次改动时通过过一次，再运行却没有通过${after(cases)}。`,
  },
  next: {
    'fails-now': '让它通过。',
    'passes-before': '加一个没有这次改动就会失败的测试。',
    'fails-as-it-was': '让这次改动通过原有的测试，或请人看一下这些测试为什么非改不可。',
    'case-gone': '让这些用例运行并通过。',
    'cannot-fail': '看一下是不是程序结束了测试，或者输出被吞掉了。',
    'by-chance': '让测试每次的结果都一样。',
  },
  nextOfOld: '先解决没有这次改动时也让它失败的问题，或指定一个在这里能通过的检查。',
  nothing: {
    head: '没有改动程序的文件。',
    inDoubt: '之前失败的现在不再失败，而程序的文件没有任何改动。',
    left: (names) => `之前通过，现在被跳过或不见了：${names}。`,
    onlyProse: '只改了文档。',
    same: '两边完全一样。',
    judges: (count) => `改了 ${count} 个测试或设置文件。`,
    pass: (count, of) => `${of} 个检查中有 ${count} 个通过。`,
  },
  unable: {
    noCheck: '这里没有可以运行的检查。',
    noTests: '没有一个检查会运行测试。',
    nameOne: '指定一个：wukong prove --check "npm test"。',
    saysNothing: (check, { on, ended, why, beside, nowhere, cause }) => {
      const said = nowhere
        ? '在干净副本里有没有这次改动都不通过'
        : `在干净副本里（${ON[on]}）说明不了什么`;
      const reason = cause
        ? lackText(cause, CHINESE_CAUSES)
        : beside === undefined
          ? why
          : `用例“${beside}”改前改后都失败，没有哪个文件能把它和修好的用例分开`;
      return `${check} ${said}${UNREAD[ended] ?? ''}：${reason}。`;
    },
    causes: CHINESE_CAUSES,
    namePythonPath: (line) =>
      `它的测试加载的是装在别处的程序。如果程序在另一个文件夹里，指明它：${line}`,
    lookAtOutput:
      '看一下它在下面的输出。干净副本里只有 git 里的文件和装着的依赖；要先构建的东西，得由检查来构建。',
    limitTests: '如果要修的就是卡住不动，给测试自己设一个时限，让它失败。',
  },
};

const RED: Readonly<Record<Red, string>> = {
  fails: '失败',
  'has-type-errors': '报告类型错误',
  'leaves-out': '不运行新的用例',
  'does-not-end': '没有在时限内结束',
  'does-not-build': '无法构建',
  'cannot-load': '无法加载它要测试的东西',
};

const ON = {
  tree: '有这次改动',
  red: '没有这次改动',
  seal: '用之前的测试',
  planted: '埋下了失败',
} as const;

function after(cases: string): string {
  return cases === '' ? '' : `：${cases}`;
}

const UNREAD: Unread = {
  'cannot-load': '，因为无法加载它要测试的东西',
  'cannot-build': '，因为无法构建',
};
