import { today } from '../../engine/anchors/carry-out.ts';
import { expireAnchor } from '../../engine/anchors/expire.ts';
import { readAnchors } from '../../memory/anchors.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { unknownId } from './show.ts';
import { whoDecides } from './who-decides.ts';

const HOW = 'For example: wukong anchors expire A-2026-k3f7 2026-12-31';

/** The day is the last on which it counts; without one, today. */
export async function expireOne(ws: Workspace, words: readonly string[]): Promise<Outcome> {
  const [id, day = today(), more] = words;
  if (id === undefined || more !== undefined) return misused('Let which one expire?', HOW);
  if (!isDay(day)) return misused(`"${oneLine(day, 40)}" is no day.`, HOW);
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
