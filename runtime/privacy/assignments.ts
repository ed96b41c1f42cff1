// Secrets that only their label gives away: `password=…`, `"token": "…"`, `export X_TOKEN=…`, `密码：…`.
// The pattern finds a label and takes one value behind it; whether that value is a secret or code,
// a type, a word or a placeholder is decided on what was taken.

import { type Kind, kindOf, labelsFor } from './labels.ts';
import { isMark, isPlaceholder, mark } from './mark.ts';

/** What may follow in the same name and still name the secret itself: `TOKEN_2`, `passwordValue`. */
const SUFFIX =
  '(?:[_-]?(?:[0-9]{1,3}|value|prod|production|dev|development|test|staging|live|new|old|current|base64|b64|raw|plain|text|main|root|admin|user|key))?';
const OPERATOR =
  '\\\\?["\'`]?\\]?[ \\t]{0,8}(?::=|=>|\\?\\?=|\\|\\|=|=|[:：＝]|[ \\t](?:is|was|ist|lautet|war|est|es|è|é|jest)[ \\t]|是|为|為|は|[는은][ \\t])[ \\t]{0,8}[「『“]?|(?<=--[a-z-]{1,40})[ \\t]{1,4}|>(?=[^<\\s]{1,512}</)';
const PREFIX = '(?:[brfu@]{0,2}|\\$)';
const QUOTED = ['"', "'", '`']
  .flatMap((q) => [
    // A value in JSON that itself stands in a JSON string: \"…\".
    `\\\\${q}(?:[^${q}\\\\\\n]|\\\\[^${q}\\n]){1,4096}\\\\${q}`,
    `${q}(?:[^${q}\\\\\\n]|\\\\[^\\n]){1,4096}${q}`,
  ])
  .join('|');
const BARE =
  '[^\\s"\'`,;&|<>()\\[\\]{}\\\\，。；、！？：（）「」“”‘’…\\u3040-\\u30FF\\u4E00-\\u9FFF\\uAC00-\\uD7AF]{1,4096}';

/** By the labels that are looked for. */
const assignments = new Map<string, RegExp>();

export function redactAssignments(text: string): string {
  const labels = labelsFor(text);
  if (labels === undefined) return text;
  const assignment =
    assignments.get(labels) ??
    new RegExp(`(${labels})(${SUFFIX})(${OPERATOR})(?:(${PREFIX})(${QUOTED})|(${BARE}))`, 'gi');
  assignments.set(labels, assignment);
  return text.replace(assignment, (match: string, ...groups: unknown[]) => {
    const [label, suffix, operator, prefix, quoted, bare] = groups as Array<string | undefined>;
    const at = Number(groups[6]);
    const found: Found = {
      before: text.slice(Math.max(0, at - 40), at),
      label: label ?? '',
      suffix: suffix ?? '',
      operator: operator ?? '',
      after: text.slice(at + match.length, at + match.length + 8),
    };
    if (!isName(found)) return match;
    const kind = kindOf(found.label);
    if (quoted !== undefined) {
      const quote = quoted.startsWith('\\') ? quoted.slice(0, 2) : quoted.slice(0, 1);
      const value = quoted.slice(quote.length, -quote.length);
      if (!isSecretText(value, kind, found)) return match;
      return match.slice(0, -quoted.length) + quote + mark(kind) + quote;
    }
    const value = withoutEnd(bare ?? '');
    if (prefix !== undefined || !isSecretWord(value, kind, found)) return match;
    const end = (bare ?? '').slice(value.length);
    return match.slice(0, match.length - (bare ?? '').length) + mark(kind) + end;
  });
}

type Found = Readonly<{
  /** At most 40 characters on either side. */
  before: string;
  label: string;
  suffix: string;
  operator: string;
  after: string;
}>;

/** Whether the label is one: `compass` and `bypass` only end like it. */
function isName({ before, label, operator }: Found): boolean {
  // The kind in one of our own marks.
  if (/\[redacted:[a-z-]*$/.test(before)) return false;
  if (/^(?:pass|pwd)$/i.test(label)) {
    const isOwnWord =
      /(?:^|[^A-Za-z])$/.test(before) || (/[a-z]$/.test(before) && /^P/.test(label));
    // `--- PASS: TestNames/seed#1`: how a test of Go ended.
    if (/--- $/.test(before)) return false;
    // `pass` alone is a verb, and a result: only where something is set.
    return isOwnWord && !/^["'`]?[ \t]/.test(operator);
  }
  return true;
}

/** Words that stand where a secret would: types, states, names of the thing itself. */
const WORDS =
  /^(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|secret|private)?[_-]?key|string|str|number|int|bool(?:ean)?|bytes?|buffer|text|varchar|any|unknown|object|null|nil|none|undefined|true|false|yes|no|on|off|required|optional|missing|empty|invalid|valid|wrong|incorrect|expired|hidden|redacted|masked|default|example|sample|dummy|placeholder|inherit|self|this|value|bearer|basic|value|input|prompt|stdin|process\.env|os\.environ|env)$/i;
/** Parts of a name or of an id that a person reads: `my-secret-2`, `oauth2`, `us-east-1`, `v1`. */
const READABLE = /^(?:[A-Z]?[a-z]+|[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]+){1,6})?[0-9]{0,3}$/;

