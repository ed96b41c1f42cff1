// The same as words/fault.ts, in Chinese. What agents, gates and people wrote stays as they wrote it, and so do names,
// ids, paths, commands and levels.

import type { Excuse } from '../../model/gate.ts';
import type { Beside, Fault, HunksTried, OwnTemplate } from '../../model/proof.ts';
import type { Saying } from '../../model/saying.ts';
import { headIn, limitIn, lookedIn, nothingShownIn, unshownIn } from '../unshown.ts';
import { CHINESE_UNSHOWN } from './chinese-unshown.ts';

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
export function saidInChinese({ why, saying }: Unshown): string {
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
