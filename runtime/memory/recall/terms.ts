// The words of a text as they are compared: what Intl.Segmenter finds in Chinese, Japanese and Korean;
// of everything else letters and digits in lower case, without their endings.

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const RUN = new RegExp(
  String.raw`[a-zA-Z0-9]+|[${CJK}]+|(?:(?![${CJK}a-zA-Z0-9])[\p{L}\p{N}])+`,
  'gu',
);
const IS_CJK = new RegExp(`^[${CJK}]`, 'u');
const ALL_CJK = new RegExp(`[${CJK}]`, 'gu');

const STOP = new Set(
  `a about after again all also an and any are as at be because been before but by can could do does
  doesn each for from had has have how i if in into is isn it its let may more must my no not now of off
  on or our shall should so some still than that the their them then there these they this those to too
  up us use was we were what when where which while who why will with would you your
  的 了 在 是 和 与 或 也 都 就 不 我 我们 你 他 她 它 这 那 个 一个 有 没有 被 把 到 从 对 用 为 以 及 等 会 能 要 应该
  可以 怎么 什么 如何 吗 呢 里 时 时候 后 前 中 上 下 来 去 很 请 需要`.split(/\s+/),
);

// Made once: it costs more than all that is asked of it.
let segmenter: Intl.Segmenter | undefined;

/** Most words come again and again. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 20_000;

export function termsOf(text: string): string[] {
  return (text.match(RUN) ?? []).flatMap((run) => {
    const before = known.get(run);
    if (before) return before;
    const terms = IS_CJK.test(run) ? cjkTerms(run) : latinTerms(run);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(run, terms);
    return terms;
  });
}

function cjkTerms(run: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words = Array.from(segmenter.segment(run), ({ segment }) => segment);
  return words.filter((word) => !STOP.has(word));
}

/** `WebSocket` is one word and two. */
function latinTerms(run: string): string[] {
  const parts = run.split(/(?<=[a-z0-9])(?=[A-Z])/);
  const words = parts.length > 1 ? [run, ...parts] : parts;
  return words
    .map((word) => word.toLowerCase())
    .filter((word) => !STOP.has(word) && (word.length > 1 || /\d/.test(word)))
    .map(stem);
}

/** Enough that "decoder", "decoding" and "decodes" are one. What it makes is no word, only the same. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const cut = ENDINGS.find((ending) => word.endsWith(ending) && word.length - ending.length >= 3);
  const left = cut === undefined ? word : word.slice(0, -cut.length);
  return left.replace(/([bdfgklmnprst])\1$/, '$1');
}

const ENDINGS = [
  ...[
    'ations',
    'ation',
    'ating',
    'ated',
    'ates',
    'ate',
    'ings',
    'ing',
    'ions',
    'ion',
    'ies',
    'ers',
  ],
  ...['er', 'ed', 'es', 'ly', 's', 'e', 'y'],
];

/** About what a model makes of it: a token is four letters, or one character of Chinese. */
export function tokensOf(text: string): number {
  const cjk = text.match(ALL_CJK)?.length ?? 0;
  return cjk + Math.ceil((text.length - cjk) / 4);
}
