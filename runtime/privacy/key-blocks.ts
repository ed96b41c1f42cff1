// Private keys as files carry them: PEM, OpenSSH, PGP and PuTTY, also where only the beginning or only
// the end is there. Found by hand and not by one regular
// expression: a search for the end of each beginning would be quadratic in a text of beginnings.

import { mark } from './mark.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
/** Of a key that is cut: one line of it, with what may stand around it in code, JSON, a listing. */
const LINE =
  /(?:\s|\\[nr]|["'`>|,+]){0,80}(?:(?:[^\s:]{1,120}[:-])?[0-9]{1,6}[\t:|→-][ \t]?)?(?:[A-Za-z0-9+/]{20,}={0,2}|[A-Za-z0-9+/]{1,19}={1,2}|(?:Proc-Type|DEK-Info|Version|Comment|Hash):[^\n]{0,200})/y;
const KEY_TEXT = /[A-Za-z0-9+/]{32}/;
const MAX_BLOCK = 64 * 1024;
const PUTTY =
  /(Private-Lines: [0-9]{1,4}\s{1,4})[A-Za-z0-9+/=]{16,100}(?:\s{1,2}[A-Za-z0-9+/=]{16,100}){0,200}/g;

/** Text that only speaks of such blocks, as code does that looks for them, has no key inside. */
export function redactKeyBlocks(text: string): string {
  const putty = text.includes('Private-Lines:')
    ? text.replace(PUTTY, (_, head: string) => head + mark('private-key'))
    : text;
  return putty.includes('PRIVATE KEY') ? redactTails(redactPem(putty)) : putty;
}

const ENDS = /-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
/** A line of a key, whatever stands around it; the last one may be short, and a checksum. */
const WHOLE =
  /^[^A-Za-z0-9+/=]{0,80}(?:(?:[^\s:]{1,120}[:-])?[0-9]{1,6}[\t:|→-][ \t]?[+]?)?[A-Za-z0-9+/]{20,}={0,2}[^A-Za-z0-9]{0,8}$/;
const SHORT =
  /^[^A-Za-z0-9+/=]{0,80}(?:(?:[^\s:]{1,120}[:-])?[0-9]{1,6}[\t:|→-][ \t]?[+]?)?=?[A-Za-z0-9+/]{1,24}={0,2}[^A-Za-z0-9]{0,8}$/;
const MAX_LINE = 8192;
const BREAK = /\r?\n|\\r?\\?n/;

/** Of a key that was cut in front: the lines above its end. */
function redactTails(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const end of text.matchAll(ENDS)) {
    const start = Math.max(from, end.index - MAX_BLOCK);
    const tail = tailOf(text.slice(start, end.index));
    // What was looked through is not looked through again, so that many ends cost no more.
    const to = end.index + end[0].length;
    if (tail === undefined) kept.push(text.slice(from, to));
    else kept.push(text.slice(from, start + tail), mark('private-key'));
    from = to;
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(from);
}

/** Where the lines of a key begin with which this text ends; undefined if it ends with none. */
function tailOf(text: string): number | undefined {
  const lines = text.split(new RegExp(`(${BREAK.source})`));
  let at = text.length;
  let begin: number | undefined;
  let isLast = true;
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const line = lines[i] ?? '';
    at -= line.length;
    // Every second one is a break. What is left of the line of the end itself is its margin.
    if (i % 2 === 1 || i === lines.length - 1) continue;
    if (line.length > MAX_LINE) break;
    if (WHOLE.test(line)) begin = at + margin(line);
    else if (!isLast || !SHORT.test(line)) break;
    isLast = false;
  }
  return begin !== undefined && KEY_TEXT.test(text.slice(begin)) ? begin : undefined;
}

/** What stands before the key in its line stays. */
function margin(line: string): number {
  return line.search(/[A-Za-z0-9+/]{20}/);
}

function redactPem(text: string): string {
  const begins = [...text.matchAll(BEGIN)];
  const kept: string[] = [];
  let from = 0;
  begins.forEach((begin, i) => {
    if (begin.index < from) return;
    const body = begin.index + begin[0].length;
    const limit = begins[i + 1]?.index ?? text.length;
    const end = endOf(text, body, limit);
    if (end === undefined) return;
    kept.push(text.slice(from, begin.index), mark('private-key'));
    from = end;
  });
  return kept.length === 0 ? text : kept.join('') + text.slice(from);
}

/** Where the key ends that begins here; undefined if there is none. Nothing behind `limit` counts. */
function endOf(text: string, body: number, limit: number): number | undefined {
  const window = text.slice(body, Math.min(limit, body + MAX_BLOCK));
  END.lastIndex = window.indexOf('-----END ');
  const end = END.lastIndex >= 0 ? END.exec(window) : null;
  if (end)
    return KEY_TEXT.test(window.slice(0, end.index)) ? body + end.index + end[0].length : undefined;
  let last: number | undefined;
  for (LINE.lastIndex = 0; LINE.test(window); ) last = LINE.lastIndex;
  return last === undefined ? undefined : body + last;
}

/** Where in a text that still grows a key begins whose end has not come; -1 if there is none. */
export function openKeyBlock(text: string): number {
  const putty = text.lastIndexOf('Private-Lines:');
  if (putty !== -1 && !text.includes('Private-MAC', putty)) return putty;
  const last = [...text.matchAll(BEGIN)].at(-1);
  return !last || text.includes('-----END ', last.index) ? -1 : last.index;
}
