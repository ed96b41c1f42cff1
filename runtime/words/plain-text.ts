// Words from outside on their way to a person: what steers a terminal, hides text or turns it around does
// not get through. Line ends and tabs do.

/**
 * Text from outside for a terminal: one line, and nothing in it that steers the terminal. What an
 * agent wrote must not be able to move the cursor or hide a line.
 */
export function oneLine(text: string, max = 200): string {
  const plain = visible(text.replaceAll(/[\s\u2028\u2029]+/g, ' ')).trim();
  const characters = Array.from(plain);
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : plain;
}

/** The same, all of it: the reason for something is never cut. */
export function wholeLine(text: string): string {
  return oneLine(text, Number.POSITIVE_INFINITY);
}

/** With a full stop, unless it ends with a sign of its own. */
export function asSentence(text: string): string {
  const plain = text.trim();
  return /[.!?…。！？]$/.test(plain) ? plain : `${plain}.`;
}

/** As a sentence begins. What an agent wrote stays as it is where it begins with a sign. */
export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `1 file`, `3 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `12 KB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`;
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Columns a text takes in a terminal: Chinese, Japanese and Korean signs and emoji take two. */
export function columns(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}|\u200d|\ufe0f/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** With blanks behind it up to so many columns. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Control characters of both sets, signs of no width, those that change the direction of text, and tags. */
const UNSEEN =
  /[^\P{Cc}\n\t]|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Emoji and some scripts are written with them, and they hide nothing. */
const JOINERS = /^[\u200c\u200d]$/;

export function visible(text: string): string {
  return text.replaceAll(UNSEEN, '');
}

/** JSON says the same without showing them. */
export function visibleJson(json: string): string {
  return json.replaceAll(UNSEEN, escaped);
}

/**
 * As the last of all before text leaves for a terminal or a pipe: what would not be seen is shown as JSON writes
 * it. `isOurs` lets through what we put there ourselves.
 */
export function shown(text: string, isOurs: RegExp | undefined): string {
  const ours: string[] = isOurs ? (text.match(isOurs) ?? []) : [];
  const parts = isOurs ? text.split(isOurs) : [text];
  return parts.map((part, i) => shownPart(part) + (ours[i] ?? '')).join('');
}

function shownPart(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSEEN, (sign) => (JOINERS.test(sign) ? sign : escaped(sign)));
}

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, i) => {
    const unit = sign.charCodeAt(i).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}

/** `2026-12-01 23:59`: as the clock on the wall has it, to whom it concerns. The log and programs get UTC. */
export function timeHere(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const zoneMs = at.getTimezoneOffset() * 60_000;
  return new Date(at.getTime() - zoneMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** The same, of the first whole minute at which that time has come. */
export function minuteAfter(iso: string): string {
  return timeHere(new Date(Math.ceil(Date.parse(iso) / 60_000) * 60_000).toISOString());
}

/**
 * A kind this version has no words for: a release after it may add one without a new format of records.
 * Where all kinds have words, nothing compiles that leaves one out.
 */
export function nameOf(value: never): string {
  const { kind } = Object(value) as Readonly<{ kind?: unknown }>;
  return typeof kind === 'string' ? kind : 'no reason is known';
}
