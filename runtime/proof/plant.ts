// Lines that fail with a word nobody else writes, put into a file of tests: as the last statement of a case,
// where it is reached only if all before it passed, or at the top of the file. Text in, text out. What there
// is to be found, and how a line looks, is known by language.

import type { Body, Edit, Planting } from './plant/body.ts';
import { goBodies } from './plant/go.ts';
import type { Grammars, Parse, Source } from './plant/grammar.ts';
import { javascriptBodies } from './plant/javascript.ts';
import { pythonBodies } from './plant/python.ts';
import { rustBodies } from './plant/rust.ts';
import type { GrammarName } from './plant/stand-ins.ts';
import { plantEnd, plantTop } from './plant/top.ts';
import { plantTypes } from './plant/types.ts';
import { type CaseName, caseKey } from './row.ts';

export type Planted = Readonly<{
  /** Of the file, to be written in place of what was given. */
  text: string;
  /** In the order of the file; none: nothing was planted, and the text is the one that was given. */
  lines: readonly PlantedLine[];
  /** Cases that have none, with what stands in the way: half a sentence. */
  without: ReadonlyArray<CaseName & Readonly<{ why: string }>>;
}>;

type PlantedLine = Readonly<{
  /** Of a case it stands in no line that its runner prints of the file: seen, it was thrown. */
  word: string;
  /** Where it stands now, from 1: each end of the case. */
  at: ReadonlyArray<Readonly<{ line: number; size: number }>>;
  /** Who fails with it: several, where one body runs them all; at the top nobody by name. */
  cases: readonly CaseName[];
}>;

/** Why a case that a file does not hold has no line: look for it in the next file, where its own is not known. */
export const NOT_HERE = 'it was not found in this file';

/**
 * `cases`: their names as a runner gives them, groups first; `all`: every one that can be told by the names
 * of known runners; `top`: one line that fails when the file is loaded; `end`: the same behind all else, of a
 * script without cases.
 * `word(0)`, `word(1)` …: a fresh word of letters alone each, none of them a part of another one.
 * Of names that other files hold it says so in `without`; call it once for each file.
 */
export function plant(
  path: string,
  text: string,
  cases: readonly CaseName[] | 'all' | 'top' | 'end',
  word: (nth: number) => string,
  grammars: Grammars,
): Planted {
  return grammars.read((parse) => {
    const [, names = [], find] = LANGUAGES.find(([ending]) => ending.test(path)) ?? [];
    const source = sourceOf(text, names, parse);
    if (cases === 'top') return byItself(text, word(0), plantTop(path, text, word(0), source));
    if (typeof source === 'string' || !find)
      return { text, lines: [], without: none(path, cases, `${source}`) };
    const bodies = find(source, path);
    if (cases === 'end') {
      const end = bodies.length > 0 ? [] : plantEnd(path, source, word(0));
      return byItself(text, word(0), end);
    }
    return plantAll(text, cases === 'all' ? allOf(path, bodies) : found(bodies, cases), word);
  });
}

/** An error that only who reads types can tell. */
export function plantError(path: string, text: string, word: string): Planted {
  return byItself(text, word, plantTypes(path, text, word));
}

type Find = (source: Source, path: string) => readonly Body[];

const LANGUAGES: ReadonlyArray<readonly [RegExp, readonly GrammarName[], Find]> = [
  [/\.[cm]?ts$/i, ['typescript'], javascriptBodies],
  // Types may be written in files of another ending, too.
  [/\.(?:[cm]?js|jsx)$/i, ['javascript', 'tsx'], javascriptBodies],
  [/\.tsx$/i, ['tsx'], javascriptBodies],
  [/\.py$/i, ['python'], pythonBodies],
  [/_test\.go$/, ['go'], goBodies],
  [/\.rs$/, ['rust'], rustBodies],
];

/** By the first grammar that can read it; else the reason of the last. */
function sourceOf(text: string, names: readonly GrammarName[], parse: Parse): Source | string {
  let source: Source | string = 'nothing can be planted in this language';
  for (const name of names) {
    source = parse(name, text);
    if (typeof source !== 'string') break;
  }
  return source;
}

function none(
  path: string,
  cases: readonly CaseName[] | 'all' | 'end',
  why: string,
): Planted['without'] {
  if (cases === 'end') return [];
  return cases === 'all'
    ? [{ file: path, name: '…', nth: 1, why }]
    : cases.map((one) => ({ ...one, why }));
}

type Wanted = Readonly<{ one: CaseName; body: Body | string }>;

/** A file of thousands of cases is not gone through for each of them. */
function found(bodies: readonly Body[], cases: readonly CaseName[]): readonly Wanted[] {
  const byName = new Map<string, Set<Body>>();
  for (const body of bodies) {
    for (const name of body.names ?? []) {
      const called = byName.get(name) ?? new Set();
      byName.set(name, called.add(body));
    }
  }
  const others = bodies.filter(({ names }) => names === undefined);
  return cases.map((one) => {
    const called = byName.get(one.name.replaceAll(/\s+/g, ' ').trim()) ?? [];
    return findBody([...called, ...others], one);
  });
}

