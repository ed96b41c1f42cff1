import type { FileReference, Reference } from '../../model/report.ts';

// One list item, as models write it, into the places it cites. All of these are read:
//   src/a.js:12   src/a.js:12-18   src/a.js:12:5   src/a.js#L12   src/a.js line 12   C:\repo\a.js:12
//   `src/a.js:12`   [src/a.js:12](src/a.js#L12)   src/解码.js:3 「空输入」   request: "empty input"

const MAX_ITEM_CHARS = 2_000;
const MAX_TEXT_CHARS = 500;
const MAX_REFERENCES_PER_ITEM = 20;

type Place = Readonly<{ path: string; line?: number; endLine?: number }>;
type Read<T> = Readonly<{ value: T; rest: string }>;

const LINE_MARK =
  /(?::L?|#L|,? \(?(?:lines? |L))(\d{1,7})(?:[-–~](?:#?L)?(\d{1,7}))?(?::\d{1,7})?\)?(?![\w/\\])|,? ?第 ?(\d{1,7})(?: ?[-–~至到] ?(\d{1,7}))? ?行/;

/** The references of one item, in order; empty when it cites no place. */
export function parseReferences(item: string): Reference[] {
  const text = item.slice(0, MAX_ITEM_CHARS).trim();
  const shown = text.slice(0, MAX_TEXT_CHARS);
  const asked = requestQuote(text);
  if (asked !== undefined) return [{ kind: 'request', quote: asked, text: shown }];

  const found: FileReference[] = [];
  let rest = text;
  while (found.length < MAX_REFERENCES_PER_ITEM) {
    const place = readPlace(rest);
    if (place === undefined) break;
    const quote = leadingQuote(place.rest);
    found.push({
      kind: 'file',
      ...place.value,
      ...(quote === undefined ? {} : { quote: quote.value }),
      text: shown,
    });
    rest = (quote?.rest ?? place.rest).replace(/^(?:[\s,;、和&]|and )+/, '');
  }
  const [only] = found;
  return only !== undefined && found.length === 1 ? [withQuoteAnywhere(only, rest)] : found;
}

/** Whether the item breaks off inside the quote that follows its place: it goes on in the next line. */
export function breaksOffInQuote(item: string): boolean {
  const place = readPlace(item.slice(0, MAX_ITEM_CHARS).trim());
  const rest = place?.rest.slice(leadIn(place.rest)) ?? '';
  const close = SURE_QUOTES.get(rest[0] ?? '');
  return close !== undefined && closing(rest, 1, close) === -1;
}

/** The quoted words of `request: "…"`; without quotation marks, all that follows. */
export function requestQuote(text: string): string | undefined {
  const match = /^(?:the )?(?:user(?:['’]s)? )?request ?[:：]? ?(?=["“「『`«]|\S)/i.exec(text);
  if (match === null) return undefined;
  const rest = text.slice(match[0].length);
  const quote = firstQuote(rest, QUOTES)?.value;
  return quote ?? (/[:：]/.test(match[0]) ? rest.trim() || undefined : undefined);
}

/** A path and line at the very start of `text`, the separators and the remark left as `rest`. */
export function readPlace(text: string): Read<Place> | undefined {
  return readLink(text) ?? readCodeSpan(text) ?? readBare(text);
}

function readLink(text: string): Read<Place> | undefined {
  const match = /^`?\[([^\]\n]{1,400})\]\(([^)\n]{1,400})\)`?/.exec(text);
  if (match === null) return undefined;
  const label = wholePlace((match[1] ?? '').replaceAll('`', ''));
  const target = wholePlace(match[2] ?? '');
  const place = label?.line !== undefined ? label : (target ?? label);
  return place === undefined ? undefined : { value: place, rest: text.slice(match[0].length) };
}

function readCodeSpan(text: string): Read<Place> | undefined {
  const span = /^(`{1,3})([^`]{1,400})\1/.exec(text);
  if (span === null) return undefined;
  const inner = (span[2] ?? '').trim();
  const rest = text.slice(span[0].length);
  const place = wholePlace(inner);
  if (place?.line !== undefined) return { value: place, rest };
  // `src/a.js` line 12, `src/a.js`:12
  const after = LINE_MARK.exec(rest);
  if (after?.index === 0 && isPath(inner)) {
    return { value: placeOf(inner, after), rest: rest.slice(after[0].length) };
  }
  return place === undefined ? undefined : { value: place, rest };
}

function readBare(text: string): Read<Place> | undefined {
  const match = LINE_MARK.exec(text);
  if (match !== null) {
    const path = barePath(text.slice(0, match.index));
    if (path !== undefined) {
      return { value: placeOf(path, match), rest: text.slice(match.index + match[0].length) };
    }
  }
  // A file without a line: only if the item starts with nothing but a path.
  const first = /^[^\s"'`,;:：“「]{1,400}(?=$|\s|[,;:：])/.exec(text)?.[0];
  if (first === undefined || !isPath(first) || !/[/\\]|\.\w{1,8}$/.test(first)) return undefined;
  return { value: { path: first }, rest: text.slice(first.length) };
}

/** The text is a place and nothing else. */
function wholePlace(text: string): Place | undefined {
  const match = LINE_MARK.exec(text);
  if (match === null) return isPath(text) ? { path: text } : undefined;
  const path = text.slice(0, match.index);
  return isPath(path) && match.index + match[0].length === text.length
    ? placeOf(path, match)
    : undefined;
}

/** Prose before a path is dropped (`see src/a.js`), spaces in a path are kept (`docs/my file.md`). */
function barePath(before: string): string | undefined {
  const text = before.replace(/[`*]/g, '').trim();
  if (!/\s/.test(text)) return isPath(text) ? text : undefined;
  const words = text.split(/\s+/);
  const whole = /[/\\]/.test(words[0] ?? '') && !/[:：](?:\s|$)/.test(text.slice(2));
  const path = whole ? text : (words.at(-1) ?? '');
  return isPath(path) ? path : undefined;
}

function isPath(text: string): boolean {
  if (text.length === 0 || text.length > 400 || text.includes('://')) return false;
  if (/["<>|*?`{}\n]/.test(text)) return false;
  return /[/\\]/.test(text) || /\.[\p{L}\p{N}_-]{1,20}$/u.test(text) || /^[A-Z]\w+file$/.test(text);
}

function placeOf(path: string, match: RegExpExecArray): Place {
  const line = Number(match[1] ?? match[3]);
  const end = match[2] ?? match[4];
  return { path: path.trim(), line, ...(end === undefined ? {} : { endLine: Number(end) }) };
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['「', '」'],
  ['『', '』'],
  ['«', '»'],
  ['`', '`'],
]);
/** Backticks further on are usually code the agent talks about, not words it says stand there. */
const SURE_QUOTES: ReadonlyMap<string, string> = new Map(
  [...QUOTES].filter(([open]) => open !== '`'),
);

function withQuoteAnywhere(reference: FileReference, rest: string): FileReference {
  if (reference.quote !== undefined) return reference;
  const quote = firstQuote(rest, SURE_QUOTES)?.value;
  return quote === undefined ? reference : { ...reference, quote };
}

/** A quote that follows the place directly, after dashes, colons or an opening parenthesis. */
function leadingQuote(text: string): Read<string> | undefined {
  const rest = text.slice(leadIn(text));
  if (!QUOTES.has(rest[0] ?? '') || wholePlace(codeSpan(rest))?.line !== undefined)
    return undefined;
  return firstQuote(rest, QUOTES);
}

function leadIn(text: string): number {
  return /^[\s:：—–\-(（→=>]*/.exec(text)?.[0].length ?? 0;
}

function codeSpan(text: string): string {
  return /^`([^`]{1,400})`/.exec(text)?.[1] ?? '';
}

function firstQuote(text: string, marks: ReadonlyMap<string, string>): Read<string> | undefined {
  for (let start = 0; start < text.length; start += 1) {
    const close = marks.get(text[start] ?? '');
    if (close === undefined) continue;
    const end = closing(text, start + 1, close);
    if (end === -1) continue;
    const value = text
      .slice(start + 1, end)
      .replaceAll('\\"', '"')
      .trim();
    if (value !== '') return { value, rest: text.slice(end + 1) };
  }
  return undefined;
}

/**
 * The closing mark; -1 without one. What is quoted may be code with quotation marks of its own, which come
 * in pairs: the closing one has an even number before it, and nothing that a text begins with behind it.
 */
function closing(text: string, from: number, mark: string): number {
  if (mark !== '"') return text.indexOf(mark, from);
  const all = [...text.slice(from).matchAll(/(?<!\\)"/g)].map(({ index }) => from + index);
  const behind = (at: number): string => text[at + 1] ?? '';
  const paired = all.find((at, inside) => inside % 2 === 0 && !OPENS.test(behind(at)));
  return paired ?? all.find((at) => !WITHIN.test(behind(at))) ?? all.at(-1) ?? -1;
}

const WITHIN = /[\p{L}\p{N}"]/u;
const OPENS = /[\p{L}\p{N}"([{]/u;
