// Which anchors a run should know of. BM25 over the words, and beside it what words alone do not say; each
// part of a score has its name, so that anybody can see why an anchor was given.

import type { Anchor } from '../../model/documents/anchor.ts';
import { RECALL_PARTS, type Role } from '../../model/vocabulary.ts';
import type { AnchorEntry } from '../anchors.ts';
import { nearness, pathsIn } from './paths.ts';
import { type Anchored, latestFirst, type Standing, standingOf } from './standing.ts';
import { termsOf, tokensOf } from './terms.ts';

export type Query = Readonly<{
  /** The request. Files it names are found in it. */
  text: string;
  role?: Role | undefined;
  /** Files named beside it: by the template, by a person. */
  files?: readonly string[] | undefined;
}>;

type Parts = Readonly<Record<(typeof RECALL_PARTS)[number], number>>;
export type Ranked = Readonly<{ id: string; score: number; parts: Parts }>;

type Doc = Readonly<{
  anchor: Anchored;
  tagTerms: readonly (readonly string[])[];
  isRecent: boolean;
}>;

/** Everything of a set of anchors that does not depend on the request. */
export type RecallIndex = Readonly<{
  standing: Standing;
  docs: readonly Doc[];
  /** By term: documents, and how much of each is that term. */
  postings: ReadonlyMap<string, ReadonlyArray<readonly [doc: number, weight: number]>>;
}>;

const K1 = 1.2;
const B = 0.75;
const FIELDS = { title: 2, tags: 2, says: 1 } as const;
/** In a handful of anchors every word is in most of them; that is no reason to think it common. */
const LEAST_ANCHORS = 50;
const RECENT_DECISIONS = 10;
/** Characters; what is pasted behind them says no more about the topic. */
const MAX_REQUEST = 4000;

// Chosen with the half of the requests of test/recall that is not held out.
const TAG = 0.5;
const PATH = 8;
const ROLE = 0.5;
const RECENT = 0.5;

/** What each role has most use for. */
const ROLE_TYPES: Readonly<Record<Role, readonly Anchor['type'][]>> = {
  ear: ['Decision', 'Constraint'],
  eye: ['Constraint', 'Pattern'],
  body: ['Decision', 'Constraint', 'Pattern'],
  tongue: ['Pattern'],
  nose: ['Constraint', 'Metric'],
  mind: ['Decision', 'Constraint'],
};

/** `today` is yyyy-mm-dd. */
export function indexAnchors(entries: Iterable<AnchorEntry>, today: string): RecallIndex {
  const standing = standingOf(entries, today);
  const { live } = standing;
  const decisions = live.filter(({ entry }) => entry.type === 'Decision');
  const recent = new Set(latestFirst(decisions).slice(0, RECENT_DECISIONS));
  const weights = live.map(weightsOf);
  const lengths = weights.map((terms) => [...terms.values()].reduce((sum, one) => sum + one, 0));
  const average = lengths.reduce((sum, one) => sum + one, 0) / Math.max(lengths.length, 1);
  const postings = new Map<string, Array<readonly [number, number]>>();
  for (const [doc, terms] of weights.entries()) {
    const norm = 1 - B + (B * (lengths[doc] ?? 0)) / average;
    for (const [term, weight] of terms) {
      const of = postings.get(term) ?? [];
      of.push([doc, weight / norm]);
      postings.set(term, of);
    }
  }
  const docs = live.map((anchor) => ({
    anchor,
    tagTerms: anchor.fields.tags.map(termsOf).filter((terms) => terms.length > 0),
    isRecent: recent.has(anchor),
  }));
  return { standing, docs, postings };
}

function weightsOf({ entry, fields }: Anchored): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const term of termsOf(text)) weights.set(term, (weights.get(term) ?? 0) + weight);
  };
  add(entry.title, FIELDS.title);
  add(fields.tags.join(' , '), FIELDS.tags);
  add(fields.says, FIELDS.says);
  return weights;
}

