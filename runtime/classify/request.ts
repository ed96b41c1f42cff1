// A request as the rules read it: its first paragraph, without what somebody else said and without what is
// not wanted. `as` a person typed it is kept beside it, for names of files and tests and for values.

export type Request = Readonly<{
  /** The words that count. */
  text: string;
  /** The same paragraph with everything in it. */
  whole: string;
  isQuestion: boolean;
}>;

/** A pasted report goes on for pages; what is wanted stands at its beginning. */
const MAX_READ = 1000;

export function readRequest(typed: string): Request {
  const [first = ''] = typed
    .trim()
    .replaceAll(/[’‘]/g, "'")
    .split(/\n\s*\n/);
  const whole = unquoted(first.slice(0, MAX_READ).replaceAll(/\s+/g, ' ').trim());
  // A pair of marks stays where words were quoted, so that rules see that something was.
  const own = whole.replaceAll(QUOTED, '“”');
  const text = NOT_WANTED.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), own)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(POLITE, '');
  const isPolite = POLITE_QUESTION.test(whole);
  return { text, whole, isQuestion: !isPolite && QUESTION.some((sign) => sign.test(text)) };
}

/** Of a request that is quoted as a whole, what is in the quotes. */
function unquoted(text: string): string {
  return /^["“「]([^"“”「」]+)["”」]$/.exec(text)?.[1]?.trim() ?? text;
}

/** Quoted words are the program's or somebody else's. An apostrophe is no quote. */
const QUOTED = /"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』|`[^`]*`|(?<![\w)])'[^']+'(?!\w)/g;

const NOT_WANTED: readonly RegExp[] = [
  // References: (fix #119), closes #12.
  /\(?\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?)\s+#\d+\)?/gi,
  // What is not to be done, to the end of its clause. "Buttons don't work" is no such clause.
  /(?<=^|[,.;:!]\s?)(?:please\s+)?(?:do not|don't|no need to|never)\s[^,.;:!]*[,.;:!]?/gi,
  /(?<=^|[，。；：,;]\s?)(?:请)?(?:不要|别|不用|无需|不需要)[^，。；：,;]*[，。；：,;]?/g,
  // When it happens, not what to do: "after the refactoring", "重构后".
  /\b(?:after|since|before)\s+(?:the\s+)?(?:last\s+)?(?:refactor(?:ing)?|rewrite|upgrade|upgrading|update|migration)\b/gi,
  /(?:重构|重写|升级|更新|迁移|添加|新增|删除)[^，。；,;]{0,30}?(?:之后|以后|后)(?=[，。,\s]|$|[^台端续缀])/g,
];

const POLITE =
  /^(?:(?:hi|hello|hey|please|kindly|could you|can you|would you|will you|i(?:'d| would) like(?: you)? to|help me(?: to)?|请(?!问)你?|麻烦你?|帮(?:我|忙)|你好)[\s,，:：!！]+|(?:请(?!问)|麻烦|帮我|你)+)+/i;

/** "Can you fix …?" asks for work, not for an answer. */
const POLITE_QUESTION =
  /^(?:please\s+)?(?:could|can|would|will) you (?!explain|tell|show|describe|look)|^(?:请问)?(?:能不能|可不可以|能否|可否)(?:请|帮忙?|帮我|给|把|加|做|增加|提供|让|在)(?!.*(?:为什么|怎么|如何))/i;

const QUESTION: readonly RegExp[] = [
  /[?？]\s*$/,
  /[吗呢么]\s*[。！!]?$/,
  /^(?:why|how (?:do|to|does|can|could|should|is|are|much|many)|what(?:'s| is| are| does| do| happens)|explain|describe|tell me|show me|is (?:there|it)|are there|does (?!not\b)|can (?!not\b)|could|should|shall)\b/i,
  /为什么|为何|怎么|如何|怎样|请问|什么时候|有没有|是否|是不是|能不能|可不可以|什么原因|解释一下|不知道/,
  /\binvestigat(?:e|ion)\b|\bbug or\b|\b(?:is|not sure (?:if|whether)) this (?:is )?a bug\b|bug\s*还是/i,
];
