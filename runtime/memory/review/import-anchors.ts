// Memory that was kept elsewhere, as candidates: entries of a Markdown file (sections and lists whose
// heading or first word names a type) or of JSON. What names no type is passed over: nothing is guessed.

import type { Problem } from '../../model/failure.ts';
import { ANCHOR_TYPES, partsOf } from '../anchor-sections.ts';
import { anchorId, type Candidate, inOneLine } from '../candidates.ts';
import { fieldsOf } from '../recall/fields.ts';

export type Imported = Readonly<{ candidates: readonly Candidate[]; problems: readonly Problem[] }>;

/** `name`: of the file, for the source of each entry. `year`: for ids. `now`: the day, yyyy-mm-dd. */
type Origin = Readonly<{ name: string; day: string }>;

const MAX_TITLE = 200;
const MAX_TEXT = 4000;
const ID = /^A-\d{4}-[a-z0-9]{4}$/;
const LETTERS = { d: 'Decision', c: 'Constraint', p: 'Pattern', m: 'Metric' } as const;

type Type = Candidate['type'];
type Draft = Readonly<{
  id?: string;
  type: Type;
  title: string;
  text: string;
  source: string;
  line: number;
  details: Partial<Candidate>;
}>;

export function importMarkdown(markdown: string, origin: Origin): Imported {
  return finish(draftsIn(markdown), origin);
}

/** `## Decision: title`, `### D-001: title`, `## Decisions` with `- title` or `### title` below, our own form. */
function draftsIn(markdown: string): Draft[] {
  const drafts: Draft[] = [];
  // Our own sections are known by their ids, and read as they always are.
  for (const { raw, entry, line } of partsOf(markdown)) {
    if (entry?.type) drafts.push(fromEntry(entry.id, entry.type, entry.title, entry.text, line));
    else if (!entry) drafts.push(...fromText(raw, line));
  }
  return drafts;
}

function fromText(raw: string, first: number): Draft[] {
  const drafts: Draft[] = [];
  let below: Type | undefined;
  let open:
    | (Readonly<{ type: Type; title: string; line: number; isItem?: true }> & { lines: string[] })
    | undefined;
  const close = (): void => {
    if (open)
      drafts.push(fromEntry(undefined, open.type, open.title, open.lines.join('\n'), open.line));
    open = undefined;
  };
  for (const [at, line] of raw.split(/\r\n|\r|\n/).entries()) {
    const [, marks = '', heading] = /^(#{1,6})\s+(.*?)[\s#]*$/.exec(line) ?? [];
    const item = /^[-*+]\s+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      close();
      const named = typedTitle(heading);
      if (named?.title) open = { ...named, line: first + at, lines: [] };
      else if (named) below = named.type;
      else if (marks.length <= 2) below = undefined;
      else if (below) open = { type: below, title: heading, line: first + at, lines: [] };
      continue;
    }
    // What is indented below an item is more of it: a list of its own, or the rest of its words.
    if (open?.isItem && (item !== undefined || /^\S/.test(line))) close();
    const named = item === undefined ? undefined : (typedTitle(item) ?? typeBelow(below, item));
    if (open === undefined && named?.title) {
      open = { ...named, line: first + at, isItem: true, lines: [] };
    } else open?.lines.push(line);
  }
  close();
  return drafts;
}

function typeBelow(type: Type | undefined, title: string) {
  return type === undefined ? undefined : { type, title };
}

