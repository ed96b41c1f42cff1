// What a person decided about candidates, and what both files are then. Pure: who reads and writes them is
// engine/anchors.

import type { Problem } from '../../model/failure.ts';
import {
  type AnchorEntry,
  addSection,
  editSection,
  partsOf,
  removeSection,
} from '../anchor-sections.ts';
import { anchorId, type Candidate } from '../candidates.ts';
import { sectionHash, sectionOf } from '../reviewed.ts';
import {
  CANDIDATES_FILE,
  type Item,
  type ItemPart,
  itemsOf,
  type Mark,
} from './candidate-items.ts';
import { confirmed, renderSection } from './section.ts';

export type Decided = Readonly<
  | { kind: 'accepted'; id: string; type: string; title: string; edited: boolean; sha256: string }
  | { kind: 'merged'; id: string; into: string; sha256: string }
  | { kind: 'rejected'; id: string; why: string }
  | { kind: 'removed'; id: string }
  | { kind: 'kept'; id: string; why: string }
>;

/** With a problem nothing is decided, and both texts are as they were. */
type Review = Readonly<{
  decided: readonly Decided[];
  problems: readonly Problem[];
  anchors: string;
  candidates: string;
}>;

type Texts = Readonly<{ anchors: string; candidates: string }>;

/** By the marks in the file; or by what was said of one candidate, whatever its mark. */
export function review(texts: Texts, today: string, said?: Said): Review {
  const { parts, problems } = itemsOf(texts.candidates);
  const nothing = { ...texts, decided: [] };
  if (problems.length > 0) return { ...nothing, problems };
  let { anchors } = texts;
  const decided: Decided[] = [];
  const left: ItemPart[] = [];
  for (const part of parts) {
    const { item } = part;
    const mark = item && (said === undefined ? item.mark : markBy(said, item));
    if (!item || !mark || mark.kind === 'waits') {
      left.push(part);
      continue;
    }
    const one =
      'remove' in item
        ? decideRemoval(anchors, item.remove, mark)
        : decide(anchors, item.candidate, mark, today);
    if ('message' in one) return { ...nothing, problems: [problemOf(item, one)] };
    anchors = one.anchors;
    decided.push(one.decided);
  }
  const candidates = left.map(({ raw }) => raw).join('');
  return { decided, problems: [], anchors, candidates };
}

export type Said = Readonly<{ id: string; mark: Mark }>;

function markBy({ id, mark }: Said, item: Item): Mark | undefined {
  return 'candidate' in item && item.candidate.id === id ? mark : undefined;
}

type Step = Readonly<{ anchors: string; decided: Decided }>;
type Wrong = Readonly<{ message: string; hint?: string }>;

function decide(anchors: string, candidate: Candidate, mark: Mark, today: string): Step | Wrong {
  switch (mark.kind) {
    case 'merge':
      return merge(anchors, candidate, mark.into, today);
    case 'reject':
      return { anchors, decided: { kind: 'rejected', id: candidate.id, why: mark.why } };
    default:
      return accept(anchors, withSource(candidate, mark), today);
  }
}

function withSource(candidate: Candidate, mark: Mark): Candidate {
  const by = mark.kind === 'accept' ? mark.by : undefined;
  return by === undefined
    ? candidate
    : { ...candidate, source: `${candidate.source}; accepted by ${by}` };
}

function accept(before: string, candidate: Candidate, today: string): Step | Wrong {
  const { id, type, title, text } = candidate;
  const there = sectionOf(before, id);
  const own = renderSection(candidate, today);
  if (there !== undefined && undated(there) !== undated(own)) {
    const hint = `Merge it: - [x] → ${id} ${id} …; or reject it.`;
    return { message: `${id} stands in anchors.md already, with other words.`, hint };
  }
  // Whoever wrote it in was killed before the candidate was taken out of its file.
  const after = there === undefined ? addSection(before, own) : before;
  const section = sectionOf(after, id);
  if (section === undefined || !keepsAll(before, after)) return UNREADABLE;
  const edited = anchorId('', title, text).slice(-4) !== id.slice(-4);
  return {
    anchors: after,
    decided: { kind: 'accepted', id, type, title, edited, sha256: sectionHash(section) },
  };
}

/** As it was written, on whatever day. */
function undated(section: string): string {
  return sectionHash(section.replace(/^(Validated: )\d{4}-\d\d-\d\d/m, '$1'));
}

/** The older entry stays as it reads: it was confirmed, from one more source. */
function merge(
  before: string,
  { id, source }: Candidate,
  into: string,
  today: string,
): Step | Wrong {
  if (sectionOf(before, into) === undefined) {
    return { message: `There is no ${into} in anchors.md.`, hint: 'wukong anchors list' };
  }
  const after = editSection(before, into, (lines) => confirmed(lines, source, today));
  const section = sectionOf(after, into);
  if (section === undefined || !keepsAll(before, after)) return UNREADABLE;
  return { anchors: after, decided: { kind: 'merged', id, into, sha256: sectionHash(section) } };
}

const UNREADABLE: Wrong = {
  message: 'Written into anchors.md, it would hide or be hidden by what stands there.',
  hint: 'Look for a comment or a block of code in anchors.md that nobody closes.',
};

function decideRemoval(before: string, id: string, mark: Mark): Step | Wrong {
  if (mark.kind === 'reject') {
    return { anchors: before, decided: { kind: 'kept', id, why: mark.why } };
  }
  // Whoever took it out was killed before the proposal was taken out of its file.
  const anchors = removeSection(before, id);
  return keepsAll(before, anchors, id) ? { anchors, decided: { kind: 'removed', id } } : UNREADABLE;
}

/** Whatever was an entry is one still, but for one that was to go. */
function keepsAll(before: string, after: string, gone?: string): boolean {
  const ids = (markdown: string): string[] =>
    partsOf(markdown).flatMap(({ entry }: { entry?: AnchorEntry }) => entry?.id ?? []);
  const there = new Set(ids(after));
  return ids(before).every((id) => id === gone || there.has(id));
}

function problemOf({ line, raw }: Item, { message, hint }: Wrong): Problem {
  const source = (raw.split(/[\r\n]/, 1)[0] ?? '').slice(0, 200);
  const place = { file: CANDIDATES_FILE, line, column: 1, source, width: source.length };
  return { ...place, message, ...(hint !== undefined && { hint }) };
}