/** A quoted value. Only labels in the user interface have blanks, and pass phrases. */
function isSecretText(value: string, kind: Kind, found: Found): boolean {
  if (isNoSecret(value)) return false;
  if (/\s/.test(value)) {
    if (/\s\s|[.:!?…]$/.test(value)) return false;
    return (
      /phrase/i.test(found.label) || (kind !== 'token' && isMixed(value) && value.length <= 64)
    );
  }
  if (/^[A-Za-z\u00C0-\u024F._\s-]+$/.test(value))
    return kind === 'password' && isPlainAssignment(found);
  return kind === 'password' ? value.length >= 4 : isRandom(value);
}

/** A value without quotes: in code that is an expression, in a settings file the secret itself. */
function isSecretWord(value: string, kind: Kind, found: Found): boolean {
  if (isNoSecret(value) || /^[=~]/.test(value)) return false;
  // A call, an index, a generic type: code.
  if (/^[([{<]/.test(found.after) && /^[\w$.]+$/.test(value) && found.operator !== '>')
    return false;
  if (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(value) && !isRandomPart(value))
    return false;
  const isProse = /^[ \t]+(?:[a-zèé]+[ \t]+)?$/.test(found.operator);
  if (/^[A-Za-z\u00C0-\u024F._-]+$/.test(value))
    return isSetting(found) && value.length >= 6 && !isProse;
  if (/^[0-9.]+$/.test(value)) {
    // `pass=100000` counts what passed.
    const isCount = /^pass$/i.test(found.label);
    return kind === 'password' && !isCount && value.length >= 6 && isDirect(found);
  }
  if (kind === 'password')
    return value.length >= (isProse ? 6 : 4) && (isProse || isDirect(found) || isRandom(value));
  return isSetting(found) ? value.length >= 6 && !isReadable(value) : isRandom(value);
}

/** Without the punctuation of the sentence it ends. A pattern tied to the end would be quadratic. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '.:'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function isNoSecret(value: string): boolean {
  return (
    value.length < 4 ||
    isMark(value) ||
    isPlaceholder(value) ||
    WORDS.test(value) ||
    // Paths, files, addresses, durations, ranges, interpolation, and what is no secret's script.
    /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|[a-z][a-z0-9+.-]{1,20}:\/\/)/.test(value) ||
    /^arn:|^[0-9.]+(?:ms|[smhd%]|[kKMG]i?B)$|^[0-9]{1,3}-[0-9]{1,3}$/.test(value) ||
    /\$\{|\{\{|\{[a-z_]*\}$/i.test(value) ||
    /[^ -~\u00C0-\u024F]/.test(value)
  );
}

/** `NAME=value` without blanks as in .env, shells, URLs, connection strings and on command lines. */
function isSetting({ before, label, operator, suffix }: Found): boolean {
  if (!/^["']?=$/.test(operator)) return false;
  const name = (/[\w.-]*$/.exec(before)?.[0] ?? '') + label + suffix;
  return (
    /^[A-Z][A-Z0-9_]*$/.test(name) || /(?:[?&;]|--[a-z-]*)$/i.test(before) || /;\w* ?$/.test(before)
  );
}

/** Nothing but the label on its line before the value, and no statement around: a settings file. */
function isDirect({ before, operator, after }: Found): boolean {
  if (/\b(?:const|let|var|return|val|final|readonly|def|fn|func|function)\s[^\n]*$/.test(before))
    return false;
  if (/^[;,)]/.test(after) && !/[;?&]/.test(before)) return false;
  return !/^["'`]?\]?[ \t]*(?::=|=>|\?\?=|\|\|=)/.test(operator) && !/[.(]\w*$/.test(before);
}

/** `password = "letmein"`: the label ends the name, so the word is no key or title of something else. */
function isPlainAssignment({ operator }: Found): boolean {
  return !/=>/.test(operator);
}

function isMixed(value: string): boolean {
  return /[0-9]/.test(value) && /[A-Za-z]/.test(value);
}

function isRandom(value: string): boolean {
  return value.length >= 8 && /[0-9]/.test(value) && !isReadable(value);
}

function isReadable(value: string): boolean {
  return value.split(/[-_./:]/).every((part) => READABLE.test(part));
}

function isRandomPart(value: string): boolean {
  return value.split('.').some((part) => part.length >= 16 && isMixed(part) && !isReadable(part));
}
