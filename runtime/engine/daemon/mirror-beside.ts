// What the log has more is mirrored beside the work, where this clone is in a team. A database that is away holds up
// nothing, and is told once.

import type { Failure } from '../../model/failure.ts';
import { movedText, unsentText } from '../../words/moved-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { mirrorIfHome, type Seen, type WithTrees } from '../team/mirror.ts';
import { stampOfFile } from './wake.ts';

export type Mirroring = {
  readonly seen: Seen;
  /** Of the log when it was mirrored last. */
  stamp: string;
  triedMs: number;
  /** What was told of a database that is away. */
  told: string;
  now?: Promise<void> | undefined;
};

export function noMirroring(): Mirroring {
  return { seen: {}, stamp: '', triedMs: 0, told: '' };
}

const AGAIN_MS = 30_000;

export function mirrorBeside(
  ws: Workspace,
  mirroring: Mirroring,
  failed: (error: unknown) => void,
): void {
  const stamp = stampOfFile(files.log(ws));
  const isTried = Math.abs(Date.now() - mirroring.triedMs) < AGAIN_MS;
  if (mirroring.now || (stamp === mirroring.stamp && isTried)) return;
  mirroring.stamp = stamp;
  mirroring.triedMs = Date.now();
  const tell = (failure: Failure): void => {
    const text = JSON.stringify(failure);
    if (text !== mirroring.told) failed(failure);
    mirroring.told = text;
  };
  mirroring.now = mirrorIfHome(ws, mirroring.seen)
    .then((mirrored) => {
      if (!mirrored.ok) return tell(mirrored.error);
      const moved = toTell(mirrored.value);
      if (moved) tell(moved);
      else mirroring.told = '';
    })
    .catch(failed)
    .finally(() => {
      mirroring.now = undefined;
    });
}

function toTell(mirrored: WithTrees): Failure | undefined {
  const { unsent = [] } = mirrored;
  if (unsent.length > 0) {
    const message = unsent.map(unsentText).join(' ');
    return { kind: 'refused', message, hint: 'The log was mirrored; it is tried again.' };
  }
  if (mirrored.kind !== 'moved') return undefined;
  const { home, fork } = mirrored;
  const hint = 'To move it back: wukong team take';
  return { kind: 'refused', message: movedText(home, fork), hint };
}
