// The head of a Markdown file, as YAML and nothing else. gray-matter evaluates `---js` heads by default: in a file
// that came with a repository that is somebody else's program. What is YAML is read as everywhere here.

import matter from 'gray-matter';
import { dataOfText } from '../../../documents/reader/yaml-text.ts';
import { isObject } from '../../../files/parse-json.ts';

type FrontMatter =
  | Readonly<{ ok: true; values: Readonly<Record<string, unknown>>; body: string }>
  | Readonly<{ ok: false; why: string }>;

function refuse(): never {
  throw new Error('only YAML is read at the head of a file');
}

function readYaml(text: string): object {
  // It is cut before the line feed of its last line.
  const read = dataOfText(text.replace(/\r$/, ''));
  if (!read.ok) {
    const [first] = read.error;
    throw new Error(first && `line ${first.line}: ${first.message}`);
  }
  return Object(read.value ?? {});
}

const engines = { yaml: readYaml, js: refuse, javascript: refuse, json: refuse, coffee: refuse };

/** A file without a head has no values. */
export function readFrontMatter(text: string): FrontMatter {
  // The language stands behind the dashes; `yaml` is the only one we know.
  const language = /^\uFEFF?---[ \t]*([^\s-]\S*)/.exec(text)?.[1];
  if (language !== undefined && language !== 'yaml' && language !== 'yml') {
    return { ok: false, why: `its head is written in "${language}", and only YAML is read` };
  }
  try {
    // With options gray-matter does not serve a parsed file from its cache, where a caller may have
    // changed it.
    const { data, content } = matter(text, { language: 'yaml', engines });
    return isObject(data)
      ? { ok: true, values: data, body: content }
      : { ok: false, why: 'its head is no list of keys and values' };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, why: `its head cannot be read: ${why}` };
  }
}

/** What `init` writes carries `wukong: 1`; a file of the same name without it belongs to the user. */
export function isOurFile(text: string): boolean {
  const head = readFrontMatter(text);
  return head.ok && head.values.wukong !== undefined;
}
