// How people say what happens, without a word that names a fault: "the list jumps to the top", "dates are one
// day early". A statement about the program as it is describes a fault; a wish or an order beside it does not.

import type { Rule } from './rule.ts';

/** What begins an order, and so no statement: what looks like its verb is a noun there. */
const ORDERS =
  'add|adds|allow|apply|ask|break|build|bump|call|change|check|clean|clear|close|collect|convert|copy|create|cut|decouple|delete|deprecate|disable|display|document|drop|enable|ensure|export|expose|extend|extract|filter|find|fix|fold|get|give|group|handle|hide|highlight|implement|import|improve|include|increase|inline|introduce|investigate|keep|let|limit|list|load|lower|make|merge|migrate|move|notify|open|optimi[sz]e|pin|port|prefer|prevent|print|provide|pull|put|raise|read|reduce|refactor|remember|remove|rename|render|replace|report|reset|restore|retry|return|reuse|rework|rewrite|run|save|send|separate|set|share|show|simplify|skip|sort|speed|split|start|stop|store|support|switch|sync|take|test|track|translate|try|turn|update|upgrade|use|validate|warn|wrap|write';
const VERBS =
  'is|are|was|were|gets?|becomes?|stays?|remains?|keeps?|shows?|displays?|returns?|prints?|reports?|contains?|includes?|creates?|removes?|deletes?|sends?|opens?|closes?|starts?|stops?|jumps?|skips?|overlaps?|appears?|arrives?|comes?|goes|loads?|renders?|resets?|accepts?|rejects?|ignores?|loses?|forgets?|exits?|runs?|takes|has|have|does|changes|moves|sorts|counts|parses|reads|writes|saves|adds|ends|waits?|flickers?|blinks?|scrolls?|drops|truncates?|swallows?|rounds|picks|leaves?|covers?|hides|sticks?';
/** Who wants something, or says how it is to be. */
const WANTED = String.raw`\b(?:should|shall|must|needs?|wants?|wish|would|could|can|may|might|please|lets?|allows?|to be|ought|supports?|instead of having|i|we|you|todo|so that|how|why|what|which|whether)\b`;
/** Of code, and no fault of what it does. */
const OF_CODE = String.raw`\b(?:less|more|harder?|difficult|messy|ugly|verbose|long|huge|complex|monolithic|duplicated?|copied|unused|legacy|deprecated|outdated|coupled|global|lines|(?:manage|read|maintain|test)able)\b`;
/** Words that follow a statement with what to do about it. */
const THEN_ORDER = String.raw`[,;:.!–—-]\s*(?:so\s+|then\s+|and\s+|please\s+|just\s+)?(?:${ORDERS})\b`;

export const STATEMENT: readonly Rule[] = [
  {
    for: ['fix'],
    weight: 3,
    words: [
      new RegExp(
        String.raw`^(?!(?:${ORDERS})\b)(?!.*${WANTED})(?!.*${OF_CODE})(?!.*${THEN_ORDER})(?:when|after|if|once)?\s*(?:[\w'’%/.@-]+(?::\d+)?\s+){1,9}?(?:${VERBS})\s+(?!\||$)[^|]{2,}`,
        'i',
      ),
    ],
    says: 'is a statement of what happens',
  },
];

/** What is there now, beside what should be. */
export const SYMPTOM: readonly Rule[] = [
  {
    for: ['fix'],
    weight: 3,
    words: [
      /\boff by (?:one|a|\d)|\b(?:one|an?|\d+) (?:seconds?|minutes?|hours?|days?|cents?|pixels?|lines?) (?:too )?(?:early|late|short|off)\b/i,
      /\beven (?:though|when|if)\b|\bstill (?:shows?|there|open|says|uses?|sees?|has|gets?|returns?|the old)\b/i,
      /对不上|不动了|不见了|卡住|空白页?|挡住|遮住|被(?:覆盖|清空)|(?:还是|仍然|依然)(?:显示|旧|老|原来|英文|中文|上一|之前|空)/,
      /比[^，。；]{1,8}?(?:少|多|慢|快|早|晚)了?\s*\d|(?:多|少)了?[一二两三\d]\s*(?:个|天|小时|条|次|行)|(?:提交|生成|出现|创建|弹出|发送)了?[两二2]\s*[条个次份遍]/,
      /(?:会|就|又)(?:变成|跳到|重复|清空|覆盖|回到)/,
    ],
    says: 'describes a symptom',
  },
];