function findBody(bodies: readonly Body[], one: CaseName): Wanted {
  const exact = bodies.filter((body) => body.fits(one.name) === 'exactly');
  if (exact.length > 0) {
    const body = exact.length === 1 ? exact[0] : exact[one.nth - 1];
    return { one, body: body ?? 'others have its name' };
  }
  // The one that says most of the name: `… > is empty` fits `a > … / b / is empty` as well.
  const [body, other] = bodies
    .filter(({ fits }) => fits(one.name) === 'perhaps')
    .sort((a, b) => saidIn(b) - saidIn(a));
  const isOne = body && (!other || saidIn(body) > saidIn(other));
  return { one, body: isOne ? body : body ? 'several may have its name' : NOT_HERE };
}

function saidIn({ name }: Body): number {
  return name.replaceAll('…', '').length;
}

function allOf(path: string, bodies: readonly Body[]): readonly Wanted[] {
  const seen = new Map<string, number>();
  return bodies
    .filter(({ isOther }) => isOther !== true)
    .map((body) => {
      const nth = (seen.get(body.name) ?? 0) + 1;
      seen.set(body.name, nth);
      return { one: { file: path, name: body.name, nth }, body };
    });
}

function plantAll(text: string, wanted: readonly Wanted[], word: (nth: number) => string): Planted {
  const byBody = new Map<Body, CaseName[]>();
  const without: Array<CaseName & { why: string }> = [];
  for (const { one, body } of new Map(wanted.map((each) => [caseKey(each.one), each])).values()) {
    if (typeof body === 'string') without.push({ ...one, why: body });
    else if ('why' in body) without.push({ ...one, why: body.why });
    else byBody.set(body, [...(byBody.get(body) ?? []), one]);
  }
  const lines = [...innermost(byBody)].map(([body, cases], nth) => {
    const fresh = word(nth);
    return { word: fresh, cases, plantings: 'end' in body ? body.end(fresh) : [] };
  });
  return { ...laid(text, lines), without };
}

/**
 * A case that others stand in fails with them, before its own end can say anything: their line is its line.
 */
function innermost(byBody: ReadonlyMap<Body, readonly CaseName[]>): Map<Body, readonly CaseName[]> {
  const kept = new Map(byBody);
  // In the order of the text an outer one stands before all those in it.
  for (const [body, cases] of byBody) {
    const inner = [...kept.keys()].find((other) => other !== body && isWithin(other, body));
    if (!inner) continue;
    kept.set(inner, [...(kept.get(inner) ?? []), ...(kept.get(body) ?? cases)]);
    kept.delete(body);
  }
  return kept;
}

function isWithin({ span: inner }: Body, { span: outer }: Body): boolean {
  return inner && outer ? outer.start < inner.start && inner.end < outer.end : false;
}

function byItself(text: string, word: string, plantings: readonly Planting[]): Planted {
  const lines = plantings.length === 0 ? [] : [{ word, cases: [], plantings }];
  return { ...laid(text, lines), without: [] };
}

type Line = Pick<PlantedLine, 'word' | 'cases'> & Readonly<{ plantings: readonly Planting[] }>;

/** All edits at once, since they are by places of the text as it was. */
function laid(text: string, lines: readonly Line[]): Pick<Planted, 'text' | 'lines'> {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const edits = lines
    .flatMap(({ plantings }) => plantings.flatMap(({ line, around = [] }) => [...around, line]))
    .sort((a, b) => a.at - b.at);
  const places = new Map<Edit, { line: number; size: number }>();
  const parts: string[] = [];
  let from = 0;
  let line = 1;
  for (const edit of edits) {
    const before = text.slice(from, edit.at);
    const blanks = /^\s*/.exec(edit.put)?.[0] ?? '';
    line += lineEndsIn(before);
    places.set(edit, {
      line: line + lineEndsIn(blanks),
      size: lineEndsIn(edit.put.trim()) + 1,
    });
    line += lineEndsIn(edit.put);
    parts.push(before, edit.put.replaceAll('\n', lineEnd));
    from = edit.at + (edit.cut ?? 0);
  }
  parts.push(text.slice(from));
  const placed = lines.map(({ word, cases, plantings }) => ({
    word,
    cases,
    at: plantings.flatMap(({ line }) => places.get(line) ?? []),
  }));
  return { text: parts.join(''), lines: placed.sort((a, b) => first(a) - first(b)) };
}

function lineEndsIn(text: string): number {
  return text.split('\n').length - 1;
}

function first({ at }: Pick<PlantedLine, 'at'>): number {
  return at[0]?.line ?? 0;
}
