// Secrets of Kubernetes: every value below `data:` and `stringData:` of an object whose kind is Secret,
// whatever its name, as manifests and `kubectl get -o yaml|json` write it.

import { isMark, mark } from './mark.ts';

const HINT = /\bkind\\?["']?\s{0,4}:\s{0,4}\\?["']?Secret\b/;

export function redactKubernetes(text: string): string {
  return HINT.test(text) ? redactYaml(redactJson(text)) : text;
}

const MARKED = mark('secret');

/** An object begins with one of these two. Quotes may be those of JSON in a string. */
function redactJson(text: string): string {
  return text
    .split(/(?=\{(?:\s|\\n){0,80}\\?"(?:apiVersion|kind)\\?")/)
    .map((object) =>
      /\\?"kind\\?"\s{0,8}:\s{0,8}\\?"Secret\\?"/.test(object)
        ? object.replace(
            /(\\?"(?:data|stringData)\\?"\s{0,8}:\s{0,8}\{)([^{}]{1,65536})(?=\})/g,
            (_, head: string, entries: string) => head + redactEntries(entries),
          )
        : object,
    )
    .join('');
}

function redactEntries(entries: string): string {
  return entries.replace(
    /(\\?":\s{0,8}\\?")([^"\\\n]{1,65536})/g,
    (whole, head: string, value: string) => (isLeft(value) ? whole : head + MARKED),
  );
}

/** All of it: `{` alone may begin a file of JSON. */
const PLACEHOLDER =
  /^["']?(?:<[^<>]*>|\$\{[^{}]*\}|\$[A-Z_]+|\{\{[^{}]*\}\}|\*+|[xX]{3,}|\.{3}|…)["']?\s*$/;

function isLeft(value: string): boolean {
  return isMark(value) || PLACEHOLDER.test(value);
}

/** What stands before a line in a listing or a diff, the blanks and dashes of YAML, and the line. */
const LINE = /^((?:[ \t]{0,8}[0-9]{1,6}(?:\t|→|[:|-] ?)|\+)?)([ \t]*(?:- +)?)([^\n]*)$/;
const KEY = /^(?:data|stringData):\s*(?:#.*)?$/;
const FIRST_KEY = /^(?:apiVersion|kind|metadata|data|stringData|type|immutable):/;
const ENTRY = /^(["']?[\w.-]{1,253}["']?:[ \t]+)(\S[^\r\n]*)(\r?)$/;

type Line = Readonly<{ before: string; column: number; isItem: boolean; rest: string }>;

/** Objects are apart by `---`, or are items of a list. */
function redactYaml(text: string): string {
  if (!/^.{0,40}(?:data|stringData):/m.test(text)) return text;
  const raw = text.split('\n');
  const lines = raw.map(read);
  const clean = [...raw];
  for (let from = 0; from < lines.length; ) {
    let to = from + 1;
    while (to < lines.length && !beginsObject(lines[to])) to += 1;
    const object = lines.slice(from, to);
    const kind = object.find(({ rest }) => /^kind:\s*["']?Secret["']?\s*(?:#.*)?$/.test(rest));
    if (kind !== undefined) redactObject(object, kind.column, clean, from);
    from = to;
  }
  return clean.join('\n');
}

function read(raw: string): Line {
  const [, listed = '', blanks = '', rest = ''] = LINE.exec(raw) ?? [];
  return { before: listed + blanks, column: blanks.length, isItem: blanks.includes('-'), rest };
}

function beginsObject(line: Line | undefined): boolean {
  if (line === undefined) return false;
  return line.rest.startsWith('---') || (line.isItem && FIRST_KEY.test(line.rest));
}

/** `clean` are the lines of the whole text, of which this object begins at `from`. */
function redactObject(
  object: readonly Line[],
  column: number,
  clean: string[],
  from: number,
): void {
  let isInside = false;
  let isBlock = false;
  let entries = 0;
  object.forEach(({ before, column: here, rest }, i) => {
    if (rest.trim() === '') return;
    if (here <= column) {
      isInside = here === column && KEY.test(rest);
      isBlock = false;
      entries = 0;
      return;
    }
    if (!isInside) return;
    if (entries === 0) entries = here;
    const [, name, value = '', end = ''] = here === entries ? (ENTRY.exec(rest) ?? []) : [];
    if (name === undefined) {
      // A value of several lines.
      if (isBlock && !isLeft(rest)) clean[from + i] = before + MARKED;
      return;
    }
    isBlock = !isLeft(value);
    if (/^[|>][-+0-9]{0,2}\s*$/.test(value)) return;
    const bare = value.replace(/^["']/, '');
    if (isLeft(bare)) return;
    const quote = bare === value ? '' : value.slice(0, 1);
    clean[from + i] = before + name + quote + MARKED + quote + end;
  });
}
