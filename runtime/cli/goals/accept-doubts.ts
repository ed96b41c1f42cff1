// A person's yes to what is in doubt: all of it on one screen, or only what they name.

import { type OpenDoubt, openDoubts } from '../../engine/checks/open-doubts.ts';
import { lookedAt, takeLooked } from '../../engine/checks/take-doubts.ts';
import { whereInDoubt } from '../../kernel/graph/doubts.ts';
import { hasLivingOwner } from '../../kernel/state/owner.ts';
import { doubtFlags } from '../../model/in-doubt.ts';
import { redactor } from '../../privacy/redact.ts';
import { oneLine } from '../../words/plain-text.ts';
import { doubtText, placeOf } from '../../words/verdict.ts';
import { ENGLISH_VERDICT } from '../../words/verdict-words.ts';
import { toGoOn } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { goalStep } from '../frame/goal-step.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, type Person } from '../frame/person.ts';
import type { PickedStill } from '../frame/pick-goal.ts';

/** `places`: as they were typed, below the top; none: all there are. */
type Typed = Readonly<{ places: readonly string[]; why: string }>;

export async function acceptInDoubt(
  ws: Workspace,
  { goal, nodeId, still }: PickedStill,
  { places, why }: Typed,
  person: Person,
): Promise<Outcome> {
  const at = whereInDoubt(goal, nodeId);
  const where = nodeId === null ? goal.id : `${goal.id}/${nodeId}`;
  if (at === undefined) return misused(`${where} does not wait for --doubts.`, 'wukong status');
  const open = await openDoubts(ws, goal, at);
  if (!open.ok) return failed({ kind: 'git', message: oneLine(open.error, 200) });
  const all = open.value;
  const clean = redactor(process.env);
  if (all.length === 0) {
    return done(`Nothing to accept: nothing of ${goal.id} is in doubt as its files are now.`, {
      goal: goal.id,
      node: at,
      accepted: 'doubts',
      doubts: [],
    });
  }
  const looked = lookedAt(goal, at, all, places);
  if (!looked) return notNamed(all, places, `wukong accept ${where} --doubts "<why>"`);
  const { chosen, left } = looked;
  const lines = chosen.map((one) => `  ${clean(doubtLine(one))}`);
  const question = `${lines.join('\n')}\nYou looked at ${chosen.length === 1 ? 'this' : 'these'}, and it is right?`;
  if (!(await isAgreed(person, question))) {
    return needsPerson('Nothing was accepted.', 'Look at `git diff`, then type it again.');
  }
  return goalStep('accept', { goal: goal.id, still }, (step, picked) => {
    if (whereInDoubt(picked.goal, at) !== at) {
      return misused(`${where} does not wait for --doubts any more.`, 'wukong status');
    }
    const isJudged = takeLooked(step, ws, { goal: picked.goal, at, ...looked }, { why, ...person });
    const next = hasLivingOwner(step.state, picked.goal, isAlive)
      ? 'Its session goes on at its next turn.'
      : toGoOn(picked.goal);
    const text = [
      `Accepted for ${goal.id}, as they are now:`,
      ...lines,
      'Other content of such a file is asked about again.',
      ...left.map((one) => `Still in doubt: ${clean(doubtLine(one))}`),
      ...(isJudged ? [`${at ?? goal.id} is judged once more, with that. ${next}`] : []),
    ];
    const shown = (one: OpenDoubt) => ({
      path: one.path,
      line: one.line,
      kind: one.kind,
      text: clean(one.text),
      blob: one.blob,
    });
    return done(text.join('\n'), {
      goal: goal.id,
      node: at,
      accepted: 'doubts',
      doubts: chosen.map(shown),
      left: left.map(shown),
      judged_again: isJudged,
    });
  });
}

function doubtLine(doubt: OpenDoubt): string {
  return oneLine(doubtText(ENGLISH_VERDICT, doubt), 300);
}

/** What there is to name. */
function notNamed(all: readonly OpenDoubt[], places: readonly string[], command: string): Outcome {
  const known = all.map(placeOf);
  const listed = all.map((one) => `  ${doubtLine(one)}`).join('\n');
  const unknown = places.find((place) => !known.includes(place));
  if (unknown === undefined) {
    const message = `At high risk each of these is named by itself:\n${listed}`;
    return misused(message, `Type: ${command} ${doubtFlags(known)}`);
  }
  const message = `${oneLine(unknown, 100)} is in no doubt. These are:\n${listed}`;
  return misused(message, `Type: ${command} ${doubtFlags(known.slice(0, 1))}`);
}
