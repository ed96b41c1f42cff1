// anchors_candidates.md as a person leaves it: a list whose items are candidates, each with a mark in its
// brackets. All of the file has to be understood before anything in it counts: it may be half-finished.

import type { Problem } from '../../model/failure.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { unquoted } from '../../words/quoting.ts';
import { ANCHOR_TYPES } from '../anchor-sections.ts';
import { type Candidate, DETAILS, inOneLine } from '../candidates.ts';

/** `by`: the run that accepts it, which no mark in the file says. */
export type Mark = Readonly<
  | { kind: 'waits' }
  | { kind: 'accept'; by?: string }
  | { kind: 'merge'; into: string }
  | { kind: 'reject'; why: string }
>;

/** What it is about: a candidate, or an anchor that is proposed for removal. */
type About = Readonly<{ mark: Mark; candidate: Candidate } | { mark: Mark; remove: string }>;

/** `raw`: the lines of the item, with all that is indented below it. */
export type Item = Readonly<{ raw: string; line: number }> & About;

/** What stands between items is text, and stays. */
export type ItemPart = Readonly<{ raw: string; item?: Item }>;
type Items = Readonly<{ parts: readonly ItemPart[]; problems: readonly Problem[] }>;

export const CANDIDATES_FILE = '.wukong/anchors/anchors_candidates.md';

const LINES = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g;
const ID = 'A-\\d{4}-[a-z0-9]{4}';
/** Those of an East Asian keyboard as well. Further in it is code, such as our own examples. */
const BRACKETS = /^( {0,3})[-*+][ \t]+[[［【]([^\]］】\n]{0,8})[\]］】](.*)$/;
/** The line of a candidate that lost its dash or its brackets: not to be passed over. */
const LOST = new RegExp(
  `^ {0,3}(?:[-*+][ \\t]+|[\\[［【(（])[^\\n]{0,100}?${ID}\\s+(?:${ANCHOR_TYPES.join('|')})\\s*[:：]`,
);
const NAMED = new RegExp(`^(.*?)(${ID})\\s+(\\w+)\\s*[:：]\\s*(.*)$`);
const ARROW_FIRST = new RegExp(`^(?:→|->)\\s*(${ID})$`);
const ARROW_LAST = new RegExp(`^(.*?)\\s*(?:→|->)\\s*(${ID})$`);
const ID_FIRST = new RegExp(`^(${ID})(?![a-z0-9])[\\s,:：–—-]*(.*)$`);
/** No id before it: a candidate may be about removing something. */
const REMOVE = new RegExp(`^((?:(?!${ID}).)*?)\\bremove\\s+(${ID})\\s*[:：]\\s*(.*)$`, 'i');
const FIELD = /^[ \t]+[-*+][ \t]+(\w+)[ \t]*[:：](.*)$/;
const FIELDS = ['text', 'source', ...DETAILS] as const;
type Field = (typeof FIELDS)[number];

const MAX_TITLE = 200;
const MAX_TEXT = 4000;

export function itemsOf(markdown: string): Items {
  const raws = markdown.match(LINES) ?? [];
  const parts: ItemPart[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < raws.length; ) {
    const first = textOf(raws[at]);
    const begun = startOf(first);
    if (begun === undefined) {
      if (LOST.test(first)) problems.push(problemAt(at + 1, 0, [first], NO_ITEM));
      parts.push({ raw: raws[at] ?? '' });
      at += 1;
      continue;
    }
    const end = endOfItem(raws, at);
    const own = raws.slice(at, end);
    const line = at + 1;
    const read = readItem(own.map(textOf), begun.mark, inOneLine(begun.rest));
    const item = 'message' in read ? undefined : { ...read, raw: own.join(''), line };
    if ('message' in read) problems.push(problemAt(line, read.at ?? 0, own, read));
    else {
      const name = 'remove' in read ? `remove ${read.remove}` : read.candidate.id;
      if (seen.has(name)) {
        problems.push(problemAt(line, 0, own, { message: `${name} stands here twice.` }));
      }
      seen.add(name);
    }
    parts.push({ raw: own.join(''), ...(item && { item }) });
    at = end;
  }
  return { parts, problems };
}

