// What a person answered in this clone, when they were asked which checks may run. It is kept beside git's own
// files, and turns nothing else on.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
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

/** Beside what another terminal has kept meanwhile. */
export function keep(ws: Workspace, answers: readonly ProveAnswer[]): void {
  const file = keptFile(ws);
  const isAnswered = (one: ProveAnswer): boolean =>
    answers.some((answer) => keyOf(answer) === keyOf(one));
  const others = (readKept(ws) ?? []).filter((one) => !isAnswered(one));
  makeFolders(dirname(file));
  const all = { version: 1, checks: [...others, ...answers] };
  replaceFile(file, `${JSON.stringify(all, null, 2)}\n`, true);
}

function keyOf({ command, cwd = '', shell = false, scripts = '' }: ProveAnswer): string {
  return JSON.stringify([command, cwd, shell, scripts]);
}
