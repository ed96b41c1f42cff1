// The head of a Markdown file, as YAML and nothing else: what its first line names as another language is somebody's
// program. It is read as YAML is everywhere here.

import { dataOfText } from '../../../documents/reader/yaml-text.ts';
import { isObject } from '../../../files/parse-json.ts';

type FrontMatter =
  | Readonly<{ ok: true; values: Readonly<Record<string, unknown>>; body: string }>
  | Readonly<{ ok: false; why: string }>;

/** A file without a head has no values; one whose head does not end has no body. */
export function readFrontMatter(text: string): FrontMatter {
  const [first = '', ...lines] = text.replace(/^\uFEFF/, '').split('\n');
  // The language stands behind the dashes.
  const language = /^---(?!-)\s*(\S*)/.exec(first)?.[1];
  if (language === undefined) return { ok: true, values: {}, body: [first, ...lines].join('\n') };
  if (!['', 'yaml', 'yml'].includes(language)) {
    return { ok: false, why: `its head is written in "${language}", and only YAML is read` };
  }
  const dashes = lines.findIndex((line) => /^---\s*$/.test(line));
  const end = dashes < 0 ? lines.length : dashes;
  // Lines count from that of the first dashes.
  const read = dataOfText(['', ...lines.slice(0, end)].join('\n').replace(/\r$/, ''));
  if (!read.ok) {
    const [problem] = read.error;
    return {
      ok: false,
      why: `its head cannot be read: line ${problem?.line ?? 1}: ${problem?.message ?? ''}`,
    };
  }
  const values = read.value ?? {};
  return isObject(values)
    ? { ok: true, values, body: lines.slice(end + 1).join('\n') }
    : { ok: false, why: 'its head is no list of keys and values' };
}

/** What `init` writes carries `wukong: 1`; a file of the same name without it belongs to the user. */
export function isOurFile(text: string): boolean {
  const head = readFrontMatter(text);
  return head.ok && head.values.wukong !== undefined;
}
