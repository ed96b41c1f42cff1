// Chooses the track and the template of a request, by rules that can be read (rules.ts) and say why. It
// never guesses: unless one track is clearly ahead, it asks between the two that are most likely.

import { namedPlace } from './named-place.ts';
import { type Request, readRequest } from './request.ts';
import { RISKS } from './risk.ts';
import { inner, type Rule, TRACKS, type Track } from './rule.ts';
import { LAST, RULES } from './rules.ts';

export type Choice = Readonly<{
  /** Null: a person has to say. */
  track: Track | null;
  template: string | null;
  /** The two most likely tracks where a person has to say; else empty. */
  ask: readonly Track[];
  risk: 'normal' | 'high';
  /** Sentences, the most important first: `fix: "crashes" says that something fails`. */
  reasons: readonly string[];
}>;

/** What stands in the log of a choice that led to this plan. */
export function chosenBy(
  { reasons }: Choice,
  plan: string,
): { reasons: string[]; alternatives: string[] } {
  return {
    reasons: reasons.slice(0, 10).map((reason) => reason.slice(0, 300)),
    alternatives: TRACKS.filter((track) => track !== plan),
  };
}

type Vote = Readonly<{ track: Track; weight: number; reason: string }>;

/** A hint alone chooses nothing. */
const ENOUGH = 3;
/** So far the best has to be ahead of the next. */
const AHEAD = 2;
/** The request says itself which track it is: `feat: …`, `[Bug] …`. */
const NAMED = 5;
/** A word alone, `fix it`, 重构. */
const SAYS_NOTHING =
  /^(?:[a-z_-]*(?:\s+(?:it|this|that|them))?|\p{Script=Han}{0,3})[.!。！?？]*$/iu;

export function classify(typed: string): Choice {
  const request = readRequest(typed);
  const votes = votesOf(request);
  const [best, next] = ranked(votes);
  const risks = risksOf(request);
  const risk = risks.length > 0 ? 'high' : 'normal';
  const heaviest = votes.toSorted((a, b) => b.weight - a.weight);
  const doubt = doubtOf(request, best, next);
  if (doubt !== undefined) {
    const reasons = [doubt, ...heaviest.map(({ reason }) => reason), ...risks];
    return { track: null, template: null, ask: [best.track, next.track], risk, reasons };
  }
  const { track } = best;
  const own = heaviest.filter((vote) => vote.track === track).map(({ reason }) => reason);
  // Where much is at stake somebody looks for the cause, however well the place is named.
  const place = track === 'fix' && risk === 'normal' ? namedPlace(request.whole) : undefined;
  const small = place === undefined ? [] : [`fix_small: "${place}" says where to look`];
  const template = place === undefined ? track : 'fix_small';
  return { track, template, ask: [], risk, reasons: [...own, ...small, ...risks] };
}

/** The track that speaks for itself as well, beside the one that was chosen; undefined if none does. */
export function runnerUp(typed: string, chosen: Track): Track | undefined {
  const others = votesOf(readRequest(typed)).filter(({ track }) => track !== chosen);
  const [best, next] = ranked(others);
  return best.weight >= ENOUGH && best.weight > next.weight ? best.track : undefined;
}

function votesOf(request: Request): Vote[] {
  const votes = votesBy(RULES, request);
  return votes.some(({ weight }) => weight >= AHEAD)
    ? votes
    : [...votes, ...votesBy(LAST, request)];
}

function votesBy(rules: readonly Rule[], { text }: Request): Vote[] {
  const votes: Vote[] = [];
  let rest = text;
  for (const { for: tracks, weight, words, says } of rules) {
    for (const pattern of words) {
      const [match] = pattern.exec(rest) ?? [];
      if (match === undefined) continue;
      // What stood before and behind must not grow together to other words.
      rest = rest.replace(match, ' | ');
      for (const track of tracks) {
        votes.push({ track, weight, reason: `${track}: "${inner(match)}" ${says}` });
      }
      break;
    }
  }
  return votes;
}

type Ranked = Readonly<{ track: Track; weight: number }>;

/** The two heaviest; of equals the one that stands first in TRACKS. What counts is the heaviest vote, not how many. */
function ranked(votes: readonly Vote[]): readonly [Ranked, Ranked] {
  const weightOf = (track: Track): number =>
    Math.max(0, ...votes.filter((vote) => vote.track === track).map(({ weight }) => weight));
  const all = TRACKS.map((track) => ({ track, weight: weightOf(track) }));
  const [first, second] = all.toSorted((a, b) => b.weight - a.weight);
  if (first === undefined || second === undefined) throw new Error('there are at least two tracks');
  return [first, second];
}

/** Why a person has to choose; undefined if one track is clearly ahead. */
function doubtOf(request: Request, best: Ranked, next: Ranked): string | undefined {
  if (SAYS_NOTHING.test(request.text)) return 'it does not say what to do it to';
  if (request.isQuestion && best.weight < NAMED)
    return 'it reads as a question, not as work to be done';
  if (best.weight === 0) return 'no word in it says what kind of work it is';
  if (best.weight < ENOUGH) return 'nothing in it says clearly what kind of work it is';
  if (best.weight - next.weight >= AHEAD) return undefined;
  return `it may be a ${best.track} as well as a ${next.track}`;
}

function risksOf({ text }: Request): string[] {
  return RISKS.flatMap(({ about, words }) => {
    const [match] = words.exec(text) ?? [];
    return match === undefined ? [] : [`risk high: "${match}" is about ${about}`];
  });
}
