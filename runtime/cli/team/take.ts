// `wukong team take`: the log that this clone mirrors is at home here from now on. A person says so.

import { beginMirror, unknownLog } from '../../engine/team/read-mirror.ts';
import { takeLog } from '../../engine/team/take-log.ts';
import { type LastTree, lastTrees } from '../../engine/team/trees-left.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import type { State } from '../../model/state/state.ts';
import { type LogRow, logRow } from '../../team/mirrored.ts';
import { unusable } from '../../team/unusable.ts';
import { explain } from '../../words/explain-failure.ts';
import { counted, oneLine } from '../../words/plain-text.ts';
import { readNote } from '../../workspace/team-note.ts';
import type { Args } from '../frame/command.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, personHere } from '../frame/person.ts';
import { goalId } from '../frame/pick-goal.ts';
import { HELP, type Here, inTeam, isLogId, WHICH } from './in-team.ts';

export async function takeHere(args: Args): Promise<Outcome> {
  const [, word, more] = args.words;
  if (more !== undefined) return misused(`"${oneLine(more, 40)}" is one word too many.`, HELP);
  return inTeam((at) => take(at, args, word));
}

async function take(at: Here, args: Args, word: string | undefined): Promise<Outcome> {
  const { ws, here, database } = at;
  const note = readNote(ws);
  const isLog = word !== undefined && isLogId(word);
  const log = isLog ? word : note?.log;
  if (log === undefined) return misused('This clone mirrors no log.', WHICH);
  if (note?.role === 'home' && note.log === log) {
    return misused('That log is at home here already.', WHICH);
  }
  const row = await logRow(database.query, log).catch(unusable);
  if (!row) return failed(unknownLog(log));
  if ('kind' in row) return failed(row);
  if (note?.log !== log) {
    const begun = await beginMirror(ws, database, log);
    if (!begun.ok) return failed(begun.error);
  }
  const state = stateOf(ws);
  if (!state.ok) return failed(state.error);
  const id = word === undefined || isLog ? undefined : goalId(word);
  if (id !== undefined && !openGoals(state.value).some((goal) => goal.id === id)) {
    return misused(
      `There is no open goal ${oneLine(id, 40)} in this mirror.`,
      'See: wukong status',
    );
  }
  const person = personHere(state.value);
  if (!person.ok) return person.error;
  const agreed = await isAgreed(person.value, question(row, state.value), args.flag('yes'));
  if (!agreed) return needsPerson('Nothing was taken.', 'Answer yes, or type it with --yes');
  const taken = await takeLog(ws, here, database, row);
  if (!taken.ok) return failed(taken.error);
  const { goals, runs, epoch, from, later } = taken.value;
  const now = stateOf(ws);
  const trees = now.ok ? await lastTrees(ws, here, now.value) : [];
  const isOpen = goals.length > 0;
  const lines = [
    `The log of ${oneLine(from, 60)} is at home here now, with all its goals.`,
    runs.length > 0 ? `Lost with their machine, at no attempt’s cost: ${runs.join(', ')}.` : '',
    ...trees.map(treeText),
    isOpen ? 'What may run here is for you to say: wukong trust' : '',
    isOpen ? `Go on: wukong run ${id ?? goals[0]}, or /wukong_resume in Claude Code.` : '',
    later ? `Not mirrored yet: ${explain(later).message}` : '',
  ];
  const text = lines.filter((line) => line !== '').join('\n');
  return done(text, { log, home: here.name, epoch, from, goals, runs, trees });
}

function question({ name, records, ageSec }: LogRow, state: State): string {
  const open = openGoals(state).length;
  const ago = ageSec < 120 ? `${Math.round(ageSec)} s` : `${Math.round(ageSec / 60)} minutes`;
  return `Take the log from ${oneLine(name, 60)}? All its goals come with it (${open} open), and ${counted(records, 'record')}, mirrored ${ago} ago. What ${oneLine(name, 60)} recorded since then will not count, and its runs are lost.`;
}

/** What a person has to bring from elsewhere. */
function treeText({ goal, tree, isHere, isLaid, from }: LastTree): string {
  if (isLaid) return `${goal}: its changes are in this working tree (git tree ${tree}).`;
  if (!isHere) {
    return `${goal}: its changes (git tree ${tree}) are not here, but in the working tree of its old home. Bring them, or what was done is done again.`;
  }
  const brought = from === undefined ? '' : ` It came by ${oneLine(from, 80)}.`;
  return `${goal}: its changes are git tree ${tree}.${brought} To have them: git read-tree -m -u HEAD ${tree}`;
}