type Wrong = Readonly<{ message: string; hint?: string; at?: number }>;

const NO_ITEM: Wrong = {
  message: 'This candidate has no mark in brackets behind a dash.',
  hint: 'For example: - [x] A-2026-k3f7 Decision: title',
};

/** A link in somebody's own list is none, and neither is what is indented and names no candidate. */
function startOf(line: string): Readonly<{ mark: string; rest: string }> | undefined {
  const [, indent, mark, rest = ''] = BRACKETS.exec(line) ?? [];
  if (mark === undefined) return undefined;
  const namesOne = new RegExp(ID).test(rest);
  const isOne = namesOne || (indent === '' && mark.trim().length <= 1);
  return isOne ? { mark, rest } : undefined;
}

function endOfItem(raws: readonly string[], at: number): number {
  let end = at + 1;
  for (; end < raws.length; end += 1) {
    const line = textOf(raws[end]);
    if (!/^[ \t]+\S/.test(line) || startOf(line)) break;
  }
  return end;
}

function readItem(lines: readonly string[], mark: string, rest: string): Wrong | About {
  const kind = MARKS[mark.trim().toLowerCase()];
  if (kind === undefined) {
    return {
      message: `"[${mark}]" is no decision.`,
      hint: 'Write [x], [x] → A-…, [-] why, or [ ].',
    };
  }
  const removal = REMOVE.exec(rest);
  if (removal) return readRemoval(kind, removal);
  const [, before = '', id, type = '', title = ''] = NAMED.exec(rest) ?? [];
  if (id === undefined) return withoutType(kind, rest);
  const known = ANCHOR_TYPES.find((one) => one.toLowerCase() === type.toLowerCase());
  if (known === undefined) {
    return {
      message: `"${type}" is no type of anchor.`,
      hint: `Types: ${ANCHOR_TYPES.join(', ')}.`,
    };
  }
  const named = markOf(kind, before.trim(), title.trim());
  if ('message' in named) return named;
  const fields = readFields(lines);
  if ('message' in fields) return fields;
  const { text = '', source = '', ...details } = fields;
  const wrong = kind === 'accept' ? limits(named.title, text, source) : undefined;
  if (wrong) return wrong;
  const candidate = { id, type: known, title: unquoted(named.title), text, source, ...details };
  return { mark: named.mark, candidate };
}

const MARKS: Readonly<Record<string, 'waits' | 'accept' | 'reject'>> = {
  '': 'waits',
  x: 'accept',
  ｘ: 'accept',
  '✓': 'accept',
  '√': 'accept',
  '-': 'reject',
  '－': 'reject',
  '–': 'reject',
  '—': 'reject',
};

/** As it is proposed; other words in this place are the reason to keep it. */
const REMOVAL_WORDS = /^given in \d+ goals, cited in none of the last \d+$/;

export function renderRemoval(id: string, given: number, unused: number): string {
  return `- [ ] remove ${id}: given in ${given} goals, cited in none of the last ${unused}\n`;
}

function readRemoval(
  kind: 'waits' | 'accept' | 'reject',
  [, before = '', remove = '', words = '']: RegExpExecArray,
): Wrong | About {
  const said = before.trim();
  if (kind === 'reject') {
    return { mark: { kind, why: said || words.replace(REMOVAL_WORDS, '') }, remove };
  }
  if (said === '') return { mark: { kind }, remove };
  const hint =
    'To take it out: - [x] remove A-2026-k3f7: …  To keep it: - [-] why remove A-2026-k3f7: …';
  return { message: `"${said.slice(0, 60)}" before "remove" is not understood.`, hint };
}

