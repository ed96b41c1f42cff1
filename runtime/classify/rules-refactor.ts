// The code changes, its behaviour does not. Beside it what says that something changes and not what.

import { order, type Rule, tag } from './rule.ts';

const PART_OR_FILE = String.raw`(?:modules?|files?|class(?:es)?|functions?|methods?|components?|packages?|hooks?|services?|layers?|helpers?|folders?)\b`;
const PART =
  '(?:modules?|files|class(?:es)?|functions?|methods?|components?|packages?|crates?|helpers?|hooks?|utils?|utilit(?:y|ies)|services?|places?|constants?)';

export const REFACTOR: readonly Rule[] = [
  {
    for: ['refactor'],
    weight: 4,
    words: [
      /\bwithout (?:changing|any change (?:to|of|in)|altering) (?:the |its |any )?behaviou?r\b/i,
      /\b(?:no|same|unchanged) behaviou?r(?:al)?(?: changes?)?\b|\bbehaviou?r (?:stays|unchanged)\b/i,
      /(?:行为|功能|逻辑|接口)(?:保持)?不变/,
    ],
    says: 'keeps the behaviour as it is',
  },
  {
    for: ['refactor'],
    weight: 4,
    words: [
      /\brefactor(?:s|ed|ing)?\b/i,
      order(String.raw`(?:re-?structur|re-?organi[sz]|re-?writ|modulari[sz])(?:e|es|ing)\b`),
      /重构|重写|重新组织|解耦/,
    ],
    says: 'asks for another structure',
  },
  {
    for: ['refactor'],
    weight: 3,
    words: [
      order(
        String.raw`extract(?:ing)?\s[^|,.;]{1,80}?\b(?:in)?to\b[^|,.;]{0,30}?\b${PART}\b|extract(?:ing)?\s+(?:common|shared|duplicat\w+)\b`,
      ),
      order(String.raw`split(?:ting)?\s[^|,;]{1,80}?\binto\b[^|,;]{0,40}?\b${PART}\b`),
      order(
        String.raw`split(?:ting)?\s+(?:up\s+|out\s+)?(?:\w+\s+){0,3}(?:modules|classes|functions|components|packages)\b`,
      ),
      order(
        String.raw`(?:move|inline)\s[^|,.;]{0,40}?\b(?:functions?|methods?|class(?:es)?|code|logic|helpers?|modules?)\b`,
      ),
      order(
        String.raw`(?:remove|reduce|avoid|eliminate)\s+(?:\w+\s+){0,2}(?:duplicat(?:ed? code|ion)|code duplication)\b`,
      ),
      order(String.raw`(?:decouple|de-?duplicate)\b`),
      order(
        String.raw`(?:pull|take|lift|factor|move)\s[^|;]{1,60}?\b(?:out|in)(?:to| of)?\b[^|;]{1,60}?\b(?:own|separate|single|shared|common)\s+(?:\w+\s+)?${PART_OR_FILE}`,
      ),
      order(
        String.raw`break\s+(?:it|them|this|\S+(?:\s+\S+){0,3}?)\s+(?:up\s+|down\s+)?into\s[^|;]{0,30}?${PART_OR_FILE}`,
      ),
      order(
        String.raw`(?:turn|convert|change)\s[^|;]{1,60}?\b(?:in)?to\s+(?:use\s+)?(?:async(?:\/await)?|promises|hooks|typescript|es ?modules|esm|(?:an? )?(?:pure|plain|arrow) functions?|function components?|generics|composition)\b`,
      ),
      order(
        String.raw`get rid of\s+(?:the\s+|all\s+)?(?:\w+\s+){0,2}?(?:duplicat\w+|copy[- ]and[- ]paste\w*|globals?|global state|singletons?)\b`,
      ),
      order(
        String.raw`make\s+(?:\S+\s+){1,6}?(?:an?\s+)?(?:pure|generic|injectable|immutable|stateless|reusable|testable)\b`,
      ),
      order(String.raw`(?:cleanly\s+)?separate\s+\S+(?:\s+\S+){0,3}?\s+from\b`),
      order(
        String.raw`use\s+an?\s+(?:\w+\s+)?(?:map|enum|set|switch|table|loop|generator|interface|class|constant|helper|queue|lookup)\s+(?:instead of|rather than)\b`,
      ),
      /拆开|(?:合并|收敛|统一)(?:到|成|为)(?:一处|一个|同一)[^，。；]{0,6}?(?:函数|组件|模块|文件|类|方法)/,
      /拆分(?!订单|支付)|拆成|拆到|抽取|抽离|抽成|提取公共|消除重复|合并重复/,
    ],
    says: 'moves code about',
  },
  {
    for: ['refactor'],
    weight: 3,
    words: [
      ...tag('perf'),
      order(String.raw`speed(?:ing)? up\b|(?:optimi[sz]e|improve)\s+(?:\w+\s+){0,4}performance\b`),
      /性能优化|优化[^，。；]{0,12}?性能|提[高升][^，。；]{0,12}?性能/,
    ],
    says: 'wants the same, faster',
  },
];

export const VAGUE: readonly Rule[] = [
  {
    for: ['refactor', 'direct'],
    weight: 3,
    words: [order(String.raw`(?:replace|swap)\s+\S+\s+(?:with|by|for)\b`)],
    says: 'may be one place or many',
  },
  {
    for: ['refactor', 'feature'],
    weight: 3,
    words: [
      order(
        String.raw`(?:improve|enhance|optimi[sz]e|simplify|clean(?:ing)? ?up|make (?:it|this|the .{1,30}) (?:better|nicer|cleaner))\b`,
      ),
      /优化|改进|改善|完善|美化|整理/,
    ],
    says: 'does not say what is to be different',
  },
  {
    for: ['refactor', 'feature'],
    weight: 3,
    words: [
      order(
        String.raw`(?:migrat(?:e|es|ing)|port|upgrade|update|convert|(?:drop|remove|end|deprecate)(?:\s+[\w.]+){0,3}\s+support)\b`,
      ),
      /迁移|升级|移植|适配/,
    ],
    says: 'may change what users see, or not',
  },
];
