// What a person answered in this clone, when they were asked which checks may run, and whether what is in doubt is
// right. It is kept beside git's own
// files, and turns nothing else on.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import { replaceFile } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readText } from '../../files/reading.ts';
import { releaseLock } from '../../files/release-lock.ts';
import type { KeptLook } from '../../model/looked.ts';
import {
  type ProveAnswer,
  type ProveAnswers,
  proveAnswersSchema,
} from '../../model/prove-answers.ts';
import { isSameLook } from '../../proof/looked.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

export const keptFile = files.proveAnswers;

/** Undefined: it is there, and nobody can read it. */
export function readKept(ws: Workspace): readonly ProveAnswer[] | undefined {
  return read(ws)?.checks;
}

export function readLooks(ws: Workspace): readonly KeptLook[] {
  return read(ws)?.looked ?? [];
}

function read(ws: Workspace): ProveAnswers | undefined {
  const file = keptFile(ws);
  if (!existsSync(file)) return { version: 1, checks: [] };
  const read = proveAnswersSchema.safeParse(parseJson(readText(file)));
  return read.success ? read.data : undefined;
}

/** A killed one is replaced after this. */
const STALE_MS = 5_000;
const RETRY_MS = 20;

export function keep(ws: Workspace, answers: readonly ProveAnswer[]): Promise<void> {
  const isAnswered = (one: ProveAnswer): boolean =>
    answers.some((answer) => keyOf(answer) === keyOf(one));
  return change(ws, (before) => {
    const others = before.checks.filter((one) => !isAnswered(one));
    return { ...before, checks: [...others, ...answers] };
  });
}

const MOST_LOOKS = 500;

export function keepLooks(ws: Workspace, looks: readonly KeptLook[]): Promise<void> {
  const isNew = (one: KeptLook): boolean => !looks.some((other) => isSameLook(one, other));
  return change(ws, (before) => {
    const looked = [...(before.looked ?? []).filter(isNew), ...looks].slice(-MOST_LOOKS);
    return { ...before, looked };
  });
}

/** Beside what another terminal keeps in the same moment. */
async function change(ws: Workspace, how: (before: ProveAnswers) => ProveAnswers): Promise<void> {
  const file = keptFile(ws);
  makeFolders(dirname(file));
  const release = await lock(dirname(file), {
    lockfilePath: `${file}.lock`,
    stale: STALE_MS,
    retries: { retries: (2 * STALE_MS) / RETRY_MS, factor: 1, minTimeout: RETRY_MS },
    // Its default throws from a timer. Whoever wrote last counts then.
    onCompromised: () => undefined,
  });
  try {
    const all = how(read(ws) ?? { version: 1, checks: [] });
    replaceFile(file, `${JSON.stringify(all, null, 2)}\n`, true);
  } finally {
    await releaseLock(release);
  }
}

function keyOf({ command, cwd = '', shell = false, scripts = '' }: ProveAnswer): string {
  return JSON.stringify([command, cwd, shell, scripts]);
}
