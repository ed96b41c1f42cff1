// The same as words/trial-words.ts, in Chinese. Commands, paths and names of commits stay as they are.

import type { TrialWords } from '../trial-words.ts';

export const CHINESE_TRIALS: TrialWords = {
  theCheck: '检查',
  back: {
    nothing: '有这次改动',
    program: '没有这次改动',
    judge: '有这次改动，用之前的测试',
    all: '改动之前',
  },
  placesBack: (count) => `${count} 处改动放回原样`,
  planted: '，测试里埋下一行失败',
  types: '，埋下一个类型错误',
  without: (files) => `，去掉 ${files.join('、')}`,
  how: { asked: '', bare: '，再一次', plain: '，只调用它的运行器' },
  ended: {
    pass: '通过',
    fail: '失败',
    'cannot-load': '无法加载',
    'cannot-build': '无法构建',
    'no-tests': '没有测试',
    'not-started': '没有启动',
    timeout: '没有按时结束',
    elsewhere: '测试的是别处的程序',
    disturbed: '受到干扰',
  },
  cases: (count) => `${count} 个用例`,
  seconds: (seconds) => `${seconds} 秒`,
  columns: ['运行', '结果', '用例', '秒'],
  run: (nth, of, name) => `第 ${nth} 次运行${nth <= of ? `（约 ${of} 次）` : ''}：${name}`,
  runsAhead: (checks, runs) => `${checks} 个检查，大约要在干净副本里运行 ${runs} 次。`,
  runs: (count, seconds) => `在干净副本里运行了 ${count} 次，${seconds} 秒`,
  trees: {
    working: () => '工作区',
    last: (of) => `最近一次提交 ${of}`,
    'one-before': (of) => `前一次提交 ${of}`,
    parted: (of) => `与 ${of} 分开处`,
    named: (of) => of,
  },
  change: (head, base, { all, ...counts }) => {
    const parts = (Object.keys(FILES) as (keyof typeof FILES)[]).flatMap((meaning) =>
      counts[meaning] > 0 ? `${FILES[meaning]} ${counts[meaning]} 个` : [],
    );
    const what = parts.length > 0 ? `：${parts.join('，')}` : '';
    return `${head}，对比 ${base}。${all} 个文件${what}`;
  },
  namesNone: (glob, head, base) =>
    `product 的“${glob}”没有匹配任何文件：${head}和${base}里都没有。`,
  nameOther: '请写出真正存在的文件，例如：--product "src/**"',
  inDoubt: '疑点',
  andMore: (count) => `另有 ${count} 处`,
  next: '下一步',
  sayYes: '如果它是对的，就说出来：同样的命令加上 --accept-doubts。',
  unheld: (path) => `${path} 在这里有改动，但它自己的任何提交里都没有这些改动，所以副本里也没有。`,
  held: {
    all: (halves) => `${halves.join('；')}。`,
    held: (held, places) => `${places} 处改动中有 ${held} 处被测试守住`,
    free: (places) => `没有守住：${places.join('、')}`,
    silent: (count) => `${count} 处拿掉就无法运行`,
    untried: (count) => `${count} 处因为时间不够没有试`,
    none: '程序里没有一处改动可以单独放回原样。',
    notShown: '只有检查显示了的改动才会说测试守住了哪些行。',
  },
  endedWith: (run) => `“${run}”这次运行的结尾：`,
  sets: (setting) => `设置了工具会读取的变量：${setting}`,
  waits: (what, pid) => `正在等待进程 ${pid} 的 \`${what}\`：一个仓库里同时只运行一个检查`,
  wrote: ({ folder, files, count, repair }) => {
    const more = count > files.length ? ` 等 ${count} 个` : '';
    const back = repair === undefined ? '' : `如果不是你改的，用这条命令恢复：${repair}`;
    return `检查在副本里运行时，你工作区的 ${folder} 里有文件被改动：${files.join('、')}${more}。这次运行不算数；从现在起，这个克隆里的每次检查都使用 ${folder} 的单独副本。${back}`;
  },
};

const FILES = {
  program: '程序',
  judge: '用来判断它的',
  both: '两者都是',
  prose: '文档',
} as const;