/** `Decision: x`, `[D] x`, `D-001: x`, `**Decision** x`, `Decisions`. */
function typedTitle(text: string): Readonly<{ type: Type; title: string }> | undefined {
  const plain = text.replaceAll('**', '').trim();
  const [, word = '', title = ''] = /^\[?([A-Za-z]+)s?\]?(?:[\s:：–—-]+(.*))?$/.exec(plain) ?? [];
  const type = typeOf(word.replace(/s$/i, '')) ?? typeOf(word);
  if (type && (word.length > 1 || /^\[/.test(plain))) return { type, title: title.trim() };
  const [, letter = '', rest = ''] = /^\[?([DCPMdcpm])-?\d+\]?[\s:：–—-]+(.*)$/.exec(plain) ?? [];
  const numbered = typeOf(letter);
  return numbered && { type: numbered, title: rest.trim() };
}

function typeOf(word: unknown): Type | undefined {
  const text = String(word).toLowerCase();
  if (Object.hasOwn(LETTERS, text)) return LETTERS[text as keyof typeof LETTERS];
  return ANCHOR_TYPES.find((type) => type.toLowerCase() === text);
}

function fromEntry(
  id: string | undefined,
  type: Type,
  title: string,
  body: string,
  line: number,
): Draft {
  const fields = fieldsOf({ id: id ?? '', type, title, text: body });
  const { statement, says, rest, context, why, when, paths, tags, expires, replaces, source } =
    fields;
  const details = given({
    ...(statement !== '' && { context, why, when }),
    paths: paths.join(', '),
    tags: tags.join(', '),
    expires: expires ?? '',
    replaces: replaces.join(', '),
  });
  // What stands below the statement, a list say, belongs to it.
  const text = (statement && [statement, rest].join('\n').trim()) || says || title;
  return { ...(id !== undefined && { id }), type, title, text, source, line, details };
}

/** A list of entries, or an object that has one as `anchors`. */
export function importJson(value: unknown, origin: Origin): Imported {
  const list = Array.isArray(value) ? value : fieldOf(value, 'anchors');
  if (!Array.isArray(list)) {
    const hint = 'A list of entries, or an object with one: {"anchors": […]}';
    const message = 'There are no anchors in it.';
    return { candidates: [], problems: [{ file: origin.name, line: 1, column: 1, message, hint }] };
  }
  const drafts = list.map((one, at) => draftOf(one, at + 1));
  const problems = drafts.flatMap((draft, at) =>
    'message' in draft
      ? [{ file: origin.name, line: 1, column: 1, message: `Entry ${at + 1}: ${draft.message}` }]
      : [],
  );
  return finish(
    drafts.flatMap((draft) => ('message' in draft ? [] : [draft])),
    origin,
    problems,
  );
}

function draftOf(value: unknown, entry: number): Draft | Readonly<{ message: string }> {
  const text = (...names: string[]): string =>
    names.map((name) => wordsOf(fieldOf(value, name))).find((words) => words !== '') ?? '';
  const type = typeOf(fieldOf(value, 'type') ?? fieldOf(value, 'kind'));
  if (type === undefined) return { message: `its type is none of ${ANCHOR_TYPES.join(', ')}.` };
  const statement = text('decision', 'text', 'content', 'statement', 'description');
  const title = text('title', 'name') || statement;
  if (title === '') return { message: 'it has neither a title nor a text.' };
  const details = given({
    context: text('context'),
    why: text('why', 'reason', 'rationale'),
    when: text('when', 'scope'),
    paths: text('paths', 'files'),
    tags: text('tags'),
    expires: text('expiry', 'expires'),
    replaces: text('replaces'),
  });
  const id = text('id');
  const body = { title, text: statement || title, source: text('source', 'evidence') };
  return { ...(ID.test(id) && { id }), type, ...body, line: entry, details };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? inOneLine(String(value)) : '';
}

function given(details: Readonly<Record<string, string>>): Partial<Candidate> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''));
}

function finish(
  drafts: readonly Draft[],
  { name, day }: Origin,
  problems: readonly Problem[] = [],
): Imported {
  const candidates = drafts.map((draft): Candidate => {
    const title = cut(inOneLine(draft.title), MAX_TITLE);
    const text = cut(inOneLine(draft.text), MAX_TEXT);
    const from = `${name}:${draft.line}, imported ${day}`;
    const source = draft.source === '' ? from : `${inOneLine(draft.source)} (${from})`;
    const id = draft.id ?? anchorId(day.slice(0, 4), title, text);
    return { ...draft.details, id, type: draft.type, title, text, source };
  });
  const once = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return { candidates: [...once.values()], problems };
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
