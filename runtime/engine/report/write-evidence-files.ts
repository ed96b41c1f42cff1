// What was found out about one report, as it is kept: files in the order folder, without secrets.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenCommand } from '../../evidence/commands/seen-commands.ts';
import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import type { Product } from '../../evidence/seal/product-paths.ts';
import { SHOWN_PATCH } from '../../executors/shown-patch.ts';
import { putFile } from '../../files/atomic-write.ts';
import { removeIfThere } from '../../files/changing.ts';
import { readBytes } from '../../files/reading.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { Measured, SealSeen } from '../../kernel/reports/judged.ts';
import { issueOf, specOf } from '../../kernel/state/queries.ts';
import type {
  CiResult,
  Grade,
  Observation,
  ReferencesFile,
  ResolvedReference,
  Transcript,
} from '../../model/evidence.ts';
import type { GateOutcome } from '../../model/gate.ts';
import type { Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { type Redact, redactAll } from '../../privacy/redact.ts';
import { renderEvidence } from '../../words/evidence-report.ts';
import { inertLine, quotedSpan } from '../../words/quoting.ts';
import type { RunChanges } from '../changes/changes.ts';
import { KEPT_ROWS } from '../checks/kept-rows.ts';
import type { AddedLines } from './added-lines.ts';
import { reportAnchors } from './report-anchors.ts';

/** As many of the last calls stand in transcript.md. */
const MAX_EXCERPT_CALLS = 200;

/** Everything that was found out about one report. */
export type Examined = Readonly<{
  report: Report;
  transcript: Transcript;
  /** What the transcript shows of the commands the report cites. */
  commands: readonly SeenCommand[];
  resolved: readonly ResolvedReference[];
  /** Lines of theirs that the goal added; left out where nobody asks for them. */
  added?: AddedLines | undefined;
  /** The tree they were resolved against. */
  tree: string | null;
  /** What became of the CI results it names. */
  ci: readonly CiResult[];
  changes: RunChanges;
  outside: readonly string[];
  gates: readonly GateOutcome[];
  /** What ran in copies. */
  measured: readonly Measured[];
  seal: SealSeen | null;
  /** What was taken for the program; absent where it decides nothing. */
  program: Product | undefined;
  /** What is asked where it does not hold. */
  sealAdvice: readonly string[];
  /** Why this audit is none; absent if it is one. */
  audit: string | undefined;
  grade: Grade;
  /** Whether a check was red before and is green; absent where that was not looked at. */
  fault: RedGreenVerdict | undefined;
  /** Of a test that showed the fault before anything was fixed: by path its content. */
  sealed?: Readonly<Record<string, string>> | undefined;
  /** Of what is in doubt, what ran: judged again, it does not run again. */
  trials?: string | undefined;
}>;

/**
 * The same without secrets. Everything was judged on the words as they came; from here on only the
 * kept ones are written down, said to anybody or recorded. `said` is the kept report, read again: what
 * a reader of reports cuts was redacted before. Paths and the patch stay exact.
 */
export function withoutSecrets(found: Examined, said: Report, clean: Redact): Examined {
  const { transcript, resolved, ci, commands, gates, grade, fault } = found;
  return {
    ...found,
    report: said,
    transcript: {
      ...transcript,
      observations: shownObservations(transcript.observations, commands, clean),
    },
    resolved: keptReferences(resolved, said, clean),
    ci: redactAll(ci, clean),
    commands: redactAll(commands, clean),
    gates: gates.map((gate) => redactAll(gate, clean)),
    grade: redactAll(grade, clean),
    fault: fault && redactAll(fault, clean),
  };
}

/**
 * The same calls, with the words of those alone that anything is written of: to take the secrets out of
 * all a long session printed would cost more than to judge it.
 */
function shownObservations(
  observations: readonly Observation[],
  commands: readonly SeenCommand[],
  clean: Redact,
): Observation[] {
  const cited = new Set(commands.map((command) => command.seq));
  const first = observations.length - MAX_EXCERPT_CALLS;
  return observations.map((seen, at) => {
    const { command, filePath, excerpt } = seen;
    const isCited = cited.has(seen.seq);
    const isShown = isCited || at >= first;
    return {
      ...seen,
      excerpt: isCited ? clean(excerpt) : '',
      ...(command === undefined ? {} : { command: isShown ? clean(command) : '' }),
      ...(filePath === undefined ? {} : { filePath: isShown ? clean(filePath) : '' }),
    };
  });
}

/** Beside each result the reference as it was kept. Two that differed by a secret may be one now. */
export function keptReferences(
  resolved: readonly ResolvedReference[],
  said: Report,
  clean: Redact,
): ResolvedReference[] {
  const isSame = said.references.length === resolved.length;
  return resolved.map((one, i) => {
    const { place, ...rest } = one;
    const { reference, ...result } = redactAll(rest, clean);
    const kept = { ...result, reference: (isSame && said.references[i]) || reference };
    return place === undefined ? kept : { ...kept, place };
  });
}

/** The proof, as files: what was claimed beside what was seen. */
export function writeEvidenceFiles(
  folder: string,
  goal: Goal,
  run: Run,
  found: Examined,
  clean: Redact,
): void {
  const { report, transcript, commands, resolved, changes, outside, gates, measured, seal } = found;
  const put = (name: string, content: string | Buffer) => putFile(join(folder, name), content);
  put(
    'evidence.md',
    renderEvidence({
      node: `${goal.id}/${run.node}`,
      title: specOf(goal, run.node).title,
      runId: run.id,
      role: run.role,
      report,
      grade: found.grade,
      observations: transcript.observations,
      commands,
      resolved,
      ci: found.ci,
      gates,
      measured,
      sealed: seal,
      program: found.program,
      decided: proofOf(goal).decided ?? [],
      tree: changes.tree,
      changes: changes.changes,
      outsidePaths: outside,
      sentBack: { times: run.sent_back, caught: run.caught },
    }),
  );
  put('references.json', `${JSON.stringify(referencesFile(found), null, 1)}\n`);
  put('outcome.json', `${JSON.stringify(outcome(goal, run, found), null, 1)}\n`);
  put('transcript.md', excerpt(transcript));
  if (found.trials === undefined) removeIfThere(join(folder, KEPT_ROWS));
  else put(KEPT_ROWS, found.trials);
  putPatch(folder, changes.patch, clean);
}

function referencesFile({ tree, resolved, ci }: Examined): ReferencesFile {
  return {
    schema_version: 1,
    tree,
    resolved: resolved.filter((one) => one.resolved).length,
    total: resolved.length,
    references: resolved,
    ...(ci.length === 0
      ? {}
      : { ci: ci.map(({ run, text, confirmed, why }) => ({ run, text, confirmed, why })) }),
  };
}

/** patch.diff can be applied, so it stays exact; work orders quote the copy, if there has to be one. */
function putPatch(folder: string, patch: Buffer, clean: Redact): void {
  // An earlier report of the same run may have left one.
  removeIfThere(join(folder, SHOWN_PATCH));
  if (patch.length === 0) return;
  putFile(join(folder, 'patch.diff'), patch);
  const text = patch.toString('utf8');
  const shown = clean(text);
  if (shown !== text) putFile(join(folder, SHOWN_PATCH), shown);
}

/** What the runtime made of the report; `work_result.json` is a name of the worker's own. */
function outcome(
  goal: Goal,
  run: Run,
  { report, changes, gates, measured, seal, grade: graded }: Examined,
) {
  return {
    schema_version: 1,
    run_id: run.id,
    ...reportAnchors(report, { issueRef: issueOf(goal, run.node), gates, patch: changes.patch }),
    node_id: run.node,
    status: report.status ?? null,
    summary: report.summary,
    claimed_level: graded.claimed ?? null,
    proven_level: graded.level,
    passes: graded.passes,
    changes: changes.changes,
    gates: gates.map(({ gate, outcome, error, counts }) => ({ gate, outcome, error, counts })),
    tree: changes.tree,
    checks: measured.map(({ side, command, tree, outcome, why, log }) => ({
      side,
      command,
      tree,
      outcome,
      why,
      log,
    })),
    sealed_changes: seal === null ? [] : seal.changed,
    risks: report.risks,
    next: report.next,
  };
}

/** One line a tool call: what really ran. */
function excerpt(transcript: Transcript): string {
  const calls = transcript.observations.slice(-MAX_EXCERPT_CALLS).map((seen) => {
    const what = seen.command ?? seen.filePath ?? '';
    const end = seen.finished
      ? seen.isError
        ? `error ${seen.exitCode ?? ''}`
        : 'ok'
      : 'unfinished';
    return `- ${inertLine(seen.at)} ${quotedSpan(`${seen.tool} ${what}`, 300)} → ${end} (${seen.outputBytes} bytes)`;
  });
  return `# What the run did, by its transcript\n\n${calls.join('\n')}\n`;
}

/** What a run says after its report: no part of what was judged. */
export const LATE_REPORT = 'late_report.md';

/** Of files alone: a link that somebody put there is nothing of the run. */
export function hashFiles(folder: string): Array<{ name: string; sha256: string; bytes: number }> {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== LATE_REPORT)
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const bytes = readBytes(join(folder, name));
      return {
        name,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        bytes: bytes.length,
      };
    });
}
