// What `gh api -i` printed, and how it ended, as an answer. Pure. By the real gh 2.23:
//
//   any status but 2xx      exit 1, the whole answer on stdout all the same
//   errors of GraphQL       status 200, exit 1, the whole answer on stdout
//   cut in the middle       exit 1, status and headers on stdout, "unexpected EOF" on stderr
//   no connection           exit 1, nothing on stdout, a sentence of Go or of gh on stderr
//   nobody logged in        exit 4 if it has no host at all, else it asks without a token: 401

import { isObject, parseJson } from '../../files/parse-json.ts';
import { type Answer, oneLine } from './answer.ts';

/** How gh ended. `code` is null where a signal ended it. */
export type Printed = Readonly<{ stdout: string; stderr: string; code: number | null }>;

/** `body`: undefined where there is none. `hasNext`: there is a further page. */
export type Reply = Readonly<{ status: number; body: unknown; hasNext: boolean }>;

type Context = Readonly<{ host: string; clean: (text: string) => string; now: Date }>;

export function readAnswer(printed: Printed, { host, clean, now }: Context): Answer<Reply> {
  const said = (text: string): string => oneLine(clean(text));
  const loginAt = `gh auth login --hostname ${host}`;
  const read = readReply(printed.stdout);
  if (!read) {
    const why = said(printed.stderr) || `gh ended with ${printed.code ?? 'a signal'}`;
    if (printed.code === NO_LOGIN) return { kind: 'not-logged-in', message: why, toType: loginAt };
    return { kind: NEVER_CONNECTED.test(printed.stderr) ? 'unreachable' : 'unknown', why };
  }
  const { status, headers, text } = read;
  const body = parseJson(text);
  const message = said(messageOf(body) ?? `HTTP ${status}`);
  if (status === 401) return { kind: 'not-logged-in', message, toType: loginAt };
  if (isLimit(status, headers, body, message)) {
    return { kind: 'limited', waitSec: waitSec(headers, now), message };
  }
  // 408: it gave up on the request, wherever it was.
  if (status >= 500 || status === 408) return { kind: 'unknown', why: withStatus(message, status) };
  if (status >= 300) return { kind: 'refused', status, message };
  if (errorsOf(body).length > 0) {
    return OWN_FAULT.test(message)
      ? { kind: 'unknown', why: message }
      : { kind: 'refused', status, message };
  }
  if (printed.code !== 0) {
    return { kind: 'unknown', why: said(printed.stderr) || `gh ended with ${printed.code}` };
  }
  if (body === undefined && text.trim() !== '') {
    return { kind: 'unknown', why: `what ${host} answered is no JSON` };
  }
  return { kind: 'ok', value: { status, body, hasNext: hasNext(headers) } };
}

/** The exit code of gh for "log in first". */
const NO_LOGIN = 4;

/** Sentences of Go and of gh that are said before a request goes out, and never after it. */
const NEVER_CONNECTED =
  /^error connecting to |: dial (?:tcp|unix)\b|\bx509: |TLS handshake timeout|first record does not look like a TLS handshake|server gave HTTP response to HTTPS client/m;

/** GraphQL's own trouble comes with status 200, and nobody knows how far it had got. */
const OWN_FAULT = /^something went wrong/i;

type Headers = ReadonlyMap<string, string>;

/** Undefined: it does not begin with a status. A colour would be in the way; none is asked for. */
function readReply(stdout: string): { status: number; headers: Headers; text: string } | undefined {
  const first = /^HTTP\/[\d.]+ (\d{3})[^\n]*\n/.exec(stdout);
  if (!first) return undefined;
  const rest = stdout.slice(first[0].length);
  const end = /(?:^|\n)\r?\n/.exec(rest);
  const head = end ? rest.slice(0, end.index) : rest;
  const headers = new Map(
    head.split('\n').flatMap((line): Array<[string, string]> => {
      const [, name, value] = /^([^:\s]+):\s*(.*?)\r?$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value ?? '']];
    }),
  );
  return {
    status: Number(first[1]),
    headers,
    text: end ? rest.slice(end.index + end[0].length) : '',
  };
}

/** The message, and of each error under it what it says: "Validation Failed" alone says nothing. */
function messageOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const parts = [body.message, ...errorsOf(body).map(errorText)].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return parts.length === 0 ? undefined : parts.join(': ');
}

function errorText(error: unknown): unknown {
  if (!isObject(error)) return error;
  if (typeof error.message === 'string') return error.message;
  return [error.resource, error.field, error.code].filter(Boolean).join(' ');
}

function errorsOf(body: unknown): readonly unknown[] {
  return isObject(body) && Array.isArray(body.errors) ? body.errors : [];
}

function isLimit(status: number, headers: Headers, body: unknown, message: string): boolean {
  if (status === 429) return true;
  if (status === 403) {
    const none = headers.get('x-ratelimit-remaining') === '0';
    return none || headers.has('retry-after') || LIMIT_WORDS.test(message);
  }
  // GraphQL says so with status 200.
  return (
    status === 200 &&
    errorsOf(body).some((error) => isObject(error) && /^RATE_LIMIT/.test(String(error.type)))
  );
}

const LIMIT_WORDS = /\brate limit|abuse detection/i;

/** By the clock of GitHub where it says it, since ours may be set otherwise. */
function waitSec(headers: Headers, now: Date): number {
  const at = Date.parse(headers.get('date') ?? '') || now.getTime();
  const after = headers.get('retry-after');
  const reset = headers.get('x-ratelimit-reset');
  const wanted =
    after !== undefined
      ? secondsOrDate(after, at)
      : headers.get('x-ratelimit-remaining') === '0' && reset !== undefined
        ? Number(reset) - at / 1000
        : SECONDARY_SEC;
  if (!Number.isFinite(wanted)) return SECONDARY_SEC;
  return Math.max(1, Math.ceil(wanted));
}

function secondsOrDate(text: string, at: number): number {
  return /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - at) / 1000;
}

/** GitHub asks for a minute at least where it names no time. */
const SECONDARY_SEC = 60;

function hasNext(headers: Headers): boolean {
  return /;\s*rel="next"/.test(headers.get('link') ?? '');
}

function withStatus(message: string, status: number): string {
  return message.includes(String(status)) ? message : `${message} (HTTP ${status})`;
}
