import { carryOut, type Decider, today } from '../../engine/anchors/carry-out.ts';
import { decidedText } from '../../engine/anchors/decided-text.ts';
import { expireAnchor } from '../../engine/anchors/expire.ts';
import { reviewEntry } from '../../engine/anchors/review-entry.ts';
import { readAnchors } from '../../memory/anchors.ts';
import type { Mark } from '../../memory/review/candidate-items.ts';
import type { Decided } from '../../memory/review/review.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { unknownId } from './show.ts';
import { waitingCandidates } from './waiting.ts';
import { whoDecides } from './who-decides.ts';

export function acceptOne(_: Workspace, words: readonly string[]): Outcome | Promise<Outcome> {
  const [id, more] = words;
  if (id === undefined || more !== undefined) return misused('Accept which one?', HOW.accept);
  return decide(id, { kind: 'accept' }, 'Accept');
}

export function rejectOne(_: Workspace, words: readonly string[]): Outcome | Promise<Outcome> {
  const [id, ...why] = words;
  if (id === undefined) return misused('Reject which one?', HOW.reject);
  return decide(id, { kind: 'reject', why: why.join(' ').trim() }, 'Reject');
}

export function mergeOne(_: Workspace, words: readonly string[]): Outcome | Promise<Outcome> {
  const [id, into, more] = words;
  if (id === undefined || into === undefined || more !== undefined) {
    return misused('Merge which one into which anchor?', HOW.merge);
  }
  return decide(id, { kind: 'merge', into }, `Merge into ${oneLine(into, 40)}`);
}

const HOW = {
  accept: 'For example: wukong anchors accept A-2026-k3f7',
  reject: 'For example: wukong anchors reject A-2026-k3f7 "true of one branch only"',
  expire: 'For example: wukong anchors expire A-2026-k3f7 2026-12-31',
  merge: 'For example: wukong anchors merge A-2026-k3f7 A-2025-abcd',
};

async function decide(id: string, mark: Mark, verb: string): Promise<Outcome> {
  const who = await whoDecides((ws) => `${verb}: ${oneLine(wordsOf(ws, id), 500)}`);
  if (!who.ok) return who.error;
  const { ws, decider } = who.value;
  const carried = carryOut(ws, decider, { id, mark });
  if (!carried.ok) return failed(carried.error);
  const [decided] = carried.value;
  if (decided) return done(decidedText([decided]), { decided: shown(decided) });
  if (!readAnchors(ws).has(id)) return unknownId(id);
  if (mark.kind === 'accept') return reviewOne(ws, id, decider);
  return misused(`${id} is an anchor already.`, `wukong anchors show ${id}`);
}

/** What the person is asked about: a candidate, or an entry that is there. */
function wordsOf(ws: Workspace, id: string): string {
  const candidate = waitingCandidates(ws).find((one) => one.id === id);
  const { type, title, text } = candidate ?? readAnchors(ws).get(id) ?? {};
  return text === undefined ? id : `${type ?? id}: ${title}. ${text}`;
}

function reviewOne(ws: Workspace, id: string, decider: Decider): Outcome {
  const before = reviewEntry(ws, id, decider);
  if (!before.ok) return failed(before.error);
  if (before.value === 'here') {
    return misused(
      `${id} is an anchor already, and was reviewed here.`,
      `wukong anchors show ${id}`,
    );
  }
  return done(`${id} counts as reviewed here, as it reads now.`, {
    decided: { as: 'reviewed', id },
  });
}

function shown({ kind, ...rest }: Decided) {
  return { as: kind, ...rest };
}

/** The day is the last on which it counts; without one, today. */
export async function expireOne(ws: Workspace, words: readonly string[]): Promise<Outcome> {
  const [id, day = today(), more] = words;
  if (id === undefined || more !== undefined) return misused('Let which one expire?', HOW.expire);
  if (!isDay(day)) return misused(`"${oneLine(day, 40)}" is no day.`, HOW.expire);
  const anchor = readAnchors(ws).get(id);
  if (!anchor) return unknownId(id);
  const who = await whoDecides(() => `Let ${id} (${oneLine(anchor.title)}) expire with ${day}`);
  if (!who.ok) return who.error;
  const expired = expireAnchor(who.value.ws, id, day, who.value.decider);
  if (!expired.ok) return failed(expired.error);
  return done(`${id} counts until ${day}, that day included.`, { id, day });
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(time).toISOString().startsWith(text);
}
