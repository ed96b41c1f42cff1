// The labelled anchors and requests, and what a ranking is worth on them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { type AnchorEntry, parseAnchors } from '../../runtime/memory/anchors.ts';
import { indexAnchors, rank, take } from '../../runtime/memory/recall/recall.ts';
import { termsOf } from '../../runtime/memory/recall/terms.ts';
import { ROLES, type Role } from '../../runtime/model/vocabulary.ts';

/** The day everything is measured as of: anchors expire. */
export const TODAY = '2026-11-23';

export type Labelled = Readonly<{
  role: Role;
  files: readonly string[];
  text: string;
  wanted: readonly string[];
  language: 'English' | 'Chinese';
  heldOut: boolean;
}>;

const FILES = ['decoder', 'shop', 'tool', 'chat'] as const;

export function labelledAnchors(): AnchorEntry[] {
  return FILES.flatMap((name) => [...parseAnchors(read('anchors', `${name}.md`)).values()]);
}

/** Every second one is held out. */
export function labelledQueries(): Labelled[] {
  const rows = read('queries.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows
    .filter(([, role]) => ROLES.some((known) => known === role))
    .map(([, role, files = '', text = '', wanted = ''], i) => ({
      role: role as Role,
      files: files === '-' ? [] : files.split(' '),
      text,
      wanted: wanted.split(' '),
      language: /\p{Script=Han}/u.test(text) ? 'Chinese' : 'English',
      heldOut: i % 2 === 1,
    }));
}

function read(...path: string[]): string {
  return readFileSync(join(import.meta.dirname, ...path), 'utf8');
}

/** Ids, best first. */
export type Ranking = (query: Labelled) => readonly string[];

export function ours(anchors: readonly AnchorEntry[]): Ranking {
  const index = indexAnchors(anchors, TODAY);
  return ({ text, role, files }) => rank(index, { text, role, files }).map(({ id }) => id);
}

/**
 * Plain BM25 over title and text in one field. It gets the same words as ours, segmented and without
 * endings, and the named files as words, so that what differs is the ranking alone.
 */
export function plainBm25(anchors: readonly AnchorEntry[]): Ranking {
  const search = new MiniSearch({
    fields: ['all'],
    tokenize: termsOf,
    processTerm: (term) => term,
  });
  search.addAll(anchors.map(({ id, title, text }) => ({ id, all: `${title}\n${text}` })));
  return ({ text, files }) => search.search([text, ...files].join(' ')).map(({ id }) => String(id));
}

/** The same over those only that count on the day, by what ours knows of replacement and expiry. */
export function plainBm25OfLive(anchors: readonly AnchorEntry[]): Ranking {
  const { gone } = indexAnchors(anchors, TODAY).standing;
  return plainBm25(anchors.filter(({ id }) => !gone.has(id)));
}

/** What runs would be given, which is less than what is ranked: how much of what is wanted, of how many. */
export function measureGiven(anchors: readonly AnchorEntry[], queries: readonly Labelled[]) {
  const index = indexAnchors(anchors, TODAY);
  const each = queries.map((query) => {
    const given = take(index, rank(index, query)).map(({ id }) => id);
    const found = query.wanted.filter((id) => given.includes(id)).length;
    return { recall: found / query.wanted.length, given: given.length };
  });
  return {
    recall: mean(each.map(({ recall }) => recall)),
    given: mean(each.map((one) => one.given)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / Math.max(values.length, 1);
}

export type Measured = Readonly<{ queries: number; recallAt5: number; mrr: number }>;

export function measure(ranking: Ranking, queries: readonly Labelled[]): Measured {
  const each = queries.map((query) => {
    const ids = ranking(query);
    const found = query.wanted.filter((id) => ids.slice(0, 5).includes(id)).length;
    const first = ids.findIndex((id) => query.wanted.includes(id));
    return { recall: found / query.wanted.length, reciprocal: first < 0 ? 0 : 1 / (first + 1) };
  });
  return {
    queries: queries.length,
    recallAt5: mean(each.map(({ recall }) => recall)),
    mrr: mean(each.map(({ reciprocal }) => reciprocal)),
  };
}
