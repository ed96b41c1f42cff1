// The same as words/english-end.ts, in Chinese. What agents, gates and people wrote stays as they wrote it, and so do names,
// ids, paths, commands and levels.

import type { Excuse } from '../../model/gate.ts';
import type { EndWords } from '../english-end.ts';
import { CHINESE_UNSHOWN } from './chinese-unshown.ts';

export const CHINESE_END: EndWords = {
  unshown: CHINESE_UNSHOWN,
  space: '',
  proven: (check) => `已证明：\`${check}\` 之前失败，现在通过。`,
  provenToL2: (check, limit) => `证明到 L2：\`${check}\` 现在通过；${limit}。`,
  nothingChanged: '没有见到故障，什么都没有改。',
  nothingShown: (why) => `什么都没有证明：${why}。`,
  noneAsked: (template) => `没有证明什么在改动之前失败：模板 ${template} 不要求这种检查。`,
  documentation: (files) => `只改了没有检查会打开的文件：${files.join('、')}。`,
  notShown: (why) => `${why}。`,
  acceptedBy: (by, why) => `由 ${by} 接受${why && `：${why}`}。`,
  same: (check, cases) =>
    cases === undefined
      ? `\`${check}\` 在改动前后都通过。`
      : `同样的 ${cases} 个用例在改动前后都通过：\`${check}\`。`,
  notSame: ({ check, broken, gone, named }) => {
    const what = [
      ...(broken > 0 ? [`${broken} 个用例之前通过，现在失败`] : []),
      ...(gone > 0 ? [`${gone} 个用例之前会运行，现在被跳过或不见了`] : []),
    ];
    const all = broken + gone;
    const names = `${named.map((name) => `“${name}”`).join('、')}${all > named.length ? ` 等 ${all} 个` : ''}`;
    return `改动前后不一样：${what.join('，')}（${names}）：\`${check}\`。`;
  },
  unseen: (criteria) => `有 ${criteria} 条标准没有人看过。`,
  own: {
    noProof: '不要求有检查在改动之前失败',
    noAudit: '没有审查',
    lowerLevel: '要求的等级更低',
    without: (checks) => `少了 ${checks.join('、')}`,
    template: (name, file, replaces, lacks) => {
      const whose = replaces ? `代替了自带的“${name}”` : '是这个仓库自己的';
      const asks = lacks.length === 0 ? '' : `${replaces ? '，要求更少' : ''}：${lacks.join('，')}`;
      return `所用模板 ${file} ${whose}${asks}。`;
    },
  },
  changes: (named) => `测试里：${listed(named)}。`,
  flaky: (gates) => `在同样的文件上先失败后通过，所以只是碰巧：${listed(gates)}。`,
  other: ({ gate, outcome, excused }) => {
    if (outcome === 'unavailable') return `门禁“${gate}”没能运行。`;
    const how = outcome === 'timeout' ? '超时' : '失败';
    return `门禁“${gate}”${how}；${excused ? EXCUSED[excused] : '它不必通过'}。`;
  },
  gone: (paths) => `已不在文件里：${listed(paths)}。`,
  accepted: ({ what, by, why }) => `${by} ${ACCEPTED[what]}${why && `：${why}`}。`,
};

const ACCEPTED = {
  'tests-changed': '接受了改动的测试',
  'no-change': '接受了无需改动',
  foreign: '认领了这些改动',
} as const;

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
