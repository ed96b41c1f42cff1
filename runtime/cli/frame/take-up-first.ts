// A person who runs a command has finished editing: what they decided in anchors_candidates.md, and what they
// answered, is taken up before it. Said on stderr, so that what the command prints stays its own.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readStored } from '../../cache/read-state.ts';
import { openEscalations } from '../../kernel/escalations/follow.ts';
import { hoursToAnswer, isOverdue } from '../../kernel/escalations/urgency.ts';
import { writerNow } from '../../kernel/state/writers.ts';
import type { SetAside } from '../../model/set-aside.ts';
import type { State } from '../../model/state/state.ts';
import type { Told } from '../../words/escalation/told.ts';
import { movedText } from '../../words/moved-text.ts';
import { oneLine } from '../../words/plain-text.ts';
import {
  answerStamp,
  candidatesStamp,
  hasNewReview,
  savedLate,
} from '../../workspace/config-stamp.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { findRepository, isInstalled } from '../../workspace/repository.ts';
import { hasLeftFolder, hasSavedResult } from '../../workspace/saved-result.ts';
import { homeElsewhere, readNote } from '../../workspace/team-note.ts';
import { readTrust } from '../../workspace/trust.ts';
import { warn } from './output.ts';

export async function takeUpFirst(command: string): Promise<void> {
  const ws = findRepository(process.cwd());
  if (!ws || !isInstalled(ws)) return;
  const home = homeElsewhere(ws);
  if (home !== undefined) {
    if (command === 'status') warn(mirrorText(home, readNote(ws)?.aside));
    return;
  }
  // While it is taken, what the command shows is as it was before.
  const first = command === 'submit' ? undefined : readStored(ws);
  if (first) await lookAtHanded(ws, first);
  // Most repositories have neither, and then it costs two stats.
  const isAsked = !TAKES.includes(command) && existsSync(dirname(files.escalation(ws, '')));
  if (candidatesStamp(ws) === '-' && !isAsked) return;
  const trust = readTrust(ws);
  const state = readStored(ws);
  if (!trust) return;
  if (hasNewReview(ws, state?.candidates)) {
    const { takeUpReview } = await import('../../engine/anchors/take-up.ts');
    const told = takeUpReview(ws, trust.log_id, 0);
    if (told !== undefined) warn(told);
  }
  if (!isAsked || !state) return;
  const late = savedLate(ws, state).map((id) => ({ id, kind: 'late' as const }));
  const due = isDue(ws, state);
  if (late.length > 0 || due) {
    const { takeAnswers } = await import('../../engine/escalations/take-answers.ts');
    const { toldText } = await import('../../words/escalation/told.ts');
    const told = [...late, ...(due ? takeAnswers(ws, { logId: trust.log_id }) : [])];
    // What `status` shows itself is not said twice.
    const isShown = (one: Told): boolean => command === 'status' && PROPOSALS.includes(one.kind);
    for (const one of told) if (!isShown(one)) warn(toldText(one, 'shell'));
  }
}

/** Nobody answers there. */
function mirrorText(home: string, aside: SetAside | undefined): string {
  const reads = `This clone mirrors the log of ${oneLine(home, 60)}, as it was read last: wukong team mirror reads on.`;
  return aside ? `${movedText(home, aside)}\n${reads}` : reads;
}

/** They show what stands in files themselves, and ask. */
const TAKES: readonly string[] = ['answer', 'resume'];

const PROPOSALS: readonly Told['kind'][] = ['proposed', 'power', 'words-decide'];

async function lookAtHanded(ws: Workspace, state: State): Promise<void> {
  const { handed } = state;
  // While an agent may write, nobody can say whose words a saved result has.
  const isSaved = hasSavedResult(handed) && writerNow(state) === undefined;
  if ((!isSaved && !hasLeftFolder(handed)) || !readTrust(ws)) return;
  const { startSaved } = await import('../../engine/report/start-saved.ts');
  await startSaved(ws);
  if (!isSaved) return;
  warn('A result that was saved in the folder of its order is judged now.');
}

function isDue(ws: Workspace, state: State): boolean {
  const now = new Date().toISOString();
  const hours = hoursToAnswer(state);
  return openEscalations(state).some(
    (one) => answerStamp(ws, one.id, one) !== undefined || isOverdue(one, now, hours),
  );
}
