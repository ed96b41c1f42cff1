import type { AnchorEntry } from '../anchors.ts';

/** The labelled lines of an anchor, as the skill anchor_writer teaches them. */
export type AnchorFields = Readonly<{
  /** What it says: the text without the labels below. */
  says: string;
  /** What stands under no label. */
  rest: string;
  /** What it decides, limits, recommends or measures, without the reasons. */
  statement: string;
  context: string;
  why: string;
  /** In lower case, without those that are paths. */
  tags: readonly string[];
  /** From `Paths`, and from tags that are paths; globs up to their first star. */
  paths: readonly string[];
  when: string;
  source: string;
  /** Days, yyyy-mm-dd. What is no day ("when version 1 is gone") is for people to judge, and null here. */
  validated: string | null;
  expires: string | null;
  replaces: readonly string[];
}>;

const LABEL =
  /^(Context|Decision|Constraint|Pattern|Metric|Why|When|Paths|Tags|Source|Validated|Expires|Replaces)[ \t]*[:：]\s*(.*)$/i;
/** `Validated: 2026-11-22. Expires: …`: two labels in one line. */
const SECOND_LABEL = /[.。;；]\s+(?=(?:Expires|Replaces)\s*[:：])/gi;
// Bounded, because anybody may have written the file: nothing in it may take long to read.
const REPLACES = /\breplaces\b[ \t:：]{0,4}([^\n]{0,200})/gi;
const IDS_FIRST = /^(?:[,，、 \t]{0,4}A-\d{4}-[a-z0-9]{4}(?![a-z0-9]))+/;
const ID = /A-\d{4}-[a-z0-9]{4}/g;
const STATEMENTS = ['decision', 'constraint', 'pattern', 'metric'];
const MOST_LISTED = 32;
const DAY = /^\d{4}-\d\d-\d\d/;
const NOT_SAID = new Set(['paths', 'tags', 'source', 'validated', 'expires', 'replaces']);

export function fieldsOf({ text }: AnchorEntry): AnchorFields {
  const lines = new Map<string, string[]>();
  const says: string[] = [];
  const rest: string[] = [];
  let open: string | undefined;
  for (const line of text.split('\n').flatMap(splitLabels)) {
    const [, label, value = ''] = LABEL.exec(line) ?? [];
    if (label !== undefined) open = label.toLowerCase();
    else if (line.trim() === '') open = undefined;
    const said = label === undefined ? line : value;
    if (open !== undefined) {
      const before = lines.get(open);
      if (before) before.push(said);
      else lines.set(open, [said]);
    } else rest.push(said);
    if (open === undefined || !NOT_SAID.has(open)) says.push(said);
  }
  const labelled = (label: string): string => lines.get(label)?.join('\n').trim() ?? '';
  const tags = listOf(labelled('tags'));
  return {
    says: says.join('\n').trim(),
    rest: rest.join('\n').trim(),
    statement: STATEMENTS.map(labelled).find((text) => text !== '') ?? '',
    context: labelled('context'),
    why: labelled('why'),
    tags: tags.filter((tag) => !isPath(tag)).map((tag) => tag.toLowerCase()),
    paths: [...listOf(labelled('paths')), ...tags.filter(isPath)].map(plainPath),
    when: labelled('when'),
    source: labelled('source'),
    validated: DAY.exec(labelled('validated'))?.[0] ?? null,
    expires: DAY.exec(labelled('expires'))?.[0] ?? null,
    replaces: [...text.matchAll(REPLACES)].flatMap(
      ([, rest = '']) => IDS_FIRST.exec(rest)?.[0].match(ID) ?? [],
    ),
  };
}

function splitLabels(line: string): string[] {
  return /^validated/i.test(line) ? line.split(SECOND_LABEL) : [line];
}

function listOf(value: string): string[] {
  return value
    .split(/[,，、;；\n]/)
    .map((one) =>
      one
        .trim()
        .replace(/^`(.*)`$/, '$1')
        .replace(/\.$/, ''),
    )
    .filter((one) => one !== '')
    .slice(0, MOST_LISTED);
}

function isPath(tag: string): boolean {
  return !/\s/.test(tag) && (tag.includes('/') || /\.[a-z]{1,5}$/i.test(tag));
}

function plainPath(path: string): string {
  return path.replace(/^\.\//, '').replace(/\*.*$/, '');
}
