// What a person last confirmed of config.local.yaml. It lies in the common git directory, which no clone and no
// pull carries: a local file that came with one has never been confirmed here.

import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { replaceFile } from '../files/atomic-write.ts';
import { orFailure } from '../files/file-failure.ts';
import { readIfThere } from '../files/reading.ts';
import { localConfigInGit } from './in-git.ts';
import { files, type Workspace } from './paths.ts';
import { readTrust } from './trust.ts';

type ConfirmedLocal = Readonly<{
  text: string;
  /** A person was asked about it. If not, it was in force when a version came that asks. */
  isAsked: boolean;
  /** SHA-256 of what a person was shown and did not confirm. */
  declined?: string | undefined;
}>;

const NOTHING: ConfirmedLocal = { text: '', isAsked: true };

/** Undefined: set up by a version that did not ask, so that the file counts as it is. */
export function confirmedLocal(ws: Workspace): ConfirmedLocal | undefined {
  const bytes = readIfThere(files.confirmedConfig(ws));
  if (bytes) return parsed(bytes.toString('utf8'));
  return readTrust(ws) ? undefined : NOTHING;
}

/** One that nobody can read confirms nothing. */
function parsed(text: string): ConfirmedLocal {
  try {
    const one = JSON.parse(text);
    const isWhole = typeof one?.text === 'string' && one.sha256 === sha256(one.text);
    return isWhole
      ? { text: one.text, isAsked: one.asked === true, declined: one.declined }
      : NOTHING;
  } catch {
    return NOTHING;
  }
}

export function keepConfirmed(ws: Workspace, { text, isAsked, declined }: ConfirmedLocal): void {
  const one = { version: 1, sha256: sha256(text), asked: isAsked, declined, text };
  replaceFile(files.confirmedConfig(ws), `${JSON.stringify(one, null, 2)}\n`, true);
}

export function isDeclined({ declined }: ConfirmedLocal, text: string): boolean {
  return declined === sha256(text);
}

/** What only narrows needs nobody: it is what is confirmed now, so that taking it back is a question again. */
export function keepNarrowed(
  ws: Workspace,
  { text, unconfirmed }: Readonly<{ text: string | undefined; unconfirmed: readonly unknown[] }>,
): boolean {
  const before = confirmedLocal(ws);
  if (!before || text === undefined || text === before.text || unconfirmed.length > 0) return false;
  return orFailure(() => {
    keepConfirmed(ws, { ...before, text });
    return { ok: true } as const;
  }).ok;
}

/** A person was shown this text and said no. What they confirmed before stays. */
export function keepDeclined(ws: Workspace, before: ConfirmedLocal, text: string): void {
  const kept = before.isAsked ? before.text : '';
  keepConfirmed(ws, { text: kept, isAsked: true, declined: sha256(text) });
}

/**
 * Before a clone is trusted: in one that already is, by a version that did not ask, what was in force stays in
 * force until a person was asked. In any other nothing was confirmed.
 */
export function beginConfirmed(ws: Workspace): void {
  if (confirmedLocal(ws) === undefined) {
    keepConfirmed(ws, { text: textInForce(ws), isAsked: false });
  } else if (!readIfThere(files.confirmedConfig(ws))) keepConfirmed(ws, NOTHING);
}

function textInForce(ws: Workspace): string {
  const path = files.localConfig(ws);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return '';
  return localConfigInGit(ws) === 'no' ? (readIfThere(path)?.toString('utf8') ?? '') : '';
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
