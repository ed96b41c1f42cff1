// The same as words/unshown.ts, in Chinese. Commands, paths, names of cases and what a run said stay as they are.

import type { Names, Saying } from '../../model/saying.ts';
import type { JudgesWords } from '../judges-differ.ts';
import { causeText, noCauseText } from '../trial-cause.ts';
import type { UnshownWords } from '../unshown.ts';
import { CHINESE_CAUSES } from './chinese-causes.ts';
import { CHINESE_VERDICT } from './chinese-verdict.ts';

const JUDGES: JudgesWords = {
  causes: CHINESE_CAUSES,
  changed: (files, added) => `${added ? '新加了' : '改动了原有的'}测试或门禁（${listed(files)}）`,
  hidden: (files) => `测试或门禁和 git 记录的不一样（${listed(files)}）`,
  and: '，',
  which: '，',
  gates: (names) => names.map((name) => `“${name}”`).join('、'),
  output: (why, log) => `${why}，输出在 .wukong/${log}`,
  found: {
    holds: ({ gate }) => `用原来的版本，${gate} 也通过`,
    'not-compared': () => 'git 无法比较这两个树',
    'nothing-runs': () => '没有门禁能用原来的版本运行',
    'new-check': ({ gate }) => `${gate} 是原来没有的检查，用原来的版本说明不了什么`,
    'cannot-fail': ({ gate }) => `它的每个测试里都放进一行会失败的代码，${gate} 仍然通过`,
    refused: ({ gate, why, cases }) =>
      `用原来的版本，${gate} 不通过（${why}${cases.names.length === 0 ? '' : `：${listed(cases)}`}）`,
    'in-no-copy': ({ gate, because }) =>
      `无法检查：没有这些改动，${gate} 在干净副本里也不通过：${because}`,
  },
};

export const CHINESE_UNSHOWN: UnshownWords = {
  verdict: CHINESE_VERDICT,
  join: '；',
  space: '',
  notLoaded: (head) =>
    `${head}：它的测试需要这次改动加进来的东西，所以只说明有它，没有说明它做得对`,
  heads: { unshown: '没有证明故障存在过：', doubted: '故障已经显示出来，还要有人看一下：' },
  inDoubt: (doubts) => `有疑点：${doubts}`,
  doubted: (head, doubts) => `${head}，但有疑点：${doubts}`,
  less: (head, why) => `${head}，但是${why}`,
  inCopy: (head) => `${head}（在这些文件的干净副本里）`,
  nothing: (judges, files) => {
    const tests =
      judges === 0
        ? ''
        : `；改了 ${judges} 个测试或设置文件（${files.join('、')}），检查改前改后都通过`;
    return `没有见到故障，程序里什么都没有改${tests}`;
  },
  judges: JUDGES,
  others: {
    'not-approved': ({ check }) =>
      `检查 \`${check}\` 没有得到允许，所以没有运行（wukong trust --approve）`,
    'no-check-known': () => '没有已知的检查：目标没有测试门禁',
    'no-gate': () => '目标没有测试门禁',
    'no-check': () => '这里没有可以运行的检查',
    'cannot-run': ({ check, why }) => `检查 \`${check}\` 无法运行（${why ?? '原因不明'}）`,
    'beyond-copies': ({ check, cause, log }) =>
      `无法检查，因为什么都没有改之前，\`${check}\` 在这里通过，在干净副本里就不通过。${(cause ? causeText(cause, CHINESE_CAUSES) : noCauseText(log, CHINESE_CAUSES)).replace(/。$/, '')}`,
    installed: ({ files }) =>
      `开始之后，装着的依赖被改动过（${files.join('、')}），没有一个树能说明它`,
    fails: ({ check, on }) =>
      on === 'tree' ? `有了这次改动，\`${check}\` 失败` : `没有这次改动时，\`${check}\` 失败`,
    'not-reproduced': ({ check, why, said }) => NOT_REPRODUCED[why](`\`${check}\``, said),
    unchanged: () => '还没有改动任何东西',
    'not-opened': () => '没有检查会打开改动过的文件',
    'not-measured': () => '没有检查在副本里运行过',
    'not-compared': () => 'git 无法比较这两个树',
  },
};

type NotReproduced = Extract<Saying, { is: 'not-reproduced' }>['why'];

const NOT_REPRODUCED: Readonly<Record<NotReproduced, (check: string, said: string) => string>> = {
  passes: (check) => `在改动之前的文件上，${check} 通过`,
  'as-before': (check) => `在改动之前的文件上，${check} 失败的地方没有这个测试也失败`,
  'cannot-load': (check, said) =>
    `在改动之前的文件上，${check} 无法加载（${said}）：缺少一个名字或模块，不说明有故障`,
  outside: (check, said) =>
    `在改动之前的文件上，${check} 失败，但既不是断言，也不是在程序里面（${said}）`,
  'by-chance': (check) => `在改动之前的文件上，${check} 不是每次都同样失败`,
  unable: (check, said) => `在改动之前的文件上，${check} 什么也说明不了（${said}）`,
};

function listed({ names, more }: Names): string {
  return names.join('、') + (more > 0 ? `，另有 ${more} 个` : '');
}
