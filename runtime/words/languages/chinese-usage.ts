// What was used of what, in Chinese; the same as in words/goal.ts.

import type { Budgeted, Spent } from '../../model/usage/usage.ts';
import { countText, hoursText, type UsedOf, usdText, workText } from '../goal.ts';
import { oneLine } from '../plain-text.ts';

export function usedOfText({ what, spent, limit, claimed = 0 }: UsedOf): string {
  const part = claimed === spent ? '' : `其中 ${usedText(what, claimed)} `;
  const said = claimed > 0 ? `（${part}为执行者自称）` : '';
  return `${usedText(what, spent)}${said}，上限 ${usedText(what, limit)}`;
}

export function usedText(what: Budgeted, spent: number): string {
  if (what === 'usd') return usdText(spent);
  return what === 'tokens' ? `${countText(spent)} 个 token` : `${hoursText(spent)} 小时`;
}

export function spentText({ tokens, usd, unpriced, claimed }: Spent, hours: number): string {
  const names = unpriced.map((model) => oneLine(model, 80)).join('、');
  const known = usd > 0 ? `${usdText(usd)} 以上` : '费用未知';
  const cost = unpriced.length === 0 ? usdText(usd) : `${known}：${names} 没有价格`;
  const said = claimed
    ? `，其中执行者自称 ${countText(claimed.tokens)} 个 token（${usdText(claimed.usd)}）`
    : '';
  return `${countText(tokens)} 个 token（${cost}），工作 ${workText(hours, { s: '秒', min: '分', h: '小时' })}${said}`;
}
