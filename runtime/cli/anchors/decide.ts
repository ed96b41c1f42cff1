import { carryOut } from '../../engine/anchors/carry-out.ts';
import { decidedText } from '../../engine/anchors/decided-text.ts';
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
  merge: 'For example: wukong anchors merge A-2026-k3f7 A-2025-abcd',
};

async function decide(id: string, mark: Mark, verb: string): Promise<Outcome> {
  const who = await whoDecides((ws) => {
    const candidate = waitingCandidates(ws).find((one) => one.id === id);
    const words = candidate && `${candidate.type}: ${candidate.title}. ${candidate.text}`;
    return `${verb}: ${oneLine(words ?? id, 500)}`;
  });
  if (!who.ok) return who.error;
  const { ws, decider } = who.value;
  const carried = carryOut(ws, decider, { id, mark });
  if (!carried.ok) return failed(carried.error);
  const [decided] = carried.value;
  if (decided) return done(decidedText([decided]), { decided: shown(decided) });
  return readAnchors(ws).has(id)
    ? misused(`${id} is an anchor already.`, `wukong anchors show ${id}`)
    : unknownId(id);
}

function shown({ kind, ...rest }: Decided) {
  return { as: kind, ...rest };
}
