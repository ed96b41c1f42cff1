import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditsItself } from '../kernel/audit.ts';
import type { Judged } from '../kernel/judge.ts';
import type { Transcript } from '../model/evidence.ts';
import type { Goal, Run, State } from '../model/state.ts';
import { type Redact, redactor } from '../privacy/redact.ts';
import { makeFolder } from '../store/links.ts';
import { files, type Workspace } from '../store/paths.ts';
import { ranCommands } from '../verify/approval.ts';
import { parseReport } from '../verify/report.ts';
import { changesOf, heldAgainstTree } from './changes.ts';
import { examine } from './examine.ts';
import { judgedOf } from './judged.ts';
import { withoutSecrets, writeFindings } from './keep-findings.ts';
import { readSettledTranscript } from './transcripts.ts';

const NO_TRANSCRIPT: Transcript = {
  observations: [],
  usage: {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    requests: 0,
  },
  models: [],
  skippedLines: 0,
};

/** A report as it is kept in report.md. */
export function keptReport(text: string, clean: Redact): string {
  const kept = clean(text);
  return kept.endsWith('\n') ? kept : `${kept}\n`;
}

type Heard = Readonly<{
  mainTranscript: string;
  /** The report as it came. Whoever judges later takes it from the agent's transcript. */
  words?: string | undefined;
  /** Ends the gates (engine/gates.ts). */
  stop?: AbortSignal | undefined;
}>;

/**
 * Step 2 of a report: what the runtime sees for itself. Holds no lock, changes no state; leaves its
 * findings as files in the order folder. The words as they came are judged, the kept ones recorded.
 */
export async function judgeRun(
  ws: Workspace,
  state: State,
  goal: Goal,
  run: Run,
  { mainTranscript, words, stop }: Heard,
): Promise<Judged> {
  const clean = redactor(process.env);
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  makeFolder(ws, folder);
  const kept = reportOf(folder);
  const isReport = (text: string) => keptReport(text, clean).trim() === kept.trim();
  const path = run.report?.transcript ?? '';
  const own = await readSettledTranscript(path, isReport, run.agent_id ?? undefined);
  const heard = own.ok ? own.transcript : NO_TRANSCRIPT;
  const text = [words, heard.lastText].find((seen) => seen && isReport(seen)) ?? kept;
  const said = parseReport(kept);
  const ran = ranCommands(heard.observations, run.worktree)
    .filter((command) => (command.cwd ?? '') === '')
    .map((command) => command.command);
  const known = own.ok ? heard : undefined;
  const changes = await changesOf(ws, state, goal, run, mainTranscript, known);
  const transcript = await heldAgainstTree(ws, run.worktree, heard, changes);
  const seen = { report: parseReport(text), said, transcript, changes, folder, ran, clean, stop };
  const audit = run.role === 'nose' ? auditsItself(goal, run) : undefined;
  const found = withoutSecrets(await examine(ws, goal, run, { ...seen, audit }), said, clean);
  writeFindings(folder, goal, run, found, clean);
  return judgedOf(ws, folder, goal, run, found, ran.map(clean), clean);
}

/** Somebody may have deleted it since: an empty report proves nothing, and the run is done again. */
function reportOf(folder: string): string {
  const path = join(folder, 'report.md');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
