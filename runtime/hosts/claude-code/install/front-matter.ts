// The head of a Markdown file, as YAML and nothing else: in a file that came with a repository, any other
// language would be somebody else's program.

import { dataOfText } from '../../../documents/reader/yaml-text.ts';
import { isObject } from '../../../files/parse-json.ts';

type FrontMatter =
  | Readonly<{ ok: true; values: Readonly<Record<string, unknown>>; body: string }>
  | Readonly<{ ok: false; why: string }>;

/** The language stands behind the dashes. */
const BEGIN = /^\uFEFF?---[ \t]*([^\s-]\S*)?[ \t]*(?:\r?\n|$)/;
const END = /^---[ \t]*(?:\r?\n|$)/m;

/** A file without a head has no values. */
export function readFrontMatter(text: string): FrontMatter {
  const begin = BEGIN.exec(text);
  if (!begin) return { ok: true, values: {}, body: text };
  const [opened, language] = begin;
  if (language !== undefined && language !== 'yaml' && language !== 'yml') {
    return { ok: false, why: `its head is written in "${language}", and only YAML is read` };
  }
  const rest = text.slice(opened.length);
  const end = END.exec(rest);
  const read = dataOfText(rest.slice(0, end?.index));
  if (!read.ok) {
    const [first] = read.error;
    const why = first && `line ${first.line + 1}: ${first.message}`;
    return { ok: false, why: `its head cannot be read: ${why}` };
  }
  const values = read.value ?? {};
  if (!isObject(values)) return { ok: false, why: 'its head is no list of keys and values' };
  return { ok: true, values, body: end ? rest.slice(end.index + end[0].length) : '' };
}

/** What `init` writes carries `wukong: 1`; a file of the same name without it belongs to the user. */
export function isOurFile(text: string): boolean {
  const head = readFrontMatter(text);
  return head.ok && head.values.wukong !== undefined;
}
