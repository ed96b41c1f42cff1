// A person's yes to what a verdict has in doubt: asked at the terminal when all ran, and kept beside their answers.

import { repositoryPath } from '../../evidence/transcript/attribution.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { doubtFlags } from '../../model/in-doubt.ts';
import type { KeptLook } from '../../model/looked.ts';
import type { Change, Doubt } from '../../proof/change.ts';
import { doubtsOf, isAsked, type Verdict } from '../../proof/verdict.ts';
import { oneLine } from '../../words/plain-text.ts';
import { doubtText, placeOf } from '../../words/verdict.ts';
import { ENGLISH_VERDICT } from '../../words/verdict-words.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { ask } from '../frame/ask.ts';
import { misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import type { Person } from '../frame/person.ts';
import { keepLooks } from './kept-answers.ts';

/** `places`: `src/a.js:12`, as they were typed; none: all there are. */
export type Accepting = Readonly<{ person: Person; places: readonly string[] }>;

type Open = Doubt & Readonly<{ blob: string }>;

/** What was said yes to; none where nothing is in doubt. */
export async function askAboutDoubts(
  ws: Workspace,
  { files }: Change,
  verdict: Verdict,
  { person, places }: Accepting,
): Promise<Result<readonly KeptLook[], Outcome>> {
  const doubts = (doubtsOf(verdict) ?? []).filter(isAsked);
  const blobs = new Map(files.map(({ path, after }) => [path, after]));
  // What no tree holds may be another thing tomorrow: nobody can say yes to it.
  const open = doubts.flatMap((one): Open[] => {
    const blob = blobs.get(one.path);
    return blob === undefined ? [] : [{ ...one, blob }];
  });
  const known = open.map(placeOf);
  const named = places.map((place) => repositoryPath(place, [ws.worktree]));
  const unknown = named.find((place) => !known.includes(place));
  if (unknown !== undefined) {
    const listed = open.map((one) => `\n  ${lineOf(one)}`).join('');
    const these = open.length === 0 ? ' Nothing is.' : ` These are:${listed}`;
    const how =
      open.length === 0
        ? 'Type: wukong prove'
        : `Type: wukong prove ${doubtFlags(known.slice(0, 1))}`;
    return fail(misused(`${oneLine(unknown, 100)} is in no doubt.${these}`, how));
  }
  const chosen = open.filter((one) => named.length === 0 || named.includes(placeOf(one)));
  if (chosen.length === 0) return ok([]);
  const lines = chosen.map((one) => `  ${lineOf(one)}`).join('\n');
  const question = `In doubt:\n${lines}\nYou looked at ${chosen.length === 1 ? 'this' : 'these'}, and it is right?`;
  if ((await ask(question)) !== true) {
    return fail(needsPerson('Nothing was accepted.', 'Look at the change, then type it again.'));
  }
  const at = new Date().toISOString();
  const { by } = person;
  const looks = chosen.map(({ path, blob, line, kind }) => {
    return { path, blob, line, kind, by, at, why: '' };
  });
  await keepLooks(ws, looks);
  return ok(looks);
}

function lineOf(doubt: Doubt): string {
  return oneLine(doubtText(ENGLISH_VERDICT, doubt), 300);
}
