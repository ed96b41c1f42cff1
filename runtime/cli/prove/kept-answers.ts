// What a person answered in this clone, when they were asked which checks may run. It is kept beside git's own
// files, and turns nothing else on.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import { replaceFile } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readText } from '../../files/reading.ts';
import { type ProveAnswer, proveAnswersSchema } from '../../model/prove-answers.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

export const keptFile = files.proveAnswers;

/** Undefined: it is there, and nobody can read it. */
export function readKept(ws: Workspace): readonly ProveAnswer[] | undefined {
  const file = keptFile(ws);
  if (!existsSync(file)) return [];
  const read = proveAnswersSchema.safeParse(parseJson(readText(file)));
  return read.success ? read.data.checks : undefined;
}

/** A killed one is replaced after this. */
const STALE_MS = 5_000;
const RETRY_MS = 20;

/** Beside what another terminal keeps in the same moment. */
export async function keep(ws: Workspace, answers: readonly ProveAnswer[]): Promise<void> {
  const file = keptFile(ws);
  const isAnswered = (one: ProveAnswer): boolean =>
    answers.some((answer) => keyOf(answer) === keyOf(one));
  makeFolders(dirname(file));
  const release = await lock(dirname(file), {
    lockfilePath: `${file}.lock`,
    stale: STALE_MS,
    retries: { retries: (2 * STALE_MS) / RETRY_MS, factor: 1, minTimeout: RETRY_MS },
    // Its default throws from a timer. Whoever wrote last counts then.
    onCompromised: () => undefined,
  });
  try {
    const others = (readKept(ws) ?? []).filter((one) => !isAnswered(one));
    const all = { version: 1, checks: [...others, ...answers] };
    replaceFile(file, `${JSON.stringify(all, null, 2)}\n`, true);
  } finally {
    await release();
  }
}

function keyOf({ command, cwd = '', shell = false, scripts = '' }: ProveAnswer): string {
  return JSON.stringify([command, cwd, shell, scripts]);
}
