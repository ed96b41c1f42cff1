// A few lines, and the request says what is there afterwards. Beside it what is neither program nor fault.

import { order, type Rule } from './rule.ts';

const UNIT = String.raw`\s*(?:milliseconds?|seconds?|secs?|minutes?|mins?|hours?|days?|times|retries|ms|s|px|%|[kmg]i?b)?`;
const NUMBER = String.raw`\d[\d.,]*${UNIT}(?=\s*(?:$|[|,.;:!)]|in\b))`;
const UNUSED = '(?:unused|unneeded|unnecessary|dead|obsolete)';
const CODE =
  '(?:imports?|variables?|vars?|dependenc(?:y|ies)|deps|code|parameters?|params?|arguments?|functions?|methods?|exports?|constants?|packages?|class(?:es)?|props?|css|styles?|types?)';

export const TYPO: Rule = {
  for: ['direct'],
  weight: 4,
  words: [
    // `fix: typo` and `docs: fix a typo` are no fix and no page.
    /^\W*(?:fix|docs?|chore|style)(?:\([^)]*\))?\s*:[^,.;]*\b(?:typos?|misspell\w*|spelling)\b/i,
    /(?:\b(?:fix(?:es|ed|ing)?|correct(?:s|ed|ing)?)\s+)?(?:\b(?:an?|the|some|few|small|tiny)\s+)*\b(?:typos?|misspell\w*|spelling(?: mistakes?| errors?)?)\b/i,
    /(?:修[复正改]|改正?|更正|纠正)?了?[:：\s]*(?:[一几][个处些])?(?:错别字|错字|拼写(?:错误)?|笔误)/,
  ],
  says: 'is a matter of a few letters',
};

export const DIRECT: readonly Rule[] = [
  {
    for: ['direct'],
    weight: 4,
    words: [
      order(String.raw`bump\b`),
      order(String.raw`(?:upgrade|update|downgrade)\s+\S+\s+(?:from\s+\S+\s+)?to\s+v?\d+\.\d`),
      order(String.raw`(?:update|change|fix)\s+(?:the\s+)?copyright(?: year)?`),
      /^把?\s*(?:升级|更新)?\s*[\w@/.-]+\s*(?:升级?|更新)?到\s*v?\d+\.[\w.]+$/,
    ],
    says: 'sets a version or a year',
  },
  {
    for: ['direct'],
    weight: 4,
    words: [
      order(
        String.raw`(?:remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|drop|clean(?:ed)? ?up)\s+(?:all\s+|the\s+|an?\s+|some\s+)*${UNUSED}\s+${CODE}\b`,
      ),
      /(?:删除|移除|去掉|清理)[^，。；]{0,12}?(?:未使用|没用到?|无用|无效|废弃|多余)的?(?:代码|依赖|变量|导入|引用|函数|方法|参数|样式|import)/,
    ],
    says: 'takes out what nothing uses',
  },
  {
    for: ['direct'],
    weight: 4,
    words: [
      order(String.raw`(?:change|set|update)\s[^|,;]{1,80}?\bto\s+${NUMBER}`),
      order(
        String.raw`(?:increase|decrease|raise|lower|reduce)\s(?:\w+\s+){0,4}(?:timeout|limit|default|max\w*|min\w*|retries|port|interval|threshold)\b[^|,;]{0,40}?\bto\s+${NUMBER}`,
      ),
      order(
        String.raw`(?:change|replace|rename|update)\s+(?:[\w.]+\s+){0,4}“”\s+(?:[\w.]+\s+){0,4}(?:to|with|by)\s+“”`,
      ),
      /把[^，。；]{1,60}?(?:改成|改为|调整?为|设为|设置为)\s*\d[\d.]*\s*(?:毫秒|秒|分钟?|小时|天|次|个|条|行|px|ms|s|%|[KMG]B)?(?=\s*(?:$|[，。；]))/i,
      new RegExp(
        String.raw`\b(?:should|must) be\s+\d[\d.]*${UNIT}\s*,?\s*(?:instead of|rather than|not)\s+\d`,
        'i',
      ),
      /\b(?:should|must) (?:say|read|be called|be named|be labell?ed) \S+(?: \S+){0,3}? (?:instead of|not|rather than) \S+/i,
      order(String.raw`(?:change|set|update)\s[^|,;]{1,80}?\bto\s+“”(?=\s*(?:$|[|,.;:!)]|in\b))`),
      order(String.raw`pin\s+\S+\s+to\s+v?\d[\w.]*`),
      /^[^，。；]{1,20}?(?:改成|改为|调整?[到为成]|设[为成]|设置[为成])\s*\d[\d.]*\s*(?:毫秒|秒|分钟?|小时|天|次|个|条|行|年|px|ms|s|%|[KMG]B)?$/i,
      /^[^，。；]{1,20}?(?:改成|改为|换成)\s*“”$/,
      /“”[^，。；]{0,6}?(?:改成|改为|替换成|替换为|换成)\s*“”/,
    ],
    says: 'sets one value',
  },
  {
    for: ['direct'],
    weight: 4,
    words: [
      order(
        String.raw`remove\s+(?:the\s+|all\s+|an?\s+)*(?:console\.logs?|debug(?:ging)? (?:logs?|prints?|statements?|output)|commented[- ]out code|todos?)\b`,
      ),
    ],
    says: 'takes out what was there to look',
  },
  {
    for: ['direct'],
    weight: 4,
    words: [
      order(
        String.raw`rename\s+\S+\s+to\s+\S+\s+in\s+(?:the\s+)?(?:file\s+)?[\w@/.-]*[\w-]\.[a-z]{1,5}\b`,
      ),
    ],
    says: 'renames one thing in one file',
  },
  {
    for: ['direct', 'refactor'],
    weight: 3,
    words: [order(String.raw`(?:rename|renaming)\b`), /重命名|改名/],
    says: 'may be one place or many',
  },
  {
    for: ['direct', 'feature'],
    weight: 4,
    words: [
      order(
        String.raw`add\s+(?:an?\s+|the\s+)?(?:missing\b|(?:null|nil|bounds|type)[- ]?checks?\b|semicolon|comma\b|imports?\b|await\b|return\b|log (?:line|statement))`,
      ),
      order(
        String.raw`add\s+\S+\s+to\s+(?:the\s+)?(?:\S*(?:ignore|\.json|\.toml|\.ya?ml|makefile|dockerfile)|ci|(?:\w+\s+)?build)(?:$|\s*[|,.;])`,
      ),
    ],
    says: 'may be one line or more',
  },
  {
    for: ['direct', 'fix'],
    weight: 5,
    words: [
      order(
        String.raw`(?:add|write|improve|extend|create)\s+(?:\w+\s+){0,3}(?:unit |integration )?tests?\b`,
      ),
      /(?:补充?|加上?|添加|增加|编?写)(?:一个|一些|几个)?(?:单元|集成)?测试/,
    ],
    says: 'asks for tests',
  },
  {
    for: ['direct', 'feature'],
    weight: 5,
    words: [
      /^\W*docs?(?:\([^)]*\))?\s*[:：]/i,
      order(
        String.raw`(?:update|write|improve|add|extend|rework|translate|fix|correct)\s+(?:\w+\s+){0,3}(?:docs?|documentation|readme|comments?|changelog|guide|tutorial)\b`,
      ),
      /(?:写|更新|补充?|完善|增加|添加|翻译|修复|修正|修改)[^，。；]{0,8}?(?:文档|注释|说明|教程|README)/i,
    ],
    says: 'asks for text',
  },
];
