import { redactAssignments } from './assignments.ts';
import { redactKeyBlocks } from './key-blocks.ts';
import { redactKubernetes } from './kubernetes.ts';
import { isMark, MARK, mark } from './mark.ts';
import { redactShapes } from './shapes.ts';

export type Redact = (text: string) => string;

/**
 * The text with each secret replaced by a mark that names its kind: `[redacted:github-token]`.
 * `known` are secrets by their own words (see `secretValues`); all others are found by shape.
 *
 * Redact first, clip later: of a secret that was cut in two, each half may pass for a word. Redacting
 * twice is the same as once. Time grows with the length of the text, whatever stands in it.
 */
export function redact(text: string, known: readonly string[] = []): string {
  if (text.length < MIN_TEXT) return text;
  const clean = inPasses(text, known);
  if (!COLOURED.test(text)) return clean;
  // A colour may stand in the middle of a secret. Where there is none they stay.
  const plain = clean.replace(COLOURS, '');
  const found = inPasses(plain, known);
  return found === plain && clean === text ? text : found;
}

function inPasses(text: string, known: readonly string[]): string {
  let before = text;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const keys = redactKubernetes(redactKeyBlocks(redactKnown(before, known)));
    const after = redactAssignments(redactShapes(keys));
    if (after === before) break;
    before = after;
  }
  return before;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const COLOURED = /[\u001b\u009b]/;
/** Sequences that steer a terminal: colours and their like, titles and links, single ones; not our marks. */
const COLOURS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /(?:\u001b\[(?!redacted:)|\u009b)[0-9:;<=>?]{0,64}[ -/]{0,8}[@-Z\\-~]|\u001b\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)|\u001b(?:[()*+][0-9A-Z]|[@-Z\\^_])|[\u001b\u009b]/g;

/** A token that was glued to another one shows its edge only when that one is gone. */
const MAX_PASSES = 16;

/** No secret is shorter, its label included. */
const MIN_TEXT = 6;

/** What this process is to keep to itself, by its environment. The caller reads that at the edge. */
export function redactor(env: Readonly<Record<string, string | undefined>>): Redact {
  const known = secretValues(env);
  return (text) => redact(text, known);
}

/** The same for every string in a value made of plain objects and lists, their keys apart. */
export function redactAll<T>(value: T, clean: Redact): T {
  return mapStrings(value, clean) as T;
}

function mapStrings(value: unknown, clean: Redact): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, clean)]),
  );
}

/** One of these words between underscores makes the name of a variable say that it is secret. */
const SECRET_NAME =
  /(?:^|_)(?:API|ACCESS|AUTH|SECRET|PRIVATE)?(?:KEY|TOKEN|SECRET|PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|CREDENTIALS?|PAT|AUTH|COOKIE)S?(?:_|$)|(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|APIKEY|MASTERKEY|SSHPASS)$/;
/** `PWD` is where we stand; the agent's socket is a path that says nothing. */
const NOT_SECRET: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'SSH_AUTH_SOCK', 'XAUTHORITY']);

/** Values of variables whose names say they are secret, the longest first. Pure. */
export function secretValues(env: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name.toUpperCase()) && !NOT_SECRET.has(name) && isUnlikelyInProse(value)
      ? // As it stands in JSON and in a URL, where that is different.
        [
          value,
          JSON.stringify(value).slice(1, -1),
          encodeURIComponent(value.replace(/\p{Surrogate}/gu, '')),
        ]
      : [],
  );
  return [...new Set(values)].sort((a, b) => b.length - a.length);
}

/**
 * Whether a value can be taken out of any text without taking words out of it: not a short word, a
 * number, a path or an address (a password in one is found by its shape).
 */
function isUnlikelyInProse(value: string): boolean {
  if (value.length < 8 || isMark(value)) return false;
  if (/^(?:[./~]|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]*:\/\/)/.test(value)) return false;
  if (/^[\d.,:-]+$/.test(value)) return value.length >= 20;
  return value.length >= 16 || !/^[A-Za-z]+(?:[ _-][A-Za-z]+)*$/.test(value);
}

function redactKnown(text: string, known: readonly string[]): string {
  const present = known.filter((value) => text.includes(value));
  if (present.length === 0) return text;
  // A value may be a word of our own marks.
  return text
    .split(MARK)
    .map((part) =>
      isMark(part)
        ? part
        : present.reduce((rest, value) => rest.replaceAll(value, () => ENVIRONMENT), part),
    )
    .join('');
}

const ENVIRONMENT = mark('environment');