/** All that have anything to do with the request, best first. */
export function rank(index: RecallIndex, query: Query): Ranked[] {
  const text = query.text.slice(0, MAX_REQUEST);
  const terms = new Set(termsOf(text));
  const words = wordScores(index, terms);
  const files = [...new Set([...pathsIn(text), ...(query.files ?? [])])];
  const ranked = index.docs.flatMap((doc, at): Array<Ranked & { at: number }> => {
    const found = {
      words: words.get(at) ?? 0,
      tags: tagScore(index, doc, terms),
      paths: PATH * nearest(doc, files),
    };
    // Neither role nor youth makes an anchor of something else one of this.
    if (found.words + found.tags + found.paths === 0) return [];
    const parts = {
      ...found,
      role: query.role ? roleScore(doc, query.role) : 0,
      recent_decision: doc.isRecent ? RECENT : 0,
    };
    const score = RECALL_PARTS.reduce((sum, part) => sum + parts[part], 0);
    return [{ id: doc.anchor.entry.id, score, parts, at }];
  });
  // Of two as good the one further down in the file, which is the younger.
  ranked.sort((a, b) => b.score - a.score || b.at - a.at);
  return ranked.map(({ id, score, parts }) => ({ id, score, parts }));
}

function wordScores(
  { postings, docs }: RecallIndex,
  terms: ReadonlySet<string>,
): Map<number, number> {
  const scores = new Map<number, number>();
  for (const term of terms) {
    const of = postings.get(term) ?? [];
    const rarity = rarityOf(of.length, docs.length);
    for (const [doc, weight] of of) {
      const score = (rarity * (weight * (K1 + 1))) / (weight + K1);
      scores.set(doc, (scores.get(doc) ?? 0) + score);
    }
  }
  return scores;
}

function rarityOf(having: number, all: number): number {
  return Math.log(1 + (Math.max(all, LEAST_ANCHORS) - having + 0.5) / (having + 0.5));
}

/** A tag counts where the request has all its words. */
function tagScore({ postings, docs }: RecallIndex, { tagTerms }: Doc, terms: ReadonlySet<string>) {
  const matched = tagTerms.filter((tag) => tag.every((term) => terms.has(term)));
  const rarities = matched.map((tag) =>
    Math.max(...tag.map((term) => rarityOf(postings.get(term)?.length ?? 0, docs.length))),
  );
  return TAG * rarities.reduce((sum, one) => sum + one, 0);
}

function nearest({ anchor }: Doc, files: readonly string[]): number {
  const { paths } = anchor.fields;
  return Math.max(0, ...files.flatMap((file) => paths.map((path) => nearness(file, path))));
}

function roleScore({ anchor }: Doc, role: Role): number {
  const { entry, fields } = anchor;
  const suits = entry.type !== null && ROLE_TYPES[role].includes(entry.type);
  const named = fields.tags.includes(role) || termsOf(fields.when).includes(role);
  return ROLE * ((suits ? 1 : 0) + (named ? 2 : 0));
}

/** What of a ranking is given: the best, as many as are near enough and as there is room for. */
export function take(
  index: RecallIndex,
  ranked: readonly Ranked[],
  { tokens, most }: Readonly<{ tokens: number; most: number }> = LIMITS,
): Ranked[] {
  const best = ranked[0]?.score ?? 0;
  const entries = new Map(index.docs.map(({ anchor }) => [anchor.entry.id, anchor.entry]));
  const given: Ranked[] = [];
  let left = tokens;
  for (const one of ranked) {
    if (given.length >= most || one.score < Math.max(LEAST_SCORE, best * LEAST_SHARE)) break;
    const entry = entries.get(one.id);
    const cost = tokensOf(`${entry?.title}\n${entry?.text}`);
    if (cost > left) continue;
    left -= cost;
    given.push(one);
  }
  return given;
}

const LIMITS = { tokens: 1200, most: 5 } as const;
const LEAST_SCORE = 4;
const LEAST_SHARE = 0.3;
