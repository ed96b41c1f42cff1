// Which checks may run without a goal: those a person names, or said yes to once in this clone. It is kept beside
// git's own files, and turns nothing else on.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shellWords } from '../../evidence/commands/shell-split.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import { makeFolders } from '../../files/changing.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readText } from '../../files/reading.ts';
import { proposeGates, takenByInit } from '../../hosts/claude-code/discover/discover-gates.ts';
import { proveFileSchema } from '../../model/documents/prove-file.ts';
import { commandText, type GateApproval } from '../../model/gate.ts';
import type { Check } from '../../proof/change.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import { askEach } from '../frame/ask.ts';
import { isAttended } from '../frame/output.ts';

const TIMEOUT_SEC = 300;

export type Checks = Readonly<{
  may: readonly Check[];
  /** Found, and nobody said that they may run. */
  others: readonly Check[];
}>;

/** `lines`: what a person typed. Undefined: they broke off when they were asked. */
export async function checksFor(
  ws: Workspace,
  lines: readonly string[],
): Promise<Checks | undefined> {
  if (lines.length > 0) return { may: lines.map(typed), others: [] };
  const found = takenByInit(proposeGates({ root: ws.worktree }).proposals).map(
    ({ gate, source }): Check => ({ gate, from: `${source.file}:${source.line}` }),
  );
  const allowed = [...readAllowed(ws), ...(readTrust(ws)?.approvals ?? [])];
  const isAllowed = ({ gate }: Check): boolean => isApproved(gate, allowed, []);
  const open = found.filter((one) => !isAllowed(one));
  if (open.length === 0 || found.some(isAllowed) || !isAttended()) {
    return { may: found.filter(isAllowed), others: open };
  }
  const chosen = await askEach(
    open.map(({ gate, from }) => `May \`${commandText(gate.command)}\` (${from}) run here?`),
  );
  if (chosen === undefined) return undefined;
  const may = open.filter((_, at) => chosen.includes(at));
  if (may.length > 0) keepAllowed(ws, [...readAllowed(ws), ...may.map(({ gate }) => callOf(gate))]);
  return { may, others: open.filter((one) => !may.includes(one)) };
}

/** A plain call, or a line for a shell where it is none. */
function typed(line: string): Check {
  const words = shellWords(line, true);
  const command = words === undefined || words.length === 0 ? [line] : words;
  const shell = words === undefined ? { shell: true } : {};
  const gate = { type: 'test', name: line, command, ...shell, mustPass: true } as const;
  return { gate: { ...gate, expect_exit: 0, timeout_sec: TIMEOUT_SEC } };
}

function callOf({ command, cwd, shell }: Check['gate']): GateApproval {
  return { command, ...(cwd === undefined ? {} : { cwd }), ...(shell ? { shell } : {}) };
}

function fileOf({ commonDir }: Workspace): string {
  return join(commonDir, 'wukong', 'prove.json');
}

/** What cannot be read allows nothing, and is asked again. */
function readAllowed(ws: Workspace): readonly GateApproval[] {
  const file = fileOf(ws);
  const read = existsSync(file) ? proveFileSchema.safeParse(parseJson(readText(file))) : undefined;
  return read?.success ? read.data.checks : [];
}

function keepAllowed(ws: Workspace, checks: readonly GateApproval[]): void {
  const file = fileOf(ws);
  makeFolders(dirname(file));
  replaceFile(file, `${JSON.stringify({ version: 1, checks }, null, 2)}\n`, true);
}
