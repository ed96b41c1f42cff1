// Something does not do what it should.

import { order, type Rule } from './rule.ts';

export const FIX: readonly Rule[] = [
  {
    for: ['fix', 'feature'],
    weight: 3,
    words: [
      /\b(?:crash|failure|failed|bug|dead ?lock|leak|vulnerability|race|exception|error|broken link|wrong (?:password|pin))s?\s+(?:report\w*|handl\w*|detect\w*|track\w*|scan\w*|check\w*|monitor\w*|templates?|pages?|log(?:s|ging)?|boundar\w+|counters?|lists?|bount\w+|log ?ins?|attempts?|jobs?|recovery|lock\w*)\b/i,
      /(?:漏洞|异常|崩溃|失败|错误|溢出|泄漏|注入|事故|故障)(?:扫描|处理|捕获|上报|监控|日志|告警|页面?|重试|订单|检测|提示|码|信息|统计|记录|次数|任务|列表|转移|率|恢复|排查)/,
    ],
    says: 'is about failures, and need not be one',
  },
  {
    for: ['fix'],
    weight: 3,
    words: [
      /\b(?:crash(?:es|ed|ing)?|seg(?:mentation )?faults?|sigsegv|sigabrt|core dump(?:ed)?)\b/i,
      /\b(?:uncaught|unhandled|null ?pointers?|npe|traceback)\b/i,
      /\b[A-Z]\w+(?:Error|Exception)\b/,
      /\b(?:fails|failing|broken|breaks|bugs?|hangs|freezes|flaky|stuck)\b/i,
      /\bfailed(?=\s*(?:$|[|,.;:!]|(?:to|with|for|on|in|when|after|at|because)\b))/i,
      /\b(?:out ?of ?memory(?:error)?|oom|(?:memory|thread|resource|handle|connection) leaks?|leaks|dead ?locks?|data races?|race conditions?|(?:stack|buffer|integer) overflows?|infinite loop)\b/i,
      /\b(?:xss|csrf|ssrf|cross[- ]site scripting|(?:sql|command|code) injections?|vulnerabilit(?:y|ies)|vulnerable)\b/i,
      /\b(?:(?:white|blank|black) (?:page|screen)|corrupt(?:s|ed|ion)?)\b|\bNaN\b/i,
      /报错|出错|崩溃|闪退|白屏|黑屏|花屏|闪烁|卡死|死循环|异常|失效|失灵|失败|乱码|空指针|死锁|泄[漏露]|(?:内存|栈)溢出|漏洞|越权|故障|事故|丢(?:失|数据)|返回\s*[45]\d\d/,
    ],
    says: 'says that something fails',
  },
  {
    for: ['fix'],
    weight: 3,
    words: [
      order(
        String.raw`(?:fix|fixes|fixing|repair|resolve (?:an? |the )?(?:issue|bug|problem|crash|error))\b`,
      ),
      /\bfix for\b/i,
      /修复|修好|修一下|修正|解决(?!方案)/,
    ],
    says: 'asks for a repair',
  },
  {
    for: ['fix'],
    weight: 3,
    words: [
      /\b(?:wrong(?:ly)?|incorrect(?:ly)?|unexpected(?:ly)?|unstable|inconsistent(?:ly)?|misaligned|garbled)\b/i,
      /\b(?:does not|doesn't|do not|don't|did not|didn't|is not|isn't|are not|aren't|no longer|won't|stopped|not) (?:work|updat|clos|show|display|render|load|respect|return|sav|start|open|appear|respond|match|clear|reset|sync|appl|trigger|fir|call|run)(?:s|e|es|ed|y|ied|ing|ning)?\b/i,
      /\bdoes nothing\b|\bis ignored\b|\b(?:should not|shouldn't)\b/i,
      /\breturns? (?:null|undefined|nan|nothing|\d{3})\b/i,
      /不一致|不正确|不对|不准确|不生效|不起作用|不工作|不更新|不显示|不刷新|不触发|不响应|不分页|不会(?:随之)?(?:更新|触发|生效|显示|刷新)|不兼容|无法|未能|未(?:结束|释放|关闭|生效)|有\s*bug|有误|错乱|错位|没有?反应/i,
      /[打点载收连登看找进删存传跳滚关拖选输]不(?:开|了|动|出来?|到|上|下|掉)/,
    ],
    says: 'says that something does not do what it should',
  },
  {
    for: ['fix'],
    weight: 3,
    words: [
      /\b(?:twice|too many times|disappears?)\b/i,
      /\b(?:is|are|too|very|so|really|becomes?|gets?|extremely|runs?) slow(?:ly|er)?\b/i,
      /太慢|很慢|变慢|卡顿|重复(?:了|出现|提交|执行)/,
    ],
    says: 'describes a symptom',
  },
  {
    for: ['fix'],
    weight: 2,
    words: [
      /\b(?:cannot|can't|unable|(?:does|do|did|is|are|was|were) not|(?:does|do|did|is|are|was|were)n't|not)\s+\w+/i,
      /\b(?:exceptions?|failures?|failed|regressions?|slow|missing|duplicates|ignored)\b/i,
      /(?<!能)不能|消失|不好用/,
    ],
    says: 'hints at trouble',
  },
  {
    for: ['fix'],
    weight: 1,
    words: [/\b(?:problems?|issues?|errors?)\b/i, /问题|错误/],
    says: 'hints at trouble',
  },
];
