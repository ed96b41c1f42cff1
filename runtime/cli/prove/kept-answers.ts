// What a person answered in this clone, when they were asked which checks may run. It is kept beside git's own
// files, and turns nothing else on.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readText } from '../../files/reading.ts';
import type { GateApproval } from '../../model/gate.ts';
import type { Workspace } from '../../workspace/paths.ts';

const answerSchema = z.object({
  command: z.array(z.string()),
  cwd: z.string().optional(),
  shell: z.boolean().optional(),
  may: z.boolean(),
  /** Of scripts that the change had edited, a hash: the answer is for these alone. */
  scripts: z.string().optional(),
});
const keptSchema = z.object({ version: z.literal(1), checks: z.array(answerSchema) });

export type Kept = GateApproval & Readonly<{ may: boolean; scripts?: string | undefined }>;

export function keptFile({ commonDir }: Pick<Workspace, 'commonDir'>): string {
  return join(commonDir, 'wukong', 'prove.json');
}

/** Undefined: it is there, and nobody can read it. */
export function readKept(ws: Workspace): readonly Kept[] | undefined {
  const file = keptFile(ws);
  if (!existsSync(file)) return [];
  const read = keptSchema.safeParse(parseJson(readText(file)));
  return read.success ? read.data.checks : undefined;
}

/** Beside what another terminal has kept meanwhile. */
export function keep(ws: Workspace, answers: readonly Kept[]): void {
  const file = keptFile(ws);
  const isAnswered = (one: Kept): boolean => answers.some((answer) => keyOf(answer) === keyOf(one));
  const others = (readKept(ws) ?? []).filter((one) => !isAnswered(one));
  makeFolders(dirname(file));
  const all = { version: 1, checks: [...others, ...answers] };
  replaceFile(file, `${JSON.stringify(all, null, 2)}\n`, true);
}

function keyOf({ command, cwd = '', shell = false, scripts = '' }: Kept): string {
  return JSON.stringify([command, cwd, shell, scripts]);
}