/** `[-] A-2026-k3f7 not true any more`: who rejects it may write over the rest. */
function withoutType(kind: 'waits' | 'accept' | 'reject', rest: string): Wrong | About {
  const [, id, why = ''] = ID_FIRST.exec(rest) ?? [];
  if (kind === 'reject' && id !== undefined) {
    const candidate = { id, type: 'Decision' as const, title: '', text: '', source: '' };
    return { mark: { kind: 'reject', why }, candidate };
  }
  return {
    message: 'It does not say which candidate it is.',
    hint: 'Leave its id, type and title behind the brackets: - [x] A-2026-k3f7 Decision: title',
  };
}

/** An arrow and an id, or the words why not, stand before the id or, the arrow, behind the title. */
function markOf(
  kind: 'waits' | 'accept' | 'reject',
  before: string,
  title: string,
): Wrong | Readonly<{ mark: Mark; title: string }> {
  if (kind === 'waits') return { mark: { kind: 'waits' }, title };
  if (kind === 'reject') return { mark: { kind: 'reject', why: before }, title };
  const [, into] = ARROW_FIRST.exec(before) ?? [];
  if (into !== undefined) return { mark: { kind: 'merge', into }, title };
  if (before !== '') {
    const hint = 'To merge: - [x] → A-2025-abcd A-2026-k3f7 Decision: title';
    return { message: `"${before.slice(0, 60)}" between [x] and the id is not understood.`, hint };
  }
  const [, own, last] = ARROW_LAST.exec(title) ?? [];
  if (own !== undefined && last !== undefined) {
    return { mark: { kind: 'merge', into: last }, title: own };
  }
  return { mark: { kind: 'accept' }, title };
}

function readFields(lines: readonly string[]): Wrong | Partial<Record<Field, string>> {
  const fields: Partial<Record<Field, string>> = {};
  let open: Field | undefined;
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue;
    const [, label = '', value = ''] = FIELD.exec(line) ?? [];
    const field = FIELDS.find((name) => name === label.toLowerCase());
    if (label !== '' && field === undefined) {
      const hint = didYouMean(label, FIELDS) ?? `There are: ${FIELDS.join(', ')}.`;
      return { message: `A candidate has no field "${label}".`, hint, at };
    }
    if (field !== undefined && fields[field] !== undefined) {
      return { message: `"${field}" stands here twice.`, at };
    }
    open = field ?? open;
    if (open === undefined) {
      return { message: 'What this line is about is not said.', hint: '  - text: …', at };
    }
    fields[open] = inOneLine(`${fields[open] ?? ''} ${field === undefined ? line : value}`);
  }
  for (const [name, value] of Object.entries(fields)) fields[name as Field] = unquoted(value);
  return fields;
}

function limits(title: string, text: string, source: string): Wrong | undefined {
  if (title === '') return { message: 'An anchor needs a title.' };
  if (title.length > MAX_TITLE) return { message: `A title has at most ${MAX_TITLE} characters.` };
  if (text === '') return { message: 'An anchor needs a text.', hint: '  - text: …' };
  if (text.length > MAX_TEXT) return { message: `A text has at most ${MAX_TEXT} characters.` };
  const hint = 'An event, a commit, or your own words with the day: - source: …';
  return source === '' ? { message: 'An anchor needs a source.', hint } : undefined;
}

function problemAt(line: number, below: number, own: readonly string[], wrong: Wrong): Problem {
  const source = textOf(own[below]);
  const column = source.length - source.trimStart().length + 1;
  return {
    file: CANDIDATES_FILE,
    line: line + below,
    column,
    message: wrong.message,
    source: source.slice(0, 200),
    width: Math.min(200, source.length) - column + 1,
    ...(wrong.hint !== undefined && { hint: wrong.hint }),
  };
}

function textOf(raw = ''): string {
  return raw.replace(/[\r\n]+$/, '').replace(/^\uFEFF/, '');
}
