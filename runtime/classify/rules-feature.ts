// Something new that users of the program can do.

import { order, type Rule } from './rule.ts';

/** "Create button" is a thing, not an order. */
const NO_THING = String.raw`(?!\s+(?:buttons?|dialogs?|forms?|pages?|menus?|links?|modals?|screens?|views?|icons?|(?:an? |the )?(?:pr|pull request|branch|commit|issue))\b)`;

export const FEATURE: readonly Rule[] = [
  {
    for: ['feature', 'fix'],
    weight: 2,
    words: [
      /\b(?:does not|doesn't|do not|don't|no|not) support(?:ed)?\b|\bunsupported\b|(?:不|没有)支持/i,
    ],
    says: 'may never have been there, or be gone',
  },
  {
    for: ['feature', 'fix'],
    weight: 3,
    words: [
      /(?:新增|添加|增加)[^，。；\s]{0,8}?(?:页面?|按钮|弹窗|界面|对话框|表单|接口)(?=[^，。；\s])/,
    ],
    says: 'may be wanted, or be there already',
  },
  {
    for: ['feature'],
    weight: 3,
    words: [
      order(
        String.raw`(?:add(?:s|ing)?|implement(?:s|ing)?|introduc(?:e|es|ing)|create|provide|expose)\b${NO_THING}`,
      ),
      /(?:增加|新增|添加|加入|加上|加一[个些项种]|加个)(?!了|的|失败|时)|(?:实现|开发)一[个种套]/,
    ],
    says: 'asks for something new',
  },
  {
    for: ['feature'],
    weight: 3,
    words: [
      order(String.raw`(?:support(?:s|ing)?|allow)\b${NO_THING}`),
      order(String.raw`let\s+(?:me|us|users?|people|admins?|customers?|developers?|everyone)\b`),
      /\bsupport for\b|\bshould (?:accept|allow|support|be able to|be possible)\b|\b\w+ support[.!]?$/i,
      /\b\w+ supports? (?=[A-Z])/,
      /(?<!不|是否|没有|技术)支持(?!的|了|情况|页)/,
    ],
    says: 'asks for something that is not possible yet',
  },
  {
    for: ['feature'],
    weight: 3,
    words: [
      /\b(?:i|we|users?|people|customers?|admins?|everyone) (?:really )?(?:needs?|wants?|would like) (?:an?|some|another|to (?!fix|repair|know|understand|refactor|rewrite|restructure|rename|clean|move|split|extract|update|upgrade|migrate|test|remove|change|replace|use))\b/i,
      /\bit should be possible\b|(?:^|[|,.;:]\s*)(?:it )?should also\b/i,
      /\b(?:would be (?:nice|great|good|useful|helpful)|i wish|as a user|be able to|(?:is|are) no way (?:to|of))\b/i,
      /(?:希望|想要|建议|期望能)(?!.{0,8}?(?:修复|修正|解决|不要))|求一个|的需求/,
    ],
    says: 'is a wish',
  },
  {
    for: ['feature'],
    weight: 3,
    words: [
      /^(?:an?|another|new)\s+(?:[\w-]+\s+){0,4}?(?:flag|option|shortcut|button|command|switch|setting|endpoint|toggle|page|view|filter|menu|widget|dialog|mode|hook|plugin|theme)s?\s+(?:to|for|that|which|in|on)\b/i,
      /\b(?:dark|night|offline|compact|full-?screen|read-?only) mode\b(?=\s*(?:$|[|,.;:!]|(?:please|for|in|on)\b))/i,
      /(?:夜间|暗黑|深色|离线|全屏|只读)模式|(?:做|搞|来)一?个(?!.{0,6}(?:修|测试))|要能(?!.{0,6}(?:正常|正确))|要可以|想(?:在|要|把|让|能)|^批量(?:删除|导入|导出|修改|编辑|上传|下载)$/,
    ],
    says: 'names something new',
  },
  {
    for: ['feature'],
    weight: 3,
    words: [
      order(
        String.raw`make\s+(?:\S+\s+){1,8}?(?:sort|click|edit|collaps|configur|resiz|search|select|dragg?|filter|scroll|dismiss|customi[sz]|zoom|print|share|export|expand|undo|option|avail|access)(?:able|ible|al)\b`,
      ),
      order(
        String.raw`(?:show|display|remember|notify|send|highlight|warn|autosave|preview|pin|share|group|sort|filter|import|export|offer)\b(?!\s+(?:issues?|problems?|bugs?|errors?|is|are|does|do|not|only|correct\w*|proper\w*|again)\b)${NO_THING}(?=\s+(?:\S+\s+)*\S)(?!.*\b(?:correctly|properly|again|instead|right|not)\b)`,
      ),
    ],
    says: 'asks for something new',
  },
  {
    for: ['feature'],
    weight: 2,
    words: [order(String.raw`enable\b`)],
    says: 'may ask for something new',
  },
];
